import type { Command } from '../command.js';
import { booleanOf } from '../plain-values.js';
import { printWithoutEffect } from '../without-effect.js';

export const cloneTableSchema: Command = {
  name: 'clone_table_schema',
  group: 'ddl',
  arity: [2, 3],
  help: `Creates an empty table with the schema of another:

  clone_table_schema 't', 'new'
  clone_table_schema 't', 'new', false

The third argument specifies whether to keep the region boundaries. In Bigtab, a table has one region.`,
  async run({ connection, output }, args) {
    if (args.has(2)) booleanOf(args.from(2)[0] ?? null, 'the third argument');
    const admin = connection.getAdmin();
    const name = args.word(1, 'the new table');
    await admin.cloneTableSchema(args.table(), name);
    printWithoutEffect(connection, output, await admin.getDescriptor(name));
  },
};
