import { describe, expect, it } from 'vitest';
import { Append } from '../model/append.js';
import { Get } from '../model/get.js';
import { Increment } from '../model/increment.js';
import type { ClientService } from '../service/client-service.js';
import { ManualClock } from '../simulation/manual-clock.js';
import { Random } from '../simulation/random.js';
import { SimMachine } from '../simulation/sim-machine.js';
import { SlowTransport } from '../testing/fakes/slow-transport.js';
import { openEngine } from '../testing/samples/engine.js';
import { settle } from '../testing/samples/log-records.js';
import { testSeeds } from '../testing/seed.js';
import { Connection } from './connection.js';

const LARGE = 3_000;
const SCANNED = Array.from({ length: 10 }, (_, index) => `row ${index}`);
/** Three large rows fill a reply. Memory is flushed often, so that answers are in the catalog as well as in the log. */
const MEMORY = {
  getAnswer: 3 * LARGE,
  scanBatch: 2 * 1024,
  scanBatchLimit: 4 * 1024,
  memstore: 128 * 1024,
  memstoreLimit: 160 * 1024,
  flushSize: 16 * 1024,
};

/** An engine whose process ends from time to time, and whose channels are reset. */
class MortalEngine {
  readonly clock = new ManualClock(1_000_000);
  readonly clients: Client[] = [];
  private machine = new SimMachine({ seed: 1, clock: this.clock });
  private service: ClientService | null = null;
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  async start() {
    const opened = await openEngine(this.machine, { memory: MEMORY });
    this.service = opened.database.service;
    return opened;
  }

  /** The process ends, and another one opens the database. Clients go on making calls meanwhile. */
  async die(): Promise<void> {
    for (const { transport } of this.clients) transport.leave();
    this.machine = this.machine.image({ kind: 'process-death', seed: this.random.uint32() });
    const { database } = await this.start();
    for (const client of this.clients) client.call();
    for (const { transport } of this.clients) transport.renew(database.service);
  }

  /** Messages of one client are lost, and the engine goes on. */
  async reset(): Promise<void> {
    const { transport } = this.random.pick(this.clients);
    transport.leave();
    await settle();
    transport.renew(this.service as ClientService);
  }

  /** Delivers a message of one client; false if it has none that is on its way. */
  deliver(): boolean {
    return this.random.pick(this.clients).transport.deliver(this.random.chance(0.5) ? 'request' : 'reply');
  }

  /** Delivers messages in random order until `work` has settled. */
  async carry(work: Promise<unknown>): Promise<void> {
    let settled = false;
    const done = (): void => {
      settled = true;
    };
    work.then(done, done);
    for (let quiet = 0; !settled; ) {
      await settle();
      quiet = this.deliver() ? 0 : quiet + 1;
      if (quiet > 10) this.clock.advance(1);
      if (quiet > 20_000) throw new Error('calls wait, and no message is on its way');
    }
  }
}

/** A connection that counts and appends without waiting for its answers. */
class Client {
  readonly calls: Promise<unknown>[] = [];
  /** The answers to its increments, in the order in which they arrived. */
  readonly counted: bigint[] = [];
  /** What it has appended. */
  appended = '';
  /** How often it has incremented the row that all clients share. */
  shared = 0;
  /** The rows that each of its scans has found. */
  readonly scanned: string[][] = [];
  /** How many of its writes must be refused, and the codes of their errors. */
  refused = 0;
  readonly refusals: string[] = [];
  /** How many tables it has created. */
  created = 0;
  readonly name: string;
  readonly transport: SlowTransport;
  readonly connection: Connection;
  private readonly random: Random;

  constructor(name: string, transport: SlowTransport, clock: ManualClock, random: Random) {
    this.name = name;
    this.transport = transport;
    this.connection = new Connection({ name: 'test', id: name, transport, clock, yielder: () => Promise.resolve() });
    this.random = random;
  }

