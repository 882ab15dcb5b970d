import {
  Append,
  type BytesLike,
  CheckAndMutate,
  type CompareOperator,
  Delete,
  Get,
  Increment,
  LATEST_TIMESTAMP,
  Put,
  RowMutations,
  Scan,
} from '../../index.js';
import { readFilter } from './filters/read-filter.js';
import type {
  AppendMutation,
  CheckAndMutateStep,
  DeleteMutation,
  GetStep,
  IncrementMutation,
  MutateRow,
  PutMutation,
  Query,
  Range,
  RowMutation,
  ScanStep,
  Time,
} from './history.js';
import { fromPrintable, type Printable } from './printable-bytes.js';

/*
 * Converts the steps of a history to requests, with the calls that a user would make, in the order of the history.
 * Nothing is checked here, because the request must refuse what HBase refuses.
 */

/** The request of a put, delete, increment or append. If the mutation names no row, `row` is used. */
export function mutationOf(mutation: RowMutation, row: Printable): Put | Delete | Increment | Append {
  const own = fromPrintable(mutation.row ?? row);
  switch (mutation.op) {
    case 'put':
      return putOf(mutation, own);
    case 'delete':
      return deleteOf(mutation, own);
    case 'increment':
      return incrementOf(mutation, own);
    case 'append':
      return appendOf(mutation, own);
  }
}

/** The request of a `mutateRow`. */
export function rowMutationsOf(step: MutateRow, row: Printable): RowMutations {
  const own = step.row ?? row;
  const request = new RowMutations(fromPrintable(own));
  for (const mutation of step.mutations) request.add(mutationOf(mutation, own));
  return request;
}

/** The request of a `checkAndMutate`. */
export function checkAndMutateOf({ row, condition, timeRange, then }: CheckAndMutateStep): CheckAndMutate {
  const { family, qualifier = '', op = 'EQUAL', value, absent, filter } = condition;
  const builder = CheckAndMutate.newBuilder(fromPrintable(row));
  if (family !== undefined) {
    const column = [fromPrintable(family), fromPrintable(qualifier)] as const;
    if (absent === true) builder.ifNotExists(...column);
    else builder.ifMatches(...column, op as CompareOperator, value === undefined ? null : fromPrintable(value));
  }
  if (filter !== undefined) builder.ifMatches(readFilter(filter));
  if (timeRange !== undefined) builder.timeRange(timesOf(timeRange));
  return builder.build(then.op === 'mutateRow' ? rowMutationsOf(then, row) : mutationOf(then, row));
}

export function getOf(step: GetStep): Get {
  const get = askFor(new Get(fromPrintable(step.row)), step);
  return step.existsOnly === true ? get.setCheckExistenceOnly(true) : get;
}

export function scanOf(step: ScanStep): Scan {
  const scan = askFor(new Scan(), step);
  const { start, startInclusive, stop, stopInclusive, prefix, limit, reversed, batch, raw, onDemandFamilies } = step;
  if (start !== undefined) scan.withStartRow(fromPrintable(start), startInclusive);
  if (stop !== undefined) scan.withStopRow(fromPrintable(stop), stopInclusive);
  if (prefix !== undefined) scan.setStartStopRowForPrefixScan(fromPrintable(prefix));
  if (reversed !== undefined) scan.setReversed(reversed);
  if (limit !== undefined) scan.setLimit(limit);
  if (batch !== undefined) scan.setBatch(batch);
  if (raw !== undefined) scan.setRaw(raw);
  if (onDemandFamilies !== undefined) scan.setLoadColumnFamiliesOnDemand(onDemandFamilies);
  return scan;
}

function putOf({ cells, ts, ttl }: PutMutation, row: BytesLike): Put {
  const put = ts === undefined ? new Put(row) : new Put(row, timeOf(ts));
  for (const [family, qualifier, timestamp, value] of cells) {
    const [of, column, bytes] = [fromPrintable(family), fromPrintable(qualifier), fromPrintable(value)];
    // "LATEST" is the call without a timestamp, so the Put's own applies.
    if (timestamp === 'LATEST') put.addColumn(of, column, bytes);
    else put.addColumn(of, column, timeOf(timestamp), bytes);
  }
  return ttl === undefined ? put : put.setTTL(ttl);
}

