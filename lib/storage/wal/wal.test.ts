import { describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimFileSystem } from '../../simulation/sim-file-system.js';
import { VisibleFiles } from '../../testing/fakes/visible-files.js';
import {
  appendRecord,
  asText,
  openLog,
  readBack,
  settle,
  testRecord,
  writeGroup,
} from '../../testing/samples/log-records.js';

const simulated = (clock = new ManualClock()): SimFileSystem => new SimFileSystem({ seed: 1, clock });

describe('Wal', () => {
  it('returns every record of a group: ids, connection, operation, answer and sections', async () => {
    const files = new VisibleFiles();
    const { wal } = await openLog(files);
    const records = [
      {
        first: 1,
        last: 3,
        connection: 'page',
        operation: 7,
        answer: 'done',
        sections: [
          [4, 'ab'],
          [5, ''],
        ] as const,
      },
      { first: 4 },
      { first: 9, connection: 'other', operation: 1, sections: [[4, 'é'.repeat(1000)]] as const },
      { first: 10, connection: 'page', operation: 8, answer: 'x' },
    ];
    writeGroup(wal, ...records);
    await wal.close();
    expect((await readBack(files)).records).toEqual(records.map(asText));
  });

  it('writes a group with one write and flushes nothing', async () => {
    const files = simulated();
    const { wal } = await openLog(files);
    const before = files.counter.count;
    writeGroup(wal, testRecord(1), testRecord(2), testRecord(3));
    expect(files.counter.log.slice(before)).toEqual(['write wal/1-1']);
    expect(wal.flushedSequenceId).toBe(0);
    expect(wal.lastSequenceId).toBe(3);
  });

  it('writes and flushes the header before it serves, after the copied records are flushed', async () => {
    const files = simulated();
    const first = await openLog(files);
    writeGroup(first.wal, testRecord(1));
    await first.wal.close();
    const before = files.counter.count;
    await openLog(files);
    const log = files.counter.log.slice(before).filter((operation) => !operation.startsWith('create'));
    expect(log).toEqual(['write wal/2-1', 'write wal/2-1', 'flush wal/2-1', 'write wal/2-1', 'flush wal/2-1']);
  });

  it('lets the content of a section be read until the group ends', async () => {
    const { wal } = await openLog(new VisibleFiles());
    wal.beginRecord('page', 1, 1);
    const writer = wal.beginSection(1);
    const start = writer.length;
    writer.raw(encodeText('cells'));
    const end = writer.length;
    wal.endRecord(1, new Uint8Array(100_000));
    expect(writer.bytes.slice(start, end)).toEqual(encodeText('cells'));
  });

  it('drops a discarded group and allows its ids to be used again', async () => {
    const files = new VisibleFiles();
    const { wal } = await openLog(files);
    appendRecord(wal, testRecord(1, 'no', 'unheard'));
    expect(wal.pendingBytes).toBeGreaterThan(0);
    wal.discard();
    expect(wal.pendingBytes).toBe(0);
    writeGroup(wal, testRecord(1, 'yes', 'unheard'));
    expect((await readBack(await closed(files, wal))).records).toEqual([asText(testRecord(1, 'yes', 'unheard'))]);
  });

  it('drops a record that was never ended', async () => {
    const files = new VisibleFiles();
    const { wal } = await openLog(files);
    wal.beginRecord('page', 1, 1);
    wal.beginSection(1).raw(encodeText('half'));
    appendRecord(wal, testRecord(1));
    wal.beginRecord('page', 2, 2);
    appendRecord(wal, testRecord(2));
    wal.beginRecord('page', 3, 3);
    wal.write();
    expect((await readBack(await closed(files, wal))).records).toEqual([testRecord(1), testRecord(2)].map(asText));
  });

  it('refuses a record out of sequence order', async () => {
    const { wal } = await openLog(new VisibleFiles());
    writeGroup(wal, testRecord(5));
    expect(() => wal.beginRecord(null, 0, 5)).toThrow('does not follow');
    wal.beginRecord(null, 0, 6);
    expect(() => wal.endRecord(5)).toThrow('cannot end');
    wal.discard();
    expect(() => wal.endRecord(6)).toThrow('no record');
  });

  it('flushes written records, and no more often than needed', async () => {
    const files = simulated();
    const { wal } = await openLog(files);
    writeGroup(wal, testRecord(1));
    writeGroup(wal, testRecord(4));
    wal.flush();
    expect(wal.flushedSequenceId).toBe(4);
    const before = files.counter.count;
    wal.flush();
    wal.flushUpTo(100);
    writeGroup(wal, testRecord(7));
    wal.flushUpTo(6);
    expect(files.counter.log.slice(before)).toEqual(['write wal/1-1']);
    wal.flushUpTo(7);
    expect(wal.flushedSequenceId).toBe(7);
  });

  it('flushes itself after every MiB', async () => {
    const files = simulated();
    const { wal } = await openLog(files);
    const before = files.counter.count;
    for (let id = 1; id <= 9; id++) writeGroup(wal, testRecord(id, 'x'.repeat(300_000)));
    expect(files.counter.log.slice(before).filter((operation) => operation.startsWith('flush'))).toHaveLength(2);
    expect(wal.flushedSequenceId).toBe(8);
  });

  it('keeps two spares ready, so that rolling is synchronous', async () => {
    const files = simulated();
    const { wal } = await openLog(files, { segmentBytes: 500 });
    expect(files.paths()).toEqual(['wal/1-1', 'wal/1-2', 'wal/1-3']);
    writeGroup(wal, testRecord(1, 'x'.repeat(600)));
    writeGroup(wal, testRecord(2));
    expect(files.counter.log.slice(-5)).toEqual([
      'write wal/1-1',
      'flush wal/1-1',
      'write wal/1-2',
      'flush wal/1-2',
      'write wal/1-2',
    ]);
    await settle();
    // The log has rolled once within a minute, so there is one more.
    expect(files.paths()).toEqual(['wal/1-1', 'wal/1-2', 'wal/1-3', 'wal/1-4', 'wal/1-5']);
    // The spares stay: the seal of a segment may name one.
    await wal.close();
    expect(files.paths()).toHaveLength(5);
    expect((await readBack(files)).records).toHaveLength(2);
  });

  it('lets a segment grow while no spare is ready, and rolls when a spare is ready', async () => {
    const files = simulated();
    const { wal } = await openLog(files, { segmentBytes: 100 });
    for (let id = 1; id <= 6; id++) writeGroup(wal, testRecord(id));
    expect(wal.segments.map(({ path }) => path)).toEqual(['wal/1-1', 'wal/1-2']);
    await wal.ready();
    writeGroup(wal, testRecord(7));
    expect(wal.segments.map(({ path }) => path)).toEqual(['wal/1-1', 'wal/1-2', 'wal/1-3']);
    expect((await readBack(await closed(files, wal))).records).toHaveLength(7);
  });

  it('declares a connection once in each segment', async () => {
    const files = new VisibleFiles();
    const connection = 'a-connection-with-a-long-name';
    const { wal } = await openLog(files, { segmentBytes: 600 });
    for (let id = 1; id <= 8; id++) {
      writeGroup(wal, testRecord(id, 'x'.repeat(100), connection));
      await settle();
    }
    await wal.close();
    const { records } = await readBack(files);
    expect(records).toHaveLength(8);
    const used = files.paths().filter((path) => files.bytesOf(path).length > 0);
    expect(used.length).toBeGreaterThan(1);
    for (const path of used) {
      const text = String.fromCharCode(...files.bytesOf(path));
      // The last one was only just started.
      expect(text.split(connection)).toHaveLength(path === used.at(-1) ? 1 : 2);
    }
  });

  it('releases segments whose records are all in store files, and counts only the others', async () => {
    const files = simulated();
    const { wal } = await openLog(files, { segmentBytes: 100 });
    for (let id = 1; id <= 6; id++) {
      writeGroup(wal, testRecord(id * 10));
      await settle();
    }
    const all = wal.bytes;
    expect(wal.obsoleteAt(9)).toEqual([]);
    expect(wal.obsoleteAt(10).map(({ path }) => path)).toEqual(['wal/1-1']);
    expect(wal.release(35).map(({ path }) => path)).toEqual(['wal/1-1', 'wal/1-2', 'wal/1-3']);
    expect(wal.bytes).toBeLessThan(all);
    expect(wal.segments).toHaveLength(6);
    await files.remove('wal/1-1');
    wal.forget('wal/1-1');
    expect(wal.obsoleteAt(35).map(({ path }) => path)).toEqual(['wal/1-2', 'wal/1-3']);
    writeGroup(wal, testRecord(70));
    const { records, log } = await readBack(await closed(files, wal), 35);
    expect(records).toEqual([40, 50, 60, 70].map((id) => asText(testRecord(id))));
    expect(log.problems).toEqual([]);
    // If a power cut undoes a commit, the released segments are needed again: headers still list them.
    expect((await readBack(files, 10)).records).toHaveLength(6);
  });

  it('is safe from a power cut after the name of its segment is a minute old', async () => {
    const clock = new ManualClock();
    const { wal } = await openLog(simulated(clock), { clock, segmentBytes: 100 });
    expect(wal.powerSafe).toBe(false);
    clock.advance(59_999);
    expect(wal.powerSafe).toBe(false);
    clock.advance(1);
    expect(wal.powerSafe).toBe(true);
    // The spares are just as old.
    writeGroup(wal, testRecord(1));
    expect(wal.powerSafe).toBe(true);
  });
});

