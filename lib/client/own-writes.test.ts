import { describe, expect, it } from 'vitest';
import { Get } from '../model/get.js';
import { Increment } from '../model/increment.js';
import { Put } from '../model/put.js';
import { Random } from '../simulation/random.js';
import { SlowTransport } from '../testing/fakes/slow-transport.js';
import { memoryMedium, openEngine } from '../testing/samples/engine.js';
import { settle } from '../testing/samples/log-records.js';
import { testSeeds } from '../testing/seed.js';
import type { Result } from './answers/result.js';
import { Connection } from './connection.js';

const KIB = 1024;
const LARGE = 3 * KIB;
/**
 * Three large rows fill a reply, and about forty fill the memory: replies come in parts, writes wait, scanners are
 * ended.
 */
const MEMORY = {
  getAnswer: 9 * KIB,
  memstore: 128 * KIB,
  memstoreLimit: 160 * KIB,
  flushSize: 64 * KIB,
  scanBatch: 2 * KIB,
  scanBatchLimit: 4 * KIB,
};
const DURABILITIES = ['ASYNC_WAL', 'SYNC_WAL', 'FSYNC_WAL'] as const;

const value = (result: Result | undefined): string | null => result?.getText('f', 'q') ?? null;

/**
 * A connection that writes its own rows, and checks what each of its calls sees: everything written before it, and
 * nothing written after it.
 */
class Writer {
  readonly transport: SlowTransport;
  readonly connection: Connection;
  /** The actual and the expected result of each call that has settled. */
  readonly seen: (readonly [call: string, found: unknown, expected: unknown])[] = [];
  readonly calls: Promise<unknown>[] = [];
  private readonly random: Random;
  private readonly rows = new Map<string, string>();
  private readonly name: string;
  private counted = 0;

  constructor(name: string, transport: SlowTransport, connection: Connection, random: Random) {
    this.name = name;
    this.transport = transport;
    this.connection = connection;
    this.random = random;
  }

  /** Makes one call without waiting for it. */
  call(): void {
    const { random, connection } = this;
    const table = connection.getTable('t');
    const row = `${this.name}/${random.below(6)}`;
    const kind = random.below(7);
    if (kind === 0) {
      const durability = random.pick(DURABILITIES);
      this.calls.push(table.put({ row, cells: { f: { q: this.newValue(row) } }, durability }));
    } else if (kind === 1) {
      this.expect('increment', table.incrementColumnValue(this.name, 'f', 'n', 1), BigInt(++this.counted));
    } else if (kind < 4) {
      this.expect('get', table.get(row).then(value), this.valueOf(row));
    } else if (kind === 4) {
      const before = this.valueOf(row);
      const after = this.newValue(row);
      this.counted++;
      const put = new Put(row).addColumn('f', 'q', after);
      const batch = table.batch([new Get(row), put, new Increment(this.name).addColumn('f', 'n', 1), new Get(row)]);
      const found = batch.then(([first, , , last]) => [value(first as Result), value(last as Result)]);
      this.expect('batch', found, [before, after]);
    } else if (kind === 5) {
      const expected = [...this.rows.keys()].sort();
      const scanner = table.getScanner({ prefix: `${this.name}/` });
      const found = scanner.toArray().then((all) => all.map((one) => new TextDecoder().decode(one.row ?? undefined)));
      // A scanner that was ended because memory was short reports it, and continues with a later state.
      this.expect(
        'scan',
        found.then((rows) => (scanner.snapshot === 'moved' ? expected : rows)),
        expected,
      );
    } else {
      this.calls.push(random.chance(0.3) ? connection.getAdmin().flush('t') : connection.status());
    }
  }

  private expect(call: string, found: Promise<unknown>, expected: unknown): void {
    this.calls.push(found.then((one) => this.seen.push([call, one, expected])));
  }

  private newValue(row: string): string {
    const made = String(this.random.below(1_000_000)).padEnd(LARGE, 'x');
    this.rows.set(row, made);
    return made;
  }

  private valueOf(row: string): string | null {
    return this.rows.get(row) ?? null;
  }
}

async function open(random: Random, count: number) {
  const medium = memoryMedium();
  const { clock } = medium;
  const { database, connection: direct } = await openEngine(medium, { memory: MEMORY });
  await direct.ensureTable({ name: 't', families: ['f'] });
  const yielder = (): Promise<void> => Promise.resolve();
  const writers = Array.from({ length: count }, (_, index) => {
    const id = `w${index}`;
    const transport = new SlowTransport(database.service);
    return new Writer(id, transport, new Connection({ name: 'test', id, transport, clock, yielder }), random);
  });
  const deliver = () => random.pick(writers).transport.deliver(random.chance(0.5) ? 'request' : 'reply');
  /** Delivers messages of all connections in random order until `work` has settled. */
  const carry = async (work: Promise<unknown>): Promise<void> => {
    let settled = false;
    void work.then(() => {
      settled = true;
    });
    for (let quiet = 0; !settled; ) {
      await settle();
      quiet = deliver() ? 0 : quiet + 1;
      if (quiet > 10) clock.advance(1);
      if (quiet > 40_000) throw new Error('calls wait, and no message is on its way');
    }
  };
  return { writers, direct, clock, deliver, carry };
}

describe('Connections that share a slow engine with little memory', () => {
  for (const seed of testSeeds(12)) {
    it(`each see their earlier writes and no later ones, and every call settles (BIGTAB_SEED=${seed} BIGTAB_RUNS=1)`, async () => {
      const random = new Random(seed);
      const { writers, direct, deliver, carry } = await open(random, 1 + random.below(3));
      for (let round = 0; round < 4; round++) {
        for (let call = 0; call < 25; call++) random.pick(writers).call();
        for (let left = random.below(12); left > 0; left--) {
          await settle();
          deliver();
        }
      }
      const outcomes = Promise.allSettled(writers.flatMap(({ calls }) => calls));
      await carry(outcomes);
      expect((await outcomes).filter(({ status }) => status === 'rejected')).toEqual([]);
      for (const [call, found, expected] of writers.flatMap(({ seen }) => seen)) expect(found, call).toEqual(expected);
      await carry(Promise.all(writers.map(({ connection }) => connection.close())));
      await direct.close();
    });

    it(`do not prevent the database from closing, whatever the state of their calls (BIGTAB_SEED=${seed} BIGTAB_RUNS=1)`, async () => {
      const random = new Random(seed);
      const { writers, direct, clock, deliver } = await open(random, 2);
      for (let call = 0; call < 40; call++) random.pick(writers).call();
      for (const call of writers.flatMap(({ calls }) => calls)) call.catch(() => {});
      for (let left = random.below(30); left > 0; left--) {
        await settle();
        deliver();
      }
      let closed = false;
      void direct.close().then(() => {
        closed = true;
      });
      for (let turn = 0; turn < 1_000 && !closed; turn++) {
        await settle();
        clock.advance(1);
      }
      expect(closed).toBe(true);
    });
  }
});
