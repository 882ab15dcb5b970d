import type { Connection } from '../../client/connection.js';
import type { LiveRows } from '../../client/live/live-rows.js';
import type { LiveState } from '../../client/live/live-state.js';
import type { Table } from '../../client/table.js';
import { PageFilter } from '../../filter/page-filter.js';
import type { Result, ScanLike } from '../../index.js';
import type { Random } from '../../simulation/random.js';
import { isRereading } from '../fakes/is-rereading.js';
import type { History } from './history.js';
import type { SimPage } from './sim-page.js';
import { DATABASE } from './sim-storage.js';
import { FAMILY, MEMORY, TABLES, toCount } from './user.js';
import type { World } from './world.js';

export interface LiveReaderParts {
  readonly page: SimPage;
  readonly world: World;
  readonly history: History;
  readonly random: Random;
  /** How many writes it makes. */
  readonly writes: number;
}

/** What is read of each table. */
const READS: readonly ((table: string) => ScanLike)[] = [
  (prefix) => ({ prefix }),
  (prefix) => ({ prefix, limit: 3, reversed: true }),
  (prefix) => ({ prefix, columns: [[FAMILY, 'count']] }),
  (prefix) => ({ prefix, filter: new PageFilter(5) }),
  (name) => ({ start: `${name}-shared-0`, stop: `${name}-shared-0`, stopInclusive: true }),
];
const PAUSES: readonly number[] = [2, 30, 200];

/** One watched read, and its states. */
interface View {
  readonly table: string;
  readonly read: ScanLike;
  readonly live: LiveRows<Result>;
  last: LiveState<Result> | null;
}

/** A page that watches all tables, and writes and deletes a row of its own in each. */
export class LiveReader {
  ended = false;
  private readonly parts: LiveReaderParts;
  private views: View[] = [];
  private lost = false;
  /** What was acknowledged last, by row: the value, or null for a delete. */
  private readonly own = new Map<string, string | null>();

  constructor(parts: LiveReaderParts) {
    this.parts = parts;
  }

  /** REQUIRES that code of its page runs. */
  async work(): Promise<void> {
    const { page, history } = this.parts;
    const connection = await this.call('connect', () => page.connect({ name: DATABASE, memory: MEMORY }));
    if (connection !== null) {
      connection.addEventListener('lost', () => {
        this.lost = true;
      });
      for (const name of TABLES) this.watch(connection.getTable(name), name);
      const by = `live${history.write('table', '', '').number}`;
      await this.write(connection, by);
    }
    this.ended = true;
  }

  /** Compares the last states with what is stored. */
  async checkEnd(connection: Connection): Promise<void> {
    for (const { table, read, live } of this.lost ? [] : this.views) {
      const { status, rows, error } = live.getSnapshot();
      const stored = await connection.getTable(table).getScanner(read).toArray();
      if (status !== 'live') this.fail(table, read, `is ${status} at the end: ${error?.code}`);
      else if (textOf(rows) !== textOf(stored)) this.fail(table, read, `shows ${textOf(rows)}, not ${textOf(stored)}`);
    }
  }

  private watch(table: Table, name: string): void {
    for (const read of READS.map((make) => make(name))) {
      const view: View = { table: name, read, live: table.watch(read), last: null };
      this.views.push(view);
      view.live.subscribe(() => {
        this.look(view);
        // Not even a state that follows a new reading may lack it.
        this.requireOwn(view);
      });
    }
  }

  private async write(connection: Connection, by: string): Promise<void> {
    const { random, writes, history } = this.parts;
    for (let left = writes; left > 0; left--) {
      await this.rest(random.below(random.pick(PAUSES)));
      const name = random.pick(TABLES);
      const row = `${name}-live-${by}`;
      const table = connection.getTable(name);
      const value = random.chance(0.3) ? null : String(history.write('put', by, row).number);
      // Until it is acknowledged, a state may have it or not.
      this.own.delete(row);
      const done = await this.call(`live write of ${by}`, async () => {
        if (value === null) await table.delete({ row });
        else await table.put({ row, cells: { [FAMILY]: { own: value } } });
        return true;
      });
      if (done === null) return;
      this.own.set(row, value);
      for (const view of this.views) {
        this.look(view);
        if (!isRereading(view.live)) this.requireOwn(view);
      }
    }
  }

  /** A state that is delivered is not before the last one. */
  private look(view: View): void {
    const state = view.live.getSnapshot();
    const { last, table, read } = view;
    view.last = state;
    if (state.status === 'failed' && !this.lost && !FAILURES.includes(state.error?.code ?? ''))
      this.fail(table, read, `fails with ${state.error?.code}: ${state.error?.message}`);
    if (last === null || last === state) return;
    const before = new Map(last.rows.map((row) => [keyOf(row), row]));
    for (const row of state.rows) {
      const old = before.get(keyOf(row));
      if (old !== undefined && old !== row && isBefore(row, old))
        this.fail(table, read, `goes back from ${textOf([old])} to ${textOf([row])}`);
    }
  }

  /** The last state has the reader's own writes. */
  private requireOwn({ table, read, live }: View): void {
    const { status, rows } = live.getSnapshot();
    // Only the first read shows all rows and columns.
    if (status !== 'live' || Object.keys(read).length > 1) return;
    for (const [row, value] of this.own) {
      if (!row.startsWith(table)) continue;
      const shown = rows.find((one) => keyOf(one) === row)?.getText(FAMILY, 'own') ?? null;
      if (shown !== value) this.fail(table, read, `shows ${shown} in ${row}, after ${value} was acknowledged`);
    }
  }

  private call<T>(what: string, work: () => Promise<T>): Promise<T | null> {
    const { page, history } = this.parts;
    return history.call(page.actor.name, what, work);
  }

  private fail(table: string, read: ScanLike, what: string): void {
    const { page, world } = this.parts;
    world.fail(`the watch of ${JSON.stringify(read)} of ${table} in ${page.actor.name} ${what}`);
  }

  private rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.parts.page.enter('live reader', resolve, ms);
    });
  }
}

/** What ends a connection. */
const FAILURES: readonly string[] = ['CONNECTION_CLOSED', 'WORKER_LOST', 'DATABASE_BUSY'];

/** Counters and tokens only grow. */
function isBefore(row: Result, old: Result): boolean {
  const count = (one: Result): number => toCount(one.getValue(FAMILY, 'count'));
  const token = (one: Result): string => one.getText(FAMILY, 'token') ?? '';
  const own = (one: Result): number => Number(one.getText(FAMILY, 'own') ?? 0);
  return count(row) < count(old) || !token(row).startsWith(token(old)) || own(row) < own(old);
}

function keyOf({ row }: Result): string {
  return new TextDecoder().decode(row as Uint8Array);
}

function textOf(rows: readonly Result[]): string {
  const cells = (row: Result): string =>
    `${toCount(row.getValue(FAMILY, 'count'))} ${row.getText(FAMILY, 'token') ?? ''} ${row.getText(FAMILY, 'own') ?? ''}`;
  return rows.map((row) => `${keyOf(row)}: ${cells(row)}`).join(', ');
}
