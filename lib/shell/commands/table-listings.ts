import type { Admin } from '../../client/admin.js';
import type { Arguments } from '../arguments.js';
import type { Command, CommandContext } from '../command.js';
import type { Output } from '../output.js';
import { ShellText, type ShellValue } from '../shell-value.js';

const list: Command = {
  name: 'list',
  group: 'ddl',
  arity: [0, 1],
  help: `Lists all tables, or those whose full name matches a regular expression:

  list
  list 'abc.*'
  list 'ns:abc.*'`,
  async run({ connection, output }, args) {
    const pattern = args.has(0) ? args.word(0, 'a regular expression') : null;
    return printNames(output, 'TABLE', await connection.getAdmin().listTableNames(pattern));
  },
};

const exists: Command = {
  name: 'exists',
  group: 'ddl',
  arity: [1, 1],
  help: `Prints whether a table exists:

  exists 't'`,
  async run({ connection, output }, args) {
    const isThere = await connection.getAdmin().tableExists(args.table());
    output.row(`Table ${args.table()} does ${isThere ? '' : 'not '}exist`);
    return isThere;
  },
};

export const TABLE_LISTINGS: readonly Command[] = [
  list,
  exists,
  stateQuestion('is_enabled', 'enabled', 'isTableEnabled'),
  stateQuestion('is_disabled', 'disabled', 'isTableDisabled'),
  stateListing('list_enabled_tables', 'enabled', true),
  stateListing('list_disabled_tables', 'disabled', false),
];

/** Prints names below a header, and their number; the prompt echoes them as an array. */
export function printNames(output: Output, header: string, names: readonly string[]): ShellValue {
  output.header(header);
  for (const name of names) output.row(name);
  output.footer(names.length);
  return names.map((name) => ShellText.of(name));
}

function stateQuestion(name: string, state: string, method: 'isTableEnabled' | 'isTableDisabled'): Command {
  return {
    name,
    group: 'ddl',
    arity: [1, 1],
    help: `Prints whether a table is ${state}:

  ${name} 't'`,
    async run({ connection, output }: CommandContext, args: Arguments) {
      const admin: Admin = connection.getAdmin();
      const answer = await admin[method](args.table());
      output.row(String(answer));
      return answer;
    },
  };
}

function stateListing(name: string, state: string, enabled: boolean): Command {
  return {
    name,
    group: 'ddl',
    arity: [0, 0],
    help: `Lists the tables that are ${state}:

  ${name}`,
    async run({ connection, output }: CommandContext) {
      return printNames(output, 'TABLE', await connection.getAdmin().listTableNamesByState(enabled));
    },
  };
}
