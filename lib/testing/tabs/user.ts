import type { Connection } from '../../client/connection.js';
import type { Table } from '../../client/table.js';
import type { Random } from '../../simulation/random.js';
import type { History } from './history.js';
import type { SimPage } from './sim-page.js';
import { DATABASE } from './sim-storage.js';
import type { World } from './world.js';

export const FAMILY = 'f';
/** Every row of a table begins with the table's name. */
export const TABLES: readonly string[] = ['t', 'u'];
export const STATIC_ROWS = 12;
export const SHARED_ROWS = 2;
/** Small, so that logs are renewed and regions flushed while pages come and go. */
export const MEMORY = { log: 64 << 10, logSegment: 16 << 10, flushSize: 16 << 10, scanBatch: 200, scanBatchLimit: 400 };
const FILLER = 'x'.repeat(300);

export type Kind = 'append' | 'increment' | 'put' | 'get' | 'scan' | 'batch' | 'createTable';
/** What users do; the frequent calls are listed more than once. */
export const KINDS: readonly Kind[] = [
  ...(['append', 'append', 'append', 'increment', 'increment', 'increment'] as const),
  ...(['put', 'put', 'get', 'get', 'scan', 'batch', 'createTable'] as const),
];

export interface UserParts {
  readonly page: SimPage;
  readonly world: World;
  readonly history: History;
  /** How often it acts before it ends. */
  readonly actions: number;
  readonly random: Random;
  readonly kinds: readonly Kind[];
  /** The longest pauses between two calls, in milliseconds; one of them is chosen each time. */
  readonly pauses: readonly number[];
}

/** A table, and its name. */
interface Named {
  readonly name: string;
  readonly of: Table;
}

/** One user of a page: connects, works, closes and connects again. */
export class User {
  ended = false;
  /** Whether no call has failed. */
  private usable = true;
  private readonly parts: UserParts;
  private readonly own = new Map<string, { issued: number; done: number }>();

  constructor(parts: UserParts) {
    this.parts = parts;
  }

  /** REQUIRES that code of its page runs. */
  async work(): Promise<void> {
    const { random, actions, pauses } = this.parts;
    let left = actions;
    while (left > 0) {
      const connection = await this.connect();
      if (connection === null) {
        await this.rest(500);
        continue;
      }
      this.usable = true;
      const open: Promise<void>[] = [];
      for (let some = 1 + random.below(2 * actions); left > 0 && some > 0 && this.usable; some--, left--) {
        const burst = this.act(connection.connection, connection.name);
        if (random.chance(0.5)) open.push(burst);
        else await burst;
        if (random.chance(0.7)) await this.rest(random.below(random.pick(pauses)));
      }
      await Promise.all(open);
      await this.call('close', () => connection.connection.close());
    }
    this.ended = true;
  }

  private async connect(): Promise<{ readonly connection: Connection; readonly name: string } | null> {
    const { page, world, history } = this.parts;
    const name = `c${history.write('table', '', '').number}`;
    const connection = await this.call(`connect ${name}`, () => page.connect({ name: DATABASE, memory: MEMORY }));
    if (connection === null) return null;
    for (const table of TABLES) {
      const made = await this.call(`ensureTable ${table}`, () =>
        connection.ensureTable({ name: table, families: [FAMILY] }),
      );
      if (made === null) return null;
    }
    world.note(`${name} is of ${page.actor.name}`);
    return { connection, name };
  }

  /** A burst of calls. */
  private async act(connection: Connection, by: string): Promise<void> {
    const { random } = this.parts;
    const name = random.pick(TABLES);
    const table: Named = { name, of: connection.getTable(name) };
    const open: Promise<unknown>[] = [];
    for (let left = 1 + random.below(6); left > 0; left--) open.push(this.one(connection, table, by));
    if ((await Promise.all(open)).includes(null)) this.usable = false;
  }

  private one(connection: Connection, table: Named, name: string): Promise<unknown> {
    const { random, kinds } = this.parts;
    switch (random.pick(kinds)) {
      case 'append':
        return this.append(table, name);
      case 'increment':
        return this.increment(table, name);
      case 'put':
        return this.put(table, name);
      case 'get':
        return this.get(table, name);
      case 'scan':
        return this.scan(table);
      case 'batch':
        return this.batch(table, name);
      case 'createTable':
        return this.createTable(connection, name);
    }
  }

  private async append(table: Named, name: string): Promise<unknown> {
    const row = this.shared(table);
    const write = this.parts.history.write('append', name, row);
    const token = `${name}.${write.number};`;
    const values = { [FAMILY]: { token } };
    const result = await this.call(`append ${token}`, () => table.of.append({ row, values }), write);
    if (result === null) return null;
    if (!result.getText(FAMILY, 'token')?.endsWith(token)) this.fail(`append ${token} returns something else`);
    return result;
  }

