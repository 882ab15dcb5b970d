import { toBytesBinary } from '../../bytes/text.js';
import { normalizeTable } from '../../model/schema/table-descriptor.js';
import type { Command } from '../command.js';
import { readFamilyChange } from '../family-change.js';
import type { Output } from '../output.js';
import { integerOf } from '../plain-values.js';
import { argumentError } from '../ruby-error.js';
import { isHash, isList, type ShellHash, ShellText, type ShellValue, TableReference, textOf } from '../shell-value.js';
import { TableChange } from '../table-change.js';
import { printWithoutEffect } from '../without-effect.js';

const SPLIT_ALGORITHMS = ['HexStringSplit', 'UniformSplit', 'DecimalStringSplit'];

export const create: Command = {
  name: 'create',
  group: 'ddl',
  arity: [1, Number.POSITIVE_INFINITY],
  help: `Creates a table with families, given by name or as hashes of attributes. A hash without NAME contains attributes of the table:

  create 't', 'f1', 'f2'
  create 't', {NAME => 'f1', VERSIONS => 5}, {NAME => 'f2', TTL => '7 DAYS'}
  create 'ns:t', NAME => 'f', KEEP_DELETED_CELLS => 'TRUE', BLOOMFILTER => 'ROWCOL'
  create 't', 'f', {DURABILITY => 'ASYNC_WAL', METADATA => {'owner' => 'me'}}
  create 't', 'f', CONFIGURATION => {'hbase.hstore.time.to.purge.deletes' => '1000'}

SPLITS, NUMREGIONS and SPLITALGO are checked, but a table has one region here. Attributes that have no effect here are stored and listed; attributes
for encryption are rejected. t = create 't', 'f' keeps the table in a variable.`,
  async run({ connection, output }, args) {
    const [, ...parts] = args.values;
    const table = new TableChange(args.word(0, 'a table'));
    let splitKeys: readonly Uint8Array[] = [];
    for (const part of parts) splitKeys = readPart(table, part, output) ?? splitKeys;
    if (!table.hasFamilies) throw argumentError('Table must have at least one column family');
    const literal = table.toLiteral();
    await connection.getAdmin().createTable(literal, splitKeys);
    output.line(`Created table ${literal.name}`);
    printWithoutEffect(connection, output, normalizeTable(literal), splitKeys.length > 0);
    return new TableReference(literal.name);
  },
};

/** Applies one argument; returns the region boundaries if the argument contains them. */
function readPart(table: TableChange, part: ShellValue, output: Output): readonly Uint8Array[] | null {
  if (!(part instanceof ShellText) && !isHash(part))
    throw argumentError('create accepts families as strings or hashes');
  if (isHash(part) && !part.has('NAME')) return readTableAttributes(table, part, output);
  const family = readFamilyChange(part);
  if (table.hasFamily(family.name)) output.line(`Family '${family.name}' already exists, the old one will be replaced`);
  for (const key of family.unknown) output.line(`Unknown argument ignored for column family ${family.name}: ${key}`);
  table.setFamily(family);
  return null;
}

function readTableAttributes(table: TableChange, hash: ShellHash, output: Output): readonly Uint8Array[] | null {
  const attributes = new Map(hash);
  if (attributes.has('SPLITS_FILE'))
    throw argumentError('SPLITS_FILE: a shell in the browser cannot read files; use SPLITS');
  const splitKeys = readSplitKeys(attributes.get('SPLITS'));
  const computed = readAlgorithm(attributes.get('NUMREGIONS'), attributes.get('SPLITALGO'));
  for (const key of ['SPLITS', 'NUMREGIONS', 'SPLITALGO']) attributes.delete(key);
  for (const key of table.setAttributes(attributes)) {
    output.line(`An argument ignored (unknown or overridden): ${key}`);
  }
  return splitKeys ?? computed;
}

/** The split keys, read from HBase's printable form (H-50). */
function readSplitKeys(splits: ShellValue | undefined): readonly Uint8Array[] | null {
  if (splits === undefined) return null;
  if (!isList(splits)) throw argumentError("SPLITS must be an array such as ['10', '20']");
  return splits.map((split) => toBytesBinary(textOf(split)));
}

/** One of the keys at which the algorithm would split the table: enough to report that they have no effect. */
function readAlgorithm(
  regions: ShellValue | undefined,
  algorithm: ShellValue | undefined,
): readonly Uint8Array[] | null {
  if (regions === undefined && algorithm === undefined) return null;
  if (regions === undefined) throw argumentError('Number of regions must be specified');
  if (algorithm === undefined) throw argumentError('Split algorithm must be specified');
  if (integerOf(regions, 'NUMREGIONS') <= 1) throw argumentError('Number of regions must be greater than 1');
  if (!SPLIT_ALGORITHMS.includes(textOf(algorithm))) {
    throw argumentError(`SPLITALGO must be one of ${SPLIT_ALGORITHMS.join(', ')}`);
  }
  return [toBytesBinary('\\x80')];
}
