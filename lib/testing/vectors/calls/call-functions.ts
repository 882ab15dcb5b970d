import type { NumberOrder } from '../../../bytes/numbers.js';
import { prefixStop } from '../../../bytes/successor.js';
import { Bytes, type Cell, OrderedBytes, type Put, type Result, RowMutations, type TimeRange } from '../../../index.js';
import { COMPARE_OPERATORS } from '../../../model/compare-operator.js';
import { DURABILITIES } from '../../../model/durability.js';
import { cellSize } from '../../../model/limits.js';
import { FAMILY_KINDS } from '../../../model/schema/attribute-kinds.js';
import { checkFamilyName } from '../../../model/schema/family-descriptor.js';
import { sanityCheck } from '../../../model/schema/sanity-check.js';
import { normalizeTable } from '../../../model/schema/table-descriptor.js';
import { checkNamespaceName, checkSnapshotName, parseTableName } from '../../../model/schema/table-name.js';
import type { TableValues } from '../../../model/schema/table-values.js';
import { SNAPSHOT_TYPES } from '../../../model/snapshot-description.js';
import { validatePut } from '../../../model/validate-put.js';
import { formatPretty, parsePretty, type Unit } from '../../../shell/pretty-printer.js';
import { tableLiteral } from '../../../shell/table-literal.js';
import { toBytes, toDouble, toLong, toTableName } from './call-arguments.js';
import { splitName } from './call-case.js';
import { makeObject } from './make-object.js';
import { toCell } from './objects/cells.js';

/* The static functions of calls, with their equivalents in Bigtab. */

type Function = (args: readonly unknown[], types: readonly string[]) => unknown;

/** Runs a static function, and returns its result. A function that is not in the table creates an object. */
export function callFunction(name: string, args: readonly unknown[]): unknown {
  const { plain, types } = splitName(name);
  const run = Object.hasOwn(FUNCTIONS, plain) ? FUNCTIONS[plain] : undefined;
  return run === undefined ? makeObject({ [name]: args }) : run(makeObject(args) as readonly unknown[], types);
}

const text = (value: unknown) => value as string;
const decoded = (value: unknown) => new TextDecoder().decode(toBytes(value));
const textOf = (value: unknown) => (value === null || value === undefined ? value : decoded(value));

/** The bytes of a value of one of Java's types. */
function encode(value: unknown, type: string | undefined): Uint8Array {
  switch (type) {
    case 'long':
      return Bytes.fromLong(toLong(value));
    case 'int':
      return Bytes.fromInt(value as number);
    case 'short':
      return Bytes.fromShort(value as number);
    case 'boolean':
      return Bytes.fromBoolean(value as boolean);
    case 'double':
      return Bytes.fromDouble(toDouble(value));
    case 'float':
      return Bytes.fromFloat(toDouble(value));
    case 'BigDecimal':
      return Bytes.fromBigDecimal(value as string);
    default:
      return Bytes.toBytes(value as string);
  }
}

/** Both orders of a kind of ordered bytes. */
function ordered<T>(encodeAs: (value: T, order?: NumberOrder) => Uint8Array, read: (value: unknown) => T): Function {
  return ([value, order]) => encodeAs(value === null ? (null as T) : read(value), order as NumberOrder);
}

function numeric(value: unknown, type: string | undefined): number | bigint | string {
  if (type === 'double') return toDouble(value);
  return type === 'long' ? toLong(value) : (value as string);
}

/** The functions that have the same name in Bigtab, and take the same bytes and numbers. */
function ofSameName(name: string, functions: object): Readonly<Record<string, Function>> {
  const entries = Object.entries(functions).map(([method, run]) => {
    return [`${name}.${method}`, (args: readonly unknown[]) => run(...args.map(toBytes))];
  });
  return Object.fromEntries(entries);
}

function checkTable(given: unknown): null {
  sanityCheck(normalizeTable(tableLiteral(given as TableValues)));
  return null;
}

