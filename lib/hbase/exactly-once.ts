import { equalBytes } from '../bytes/compare.js';
import { decodeInt64, encodeInt64 } from '../bytes/numbers.js';
import { encodeText } from '../bytes/text.js';
import { BigtabError, invalidArgument } from '../errors.js';
import type { Gateway } from './gateway.js';
import { notCarried } from './not-carried.js';
import {
  type CheckCall,
  type CounterCall,
  DONE,
  isRead,
  type MutationCall,
  mutationsOf,
  type RowAnswer,
  type RowCall,
} from './row-call.js';
import { sendRowCalls } from './send-row-calls.js';
import {
  DeleteType,
  type TColumnValue,
  type TDelete,
  type TMutation,
  type TResult,
  type TScan,
} from './thrift/structs.js';
import { sentTableName, toThriftName } from './thrift/table-names.js';

/** The family of the tokens. Its cells live for a day; the gateway sends nothing again after an hour. */
export const TOKEN_FAMILY = 'bt_op';
const FAMILY: Uint8Array = encodeText(TOKEN_FAMILY);

const NO_VALUE = new Uint8Array(0);
const NOTHING_FOUND: TResult = { columnValues: [] };

/** How often a counter is read again because another writer has changed it. */
const MOST_ATTEMPTS = 50;

/**
 * Makes writes safe to be sent again. Each write without timestamps also writes a token, a cell of its own in the family
 * `bt_op` of its row, in the same atomic step, and only if that token is not there yet. So if the answer is lost, the same
 * write is sent again and runs at most once. Increment and Append become a read and a conditional write of the new value.
 * No other call sees the tokens: reads name all other families, and so do deletes of a row.
 */
export class ExactlyOnce {
  readonly #gateway: Gateway;
  /** Returns a name that no other write has. */
  readonly #newToken: () => Uint8Array;
  /** The families of each table without that of the tokens. */
  readonly #families = new Map<string, Promise<readonly Uint8Array[]>>();

  constructor(gateway: Gateway, newToken: () => Uint8Array) {
    this.#gateway = gateway;
    this.#newToken = newToken;
  }

  /** Whether a call needs no token, so that it can share a request. */
  isPlain(call: RowCall): boolean {
    return isRead(call) || ('repeatable' in call && call.repeatable);
  }

  /** Forgets the families of all tables, because they may have changed. */
  forgetFamilies(): void {
    this.#families.clear();
  }

  /** A scan that does not see the tokens. */
  async scan(table: string, scan: TScan): Promise<TScan> {
    const families = await this.#familiesOf(table);
    return { ...scan, columns: scan.columns ?? families.map((family) => ({ family })) };
  }

