import { describe, expect, it } from 'vitest';
import { Put } from '../../model/put.js';
import { codeOf, openSteppedEngine, settled } from '../../testing/fakes/stepped-engine.js';
import type { Progress } from './call-options.js';

async function bench() {
  const engine = await openSteppedEngine(true);
  const { connection, machine } = engine;
  const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
  const admin = connection.getAdmin();
  for (let file = 0; file < 2; file++) {
    const puts = Array.from({ length: 200 }, (_, row) => new Put(`r${row}`).addColumn('f', 'q', 'v'));
    await table.put([...puts, new Put('r').addColumn('g', 'q', 'v')]);
    await admin.flush('t');
  }
  const files = () => machine.files.paths().filter((path) => path.startsWith('data/'));
  return { ...engine, admin, table, files };
}

describe('compact and majorCompact', () => {
  it('report their progress in cells, and once at the end', async () => {
    const { admin } = await bench();
    const told: Progress[] = [];
    await admin.majorCompact('t', null, { onProgress: (progress) => told.push(progress) });
    expect(told.length).toBeGreaterThan(3);
    expect(told.every(({ total, unit }) => total === 402 && unit === 'cells')).toBe(true);
    expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).sort((a, b) => a - b));
    expect(told.at(-1)).toEqual({ done: 402, total: 402, unit: 'cells' });
  });

  it('report the end even if there is nothing to do', async () => {
    const { admin } = await bench();
    await admin.disableTable('t');
    const told: Progress[] = [];
    await admin.majorCompact('t', null, { onProgress: (progress) => told.push(progress) });
    expect(told).toEqual([{ done: 0, total: 0, unit: 'cells' }]);
  });

  it('that are aborted reject with the reason, and leave everything unchanged', async () => {
    const { admin, files, gate } = await bench();
    const before = files();
    gate.shut();
    const controller = new AbortController();
    const compaction = admin.majorCompact('t', 'f', { signal: controller.signal }).catch((error: unknown) => error);
    await settled();
    expect(files().length).toBe(before.length + 1);
    const reason = new Error('enough');
    controller.abort(reason);
    await settled();
    gate.open();
    expect(await compaction).toBe(reason);
    expect(files()).toEqual(before);
    expect(await admin.getCompactionState('t')).toBe('NONE');
    await admin.majorCompact('t');
    expect(files().length).toBe(before.length + 2);
  });

  it('that are aborted while they wait never start', async () => {
    const { admin, files, gate } = await bench();
    gate.shut();
    const first = admin.majorCompact('t', 'f');
    await settled();
    const before = files();
    const controller = new AbortController();
    const second = admin.majorCompact('t', 'g', { signal: controller.signal }).catch((error: unknown) => error);
    await settled();
    controller.abort('no more');
    expect(await second).toBe('no more');
    gate.open();
    await first;
    expect(files()).toEqual(before);
  });

  it('request nothing if the signal is already aborted', async () => {
    const { admin, machine } = await bench();
    const { count } = machine.counter;
    const call = admin.majorCompact('t', null, { signal: AbortSignal.abort('before') });
    expect(await call.catch((error: unknown) => error)).toBe('before');
    expect(machine.counter.count).toBe(count);
  });

  it('reject for a missing table and a missing family (S-51), and do nothing to a disabled table', async () => {
    const { admin, machine } = await bench();
    for (const how of ['compact', 'majorCompact'] as const) {
      expect(await codeOf(admin[how]('nope'))).toBe('TABLE_NOT_FOUND');
      expect(await codeOf(admin[how]('t', 'nope'))).toBe('NO_SUCH_COLUMN_FAMILY');
    }
    await admin.disableTable('t');
    const { count } = machine.counter;
    expect(await codeOf(admin.compact('t'))).toBe('done');
    expect(await codeOf(admin.majorCompact('t', 'nope'))).toBe('done');
    expect(machine.counter.count).toBe(count);
  });

  it('do not block other calls of the connection', async () => {
    const { admin, gate, table } = await bench();
    gate.shut();
    const compaction = admin.majorCompact('t');
    await settled();
    await table.put(new Put('x').addColumn('f', 'q', 'v'));
    expect((await table.get('x')).isEmpty).toBe(false);
    gate.open();
    await compaction;
  });
});

describe('The compaction state of a table', () => {
  it('is TABLE_NOT_FOUND for a missing one (S-53), and NONE or 0 for a new one', async () => {
    const { admin } = await bench();
    expect(await codeOf(admin.getCompactionState('nope'))).toBe('TABLE_NOT_FOUND');
    expect(await codeOf(admin.getLastMajorCompactionTimestamp('nope'))).toBe('TABLE_NOT_FOUND');
    expect(await admin.getCompactionState('t')).toBe('NONE');
    expect(await admin.getLastMajorCompactionTimestamp('t')).toBe(0);
  });

  it('is the time of the oldest file that a major compaction made', async () => {
    const { admin, clock } = await bench();
    await admin.majorCompact('t', 'f');
    const first = clock.now();
    clock.advance(1_000);
    await admin.majorCompact('t', 'g');
    expect(await admin.getLastMajorCompactionTimestamp('t')).toBe(first);
    await admin.majorCompact('t');
    expect(await admin.getLastMajorCompactionTimestamp('t')).toBe(clock.now());
  });
});