  private async increment(table: Named, name: string): Promise<unknown> {
    const row = this.shared(table);
    const write = this.parts.history.write('increment', name, row);
    const value = await this.call(
      `increment ${name}.${write.number}`,
      () => table.of.incrementColumnValue(row, FAMILY, 'count', 1),
      write,
    );
    if (value !== null) this.parts.history.counts(row, value);
    return value;
  }

  private async put(table: Named, name: string): Promise<unknown> {
    const { history } = this.parts;
    const row = `${table.name}-own-${name}`;
    const write = history.write('put', name, row);
    const own = this.own.get(row) ?? { issued: 0, done: 0 };
    this.own.set(row, own);
    own.issued = write.number;
    const cells = { [FAMILY]: { own: String(write.number), filler: FILLER } };
    const done = await this.call(
      `put ${name}.${write.number}`,
      async () => (await table.of.put({ row, cells })) ?? true,
      write,
    );
    if (done !== null) own.done = Math.max(own.done, write.number);
    return done;
  }

  private async get(table: Named, name: string): Promise<unknown> {
    const row = `${table.name}-own-${name}`;
    const least = this.own.get(row)?.done ?? 0;
    const shared = this.shared(table);
    const { history } = this.parts;
    const before = history.bounds('increment', shared).least;
    const results = await this.call('get', () => Promise.all([table.of.get(row), table.of.get(shared)]));
    if (results === null) return null;
    const value = Number(results[0].getText(FAMILY, 'own') ?? 0);
    const most = this.own.get(row)?.issued ?? 0;
    if (value < least || value > most) this.fail(`get of ${row} returns ${value}, not ${least} to ${most}`);
    const count = toCount(results[1].getValue(FAMILY, 'count'));
    const after = history.bounds('increment', shared).most;
    if (count < before || count > after) this.fail(`get of ${shared} returns ${count}, not ${before} to ${after}`);
    return results;
  }

  /** Reads a table in batches, with pauses. */
  private async scan(table: Named): Promise<unknown> {
    const { random } = this.parts;
    const scanner = table.of.getScanner({ prefix: table.name, caching: 1 + random.below(5) });
    const found: string[] = [];
    for (;;) {
      const rows = await this.call('scan', () => scanner.next(3));
      if (rows === null) return null;
      for (const row of rows) found.push(new TextDecoder().decode(row.row as Uint8Array));
      if (rows.length < 3) break;
      if (random.chance(0.3)) await this.rest(random.below(100));
    }
    const foreign = found.find((row) => !row.startsWith(`${table.name}-`));
    if (foreign !== undefined) this.fail(`a scan of ${table.name} returns ${foreign}`);
    if (found.some((row, at) => at > 0 && row <= (found[at - 1] as string)))
      this.fail(`a scan of ${table.name} returns rows out of order: ${found.join(' ')}`);
    const fixed = found.filter((row) => row.startsWith(`${table.name}-fixed-`)).length;
    if (fixed !== STATIC_ROWS) this.fail(`a scan of ${table.name} returns ${fixed} of ${STATIC_ROWS} rows`);
    return found;
  }

  private async batch(table: Named, name: string): Promise<unknown> {
    const { history } = this.parts;
    const rows = Array.from({ length: SHARED_ROWS }, (_, at) => `${table.name}-shared-${at}`);
    const writes = rows.map((row) => history.write('append', name, row));
    const actions = writes.map(({ row, number }) => ({
      kind: 'Append' as const,
      row,
      values: { [FAMILY]: { token: `${name}.${number};` } },
    }));
    const results = await this.call(`batch ${name}`, () => table.of.batch(actions), writes[0]);
    for (const write of writes.slice(1)) write.outcome = writes[0]?.outcome ?? 'unknown';
    return results;
  }

  private async createTable(connection: Connection, name: string): Promise<unknown> {
    const write = this.parts.history.write('table', name, '');
    const table = { name: `new-${write.number}`, families: [FAMILY] };
    const create = async () => (await connection.getAdmin().createTable(table)) ?? true;
    return this.call(`createTable ${table.name}`, create, write);
  }

  private shared(table: Named): string {
    return `${table.name}-shared-${this.parts.random.below(SHARED_ROWS)}`;
  }

  private call<T>(what: string, work: () => Promise<T>, write?: Parameters<History['call']>[3]): Promise<T | null> {
    const { page, history } = this.parts;
    return history.call(page.actor.name, what, work, write);
  }

  private fail(message: string): void {
    this.parts.world.fail(message);
  }

  private rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.parts.page.enter('user', resolve, ms);
    });
  }
}

export function toCount(value: Uint8Array | null): number {
  return value === null ? 0 : Number(new DataView(value.buffer, value.byteOffset).getBigInt64(0));
}

/** Stores the rows that never change. */
export async function prepare(connection: Connection): Promise<void> {
  for (const name of TABLES) {
    const stored = await connection.ensureTable({ name, families: [FAMILY] });
    const rows = Array.from({ length: STATIC_ROWS }, (_, at) => `${name}-fixed-${String(at).padStart(2, '0')}`);
    await stored.put(rows.map((row) => ({ row, cells: { [FAMILY]: { filler: FILLER } } })));
  }
}
