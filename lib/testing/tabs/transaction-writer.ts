import type { RowCondition } from '../../client/calls/atomic-batch.js';
import type { Connection } from '../../client/connection.js';
import type { Transaction, TransactionTable } from '../../client/transaction.js';
import { BigtabError } from '../../errors.js';
import type { Result, ScanLike } from '../../index.js';
import type { Random } from '../../simulation/random.js';
import type { History } from './history.js';
import {
  type Attempt,
  attemptOf,
  type Change,
  type Content,
  type FoundRange,
  NOTHING,
  type Operation,
  type PlainRow,
  rowIs,
  rowsFound,
  type SerialHistory,
  SHARED,
} from './serial-history.js';
import type { SimPage } from './sim-page.js';
import { DATABASE } from './sim-storage.js';
import { FAMILY, MEMORY, TABLES, toCount } from './user.js';
import type { World } from './world.js';

export interface WriterParts {
  readonly page: SimPage;
  readonly world: World;
  readonly history: History;
  readonly serial: SerialHistory;
  /** How often it acts before it ends. */
  readonly actions: number;
  readonly random: Random;
}

/** The row of the first table to which the ids of all attempts that are applied are appended. */
export const LOG_ROW = 'log';
/** All rows but the log. Plain rows begin with `p`. */
export const ALL_ROWS: FoundRange = { from: 'p', to: 's' };

const PAUSES: readonly number[] = [2, 30, 200];
const KINDS = [
  'transact',
  'transact',
  'transact',
  'transact',
  'read',
  'read',
  'batch',
  'condition',
  'condition',
  'put',
  'put',
] as const;
/** The ranges that are scanned; a reversed scan has a limit. */
const RANGES: readonly FoundRange[] = [
  ALL_ROWS,
  { from: 'r', to: 's' },
  { from: 'r1', to: 'r3' },
  { from: 'p', to: 'q' },
  { from: 'r', to: 's', limit: 2 },
  { from: 'q', to: 's', limit: 1, reversed: true },
  { from: 'p', to: 's', limit: 3, reversed: true },
];
/** The error that some functions of transactions throw. */
const GIVEN_UP = new Error('the function gives up');

/** A writer of a page: connects, runs transactions, atomicBatches and plain puts, closes and connects again. */
export class TransactionWriter {
  ended = false;
  private readonly parts: WriterParts;
  private usable = true;
  private plain: PlainRow | null = null;

  constructor(parts: WriterParts) {
    this.parts = parts;
  }

  /** REQUIRES that code of its page runs. */
  async work(): Promise<void> {
    const { random, page, actions, history, serial } = this.parts;
    for (let left = actions; left > 0; ) {
      const connection = await this.call('connect', () => page.connect({ name: DATABASE, memory: MEMORY }));
      if (connection === null) {
        await this.rest(500);
        continue;
      }
      this.usable = true;
      this.plain = { table: random.pick(TABLES), row: `p${serial.plainRows.length}`, puts: [] };
      serial.plainRows.push(this.plain);
      while (left > 0 && this.usable) {
        const some = Math.min(left, 1 + random.below(3));
        left -= some;
        await Promise.all(Array.from({ length: some }, () => this.act(connection)));
        if (random.chance(0.7)) await this.rest(random.below(random.pick(PAUSES)));
      }
      await history.call(page.actor.name, 'close', () => connection.close());
    }
    this.ended = true;
  }

  private act(connection: Connection): Promise<void> {
    const kind = this.parts.random.pick(KINDS);
    if (kind === 'put') return this.put(connection);
    const { serial, world } = this.parts;
    const operation = serial.begin(`${kind}${serial.operations.length}`, world.now);
    if (kind === 'transact' || kind === 'read') return this.transact(connection, operation, kind === 'read');
    return this.batch(connection, operation, kind === 'condition');
  }

  private async transact(connection: Connection, operation: Operation, readsOnly: boolean): Promise<void> {
    const { random } = this.parts;
    const run = async (transaction: Transaction) => {
      const attempt = attemptOf(operation);
      const tables = new Map(TABLES.map((name) => [name, transaction.table(name)]));
      for (let left = 1 + random.below(3); left > 0; left--) {
        const name = random.pick(TABLES);
        attempt.observations.push(await this.read(name, tables.get(name) as TransactionTable));
        if (random.chance(0.3)) await this.rest(random.below(10));
      }
      if (random.chance(0.1)) throw GIVEN_UP;
      if (readsOnly) return;
      this.change(attempt);
      for (const { table, ...mutation } of mutationsOf(attempt))
        (tables.get(table) as TransactionTable).mutateRow({ row: mutation.row, mutations: [mutation as never] });
    };
    const error = await this.run(operation, () => connection.transact(run, { attempts: 1 + random.below(6) }));
    const last = operation.attempts.at(-1);
    if (error === GIVEN_UP && last !== undefined) this.parts.serial.learned(operation, last.observations);
  }

  /** Reads a row, its existence or a range. */
  private async read(name: string, table: TransactionTable): Promise<Attempt['observations'][number]> {
    const { random } = this.parts;
    const row = random.pick(SHARED);
    if (random.chance(0.15)) return rowIs(name, row, 'there', await table.exists(row));
    if (random.chance(0.5)) return rowsFound(name, { from: row, to: `${row}\0` }, contentsOf([await table.get(row)]));
    const range = random.pick(RANGES);
    const { from, to, limit, reversed } = range;
    const ends = reversed ? { start: to, stop: from, reversed } : { start: from, stop: to };
    const scan: ScanLike = { ...ends, ...(limit !== undefined && { limit }), caching: 1 + random.below(4) };
    return rowsFound(name, range, contentsOf(await table.scan(scan)));
  }

