import type { Command } from '../command.js';

export const TRUNCATIONS: readonly Command[] = [
  truncation('truncate', 'Drops all data of a table and keeps its schema'),
  truncation(
    'truncate_preserve',
    'Drops all data of a table and keeps its schema and the bounds of its regions; a table has one region here',
  ),
];

function truncation(name: string, help: string): Command {
  return {
    name,
    group: 'ddl',
    arity: [1, 1],
    help: `${help}:

  ${name} 't'`,
    async run({ connection, output }, args) {
      const admin = connection.getAdmin();
      const table = args.table();
      output.line(`Truncating '${table}' table (it may take a while):`);
      if (await admin.isTableEnabled(table)) {
        output.line('Disabling table...');
        await admin.disableTable(table);
      }
      output.line('Truncating table...');
      await admin.truncateTable(table);
    },
  };
}
