/* Reads mutations as HBase's gateway reads them. */
import { decodeInt64 } from '../../bytes/numbers.js';
import { invalidArgument } from '../../errors.js';
import {
  type Attributes,
  DeleteType,
  type TAppend,
  type TColumn,
  type TDelete,
  type TIncrement,
  type TPut,
  type TRowMutations,
} from '../../hbase/thrift/structs.js';
import { Append, Delete, Increment, Put, RowMutations } from '../../index.js';
import { DURABILITIES } from '../../model/durability.js';
import { GatewayFailure, retriedError } from './gateway-failure.js';
import { attributeOf } from './read-queries.js';
import { readTimestamp } from './read-times.js';

/** The Put of a TPut. */
export function readPut(given: TPut): Put {
  const put = given.timestamp === undefined ? new Put(given.row) : new Put(given.row, readTimestamp(given.timestamp));
  for (const { family, qualifier, value, timestamp } of given.columnValues) {
    if (family.length === 0) throw invalidArgument('the family of a cell is empty');
    if (timestamp === undefined) put.addColumn(family, qualifier, value);
    else put.addColumn(family, qualifier, storedTimestamp(timestamp), value);
  }
  return withOptions(put, given);
}

/** The Delete of a TDelete. Its own timestamp counts only if it has no columns. */
export function readDelete(given: TDelete): Delete {
  const { row, columns, timestamp, deleteType = DeleteType.COLUMNS, durability, attributes } = given;
  const remove =
    timestamp === undefined || columns !== undefined ? new Delete(row) : new Delete(row, readTimestamp(timestamp));
  for (const column of columns ?? []) addMarker(remove, column, deleteType);
  readTtl(attributes);
  // A time to live has no effect in a delete.
  return withOptions(remove, { durability });
}

/** The Increment of a TIncrement. */
export function readIncrement(given: TIncrement): Increment {
  const increment = new Increment(given.row);
  for (const { family, qualifier, amount = 1 } of given.columns) increment.addColumn(family, qualifier, amount);
  if (given.returnResults !== undefined) increment.setReturnResults(given.returnResults);
  return withOptions(increment, given);
}

/** The Append of a TAppend. HBase ignores the timestamps of its columns. */
export function readAppend(given: TAppend): Append {
  const append = new Append(given.row);
  for (const { family, qualifier, value } of given.columns) append.addColumn(family, qualifier, value);
  if (given.returnResults !== undefined) append.setReturnResults(given.returnResults);
  return withOptions(append, given);
}

/** The RowMutations of a TRowMutations. Throws WRONG_ROW_IO for a mutation of another row. */
export function readRowMutations({ row, mutations }: TRowMutations): RowMutations {
  const request = new RowMutations(row);
  for (const { put, deleteSingle } of mutations) {
    if (put !== undefined) request.add(readPut(put));
    else if (deleteSingle !== undefined) request.add(readDelete(deleteSingle));
    else throw new GatewayFailure({ kind: 'exception', message: 'Unrecognized type 0' });
  }
  return request;
}

function addMarker(remove: Delete, { family, qualifier, timestamp }: TColumn, type: number): void {
  const column = [family, qualifier ?? null] as const;
  const time = timestamp === undefined ? [] : ([readTimestamp(timestamp)] as const);
  if (type === DeleteType.COLUMN) remove.addColumn(...column, ...time);
  else if (type === DeleteType.COLUMNS) remove.addColumns(...column, ...time);
  else if (type === DeleteType.FAMILY) remove.addFamily(family, ...time);
  else remove.addFamilyVersion(family, ...(time as readonly [number]));
}

/** A negative timestamp of a cell is noticed by the region server, which HBase's client then asks again. */
function storedTimestamp(timestamp: TColumn['timestamp'] & {}): number {
  if (timestamp < 0) throw retriedError(`Timestamp cannot be negative. ts=${timestamp}`);
  return readTimestamp(timestamp);
}

interface Options {
  readonly durability?: number | undefined;
  readonly attributes?: Attributes | undefined;
}

function withOptions<T extends Put | Delete | Increment | Append>(mutation: T, options: Options): T {
  const { durability = 0, attributes } = options;
  mutation.setDurability(DURABILITIES[durability] ?? 'USE_DEFAULT');
  const ttl = readTtl(attributes);
  if (ttl !== null) mutation.setTTL(ttl);
  return mutation;
}

/** The time to live of a mutation, in ms. */
function readTtl(attributes: Attributes | undefined): number | null {
  const ttl = attributeOf(attributes, '_ttl');
  if (ttl === undefined) return null;
  if (ttl.length < 8) throw retriedError(`offset (0) + length (8) exceed the capacity of the array: ${ttl.length}`);
  return Number(decodeInt64(ttl, 0));
}
