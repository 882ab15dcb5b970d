import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { Random } from '../../simulation/random.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { compactFiles } from '../../testing/fakes/compact-files.js';
import { openEngine } from '../../testing/samples/engine.js';
import { testSeed } from '../../testing/seed.js';
import { namedPaths } from '../region/named-files.js';

const SEED = testSeed(7);
const OPERATIONS = 1_000;

type Rows = ReadonlyMap<string, string>;

/** Random operations on tables and snapshots, and the rows that they must have. */
class Play {
  private readonly random: Random;
  private machine: SimMachine;
  private connection!: Connection;
  private readonly tables = new Map<string, Rows>();
  private readonly snapshots = new Map<string, { readonly table: string; readonly rows: Rows }>();
  private number = 0;

  constructor(seed: number) {
    this.random = new Random(seed);
    this.machine = new SimMachine({ seed, clock: new ManualClock(1_700_000_000_000) });
  }

  async open(machine: SimMachine = this.machine): Promise<void> {
    this.machine = machine;
    ({ connection: this.connection } = await openEngine(machine, { memory: { flushSize: 1 << 20 } }));
    await this.connection.getAdmin().compactionSwitch(false);
    if (this.tables.size > 0) return;
    await this.connection.ensureTable({ name: 't0', families: ['f', 'g'] });
    this.tables.set('t0', new Map());
  }

  async wait(ms: number): Promise<void> {
    this.machine.clock.advance(ms);
    for (let turn = 0; turn < 300; turn++) await null;
  }

  async step(): Promise<void> {
    const { connection, random, snapshots, tables } = this;
    const admin = connection.getAdmin();
    const table = random.pick([...tables.keys()]);
    const rows = tables.get(table) as Rows;
    const snapshot = snapshots.size === 0 ? null : random.pick([...snapshots.keys()]);
    switch (random.below(16)) {
      case 0:
      case 1:
      case 2:
        return this.put(table);
      case 3:
        return admin.flush(table);
      case 4:
        return compactFiles(connection, table, random.chance(0.5) ? null : 2);
      case 5:
      case 6: {
        if (snapshots.size >= 8) return;
        const name = `s${this.number++}`;
        await admin.snapshot(name, table);
        snapshots.set(name, { table, rows });
        return;
      }
      case 7:
      case 8: {
        if (snapshot === null || tables.size >= 6) return;
        const name = `t${this.number++}`;
        await admin.cloneSnapshot(snapshot, name);
        tables.set(name, (snapshots.get(snapshot) as { readonly rows: Rows }).rows);
        return;
      }
      case 9:
        return this.restore(snapshot);
      case 10:
      case 11:
        if (snapshot === null) return;
        await admin.deleteSnapshot(snapshot);
        snapshots.delete(snapshot);
        return;
      case 12:
        if (tables.size === 1) return;
        await admin.disableTable(table);
        await admin.deleteTable(table);
        tables.delete(table);
        return;
      case 13:
        if (random.chance(0.5)) {
          await admin.disableTable(table);
          await admin.truncateTable(table);
          tables.set(table, new Map());
        } else {
          await admin.deleteColumnFamily(table, 'g');
          await admin.addColumnFamily(table, 'g');
        }
        return;
      case 14:
        return this.wait(random.pick([5_000, 30_000, 61_000]));
      default:
        if (random.chance(0.5)) await connection.close();
        return this.open(this.machine.image({ kind: 'process-death', seed: random.uint32() }));
    }
  }

  private async put(table: string): Promise<void> {
    const rows = new Map(this.tables.get(table));
    const row = `r${this.random.below(9)}`;
    const value = `v${this.number++}`;
    await this.connection.getTable(table).put({ row, cells: { f: { q: value }, g: { q: value } } });
    this.tables.set(table, rows.set(row, value));
  }

  private async restore(snapshot: string | null): Promise<void> {
    if (snapshot === null) return;
    const admin = this.connection.getAdmin();
    const { table, rows } = this.snapshots.get(snapshot) as { readonly table: string; readonly rows: Rows };
    if (this.tables.has(table)) await admin.disableTable(table);
    await admin.restoreSnapshot(snapshot);
    if (await admin.isTableDisabled(table)) await admin.enableTable(table);
    this.tables.set(table, rows);
  }

  /** Every file that is named exists, and every table has its rows. */
  async check(): Promise<void> {
    for (const path of this.named) expect(this.files).toContain(path);
    for (const [table, rows] of this.tables) {
      const found = await this.connection.getTable(table).getScanner({}).toArray();
      expect(new Map(found.map((row) => [row.key, row.getText('f', 'q')]))).toEqual(rows);
    }
  }

  /** After all waits, every file is named, and everything is sound. */
  async checkFiles(): Promise<void> {
    for (let minute = 0; minute < 4; minute++) await this.wait(61_000);
    expect(this.files).toEqual(this.named);
    const { ok, files } = await this.connection.verify();
    expect(files.filter(({ problems }) => problems.length > 0)).toEqual([]);
    expect(ok).toBe(true);
    expect((await this.connection.status()).lastRecovery.problems).toEqual([]);
  }

  /** In the end, no snapshot and no clone is left. */
  async leave(): Promise<void> {
    const admin = this.connection.getAdmin();
    await admin.deleteSnapshots('.*');
    for (const table of this.tables.keys()) {
      await admin.disableTable(table);
      await admin.deleteTable(table);
    }
    this.tables.clear();
    await this.checkFiles();
    expect(this.files).toEqual([]);
  }

  private get files(): readonly string[] {
    return this.machine.files
      .paths()
      .filter((path) => path.startsWith('data/'))
      .sort();
  }

  private get named(): readonly string[] {
    const { current } = this.machine.catalog;
    return current === null ? [] : [...namedPaths(current)].sort();
  }
}

describe('The files of snapshots', () => {
  it(`are all there while they are named, and gone afterwards: ${OPERATIONS} operations, seed ${SEED}`, async () => {
    const play = new Play(SEED);
    await play.open();
    for (let operation = 1; operation <= OPERATIONS; operation++) {
      await play.step();
      if (operation % 5 === 0) await play.check();
      if (operation % 100 === 0) await play.checkFiles();
    }
    await play.leave();
  }, 120_000);
});
