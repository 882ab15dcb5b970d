import { BigtabError } from '../errors.js';
import { COMPARE_OPERATORS } from '../model/compare-operator.js';
import type { Gateway } from './gateway.js';
import { type CheckCall, DONE, type RowAnswer, type RowCall } from './row-call.js';
import type { TResult } from './thrift/structs.js';

const NO_RESULT: TResult = { columnValues: [] };

/** Sends calls of one kind in one request. REQUIRES a single call, or calls of a kind that `joins`. */
export async function sendRowCalls(
  gateway: Gateway,
  table: Uint8Array,
  calls: readonly RowCall[],
): Promise<readonly RowAnswer[]> {
  const [first] = calls as readonly [RowCall];
  if (calls.length === 1) return [await sendOne(gateway, table, first)];
  if (first.kind === 'get') {
    const results = await gateway.repeatable('getMultiple', { table, gets: all(calls, 'get') });
    return results.map((result) => ({ done: true, result }));
  }
  if (first.kind === 'exists') {
    const exist = await gateway.repeatable('existsAll', { table, gets: all(calls, 'get') });
    return exist.map((done) => ({ ...DONE, done }));
  }
  const send = calls.every(mayRunTwice) ? 'repeatable' : 'once';
  if (first.kind === 'put') await gateway[send]('putMultiple', { table, puts: all(calls, 'put') });
  else await gateway[send]('deleteMultiple', { table, deletes: all(calls, 'remove') });
  return calls.map(() => DONE);
}

/** Whether calls of this kind can share a request. */
export function joins(kind: RowCall['kind']): boolean {
  return kind === 'get' || kind === 'exists' || kind === 'put' || kind === 'delete';
}

export function mayRunTwice(call: RowCall): boolean {
  return 'repeatable' in call && call.repeatable;
}

/** The field that all calls of one kind have. */
function all<Field extends string>(calls: readonly RowCall[], field: Field) {
  return calls.map((call) => (call as Extract<RowCall, { readonly [F in Field]: unknown }>)[field]);
}

async function sendOne(gateway: Gateway, table: Uint8Array, call: RowCall): Promise<RowAnswer> {
  const send = mayRunTwice(call) ? 'repeatable' : 'once';
  switch (call.kind) {
    case 'get':
      return { done: true, result: await gateway.repeatable('get', { table, get: call.get }) };
    case 'exists':
      return { ...DONE, done: await gateway.repeatable('exists', { table, get: call.get }) };
    case 'scan': {
      const [result = NO_RESULT] = await gateway.repeatable('getScannerResults', { table, scan: call.scan, rows: 1 });
      return { done: result.columnValues.length > 0, result };
    }
    case 'put':
      await gateway[send]('put', { table, put: call.put });
      return DONE;
    case 'delete':
      await gateway[send]('deleteSingle', { table, remove: call.remove });
      return DONE;
    case 'mutate': {
      const { row, mutations } = call;
      if (mutations.length === 0) {
        throw new BigtabError('HBASE_IO', 'a RowMutations in the batch has no mutations');
      }
      await gateway[send]('mutateRow', { table, mutations: { row, mutations } });
      return DONE;
    }
    case 'check':
      return { ...DONE, done: await check(gateway, table, call) };
    case 'increment': {
      if (call.increment.columns.length === 0) return nothingToChange(gateway, table, call);
      const result = await gateway.once('increment', { table, increment: call.increment });
      return { done: true, result: call.increment.returnResults ? result : NO_RESULT };
    }
    case 'append': {
      if (call.append.columns.length === 0) return nothingToChange(gateway, table, call);
      const result = await gateway.once('append', { table, append: call.append });
      return { done: true, result: call.append.returnResults ? result : NO_RESULT };
    }
  }
}

/** The gateway fails if there are no columns, and HBase does not: then there must only be the table. */
async function nothingToChange(gateway: Gateway, table: Uint8Array, { row }: RowCall): Promise<RowAnswer> {
  await gateway.repeatable('exists', { table, get: { row } });
  return DONE;
}

async function check(gateway: Gateway, table: Uint8Array, call: CheckCall): Promise<boolean> {
  const { row, family, qualifier, op, value, mutations } = call;
  if (op === 'NO_OP') {
    // The gateway would report the failed comparison without its reason.
    if (!(await gateway.repeatable('exists', { table, get: { row, columns: [{ family, qualifier }] } }))) return false;
    throw new BigtabError('RUNTIME', 'Unknown Compare op NO_OP');
  }
  return gateway.once('checkAndMutate', {
    ...{ table, row, family, qualifier, value },
    op: COMPARE_OPERATORS.indexOf(op),
    mutations: { row, mutations },
  });
}