  /** Chooses what an attempt changes: up to three rows. */
  private change({ id, changes }: Attempt): void {
    const { random } = this.parts;
    const rows = new Set(Array.from({ length: 1 + random.below(3) }, () => random.pick(SHARED)));
    for (const row of rows)
      changes.push({
        table: random.pick(TABLES),
        row,
        kind: random.pick(['put', 'put', 'delete', 'increment']),
        value: id,
      });
  }

  /** An atomicBatch, without conditions or with some that hold or not. */
  private async batch(connection: Connection, operation: Operation, hasConditions: boolean): Promise<void> {
    const { random, serial } = this.parts;
    const attempt = attemptOf(operation);
    this.change(attempt);
    const asked: { readonly table: string; readonly row: string; readonly what: 'there' | { value: string } }[] = [];
    const conditions: RowCondition[] = [];
    for (let left = hasConditions ? 1 + random.below(2) : 0; left > 0; left--) {
      const [table, row] = [random.pick(TABLES), random.pick(SHARED)];
      const exists = random.chance(0.5);
      // The current value, which the row still has when the condition is judged unless another call writes it first.
      const now = exists ? await this.call('get', () => connection.getTable(table).get(row)) : null;
      const value = now?.getText(FAMILY, 'v') ?? null;
      if (value !== null && random.chance(0.7)) {
        conditions.push({ table, row, column: [FAMILY, 'v'], value });
        asked.push({ table, row, what: { value } });
        attempt.observations.push(rowIs(table, row, { value }, true));
      } else {
        conditions.push({ table, row, exists });
        asked.push({ table, row, what: 'there' });
        attempt.observations.push(rowIs(table, row, 'there', exists));
      }
    }
    const mutations = mutationsOf(attempt).map(({ table, ...mutation }) => ({ table, mutation: mutation as never }));
    const error = await this.run(operation, () => connection.atomicBatch(mutations, { conditions }));
    if (!BigtabError.is(error) || error.code !== 'CONDITION_FAILED') return;
    const failed = error.details.failed as readonly number[];
    const learned = attempt.observations.map((holds, at) => {
      const { table, row, what } = asked[at] as (typeof asked)[number];
      const condition = conditions[at] as RowCondition;
      return failed.includes(at) ? rowIs(table, row, what, what === 'there' ? !condition.exists : false) : holds;
    });
    serial.learned(operation, learned);
  }

  /** A put to the row of this connection, which is no part of a transaction. */
  private async put(connection: Connection): Promise<void> {
    const { world } = this.parts;
    const { table, row, puts } = this.plain as PlainRow;
    const number = puts.length + 1;
    const put = { number, begin: world.now, end: Number.POSITIVE_INFINITY, outcome: 'open' as const };
    puts.push(put);
    const cells = { [FAMILY]: { v: String(number) } };
    await this.call(`put ${row}`, async () => (await connection.getTable(table).put({ row, cells })) ?? true, put);
    put.end = world.now;
  }

  /** Runs the call of an operation. Resolves to the error with which it was refused; or null. */
  private async run(operation: Operation, work: () => Promise<unknown>): Promise<unknown> {
    let refusal: unknown = null;
    const refusable = async () => {
      try {
        await work();
      } catch (error) {
        const isRefused = BigtabError.is(error) && (error.code === 'CONFLICT' || error.code === 'CONDITION_FAILED');
        if (!isRefused && error !== GIVEN_UP) throw error;
        refusal = error;
      }
      return true;
    };
    await this.call(operation.id, refusable, operation);
    operation.end = this.parts.world.now;
    if (refusal !== null) operation.outcome = 'refused';
    return refusal;
  }

  private async call<T>(
    what: string,
    work: () => Promise<T>,
    span?: Parameters<History['call']>[3],
  ): Promise<T | null> {
    const { page, history } = this.parts;
    const value = await history.call(page.actor.name, what, work, span);
    if (value === null) this.usable = false;
    return value;
  }

  private rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.parts.page.enter('writer', resolve, ms);
    });
  }
}

/** The changes of an attempt, and its entry in the log. */
function mutationsOf({ id, changes }: Attempt): readonly { readonly table: string; readonly row: string }[] {
  const log = { table: TABLES[0] as string, kind: 'Append', row: LOG_ROW, values: { [FAMILY]: { ids: `${id};` } } };
  return [...changes.map(mutationOf), log];
}

function mutationOf({ table, row, kind, value }: Change): { readonly table: string; readonly row: string } {
  switch (kind) {
    case 'put':
      return { table, row, ...{ kind: 'Put', cells: { [FAMILY]: { v: value } } } };
    case 'delete':
      return { table, row, ...{ kind: 'Delete' } };
    case 'increment':
      return { table, row, ...{ kind: 'Increment', amounts: { [FAMILY]: { n: 1 } } } };
  }
}

/** The rows that exist. */
export function contentsOf(results: readonly Result[]): Map<string, Content> {
  const found = new Map<string, Content>();
  for (const result of results) {
    const content = contentOf(result);
    if (content !== NOTHING) found.set(new TextDecoder().decode(result.row as Uint8Array), content);
  }
  return found;
}

function contentOf(result: Result): Content {
  const [value, count] = [result.getText(FAMILY, 'v'), result.getValue(FAMILY, 'n')];
  return value === null && count === null ? NOTHING : `${value ?? '-'} ${toCount(count)}`;
}
