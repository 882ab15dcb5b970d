import { BigtabError } from '../../errors.js';
import { normalizeTable, type TableDescriptor } from '../../model/schema/table-descriptor.js';
import type { Arguments } from '../arguments.js';
import type { Command, CommandContext } from '../command.js';
import { readFamilyChange } from '../family-change.js';
import { booleanOf, wordOf } from '../plain-values.js';
import { argumentError } from '../ruby-error.js';
import { isHash, isList, type ShellHash, type ShellValue, textOf } from '../shell-value.js';
import { TableChange } from '../table-change.js';
import { printWithoutEffect } from '../without-effect.js';

const HELP = `Changes a table. All changes of one command are applied together. It can add a family, change the named attributes of a family, drop a
family, and change attributes of the table:

  alter 't', NAME => 'f', VERSIONS => 5
  alter 't', 'f1', {NAME => 'f2', IN_MEMORY => true}, {NAME => 'f3', VERSIONS => 5}
  alter 't', NAME => 'f', METHOD => 'delete'
  alter 't', 'delete' => 'f'
  alter 't', READONLY => true, METADATA => {'owner' => 'me'}
  alter 't', NAME => 'f', CONFIGURATION => {'hbase.hstore.time.to.purge.deletes' => '1000'}
  alter 't', METHOD => 'table_att', READONLY => true
  alter 't', METHOD => 'table_att_unset', NAME => 'READONLY'
  alter 't', METHOD => 'table_conf_unset', NAME => ['key1', 'key2']
  alter 't', METHOD => 'table_remove_coprocessor', CLASSNAME => 'org.example.Observer'

First, stored data is flushed under the old attributes. Then reads use the new attributes at once.`;

const alter: Command = {
  name: 'alter',
  group: 'ddl',
  arity: [1, Number.POSITIVE_INFINITY],
  help: HELP,
  async run(context, args) {
    await alterTable(context, args, () => context.output.line('Updating all regions with the new schema...'));
  },
};

const alterAsync: Command = {
  name: 'alter_async',
  group: 'ddl',
  arity: [1, Number.POSITIVE_INFINITY],
  help: `The same as alter, but prints no progress. See help "alter".`,
  async run(context, args) {
    await alterTable(context, args, () => undefined);
  },
};

const alterStatus: Command = {
  name: 'alter_status',
  group: 'ddl',
  arity: [1, 1],
  help: `Prints how many regions a change to a table has reached. The change is always complete, because alter waits for it:

  alter_status 't'`,
  async run({ connection, output }, args) {
    const regions = (await connection.getTable(args.table()).getRegionLocator().getStartKeys()).length;
    output.line(`${regions}/${regions} regions updated.`);
    output.line('Done.');
  },
};

export const ALTERATIONS: readonly Command[] = [alter, alterAsync, alterStatus];

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
    // Nil counts as missing.
    if (change.get('METHOD') === null) change.delete('METHOD');
    for (const ignored of applyPart(table, change)) output.line(ignored);
  }
  tell();
  const literal = table.toLiteral();
  await admin.modifyTable(literal, reopens);
  printWithoutEffect(connection, output, normalizeTable(literal));
}

/** Runs one argument, and returns a line for each key of it that has no meaning. */
function applyPart(table: TableChange, change: ShellHash): readonly string[] {
  const deleted = change.get('delete');
  if (deleted !== undefined) {
    table.removeFamily(textOf(deleted));
    return [];
  }
  const method = change.get('METHOD');
  if (method !== undefined) return applyMethod(table, textOf(method), change);
  if (!change.has('NAME')) return setAttributes(table, change);
  const family = readFamilyChange(change);
  table.setFamily(family);
  return family.unknown.map((key) => `Unknown argument ignored for column family ${family.name}: ${key}`);
}

/** The keys that the methods of `alter` read in addition to METHOD. */
const METHOD_KEYS = ['METHOD', 'NAME', 'CLASSNAME'];

/** Runs METHOD; returns a line for each key that the method does not use. */
function applyMethod(table: TableChange, method: string, change: ShellHash): readonly string[] {
  const others: ShellHash = new Map([...change].filter(([key]) => !METHOD_KEYS.includes(key)));
  // The attributes of the table, as without METHOD; HBase does not read NAME either.
  if (method === 'table_att') return setAttributes(table, others);
  const [apply, key] = METHODS.get(method) ?? [];
  if (apply === undefined || key === undefined) {
    throw argumentError(`Unknown method: ${method}. Use table_att, ${[...METHODS.keys()].join(', ')}`);
  }
  const names = change.get(key) ?? null;
  if (names === null) throw argumentError(`${key} parameter missing for ${method} method`);
  for (const name of isList(names) ? names : [names]) apply(table, wordOf(name, key));
  return [...others.keys()].map(ignored);
}

/** The action of each METHOD except `table_att` for one name, and the key that contains the names. */
const METHODS: ReadonlyMap<string, readonly [apply: (table: TableChange, name: string) => void, key: string]> = new Map(
  [
    ['delete', [(table, name) => table.removeFamily(name), 'NAME']],
    ['table_att_unset', [(table, name) => table.unset(name), 'NAME']],
    ['table_conf_unset', [(table, name) => table.unset(name), 'NAME']],
    ['table_remove_coprocessor', [(table, name) => table.removeCoprocessor(name), 'CLASSNAME']],
  ],
);

function setAttributes(table: TableChange, change: ShellHash): readonly string[] {
  return table.setAttributes(change).map(ignored);
}

function ignored(key: string): string {
  return `Unknown argument ignored: ${key}`;
}