  call(): void {
    const { connection, name, random, calls } = this;
    const table = connection.getTable('t');
    const kind = random.below(10);
    if (kind < 2) {
      calls.push(table.incrementColumnValue(name, 'f', 'n', 1).then((value) => this.counted.push(value)));
    } else if (kind === 2) {
      calls.push(table.append(new Append(name).addColumn('f', 'text', this.token())));
    } else if (kind === 3) {
      this.shared++;
      const mutation = new Increment('shared').addColumn('f', 'n', 1);
      const append = new Append(name).addColumn('f', 'text', this.token());
      calls.push(connection.atomicBatch([mutation, append].map((one) => ({ table: 't', mutation: one }))));
    } else if (kind === 4) {
      this.shared++;
      calls.push(table.batch([new Get('large'), new Increment('shared').addColumn('f', 'n', 1), new Get('large')]));
    } else if (kind === 5) {
      calls.push(table.get('large'));
    } else if (kind === 6) {
      const rows = table.getScanner({ prefix: 'row ' }).toArray();
      calls.push(
        rows.then((all) => this.scanned.push(all.map(({ row }) => new TextDecoder().decode(row ?? undefined)))),
      );
    } else if (kind === 7) {
      const refused = table.put({ row: name, cells: { missing: { q: 'v' } } });
      calls.push(refused.catch((error) => this.refusals.push(error.code)));
      this.refused++;
    } else if (kind === 8 && this.created < 3) {
      calls.push(connection.getAdmin().createTable({ name: `${name}-${this.created++}`, families: ['f'] }));
    } else {
      calls.push(random.chance(0.3) ? connection.getAdmin().flush('t') : connection.status());
    }
  }

  private token(): string {
    const token = `${this.random.below(1_000)} `;
    this.appended += token;
    return token;
  }
}

async function open(random: Random) {
  const engine = new MortalEngine(random);
  const { database, connection } = await engine.start();
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  await table.put({ row: 'large', cells: { f: { q: 'x'.repeat(LARGE) } } });
  await table.put(SCANNED.map((row) => ({ row, cells: { f: { q: 'x'.repeat(1_000) } } })));
  for (let client = 0; client < 1 + random.below(3); client++)
    engine.clients.push(new Client(`c${client}`, new SlowTransport(database.service), engine.clock, random));
  return engine;
}

describe('Connections whose engine dies again and again', () => {
  for (const seed of testSeeds(20)) {
    it(`apply every write exactly once and in order, and every call settles (BIGTAB_SEED=${seed} BIGTAB_RUNS=1)`, async () => {
      const random = new Random(seed);
      const engine = await open(random);
      const { clients } = engine;
      for (let life = 0; life < 12; life++) {
        for (let left = random.below(20 * clients.length); left > 0; left--) {
          if (random.chance(0.5)) random.pick(clients).call();
          await settle();
          engine.deliver();
        }
        if (random.chance(0.3)) await engine.reset();
        else await engine.die();
      }
      const outcomes = Promise.allSettled(clients.flatMap(({ calls }) => calls));
      await engine.carry(outcomes);
      expect((await outcomes).filter(({ status }) => status === 'rejected')).toEqual([]);
      const [{ connection }] = clients as [Client];
      const table = connection.getTable('t');
      const stored = Promise.all([
        table.get(clients.map(({ name }) => name)),
        table.incrementColumnValue('shared', 'f', 'n', 0),
      ]);
      await engine.carry(stored);
      const [rows, shared] = await stored;
      expect(rows.map((row) => row.getText('f', 'text') ?? '')).toEqual(clients.map(({ appended }) => appended));
      expect(shared).toBe(BigInt(clients.reduce((sum, client) => sum + client.shared, 0)));
      for (const { counted, scanned, refused, refusals } of clients) {
        expect(counted).toEqual(counted.map((_, index) => BigInt(index + 1)));
        expect(scanned).toEqual(scanned.map(() => SCANNED));
        expect(refusals).toEqual(Array(refused).fill('NO_SUCH_COLUMN_FAMILY'));
      }
      await engine.carry(Promise.all(clients.map(({ connection }) => connection.close())));
    });
  }
});
