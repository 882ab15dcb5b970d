import { decodeBigInt } from '../bytes/decimal.js';
import { BigtabError } from '../errors.js';
import { COMPARE_OPERATORS } from '../model/compare-operator.js';
import type { GetParts, GetRequest } from '../model/get-request.js';
import type { ActionPart, ActionRequest, ColumnCondition, RowAction } from '../model/row-action.js';
import { isAllTime } from '../model/time-range.js';
import { LATEST_TIMESTAMP } from '../model/timestamp.js';
import type { Gateway } from './gateway.js';
import {
  hasImplicitTime,
  isPut,
  readMutation,
  type SentMutation,
  sentDeletes,
  sentOptions,
  sentPut,
} from './mutations.js';
import { notCarried } from './not-carried.js';
import { sentGet } from './read-requests.js';
import { DONE, type RowAnswer, type RowCall } from './row-calls.js';
import type { TMutation, TResult } from './thrift/structs.js';

const NO_RESULT: TResult = { columnValues: [] };

/** The call of a get. Throws UNSUPPORTED_OPERATION. */
export function getCall(get: GetParts, existenceOnly: boolean): RowCall {
  const { row } = get;
  const sent = sentGet(get);
  const exists = existenceOnly || get.checkExistenceOnly;
  if ('get' in sent) return { kind: exists ? 'exists' : 'get', row, get: sent.get };
  const run = async (gateway: Gateway, table: Uint8Array): Promise<RowAnswer> => {
    const [result = NO_RESULT] = await gateway.repeatable('getScannerResults', { table, scan: sent.scan, rows: 1 });
    return { done: result.columnValues.length > 0, result };
  };
  return { kind: 'single', row, reads: true, run };
}

/** The calls of actions. Throws UNSUPPORTED_OPERATION for the first one that the gateway does not carry. */
export function actionCalls(request: ActionRequest): readonly RowCall[] {
  return request.actions.map((action) => (isGet(action) ? onlyGet(action) : rowCall(request, action)));
}

function isGet(action: GetRequest | RowAction): action is GetRequest {
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
  if (condition === null) {
    const [part] = parts as readonly [ActionPart];
    if (parts.length === 1 && part.kind !== 'mutate') return counterCall(part, read(part));
    return mutationCall(
      row,
      parts.map((one) => toMutation(one, read)),
    );
  }
  if (!('op' in condition) || !isAllTime(condition.timeRange)) {
    throw notCarried('checkAndMutate with a filter or time range');
  }
  return checkedCall(
    row,
    families[condition.family] as Uint8Array,
    condition,
    parts.map((one) => toMutation(one, read)),
  );
}

function toMutation(part: ActionPart, read: (part: ActionPart) => SentMutation): SentMutation {
  if (part.kind !== 'mutate') throw notCarried('increment in mutateRow or checkAndMutate');
  return read(part);
}

/** The call of puts and deletes of one row, which are applied as one. */
export function mutationCall(row: Uint8Array, mutations: readonly SentMutation[]): RowCall {
  const repeatable = !mutations.some(hasImplicitTime);
  const sent = mutations.flatMap(sentMutations);
  const [only] = sent;
  if (sent.length === 1 && only?.put !== undefined) return { kind: 'put', row, put: only.put, repeatable };
  if (sent.length === 1 && only?.deleteSingle !== undefined) {
    return { kind: 'delete', row, remove: only.deleteSingle, repeatable };
  }
  const run = async (gateway: Gateway, table: Uint8Array): Promise<RowAnswer> => {
    await gateway[repeatable ? 'repeatable' : 'once']('mutateRow', { table, mutations: { row, mutations: sent } });
    return DONE;
  };
  return { kind: 'single', row, reads: false, run };
}

function sentMutations(mutation: SentMutation): readonly TMutation[] {
  if (isPut(mutation)) return [{ put: sentPut(mutation) }];
  return sentDeletes(mutation).map((deleteSingle) => ({ deleteSingle }));
}

/** The call of a checkAndMutate on a column. An empty value with EQUAL means that the column is absent. */
function checkedCall(
  row: Uint8Array,
  family: Uint8Array,
  { qualifier, op, value }: ColumnCondition,
  mutations: readonly SentMutation[],
): RowCall {
  const sent = mutations.flatMap(sentMutations);
  const run = async (gateway: Gateway, table: Uint8Array): Promise<RowAnswer> => {
    if (op === 'NO_OP') {
      const get = { row, columns: [{ family, qualifier }] };
      if (!(await gateway.repeatable('exists', { table, get }))) return { ...DONE, done: false };
      throw new BigtabError('RUNTIME', 'Unknown Compare op NO_OP');
    }
    const done = await gateway.once('checkAndMutate', {
      table,
      row,
      family,
      qualifier,
      op: COMPARE_OPERATORS.indexOf(op),
      value,
      mutations: { row, mutations: sent },
    });
    return { ...DONE, done };
  };
  return { kind: 'single', row, reads: false, run };
}

/** The call of an Increment or Append. */
function counterCall({ kind, returnResults, timeRange }: ActionPart, mutation: SentMutation): RowCall {
  const { row, cells } = mutation;
  if (!isAllTime(timeRange) || cells.some(({ timestamp }) => timestamp !== LATEST_TIMESTAMP)) {
    throw notCarried('increment with a timestamp or time range');
  }
  const options = { ...sentOptions(mutation), row, returnResults };
  const columns = cells.map(({ family, qualifier, value }) => ({ family: family as Uint8Array, qualifier, value }));
  const run = async (gateway: Gateway, table: Uint8Array): Promise<RowAnswer> => {
    const result =
      kind === 'append'
        ? await gateway.once('append', { table, append: { ...options, columns } })
        : await gateway.once('increment', {
            table,
            increment: {
              ...options,
              columns: columns.map(({ value, ...column }) => ({ ...column, amount: decodeBigInt(value) })),
            },
          });
    return { done: true, result: returnResults ? result : NO_RESULT };
  };
  return { kind: 'single', row, reads: false, run };
}
