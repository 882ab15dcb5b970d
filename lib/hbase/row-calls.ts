import { equalBytes } from '../bytes/compare.js';
import { BigtabError } from '../errors.js';
import { type CallOrder, rowsOf } from './call-order.js';
import type { ExactlyOnce } from './exactly-once.js';
import type { Gateway } from './gateway.js';
import { DONE, isRead, type RowCall, type RowOutcome } from './row-call.js';
import { joins, mayRunTwice, sendRowCalls } from './send-row-calls.js';
import { sentTableName, toThriftName } from './thrift/table-names.js';

/** Rows in one request: its answer is kept in memory as a whole. */
const MOST_ROWS = 1000;

/** Errors that nothing of a list was applied with. */
const NOTHING_APPLIED = ['TABLE_NOT_FOUND', 'TABLE_NOT_ENABLED'];

/** Runs calls about rows of one table in few requests; those about the same row in list order. */
export class RowCalls {
  readonly #gateway: Gateway;
  readonly #order: CallOrder;
  readonly #once: ExactlyOnce | null;

  constructor(gateway: Gateway, order: CallOrder, once: ExactlyOnce | null) {
    this.#gateway = gateway;
    this.#order = order;
    this.#once = once;
  }

  /** Each call takes its place among the calls of the connection before this returns. */
  async run(table: string, calls: readonly RowCall[]): Promise<RowOutcome[]> {
    // An illegal name is an error of the whole request, not of each row.
    sentTableName(table);
    const outcomes: RowOutcome[] = [];
    await Promise.all(
      groupsOf(calls).map((indices) => {
        const group = indices.map((index) => calls[index] as RowCall);
        const rows = rowsOf(group.map(({ row }) => row));
        const work = async (): Promise<void> => {
          const answers = await this.#runGroup(table, group);
          for (const [at, answer] of answers.entries()) outcomes[indices[at] as number] = answer;
        };
        return this.#order.run({ table, write: !group.every(isRead), rows }, work);
      }),
    );
    return outcomes;
  }

  async #runGroup(table: string, group: readonly RowCall[]): Promise<readonly RowOutcome[]> {
    const once = this.#once;
    const each = () => Promise.all(group.map(async (call) => (await this.#runGroup(table, [call]))[0] as RowOutcome));
    try {
      if (once === null) return await sendRowCalls(this.#gateway, sentTableName(table), group);
      if (group.length > 1 && !group.every((call) => once.isPlain(call))) return await each();
      return await once.send(table, group);
    } catch (error) {
      if (group.length === 1) return [{ error }];
      // The error does not say which rows it is about.
      return group.every(isRead) ? each() : this.#blame(table, group, error);
    }
  }

  /**
   * The outcomes of a list of writes that failed: HBase applies all that it can, and reports one error. Rows with an
   * unknown family are found by the table's descriptor. Writes that state their timestamps may run twice, so halves of
   * the list show which of them fail; of other writes it is unknown.
   */
  async #blame(table: string, group: readonly RowCall[], error: unknown): Promise<readonly RowOutcome[]> {
    if (!BigtabError.is(error)) return group.map(() => ({ error }));
    if (error.details.hbaseClass === 'NotServingRegionException' && (await this.#isDisabled(table))) {
      const disabled = new BigtabError('TABLE_NOT_ENABLED', `Table '${table}' is disabled`, {
        details: { ...error.details, table },
        cause: error,
      });
      return group.map(() => ({ error: disabled }));
    }
    const { code, message, details } = error;
    if (code === 'NO_SUCH_COLUMN_FAMILY') {
      const known = await this.#familiesOf(table);
      const isUnknown = (family: Uint8Array) => !known.some((one) => equalBytes(one, family));
      const blamed = group.map((call) => familiesIn(call).some(isUnknown));
      if (blamed.includes(true)) return blamed.map((is) => (is ? { error } : DONE));
    }
    const haveAllFailed = NOTHING_APPLIED.includes(code) || details.failures === group.length;
    if (details.failures !== undefined && !haveAllFailed && group.every(mayRunTwice)) {
      const middle = group.length >> 1;
      const first = await this.#runGroup(table, group.slice(0, middle));
      return [...first, ...(await this.#runGroup(table, group.slice(middle)))];
    }
    const outcome = haveAllFailed ? 'none' : 'unknown';
    const own = new BigtabError(code, message, { details: { outcome, ...details }, cause: error });
    return group.map(() => ({ error: own }));
  }

  #isDisabled(table: string): Promise<boolean> {
    return this.#gateway.repeatable('isTableDisabled', { tableName: toThriftName(table) });
  }

  async #familiesOf(table: string): Promise<readonly Uint8Array[]> {
    const tableName = toThriftName(table);
    const { columns = [] } = await this.#gateway.repeatable('getTableDescriptor', { tableName });
    return columns.map(({ name }) => name);
  }
}

function familiesIn(call: RowCall): readonly Uint8Array[] {
  if (call.kind === 'put') return call.put.columnValues.map(({ family }) => family);
  if (call.kind === 'delete') return (call.remove.columns ?? []).map(({ family }) => family);
  return [];
}

/**
 * Divides calls into those that share a request; returns their indices. Two calls about the same row do so only if they
 * are of the same kind, and the groups are in an order that keeps that of each row.
 */
function groupsOf(calls: readonly RowCall[]): readonly (readonly number[])[] {
  const groups: number[][] = [];
  /** Of each kind, the group that still accepts calls. */
  const open = new Map<RowCall['kind'], number>();
  /** The last group that has a call about a row. */
  const lastOf = new Map<string, number>();
  for (const [index, { kind, row }] of calls.entries()) {
    const name = row.join();
    const at = open.get(kind) ?? -1;
    const group = groups[at];
    if (group !== undefined && at >= (lastOf.get(name) ?? -1) && group.length < MOST_ROWS) {
      group.push(index);
      lastOf.set(name, at);
    } else {
      lastOf.set(name, groups.push([index]) - 1);
      if (joins(kind)) open.set(kind, groups.length - 1);
    }
  }
  return groups;
}
