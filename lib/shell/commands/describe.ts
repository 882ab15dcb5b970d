import { familyValues } from '../../model/schema/family-values.js';
import { parseTableName } from '../../model/schema/table-name.js';
import { tableValues } from '../../model/schema/table-values.js';
import type { Command } from '../command.js';
import { familyText } from '../family-text.js';
import { printQuotas } from '../quota-text.js';
import { tableAttributesText } from '../table-text.js';
import { printWithoutEffect } from '../without-effect.js';

export const DESCRIPTIONS: readonly Command[] = [description('describe'), description('desc')];

function description(name: string): Command {
  return {
    name,
    group: 'ddl',
    arity: [1, 1],
    help: `Prints the state of a table, its attributes and its families, the quotas of its namespace, and the attributes that have no effect in Bigtab:

  ${name} 't'`,
    async run({ connection, output }, args) {
      const admin = connection.getAdmin();
      const table = await admin.getDescriptor(args.table());
      const enabled = await admin.isTableEnabled(table.name);
      output.line(`Table ${table.name} is ${enabled ? 'ENABLED' : 'DISABLED'}`);
      output.row(`${table.name}${tableAttributesText(tableValues(table))}`);
      output.header('COLUMN FAMILIES DESCRIPTION');
      for (const family of table.families) {
        output.row(familyText(familyValues(family)));
        output.line();
      }
      output.footer(table.families.length);
      await printQuotas(connection, output, parseTableName(table.name).namespace);
      printWithoutEffect(connection, output, table);
    },
  };
}