describe('The names of segments', () => {
  it('are those of the spares of an earlier owner, in order, if these are a minute old', async () => {
    const clock = new ManualClock();
    const files = simulated(clock);
    const first = await openLog(files, { clock });
    writeGroup(first.wal, testRecord(1));
    const { spares } = first.wal;
    expect(spares.map(({ path }) => path)).toEqual(['wal/1-2', 'wal/1-3']);
    await first.wal.close();
    clock.advance(60_000);
    const second = await openLog(files, { clock, spares, segmentBytes: 150 });
    expect(second.wal.active).toEqual({ path: 'wal/1-2', old: true });
    writeGroup(second.wal, testRecord(2));
    expect(second.wal.active).toEqual({ path: 'wal/1-3', old: true });
    await settle();
    // Its own names come after them.
    expect(second.wal.spares.map(({ path }) => path)).toEqual(['wal/2-1', 'wal/2-2']);
    await second.wal.close();
    const third = await readBack(files);
    expect(third.records).toEqual([testRecord(1), testRecord(2)].map(asText));
    expect(third.log).toMatchObject({ problems: [], generation: { epoch: 2 }, newest: { epoch: 1, number: 3 } });
  });

  it('are never those of young spares, of files with content, or of names before the newest segment', async () => {
    const clock = new ManualClock();
    const files = simulated(clock);
    const { wal } = await openLog(files, { clock, segmentBytes: 150 });
    const { spares } = wal;
    writeGroup(wal, testRecord(1));
    await wal.close();
    clock.advance(59_999);
    files.setBytes('wal/1-4', new Uint8Array(9));
    files.setBytes('wal/1-0', new Uint8Array(0));
    const more = [...spares, { path: 'wal/1-4', since: -100_000 }, { path: 'wal/1-0', since: -100_000 }];
    const next = await openLog(files, { clock, spares: more });
    expect(next.wal.active).toEqual({ path: 'wal/2-1', old: false });
  });

  it('stay old: a segment grows up to the limit of the log rather than continue in a young spare', async () => {
    const clock = new ManualClock();
    const files = simulated(clock);
    const { wal } = await openLog(files, { clock, segmentBytes: 200, logBytes: 2_000 });
    clock.advance(60_000);
    let id = 1;
    while (wal.segments.length < 2) writeGroup(wal, testRecord(id++));
    await settle();
    const from = id;
    while (wal.segments.length < 3) {
      expect(wal.powerSafe).toBe(true);
      writeGroup(wal, testRecord(id++));
      await settle();
    }
    expect(wal.powerSafe).toBe(false);
    expect(id - from).toBeGreaterThan(10);
    await wal.close();
    expect((await readBack(files)).records).toHaveLength(id - 1);
  });

  it('are as many as the log needs within a minute', async () => {
    const clock = new ManualClock();
    const files = simulated(clock);
    const { wal } = await openLog(files, { clock, segmentBytes: 150 });
    for (let id = 1; id <= 60; id++) {
      writeGroup(wal, testRecord(id));
      await settle();
      clock.advance(10_000);
      if (id > 30) expect(wal.powerSafe, `record ${id}`).toBe(true);
    }
    expect(wal.segments.length).toBeGreaterThan(20);
    expect(wal.spares.length).toBeGreaterThan(5);
    expect(wal.spares.length).toBeLessThan(12);
  });
});

