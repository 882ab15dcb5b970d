import { toBytesBinary, toStringBinary } from '../../bytes/text.js';
import type { Command } from '../command.js';
import { readFamilyChange } from '../family-change.js';
import type { Output } from '../output.js';
import { integerOf } from '../plain-values.js';
import { argumentError } from '../ruby-error.js';
import { isHash, isList, type ShellHash, ShellText, type ShellValue, TableReference, textOf } from '../shell-value.js';
import { TableChange } from '../table-change.js';

const SPLIT_ALGORITHMS = ['HexStringSplit', 'UniformSplit', 'DecimalStringSplit'];

export const create: Command = {
  name: 'create',
  group: 'ddl',
  arity: [1, Number.POSITIVE_INFINITY],
  help: `Makes a table with families, by their names or with their attributes; a hash without NAME says something of the table:

  create 't', 'f1', 'f2'
  create 't', {NAME => 'f1', VERSIONS => 5}, {NAME => 'f2', TTL => '7 DAYS'}
  create 'ns:t', NAME => 'f', KEEP_DELETED_CELLS => 'TRUE', BLOOMFILTER => 'ROWCOL'
  create 't', 'f', {DURABILITY => 'ASYNC_WAL', METADATA => {'owner' => 'me'}}
  create 't', 'f', CONFIGURATION => {'hbase.hstore.time.to.purge.deletes' => '1000'}

SPLITS, NUMREGIONS and SPLITALGO are checked; a table has one region here. t = create 't', 'f' keeps the table in a variable.`,
  async run({ connection, output }, args) {
    const [, ...parts] = args.values;
    const table = new TableChange(args.word(0, 'a table'));
    for (const part of parts) readPart(table, part, output);
    if (!table.hasFamilies) throw argumentError('Table must have at least one column family');
    const literal = table.toLiteral();
    await connection.getAdmin().createTable(literal);
    output.line(`Created table ${literal.name}`);
    return new TableReference(literal.name);
  },
};

function readPart(table: TableChange, part: ShellValue, output: Output): void {
  if (!(part instanceof ShellText) && !isHash(part)) throw argumentError('create takes families as strings or hashes');
  if (isHash(part) && !part.has('NAME')) {
    for (const key of table.setAttributes(withoutSplits(part))) {
      output.line(`An argument ignored (unknown or overridden): ${key}`);
    }
    return;
  }
  const family = readFamilyChange(part);
  if (table.hasFamily(family.name)) output.line(`Family '${family.name}' already exists, the old one will be replaced`);
  for (const key of family.unknown) output.line(`Unknown argument ignored for column family ${family.name}: ${key}`);
  table.setFamily(family);
}

/** What is left of a hash when the bounds of regions are checked (S-31) and taken out. */
function withoutSplits(hash: ShellHash): ShellHash {
  const rest = new Map(hash);
  if (rest.has('SPLITS_FILE')) throw argumentError('SPLITS_FILE: there are no files to read here; give SPLITS');
  checkSplitKeys(rest.get('SPLITS'));
  checkAlgorithm(rest.get('NUMREGIONS'), rest.get('SPLITALGO'));
  for (const key of ['SPLITS', 'NUMREGIONS', 'SPLITALGO']) rest.delete(key);
  return rest;
}

function checkSplitKeys(splits: ShellValue | undefined): void {
  if (splits === undefined) return;
  if (!isList(splits)) throw argumentError("SPLITS must be an array such as ['10', '20']");
  const keys = splits.map((split) => toStringBinary(toBytesBinary(textOf(split))));
  if (keys.includes('')) throw argumentError('Empty split key must not be passed in the split keys.');
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw argumentError(`All split keys must be unique, found duplicate: ${twice}`);
}

function checkAlgorithm(regions: ShellValue | undefined, algorithm: ShellValue | undefined): void {
  if (regions === undefined && algorithm === undefined) return;
  if (regions === undefined) throw argumentError('Number of regions must be specified');
  if (algorithm === undefined) throw argumentError('Split algorithm must be specified');
  if (integerOf(regions, 'NUMREGIONS') <= 1) throw argumentError('Number of regions must be greater than 1');
  if (!SPLIT_ALGORITHMS.includes(textOf(algorithm))) {
    throw argumentError(`SPLITALGO must be one of ${SPLIT_ALGORITHMS.join(', ')}`);
  }
}
