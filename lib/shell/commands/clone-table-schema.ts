import type { Command } from '../command.js';
import { booleanOf } from '../plain-values.js';

export const cloneTableSchema: Command = {
  name: 'clone_table_schema',
  group: 'ddl',
  arity: [2, 3],
  help: `Makes an empty table with the schema of another:

  clone_table_schema 't', 'new'
  clone_table_schema 't', 'new', false

The third argument says whether the bounds of regions are kept; a table has one region here.`,
  async run({ connection }, args) {
    if (args.has(2)) booleanOf(args.from(2)[0] ?? null, 'the third argument');
    await connection.getAdmin().cloneTableSchema(args.table(), args.word(1, 'the new table'));
    return undefined;
  },
};
