import { BigtabError } from '../../errors.js';
import type { TableDescriptor } from '../../model/table-descriptor.js';
import type { Arguments } from '../arguments.js';
import type { Command, CommandContext } from '../command.js';
import { readFamilyChange } from '../family-change.js';
import { booleanOf, wordOf } from '../plain-values.js';
import { argumentError } from '../ruby-error.js';
import { isHash, isList, type ShellHash, type ShellValue, textOf } from '../shell-value.js';
import { TableChange } from '../table-change.js';

const HELP = `Changes a table, all that is said at once: adds a family or changes the attributes of one that are named, drops one, changes attributes
of the table:

  alter 't', NAME => 'f', VERSIONS => 5
  alter 't', 'f1', {NAME => 'f2', IN_MEMORY => true}, {NAME => 'f3', VERSIONS => 5}
  alter 't', NAME => 'f', METHOD => 'delete'
  alter 't', 'delete' => 'f'
  alter 't', READONLY => true, METADATA => {'owner' => 'me'}
  alter 't', NAME => 'f', CONFIGURATION => {'hbase.hstore.time.to.purge.deletes' => '1000'}
  alter 't', METHOD => 'table_att_unset', NAME => 'READONLY'
  alter 't', METHOD => 'table_conf_unset', NAME => ['key1', 'key2']

What is stored is flushed under the old attributes first; reads go by the new ones at once.`;

export const alter: Command = {
  name: 'alter',
  group: 'ddl',
  arity: [1, Number.POSITIVE_INFINITY],
  help: HELP,
  async run(context, args) {
    await alterTable(context, args, () => context.output.line('Updating all regions with the new schema...'));
    return undefined;
  },
};

export const alterAsync: Command = {
  name: 'alter_async',
  group: 'ddl',
  arity: [1, Number.POSITIVE_INFINITY],
  help: `As alter, without a word of how far it has come. See help "alter".`,
  async run(context, args) {
    await alterTable(context, args, () => undefined);
    return undefined;
  },
};

export const alterStatus: Command = {
  name: 'alter_status',
  group: 'ddl',
  arity: [1, 1],
  help: `Says how far a change of a table has come: one that is over, because alter waits for its end:

  alter_status 't'`,
  async run({ connection, output }, args) {
    await connection.getAdmin().getDescriptor(args.table());
    output.line('1/1 regions updated.');
    output.line('Done.');
    return undefined;
  },
};

async function alterTable({ connection, output }: CommandContext, args: Arguments, tell: () => void): Promise<void> {
  const [, ...parts] = args.values;
  const name = args.word(0, 'a table');
  if (parts.length === 0) throw argumentError('There should be at least one argument but the table name');
  const admin = connection.getAdmin();
  const stored = await admin.getDescriptor(name).catch((error): TableDescriptor => {
    if (BigtabError.is(error) && error.code === 'TABLE_NOT_FOUND') throw argumentError(`Can't find a table: ${name}`);
    throw error;
  });
  const table = new TableChange(stored.name, stored);
  let reopens = true;
  for (const part of parts) {
    const change = new Map(isHash(part) ? part : new Map<string, ShellValue>([['NAME', part]]));
    const reopen = change.get('REOPEN_REGIONS');
    if (reopen !== undefined) reopens = booleanOf(reopen, 'REOPEN_REGIONS');
    change.delete('REOPEN_REGIONS');
    for (const ignored of applyPart(table, change)) output.line(ignored);
  }
  tell();
  await admin.modifyTable(table.toLiteral(), reopens);
}

/** Does what one argument says, and gives a line for each key of it that says nothing. */
function applyPart(table: TableChange, change: ShellHash): readonly string[] {
  const deleted = change.get('delete');
  if (deleted !== undefined) {
    table.removeFamily(textOf(deleted));
    return [];
  }
  const method = change.get('METHOD');
  if (method !== undefined) {
    applyMethod(table, textOf(method), change.get('NAME'));
    return [];
  }
  if (!change.has('NAME')) return table.setAttributes(change).map((key) => `Unknown argument ignored: ${key}`);
  const family = readFamilyChange(change);
  table.setFamily(family);
  return family.unknown.map((key) => `Unknown argument ignored for column family ${family.name}: ${key}`);
}

function applyMethod(table: TableChange, method: string, names: ShellValue | undefined): void {
  const actions: Readonly<Record<string, (name: string) => void>> = {
    delete: (name) => table.removeFamily(name),
    table_att_unset: (name) => table.unset(name),
    table_conf_unset: (name) => table.unset(name),
  };
  const action = actions[method];
  if (action === undefined) throw argumentError(`Unknown method: ${method}`);
  if (names === undefined) throw argumentError(`NAME parameter missing for ${method} method`);
  for (const name of isList(names) ? names : [names]) action(wordOf(name, 'NAME'));
}