const FUNCTIONS: Readonly<Record<string, Function>> = {
  'TableName.valueOf': ([first, second], types) => {
    return types[0] === 'byte[]' ? toTableName(textOf(first), textOf(second)) : toTableName(first, second);
  },
  'TableName.isLegalTableQualifierName': ([name, snapshot]) => {
    if (snapshot === true) {
      const text = decoded(name);
      checkSnapshotName(text);
      return text;
    }
    return parseTableName(`default:${decoded(name)}`).qualifier;
  },
  'TableName.isLegalNamespaceName': ([name]) => {
    checkNamespaceName(decoded(name));
    return null;
  },
  'ColumnFamilyDescriptorBuilder.isLegalColumnFamilyName': ([name]) => {
    // HBase accepts null.
    if (name !== null) checkFamilyName(toBytes(name));
    return toBytes(name);
  },
  'TimeRange.isAllTime': ([range]) => (range as TimeRange).isAllTime(),
  'RowMutations.of': ([list]) => RowMutations.of(list as readonly Put[]),
  'PrettyPrinter.format': ([value, unit]) => formatPretty(text(value), unit as Unit),
  'PrettyPrinter.valueOf': ([value, unit]) => parsePretty(text(value), unit as Unit),
  'TableDescriptorChecker.sanityCheck': ([table]) => checkTable(table),
  'CellUtil.size': ([given]) => {
    const { row, family, qualifier, value } = toCell(given);
    return cellSize(row.length, family.length, qualifier.length, value.length);
  },
  'Result.getTotalSizeOfCells': ([given]) => {
    const { cells } = given as Result;
    const size = (cell: Cell) =>
      cellSize(cell.row.length, cell.family.length, cell.qualifier.length, cell.value.length);
    return cells.reduce((sum, cell) => sum + size(cell), 0);
  },
  'Client.validatePut': ([put, limit]) => {
    validatePut(put as Put, limit as number);
    return null;
  },
  'ClientUtil.calculateTheClosestNextRowKeyForPrefix': ([prefix]) => prefixStop(toBytes(prefix)) ?? new Uint8Array(),
  ...ofSameName('Bytes', Bytes),
  ...ofSameName('OrderedBytes', OrderedBytes),
  'Bytes.toBytes': ([value], types) => encode(value, types[0]),
  'Bytes.toBytesBinary': ([value]) => Bytes.toBytesBinary(text(value)),
  'Bytes.compareTo': ([a, b]) => Math.sign(Bytes.compare(toBytes(a), toBytes(b))),
  'Bytes.incrementBytes': ([value, amount]) => Bytes.incrementBytes(toBytes(value), toLong(amount)),
  'Bytes.toString': ([value]) => Bytes.toText(toBytes(value)),
  'Bytes.split': ([a, b, third, fourth]) =>
    typeof third === 'boolean'
      ? Bytes.split(toBytes(a), toBytes(b), fourth as number, third)
      : Bytes.split(toBytes(a), toBytes(b), third as number),
  'Bytes.fromHex': ([value]) => Bytes.fromHex(text(value)),
  'Bytes.vintToBytes': ([value]) => Bytes.vintToBytes(toLong(value)),
  'OrderedBytes.encodeInt8': ordered(OrderedBytes.encodeInt8, Number),
  'OrderedBytes.encodeInt16': ordered(OrderedBytes.encodeInt16, Number),
  'OrderedBytes.encodeInt32': ordered(OrderedBytes.encodeInt32, Number),
  'OrderedBytes.encodeInt64': ordered(OrderedBytes.encodeInt64, toLong),
  'OrderedBytes.encodeFloat32': ordered(OrderedBytes.encodeFloat32, toDouble),
  'OrderedBytes.encodeFloat64': ordered(OrderedBytes.encodeFloat64, toDouble),
  'OrderedBytes.encodeNumeric': ([value, order], types) =>
    OrderedBytes.encodeNumeric(value === null ? null : numeric(value, types[0]), order as NumberOrder),
  'OrderedBytes.encodeString': ordered<string | null>(OrderedBytes.encodeString, text),
  'OrderedBytes.encodeBlobVar': ordered<Uint8Array | null>(OrderedBytes.encodeBlobVar, toBytes),
  'OrderedBytes.encodeBlobCopy': ordered<Uint8Array | null>(OrderedBytes.encodeBlobCopy, toBytes),
  'OrderedBytes.encodeNull': ([, order]) => OrderedBytes.encodeNull(order as NumberOrder),
  'Enum.KeepDeletedCells': () => FAMILY_KINDS.get('KEEP_DELETED_CELLS'),
  'Enum.BloomType': () => FAMILY_KINDS.get('BLOOMFILTER'),
  'Enum.DataBlockEncoding': () => FAMILY_KINDS.get('DATA_BLOCK_ENCODING'),
  'Enum.IndexBlockEncoding': () => FAMILY_KINDS.get('INDEX_BLOCK_ENCODING'),
  'Enum.Compression': () => FAMILY_KINDS.get('COMPRESSION'),
  'Enum.Durability': () => DURABILITIES,
  'Enum.CompareOperator': () => COMPARE_OPERATORS,
  'Enum.MobCompactPartitionPolicy': () => FAMILY_KINDS.get('MOB_COMPACT_PARTITION_POLICY'),
  'Enum.IsolationLevel': () => ['READ_COMMITTED', 'READ_UNCOMMITTED'],
  'Enum.SnapshotType': () => SNAPSHOT_TYPES,
};
