import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { CRASH_KINDS, type CrashKind, EVERY_CRASH } from '../../testing/crash/crash-sweep.js';
import { settled } from '../../testing/fakes/stepped-engine.js';
import { exported, streamOf } from '../../testing/samples/backups.js';
import { openEngine } from '../../testing/samples/engine.js';

/*
 * The catalog says that an index is complete only if its entries are in files, or in the log that recovery reads for the
 * same record. A snapshot that leaves out memory has only files.
 */

const FAMILIES = ['e', 'other'];
const INDEXED = { name: 't', families: FAMILIES, indexes: { byType: { on: 'e:type' } } };

function newMachine(): SimMachine {
  return new SimMachine({ seed: 3, clock: new ManualClock(1_000_000) });
}

function note(row: string, type: string) {
  return { row, cells: { e: { type } } };
}

/** After this, the catalog says that a built index is complete. */
async function later(machine: SimMachine): Promise<void> {
  machine.clock.advance(62_000);
  for (let turn = 0; turn < 5; turn++) await settled();
}

/** Rows that are in files. */
async function withRows(connection: Connection): Promise<void> {
  const table = await connection.ensureTable({ name: 't', families: FAMILIES });
  await table.put([note('1', 'a'), note('2', 'b'), note('3', 'a')]);
  await connection.getAdmin().flush('t');
}

async function expectAll(connection: Connection, name: string): Promise<void> {
  await connection.ensureTable({ ...INDEXED, name });
  const table = connection.getTable(name);
  const rows = await table.getScanner().toArray();
  expect(rows.length).toBeGreaterThan(0);
  for (const type of ['a', 'b', 'c']) {
    const found = await table.getScanner({ index: 'byType', equals: type }).toArray();
    const due = rows.filter((row) => row.getText('e', 'type') === type);
    expect(found.map(({ key }) => key)).toEqual(due.map(({ key }) => key));
  }
}

async function open(machine: SimMachine): Promise<Connection> {
  return (await openEngine(machine)).connection;
}

/** The calls that build the entries of rows that are in files. */
const BUILDS: Readonly<Record<string, (machine: SimMachine) => Promise<Connection>>> = {
  'a new index': async (machine) => {
    const connection = await open(machine);
    await withRows(connection);
    return connection;
  },
  'an alter that changes what is visible': async (machine) => {
    const connection = await open(machine);
    await connection.ensureTable(INDEXED);
    await withRows(connection);
    await later(machine);
    await connection.getAdmin().modifyColumnFamily('t', { name: 'e', maxVersions: 3 });
    return connection;
  },
  'an import': async (machine) => {
    const source = await open(newMachine());
    await withRows(source);
    await source.ensureTable(INDEXED);
    const text = await exported(source);
    await source.close();
    const connection = await open(machine);
    await connection.importStream(streamOf(text), { mode: 'create' });
    return connection;
  },
  'a repair': async (machine) => {
    const first = await open(machine);
    await first.ensureTable(INDEXED);
    await withRows(first);
    await later(machine);
    await first.close();
    const family = machine.catalog.current?.tables[0]?.families.find(({ name }) => name === '\\x00byType');
    const file = family?.runs[0]?.[0];
    const path = `data/${file?.epoch}-${file?.number}`;
    const bytes = machine.files.bytesOf(path).slice();
    bytes[40] = (bytes[40] as number) ^ 1;
    machine.files.setBytes(path, bytes);
    const connection = await open(machine);
    expect((await connection.repair()).repaired).toEqual([path]);
    return connection;
  },
};

describe.each(Object.entries(BUILDS))('Entries that %s has built', (_, build) => {
  it('are in a snapshot that leaves out memory, or its tables build them', async () => {
    for (const waits of [false, true]) {
      const machine = newMachine();
      const connection = await build(machine);
      const admin = connection.getAdmin();
      await connection.ensureTable(INDEXED);
      if (waits) await later(machine);
      await connection.getTable('t').put(note('4', 'c'));
      await admin.snapshot('s', 't', 'SKIPFLUSH');
      await admin.cloneSnapshot('s', 'clone');
      await expectAll(connection, 'clone');
      await admin.disableTable('t');
      await admin.restoreSnapshot('s');
      await admin.enableTable('t');
      await expectAll(connection, 't');
      await connection.close();
    }
  });
});

describe('A snapshot that leaves out memory', () => {
  it('has the entries of its rows, or its tables build them, after a crash in any operation', async () => {
    const machine = newMachine();
    const connection = await open(machine);
    await withRows(connection);
    await connection.close();
    machine.clock.advance(62_000);
    const work = async (on: SimMachine): Promise<void> => {
      const connection = await open(on);
      const admin = connection.getAdmin();
      await connection.ensureTable(INDEXED);
      await connection.getTable('t').put(note('4', 'c'));
      await later(on);
      await connection.getTable('t').put(note('2', 'a'));
      await admin.snapshot('s', 't', 'SKIPFLUSH');
      await admin.cloneSnapshot('s', 'clone');
      await connection.close();
    };
    const counted = machine.image({ kind: 'process-death', seed: 1 });
    await work(counted);
    const last = counted.counter.count;
    let snapshots = 0;
    // Crashes while the index is built are tried elsewhere.
    for (let stopAt = Math.floor(last / 2); stopAt <= last; stopAt++) {
      const stopping = machine.image({ kind: 'process-death', seed: 1, stopAt });
      await Promise.race([work(stopping).catch(() => {}), stopping.counter.whenStopped]);
      const kind = EVERY_CRASH[stopAt % EVERY_CRASH.length] as CrashKind;
      const left = await open(stopping.image({ ...CRASH_KINDS[kind], seed: stopAt }));
      const admin = left.getAdmin();
      if ((await admin.listSnapshots()).length > 0) {
        snapshots++;
        await admin.cloneSnapshot('s', 'again');
      }
      for (const name of await admin.listTableNames())
        await expectAll(left, name).catch((cause) => {
          throw new Error(`${name}, stopped at ${stopAt} (${stopping.counter.log.at(-1)}), ${kind}`, { cause });
        });
      await left.close();
    }
    expect(snapshots).toBeGreaterThan(10);
  }, 120_000);
});
