import { ByteReader } from '../bytes/byte-reader.js';
import { decodeBigInt } from '../bytes/decimal.js';
import type { GetParts, GetRequest } from '../model/get-request.js';
import type { ActionPart, ActionRequest, ColumnCondition, RowAction } from '../model/row-action.js';
import { isAllTime } from '../model/time-range.js';
import { LATEST_TIMESTAMP } from '../model/timestamp.js';
import { type Action, ActionRequestWriter, readActions } from '../service/action-codec.js';
import { hasImplicitTime, readMutation, type SentMutation, sentMutations, sentOptions } from './mutations.js';
import { notCarried } from './not-carried.js';
import { sentGet } from './read-requests.js';
import type { CheckCall, CounterCall, MutationCall, ReadCall, RowCall } from './row-call.js';

/** The call of a get. Throws UNSUPPORTED_OPERATION. */
export function getCall(get: GetParts, existenceOnly: boolean): ReadCall {
  const { row } = get;
  const sent = sentGet(get);
  if ('scan' in sent) return { kind: 'scan', row, scan: sent.scan };
  return { kind: existenceOnly || get.checkExistenceOnly ? 'exists' : 'get', row, get: sent.get };
}

/** The calls of actions. Throws UNSUPPORTED_OPERATION for the first one that the gateway does not carry. */
export function actionCalls(request: ActionRequest): readonly RowCall[] {
  return request.actions.map((action) => (isGet(action) ? onlyGet(action) : rowCall(request, action)));
}

/** Checks a list before its first part is sent, as `actionCalls` does for each part. */
export function checkActions(table: string, actions: readonly Action[]): void {
  const writer = new ActionRequestWriter(table);
  for (const action of actions) {
    // Most lists have only these, which are always carried.
    if (action.kind === 'Put' || action.kind === 'Delete') continue;
    if (action.kind === 'Get' && action.familyTimeRanges.length === 0) continue;
    writer.add(action);
    const bytes = writer.finish();
    actionCalls(readActions(new ByteReader(bytes, 0, bytes.length, 'a list of actions')));
  }
}

export function isGet(action: GetRequest | RowAction): action is GetRequest {
  return 'gets' in action;
}

function onlyGet({ gets: [get] }: GetRequest): RowCall {
  return getCall(get as GetParts, false);
}

function rowCall({ block, families }: ActionRequest, { row, condition, parts }: RowAction): RowCall {
  const read = ({ durability, offset, end }: ActionPart): SentMutation => ({
    ...readMutation(block, families, durability, offset, end),
    row,
  });
  if (parts.some(({ kind }) => kind === 'restore')) throw notCarried('restore');
  const [part] = parts as readonly [ActionPart];
  if (condition === null && parts.length === 1 && part.kind !== 'mutate') return counterCall(part, read(part));
  const mutations = parts.map((one) => {
    if (one.kind !== 'mutate') throw notCarried('counterInRow');
    return read(one);
  });
  if (condition === null) return mutationCall(row, mutations);
  if (!('op' in condition) || !isAllTime(condition.timeRange)) {
    throw notCarried('checkOptions');
  }
  return checkCall(row, families[condition.family] as Uint8Array, condition, mutations);
}

/** The call of puts and deletes of one row, which are applied as one. */
export function mutationCall(row: Uint8Array, mutations: readonly SentMutation[]): MutationCall {
  const repeatable = !mutations.some(hasImplicitTime);
  const sent = mutations.flatMap(sentMutations);
  const [only] = sent;
  if (sent.length === 1 && only?.put !== undefined) return { kind: 'put', row, put: only.put, repeatable };
  if (sent.length === 1 && only?.deleteSingle !== undefined) {
    return { kind: 'delete', row, remove: only.deleteSingle, repeatable };
  }
  return { kind: 'mutate', row, mutations: sent, repeatable };
}

function checkCall(
  row: Uint8Array,
  family: Uint8Array,
  { qualifier, op, value }: ColumnCondition,
  mutations: readonly SentMutation[],
): CheckCall {
  // Without a value both match the same, and the gateway can report the result of only one of them.
  const sentOp = op === 'NO_OP' && value.length === 0 ? 'EQUAL' : op;
  return { kind: 'check', row, family, qualifier, op: sentOp, value, mutations: mutations.flatMap(sentMutations) };
}

function counterCall({ kind, returnResults, timeRange }: ActionPart, mutation: SentMutation): CounterCall {
  const { row, cells } = mutation;
  if (!isAllTime(timeRange) || cells.some(({ timestamp }) => timestamp !== LATEST_TIMESTAMP)) {
    throw notCarried('counterTimes');
  }
  const options = { row, ...sentOptions(mutation), returnResults };
  const columns = cells.map(({ family, qualifier, value }) => ({ family: family as Uint8Array, qualifier, value }));
  if (kind === 'append') return { kind, row, append: { ...options, columns } };
  const amounts = columns.map(({ value, ...column }) => ({ ...column, amount: decodeBigInt(value) }));
  return { kind: 'increment', row, increment: { ...options, columns: amounts } };
}
