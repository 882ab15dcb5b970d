import { equalBytes } from '../bytes/compare.js';
import { BigtabError } from '../errors.js';
import { type CallOrder, rowsOf } from './call-order.js';
import type { Gateway } from './gateway.js';
import { sentTableName } from './table-names.js';
import type { TDelete, TGet, TPut, TResult } from './thrift/structs.js';

/** A call about one row. Calls of one kind, but for `single`, share a request. `repeatable`: whether it may run twice. */
export type RowCall =
  | { readonly kind: 'get' | 'exists'; readonly row: Uint8Array; readonly get: TGet }
  | { readonly kind: 'put'; readonly row: Uint8Array; readonly put: TPut; readonly repeatable: boolean }
  | { readonly kind: 'delete'; readonly row: Uint8Array; readonly remove: TDelete; readonly repeatable: boolean }
  | {
      readonly kind: 'single';
      readonly row: Uint8Array;
      readonly reads: boolean;
      run(gateway: Gateway, table: Uint8Array): Promise<RowAnswer>;
    };

/** The answer to a call. `done`: whether a condition was met, and whether a row exists. */
export interface RowAnswer {
  readonly done: boolean;
  readonly result: TResult;
}

export type RowOutcome = RowAnswer | { readonly error: unknown };

/** The answer to a write that returns nothing. */
export const DONE: RowAnswer = { done: true, result: { columnValues: [] } };

/** Rows in one request: its answer is kept in memory as a whole. */
const MOST_ROWS = 1000;

interface Group {
  readonly kind: RowCall['kind'];
  readonly indices: number[];
}

/** Runs calls about rows of one table in few requests; those about the same row in list order. */
export class RowCalls {
  readonly #gateway: Gateway;
  readonly #order: CallOrder;

  constructor(gateway: Gateway, order: CallOrder) {
    this.#gateway = gateway;
    this.#order = order;
  }

  /** Each call takes its place among the calls of the connection before this returns. */
  async run(table: string, calls: readonly RowCall[]): Promise<RowOutcome[]> {
    const outcomes: RowOutcome[] = [];
    const name = sentTableName(table);
    await Promise.all(
      groupsOf(calls).map(({ indices }) => {
        const group = indices.map((index) => calls[index] as RowCall);
        const rows = rowsOf(group.map(({ row }) => row));
        const work = async (): Promise<void> => {
          const answers = await this.#runGroup(name, group);
          for (const [at, answer] of answers.entries()) outcomes[indices[at] as number] = answer;
        };
        return this.#order.run({ table, write: group.some(isWrite), rows }, work);
      }),
    );
    return outcomes;
  }

  async #runGroup(table: Uint8Array, group: readonly RowCall[]): Promise<readonly RowOutcome[]> {
    try {
      return await this.#send(table, group);
    } catch (error) {
      if (group.length === 1) return [{ error }];
      // The error does not say which rows it is about.
      if (group.every(isRead))
        return Promise.all(group.map((call) => this.#runGroup(table, [call]).then(([one]) => one as RowOutcome)));
      return this.#blame(table, group, error);
    }
  }

  async #send(table: Uint8Array, group: readonly RowCall[]): Promise<readonly RowAnswer[]> {
    const gateway = this.#gateway;
    const [first] = group as readonly [RowCall];
    if (first.kind === 'single') return [await first.run(gateway, table)];
    if (first.kind === 'get') {
      const gets = group.flatMap((call) => ('get' in call ? [call.get] : []));
      const results = await (gets.length === 1
        ? gateway.repeatable('get', { table, get: first.get }).then((result) => [result])
        : gateway.repeatable('getMultiple', { table, gets }));
      return results.map((result) => ({ done: true, result }));
    }
    if (first.kind === 'exists') {
      const gets = group.flatMap((call) => ('get' in call ? [call.get] : []));
      const exist = await (gets.length === 1
        ? gateway.repeatable('exists', { table, get: first.get }).then((one) => [one])
        : gateway.repeatable('existsAll', { table, gets }));
      return exist.map((done) => ({ ...DONE, done }));
    }
    const send = group.every((call) => 'repeatable' in call && call.repeatable) ? 'repeatable' : 'once';
    if (first.kind === 'put') {
      const puts = group.flatMap((call) => (call.kind === 'put' ? [call.put] : []));
      await (puts.length === 1
        ? gateway[send]('put', { table, put: first.put })
        : gateway[send]('putMultiple', { table, puts }));
    } else if (first.kind === 'delete') {
      const deletes = group.flatMap((call) => (call.kind === 'delete' ? [call.remove] : []));
      await (deletes.length === 1
        ? gateway[send]('deleteSingle', { table, remove: first.remove })
        : gateway[send]('deleteMultiple', { table, deletes }));
    }
    return group.map(() => DONE);
  }

  /**
   * The outcomes of a list of writes that failed: HBase applies all that it can, and reports one error. Rows with an
   * unknown family are found by the table's descriptor; for other errors nobody knows which rows were written.
   */
  async #blame(table: Uint8Array, group: readonly RowCall[], error: unknown): Promise<readonly RowOutcome[]> {
    if (!BigtabError.is(error)) return group.map(() => ({ error }));
    const { code, message, details } = error;
    if (code === 'NO_SUCH_COLUMN_FAMILY') {
      const known = await this.#familiesOf(table);
      const blamed = group.map((call) =>
        familiesIn(call).some((family) => !known.some((one) => equalBytes(one, family))),
      );
      if (blamed.includes(true)) return blamed.map((is) => (is ? { error } : DONE));
    }
    const applied = ['TABLE_NOT_FOUND', 'TABLE_NOT_ENABLED'].includes(code) ? 'none' : 'unknown';
    const own = new BigtabError(code, message, { details: { outcome: applied, ...details }, cause: error });
    return group.map(() => ({ error: own }));
  }

  async #familiesOf(table: Uint8Array): Promise<readonly Uint8Array[]> {
    const tableName = { qualifier: table };
    const { columns = [] } = await this.#gateway.repeatable('getTableDescriptor', { tableName });
    return columns.map(({ name }) => name);
  }
}

function isRead(call: RowCall): boolean {
  return call.kind === 'get' || call.kind === 'exists' || (call.kind === 'single' && call.reads);
}

function isWrite(call: RowCall): boolean {
  return !isRead(call);
}

function familiesIn(call: RowCall): readonly Uint8Array[] {
  if (call.kind === 'put') return call.put.columnValues.map(({ family }) => family);
  if (call.kind === 'delete') return (call.remove.columns ?? []).map(({ family }) => family);
  return [];
}

/**
 * Divides calls into those that share a request. Two calls about the same row do so only if they are of the same kind,
 * and the groups are in an order that keeps that of each row.
 */
function groupsOf(calls: readonly RowCall[]): readonly Group[] {
  const groups: Group[] = [];
  /** Of each kind, the group that still accepts calls. */
  const open = new Map<RowCall['kind'], number>();
  /** The last group that has a call about a row. */
  const lastOf = new Map<string, number>();
  for (const [index, { kind, row }] of calls.entries()) {
    const name = row.join();
    const last = lastOf.get(name) ?? -1;
    const at = open.get(kind) ?? -1;
    const group = groups[at];
    if (group !== undefined && at >= last && kind !== 'single' && group.indices.length < MOST_ROWS) {
      group.indices.push(index);
      lastOf.set(name, at);
    } else {
      lastOf.set(name, groups.push({ kind, indices: [index] }) - 1);
      open.set(kind, groups.length - 1);
    }
  }
  return groups;
}
