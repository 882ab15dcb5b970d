import { beforeAll, describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { Append } from '../../model/append.js';
import { Operation } from '../../service/client-service.js';
import { encodeControl, readJson } from '../../service/control-codec.js';
import type { SchemaMethods } from '../../service/control-methods.js';
import { decodeReplies } from '../../service/packet-codec.js';
import { encodeGoOn } from '../../service/packet-writer.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { CRASH_KINDS, type CrashKind } from '../../testing/crash/crash-sweep.js';
import { passSeconds } from '../../testing/fakes/pass-seconds.js';
import { settled } from '../../testing/fakes/stepped-engine.js';
import { openEngine } from '../../testing/samples/engine.js';
import { batch, codeOf, type PacketCall, PacketClient } from '../../testing/samples/packet-client.js';
import { encodePacket } from '../../testing/samples/packets.js';
import type { Database } from './database.js';

type Change = readonly [method: keyof SchemaMethods, ...args: readonly unknown[]];

/** Each method, in each way in which it can change something. */
const CHANGES: readonly Change[] = [
  ['createTable', { name: 'new', families: ['f'] }, []],
  ['ensureTable', { name: 'new', families: ['f'] }, {}],
  ['ensureTable', { name: 'on', families: ['f', 'h'] }, {}],
  ['ensureTable', { name: 'on', families: [{ name: 'f', maxVersions: 3 }] }, { alter: true }],
  ['ensureTable', { name: 'new', families: ['f'] }, {}, { byQ: { on: 'f:q' } }],
  ['ensureTable', { name: 'on', families: ['f'] }, {}, { other: { qualifiersOf: 'g' } }],
  ['dropIndex', 'on', 'byQ'],
  ['modifyTable', { name: 'on', families: ['f', 'h'] }, true],
  ['addColumnFamily', 'on', { name: 'h' }],
  ['modifyColumnFamily', 'on', { name: 'f', maxVersions: 5 }],
  ['deleteColumnFamily', 'on', encodeText('g')],
  ['deleteTable', 'off'],
  ['truncateTable', 'off'],
  ['enableTable', 'off'],
  ['disableTable', 'on'],
  ['cloneTableSchema', 'on', 'copy'],
  ['snapshot', 'new', 'on', 'FLUSH', {}],
  ['snapshot', 'new', 'on', 'SKIPFLUSH', { TTL: 5 }],
  ['deleteSnapshots', ['kept'], true],
  ['restoreSnapshot', 'kept', true],
  ['restoreSnapshot', 'kept', false],
  ['cloneSnapshot', 'kept', 'copy'],
  ['snapshotCleanupSwitch', false],
  ['createNamespace', { name: 'created' }],
  ['modifyNamespace', { name: 'ns', configuration: { a: '2' } }],
  ['deleteNamespace', 'ns'],
  ['endUpgrade', true, 0, 3],
];

/** What is left, and by which seed. A commit in which the process ends is made or not, and both is tried. */
const LEFT: readonly (readonly [CrashKind, number])[] = [
  ['killed', 1],
  ['anything', 2],
];
const LEFT_OF_COMMIT: typeof LEFT = [...LEFT, ['killed', 3], ['killed', 4], ['anything', 5]];

/** With the tables `on`, which has an index, and `off`, each with a row that is only in the log, a snapshot `kept` of `off`, and the namespace `ns`. */
let base: SimMachine;

beforeAll(async () => {
  const machine = new SimMachine({ seed: 5, clock: new ManualClock(1_000_000) });
  const { connection } = await openEngine(machine);
  await connection.getAdmin().createNamespace({ name: 'ns', configuration: { a: '1' } });
  for (const name of ['on', 'off']) {
    const indexes = name === 'on' ? { byQ: { on: 'f:q' } } : {};
    const table = await connection.ensureTable({ name, families: ['f', 'g'], indexes });
    if (name === 'off') await connection.getAdmin().snapshot('kept', 'off');
    await table.put({ row: 'r', cells: { f: { q: 'v' }, g: { q: 'v' } }, durability: 'FSYNC_WAL' });
  }
  await connection.getAdmin().disableTable('off');
  machine.clock.advance(61_000);
  await settled();
  base = machine.image({ kind: 'process-death', seed: 6 });
});

/** The database, which has no work left. */
async function open(machine: SimMachine): Promise<Database> {
  const { database } = await openEngine(machine);
  await settled();
  return database;
}

function callOf([method, ...args]: Change, repeated: boolean): PacketCall {
  return { operation: Operation.Control, payload: encodeControl(method, args), writes: true, repeated, read: readJson };
}

/** The answer of the change as operation 1 of the connection `page`; or its error. */
async function send(database: Database, change: Change, repeated = false): Promise<unknown> {
  return (await new PacketClient(database.service, 'page').send(callOf(change, repeated)))[0];
}

/** What schema changes change. A restore that is interrupted may leave its fail-safe snapshot. */
function schemaOf(database: Database): unknown {
  const { database: record, tables, snapshots = [] } = database.engine.commit.image;
  const { nextTableId, namespaces, version, snapshotCleanup } = record;
  const kept = snapshots.filter(({ name }) => !name.startsWith('hbase-failsafe-'));
  const taken = kept.map(({ name, type, ttl, table }) => [name, type, ttl, table.name]);
  const shown = tables.map(({ id, name, state, schemaGeneration, descriptor, nextFamilyId, families }) => {
    return [id, name, state, schemaGeneration, descriptor, nextFamilyId, families.map((family) => family.id)];
  });
  return { nextTableId, namespaces, version, snapshotCleanup, taken, shown };
}

/** Sends the change to an engine that ends in operation `stopAt`. Returns the operations before and after it. */
async function crash(change: Change, stopAt?: number): Promise<{ machine: SimMachine; first: number; last: number }> {
  const machine = base.image({ kind: 'process-death', seed: 7, ...(stopAt !== undefined && { stopAt }) });
  let first = 0;
  const work = async () => {
    const database = await open(machine);
    first = machine.counter.count + 1;
    await send(database, change);
    await settled();
  };
  await Promise.race([work(), machine.counter.whenStopped]);
  return { machine, first, last: machine.counter.count };
}

describe('A schema change whose engine ends in any operation', () => {
  const named = CHANGES.map((change) => [JSON.stringify(change), change] as const);
  it.each(named)('and which is sent again, has run exactly once: %s', async (_, change) => {
    const before = schemaOf(await open(base.image({ kind: 'process-death', seed: 8 })));
    const whole = await open(base.image({ kind: 'process-death', seed: 8 }));
    const answer = await send(whole, change);
    const after = schemaOf(whole);
    expect([codeOf(answer), after]).not.toEqual([null, before]);
    const { first, last } = await crash(change);
    const found = { stored: 0, missing: 0 };
    for (let stopAt = first; stopAt <= last; stopAt++) {
      const { machine } = await crash(change, stopAt);
      const operation = machine.counter.log.at(-1);
      for (const [kind, seed] of operation === 'catalog commit' ? LEFT_OF_COMMIT : LEFT) {
        const where = `${stopAt} of ${first} to ${last}, ${operation}, ${kind} ${seed}`;
        let next = machine.image({ ...CRASH_KINDS[kind], seed });
        for (let time = 0; time < 2; time++) {
          const database = await open(next);
          const shown = JSON.stringify(schemaOf(database));
          if (time === 0) found[shown === JSON.stringify(after) ? 'stored' : 'missing']++;
          expect(await send(database, change, true), `${where}: the answer, time ${time}`).toEqual(answer);
          expect(schemaOf(database), `${where}: the schema, time ${time}`).toEqual(after);
          next = next.image({ kind: 'process-death', seed });
        }
      }
    }
    expect(found).toEqual({ stored: expect.toSatisfy(isSome), missing: expect.toSatisfy(isSome) });
  });
});

function isSome(count: number): boolean {
  return count > 0;
}

describe('A schema change that is sent again', () => {
  const CREATE: Change = ['createTable', { name: 'new', families: ['f'] }, []];
  const NEW_ONE: Change = ['ensureTable', { name: 'new', families: ['f'] }, {}];

  const fresh = (seed: number) => base.image({ kind: 'process-death', seed });
  const names = (database: Database) => [...database.engine.regions.keys()].sort();

  async function dropped(database: Database): Promise<void> {
    const other = new PacketClient(database.service, 'other');
    await other.send(callOf(['disableTable', 'new'], false), callOf(['deleteTable', 'new'], false));
  }

  it('is not made again after another client undid it', async () => {
    for (const change of [CREATE, NEW_ONE]) {
      const machine = fresh(1);
      await send(await open(machine), change);
      const next = await open(machine.image({ kind: 'process-death', seed: 2 }));
      await dropped(next);
      expect(codeOf(await send(next, change, true))).toBeNull();
      expect(names(next)).toEqual(['off', 'on']);
      const last = await open(machine.image({ kind: 'process-death', seed: 3 }));
      expect(codeOf(await send(last, change, true))).toBeNull();
    }
  });

  it('while it runs is answered with the same answer', async () => {
    const database = await open(fresh(1));
    const answers = await Promise.all([send(database, CREATE), send(database, CREATE, true), send(database, CREATE)]);
    expect(answers.map(codeOf)).toEqual([null, null, null]);
    expect(names(database)).toEqual(['new', 'off', 'on']);
  });

  it('waits for an acknowledgement if 1 MiB of answers is kept, and none is forgotten', async () => {
    const database = await open(fresh(1));
    const answersTo = async (packet: Uint8Array) => decodeReplies(await database.service.call(packet)).length;
    const append = batch('on', new Append('long').addColumn('f', 'q', 'x'.repeat(600 * 1024)));
    const appends = [1, 2].map((number) => ({ ...append, number }));
    expect(await answersTo(encodePacket('page', 0, appends))).toBe(2);
    const call = { ...callOf(CREATE, false), number: 3 };
    expect(await answersTo(encodePacket('page', 0, [call]))).toBe(0);
    expect([database.engine.operations.has('page', 1), names(database)]).toEqual([true, ['off', 'on']]);
    expect(await answersTo(encodeGoOn('page', 2))).toBe(1);
    expect(names(database)).toEqual(['new', 'off', 'on']);
  });

  it('runs again if it was refused', async () => {
    const machine = fresh(1);
    const first = await open(machine);
    await new PacketClient(first.service, 'maker').send(callOf(CREATE, false));
    expect(codeOf(await send(first, CREATE))).toBe('TABLE_EXISTS');
    const next = await open(machine.image({ kind: 'process-death', seed: 2 }));
    expect(codeOf(await send(next, CREATE, true))).toBe('TABLE_EXISTS');
    await dropped(next);
    expect(codeOf(await send(next, CREATE, true))).toBeNull();
    expect(names(next)).toEqual(['new', 'off', 'on']);
  });

  it('runs again if it could not be stored', async () => {
    const machine = fresh(1);
    const database = await open(machine);
    machine.catalog.fail({ operation: 'commit', error: 'ABORT' });
    expect(codeOf(await send(database, CREATE))).not.toBeNull();
    expect(names(database)).toEqual(['off', 'on']);
    machine.catalog.heal();
    expect(codeOf(await send(database, CREATE, true))).toBeNull();
    expect(names(database)).toEqual(['new', 'off', 'on']);
  });

  it('is answered as done if the catalog stored it without an answer', async () => {
    const machine = fresh(1);
    const database = await open(machine);
    machine.catalog.fail({ operation: 'commit', carriedOut: true, error: 'HANG' });
    const sent = send(database, CREATE);
    await settled();
    await passSeconds(machine.clock, 31);
    expect(codeOf(await sent)).toBe('STORAGE_UNAVAILABLE');
    const next = await open(machine.image({ kind: 'process-death', seed: 2 }));
    expect(names(next)).toEqual(['new', 'off', 'on']);
    expect(codeOf(await send(next, CREATE, true))).toBeNull();
  });

  it('is answered as done if the catalog is lost and the mirror has it', async () => {
    const machine = fresh(1);
    await send(await open(machine), CREATE);
    const next = await open(machine.image({ kind: 'process-death', seed: 2, catalog: 'nothing' }));
    expect(names(next)).toEqual(['new', 'off', 'on']);
    expect(codeOf(await send(next, CREATE, true))).toBeNull();
  });
});