describe('ASYNC_WAL', () => {
  it('is written after 5 ms, with one write for everything that was deferred', async () => {
    const clock = new ManualClock();
    const files = simulated(clock);
    const { wal } = await openLog(files, { clock });
    const before = files.counter.count;
    appendRecord(wal, testRecord(1));
    wal.defer();
    clock.advance(4);
    appendRecord(wal, testRecord(2));
    wal.defer();
    expect(files.counter.count).toBe(before);
    expect(wal.lastSequenceId).toBe(2);
    clock.advance(1);
    expect(files.counter.log.slice(before)).toEqual(['write wal/1-1']);
    expect(clock.waiting).toBe(0);
    expect((await readBack(files.image({ kind: 'process-death', seed: 1 }))).records).toHaveLength(2);
  });

  it('is written before the records of the next group, in the same write', async () => {
    const clock = new ManualClock();
    const files = simulated(clock);
    const { wal } = await openLog(files, { clock });
    const before = files.counter.count;
    appendRecord(wal, testRecord(1));
    wal.defer();
    writeGroup(wal, testRecord(2));
    clock.advance(10);
    expect(files.counter.log.slice(before)).toEqual(['write wal/1-1']);
    expect((await readBack(await closed(files, wal))).records).toEqual([testRecord(1), testRecord(2)].map(asText));
  });

  it('is part of a flush, and of closing', async () => {
    const files = simulated();
    const { wal } = await openLog(files);
    appendRecord(wal, testRecord(1));
    wal.defer();
    wal.flushUpTo(1);
    expect(wal.flushedSequenceId).toBe(1);
    appendRecord(wal, testRecord(2));
    wal.defer();
    expect((await readBack(await closed(files, wal))).records).toHaveLength(2);
  });

  it('is written immediately if more than a MiB waits', async () => {
    const files = simulated();
    const { wal } = await openLog(files);
    const before = files.counter.count;
    for (let id = 1; id <= 4; id++) {
      appendRecord(wal, testRecord(id, 'x'.repeat(300_000)));
      wal.defer();
    }
    expect(files.counter.log.slice(before)).toEqual(['write wal/1-1', 'flush wal/1-1']);
  });
});

async function closed<T>(files: T, wal: { close(): Promise<void> }): Promise<T> {
  await wal.close();
  return files;
}