  /** Sends a call, or several for which `isPlain` is true. */
  async send(table: string, calls: readonly RowCall[]): Promise<readonly RowAnswer[]> {
    try {
      const families = await this.#familiesOf(table);
      const own = calls.map((call) => withoutTokens(call, families));
      const call = own[0] as RowCall;
      if (this.isPlain(call)) return await sendRowCalls(this.#gateway, sentTableName(table), own);
      return [await this.#once(table, call)];
    } catch (error) {
      if (BigtabError.is(error) && error.code === 'NO_SUCH_COLUMN_FAMILY') this.#families.delete(table);
      throw error;
    }
  }

  #once(table: string, call: RowCall): Promise<RowAnswer> {
    if (call.kind === 'check') return this.#check(table, call);
    if (call.kind === 'increment' || call.kind === 'append') return this.#count(table, call);
    return this.#mutate(table, call as MutationCall);
  }

  async #mutate(table: string, call: MutationCall): Promise<RowAnswer> {
    const { row } = call;
    const token = this.#newToken();
    // If the token is there, an earlier request of the same write has been applied, and its answer was lost.
    await this.#gateway.repeatable('checkAndMutate', {
      ...{ table: sentTableName(table), row, family: FAMILY, qualifier: token, op: EQUAL, value: NO_VALUE },
      mutations: { row, mutations: [...mutationsOf(call), tokenPut(row, token)] },
    });
    return DONE;
  }

  /** A condition of the user may hold no longer when the request is sent again, so only the token tells. */
  async #check(table: string, call: CheckCall): Promise<RowAnswer> {
    const token = this.#newToken();
    const mutations = [...call.mutations, tokenPut(call.row, token)];
    try {
      const [answer] = await sendRowCalls(this.#gateway, sentTableName(table), [{ ...call, mutations }]);
      return answer as RowAnswer;
    } catch (error) {
      if (isLost(error) && (await this.#isThere(table, call.row, token).catch(() => false))) return DONE;
      throw error;
    }
  }

  async #count(table: string, call: CounterCall): Promise<RowAnswer> {
    const { row } = call;
    const { columns, attributes, durability, returnResults } = call.kind === 'append' ? call.append : call.increment;
    const [column] = columns;
    if (column === undefined || columns.length > 1) throw notCarried('countersOnce');
    const { family, qualifier } = column;
    const token = this.#newToken();
    const columnsRead = [
      { family, qualifier },
      { family: FAMILY, qualifier: token },
    ];
    const read = () =>
      this.#gateway.repeatable('get', { table: sentTableName(table), get: { row, columns: columnsRead } });
    const answer = (value: Uint8Array, { columnValues }: TResult): RowAnswer => {
      const now = columnValues.find((cell) => !isToken(cell));
      // Another writer may have written since. The timestamp of our value is known only to the server then.
      const own = now !== undefined && equalBytes(now.value, value) ? now : { family, qualifier, value, timestamp: 0 };
      return returnResults ? { done: true, result: { row, columnValues: [own] } } : DONE;
    };
    const values: Uint8Array[] = [];
    let lost: unknown = null;
    try {
      while (values.length < MOST_ATTEMPTS) {
        // One read of both: an earlier request can arrive at any time, and must not be taken for another writer's.
        const found = await read();
        const stored = found.columnValues.find(isToken);
        if (stored !== undefined) return answer(values[stored.value[0] as number] as Uint8Array, found);
        const old = found.columnValues[0]?.value ?? null;
        const value = newValue(old, column);
        const put = { row, columnValues: [{ family, qualifier, value }], attributes, durability };
        const mutations = [{ put }, tokenPut(row, token, values.push(value) - 1)];
        const condition = { op: 'EQUAL', value: old ?? NO_VALUE } as const;
        const check = { kind: 'check', row, family, qualifier, ...condition, mutations } as const;
        try {
          const [written] = await sendRowCalls(this.#gateway, sentTableName(table), [check]);
          if (written?.done === true) {
            return answer(value, returnResults ? await read().catch(() => NOTHING_FOUND) : NOTHING_FOUND);
          }
        } catch (error) {
          if (!isLost(error)) throw error;
          lost = error;
        }
      }
    } catch (error) {
      throw lost ?? error;
    }
    const message = `Other writers changed the value ${MOST_ATTEMPTS} times before it could be written. Try again later, or let fewer clients write to this column.`;
    throw lost ?? new BigtabError('CONFLICT', message);
  }

  #isThere(table: string, row: Uint8Array, token: Uint8Array): Promise<boolean> {
    const get = { row, columns: [{ family: FAMILY, qualifier: token }] };
    return this.#gateway.repeatable('exists', { table: sentTableName(table), get });
  }

  #familiesOf(table: string): Promise<readonly Uint8Array[]> {
    const known = this.#families.get(table);
    if (known !== undefined) return known;
    const families = this.#readFamilies(table);
    this.#families.set(table, families);
    families.catch(() => this.#families.delete(table));
    return families;
  }

  async #readFamilies(table: string): Promise<readonly Uint8Array[]> {
    const { columns = [] } = await this.#gateway.repeatable('getTableDescriptor', { tableName: toThriftName(table) });
    const others = columns.map(({ name }) => name).filter((name) => !equalBytes(name, FAMILY));
    if (others.length < columns.length) return others;
    throw invalidArgument(
      `Table '${table}' has no family '${TOKEN_FAMILY}', which exactlyOnce needs. Call ensureTable, which adds it.`,
      { table, family: TOKEN_FAMILY },
    );
  }
}

/** TCompareOp.EQUAL. */
const EQUAL = 2;

/** `attempt`: which request of the write it is. */
function tokenPut(row: Uint8Array, token: Uint8Array, attempt = 0): TMutation {
  return { put: { row, columnValues: [{ family: FAMILY, qualifier: token, value: Uint8Array.of(attempt) }] } };
}

function isToken({ family }: TColumnValue): boolean {
  return equalBytes(family, FAMILY);
}

function isLost(error: unknown): boolean {
  return BigtabError.is(error) && error.code === 'OUTCOME_UNKNOWN';
}

/** The call with all families named instead of none. */
function withoutTokens(call: RowCall, families: readonly Uint8Array[]): RowCall {
  const columns = families.map((family) => ({ family }));
  switch (call.kind) {
    case 'get':
    case 'exists':
      return { ...call, get: { ...call.get, columns: call.get.columns ?? columns } };
    case 'scan':
      return { ...call, scan: { ...call.scan, columns: call.scan.columns ?? columns } };
    case 'delete':
      return { ...call, remove: ofFamilies(call.remove, families) };
    case 'mutate':
    case 'check':
      return {
        ...call,
        mutations: call.mutations.map((one) =>
          one.deleteSingle === undefined ? one : { deleteSingle: ofFamilies(one.deleteSingle, families) },
        ),
      };
    default:
      return call;
  }
}

/** A delete of a row as a delete of these families. */
function ofFamilies(remove: TDelete, families: readonly Uint8Array[]): TDelete {
  if (remove.columns !== undefined) return remove;
  const { timestamp, ...others } = remove;
  return { ...others, columns: families.map((family) => ({ family, timestamp })), deleteType: DeleteType.FAMILY };
}

/** The value of a column after an Increment or Append. Throws INVALID_OPERATION if the old one is not a counter. */
function newValue(
  old: Uint8Array | null,
  column: { readonly amount?: number | bigint; readonly value?: Uint8Array },
): Uint8Array {
  if (column.value !== undefined) return old === null ? column.value : Uint8Array.of(...old, ...column.value);
  if (old !== null && old.length !== 8) {
    throw new BigtabError('INVALID_OPERATION', `Field is not a long, it's ${old.length} bytes wide`);
  }
  const sum = BigInt(column.amount ?? 0) + (old === null ? 0n : decodeInt64(old, 0));
  return encodeInt64(sum);
}