function deleteOf({ what, ts, ttl }: DeleteMutation, row: BytesLike): Delete {
  const request = ts === undefined ? new Delete(row) : new Delete(row, timeOf(ts));
  for (const call of what) addMarker(request, call);
  return ttl === undefined ? request : request.setTTL(ttl);
}

function addMarker(request: Delete, call: DeleteMutation['what'][number]): void {
  const family = fromPrintable(call[1]);
  switch (call[0]) {
    case 'family':
      request.addFamily(family, ...timestampOf(call[2]));
      break;
    case 'familyVersion':
      request.addFamilyVersion(family, timeOf(call[2]));
      break;
    case 'columns':
      request.addColumns(family, fromPrintable(call[2]), ...timestampOf(call[3]));
      break;
    case 'column':
      request.addColumn(family, fromPrintable(call[2]), ...timestampOf(call[3]));
  }
}

function incrementOf(step: IncrementMutation, row: BytesLike): Increment {
  const increment = new Increment({ row, amounts: [], ...ownTimestamp(step.ts) });
  for (const [family, qualifier, amount] of step.amounts) {
    increment.addColumn(fromPrintable(family), fromPrintable(qualifier), BigInt(amount));
  }
  return withOptions(increment, step);
}

function appendOf(step: AppendMutation, row: BytesLike): Append {
  const append = new Append({ row, values: [], ...ownTimestamp(step.ts) });
  for (const [family, qualifier, value] of step.values) {
    append.addColumn(fromPrintable(family), fromPrintable(qualifier), fromPrintable(value));
  }
  return withOptions(append, step);
}

function withOptions<T extends Increment | Append>(
  request: T,
  { timeRange, ttl, returnResults }: IncrementMutation | AppendMutation,
): T {
  if (timeRange !== undefined) request.setTimeRange(...timesOf(timeRange));
  if (ttl !== undefined) request.setTTL(ttl);
  if (returnResults !== undefined) request.setReturnResults(returnResults);
  return request;
}

function askFor<T extends Get | Scan>(request: T, query: Query): T {
  const { columns = [], versions, timeRange, timestamp, familyTimeRange = {}, storeLimit, storeOffset, filter } = query;
  for (const [family, qualifier] of columns) {
    if (qualifier === undefined) request.addFamily(fromPrintable(family));
    else request.addColumn(fromPrintable(family), fromPrintable(qualifier));
  }
  if (versions === 'all') request.readAllVersions();
  else if (versions !== undefined) request.readVersions(versions);
  if (timeRange !== undefined) request.setTimeRange(...timesOf(timeRange));
  if (timestamp !== undefined) request.setTimestamp(timeOf(timestamp));
  for (const [family, range] of Object.entries(familyTimeRange)) {
    request.setColumnFamilyTimeRange(fromPrintable(family), ...timesOf(range));
  }
  if (storeLimit !== undefined) request.setMaxResultsPerColumnFamily(storeLimit);
  if (storeOffset !== undefined) request.setRowOffsetPerColumnFamily(storeOffset);
  if (filter !== undefined) request.setFilter(readFilter(filter));
  return request;
}

function timeOf(time: Time): number {
  return time === 'LATEST' ? LATEST_TIMESTAMP : Number(time);
}

function timesOf([min, max]: Range): [min: number, max: number] {
  return [timeOf(min), timeOf(max)];
}

/** The last argument of a call, which is omitted if there is no timestamp. */
function timestampOf(time: Time | undefined): [timestamp?: number] {
  return time === undefined ? [] : [timeOf(time)];
}

function ownTimestamp(ts: Time | undefined): { readonly timestamp?: number } {
  return ts === undefined ? {} : { timestamp: timeOf(ts) };
}
