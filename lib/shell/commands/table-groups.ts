import type { Admin } from '../../client/admin.js';
import { BigtabError } from '../../errors.js';
import type { Command } from '../command.js';

export const TABLE_GROUPS: readonly Command[] = [
  changeOfAll('disable_all', 'Disable', 'disabled', (admin, name) => admin.disableTable(name)),
  changeOfAll('enable_all', 'Enable', 'enabled', (admin, name) => admin.enableTable(name)),
  changeOfAll('drop_all', 'Drop', 'dropped', (admin, name) => admin.deleteTable(name)),
];

/**
 * Shows which tables a regular expression matches, asks the user, and changes the tables one after the other; a failure
 * does not stop the others.
 */
function changeOfAll(
  name: string,
  verb: string,
  done: string,
  change: (admin: Admin, table: string) => Promise<void>,
): Command {
  return {
    name,
    group: 'ddl',
    arity: [1, 1],
    help: `${verb}s all tables whose full name matches a regular expression, after it has listed them and you have confirmed:

  ${name} 't.*'
  ${name} 'ns:.*'`,
    async run({ connection, output, ask }, args) {
      const admin = connection.getAdmin();
      const pattern = args.word(0, 'a regular expression');
      const tables = await admin.listTableNames(pattern);
      for (const table of tables) output.row(table);
      if (tables.length === 0) {
        output.line(`No tables matched the regex ${pattern}`);
        return;
      }
      output.line();
      if (!/^y/i.test(await ask(`${verb} the above ${tables.length} tables (y/n)?`))) return;
      const failed: string[] = [];
      for (const table of tables) if (!(await succeeds(change(admin, table)))) failed.push(table);
      output.line(`${tables.length - failed.length} tables successfully ${done}`);
      if (failed.length > 0) {
        output.line(`${failed.length} tables not ${done} due to an exception: ${failed.join(',')}`);
      }
    },
  };
}

async function succeeds(change: Promise<void>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (BigtabError.is(error)) return false;
    throw error;
  }
}
