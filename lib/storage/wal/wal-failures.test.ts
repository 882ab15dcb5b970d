import { describe, expect, it } from 'vitest';
import { BigtabError } from '../../errors.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import type { SimFault } from '../../simulation/sim-faults.js';
import { SimFileSystem } from '../../simulation/sim-file-system.js';
import {
  appendRecord,
  asText,
  type OpenedLog,
  openLog,
  readBack,
  settle,
  testRecord,
  writeGroup,
} from '../../testing/samples/log-records.js';

interface Scene extends OpenedLog {
  readonly files: SimFileSystem;
  readonly clock: ManualClock;
  fail(...faults: readonly SimFault[]): void;
  /** What recovery reads after the death of the process, and after a power cut that loses as much as possible. */
  afterDeath(): Promise<readonly string[]>;
  afterPowerCut(): Promise<readonly string[]>;
}

/** An open log with names that no power cut undoes, and with the records 1 (flushed) and 2 (written). */
async function scene(): Promise<Scene> {
  const clock = new ManualClock();
  const files = new SimFileSystem({ seed: 1, clock });
  const opened = await openLog(files, { clock });
  writeGroup(opened.wal, testRecord(1));
  opened.wal.flush();
  writeGroup(opened.wal, testRecord(2));
  await settle();
  clock.advance(61_000);
  return {
    ...opened,
    files,
    clock,
    fail: (...faults) => {
      for (const fault of faults) files.fail(fault);
    },
    afterDeath: async () => {
      const { records, log } = await readBack(files.image({ kind: 'process-death', seed: 1 }));
      expect(log.problems).toEqual([]);
      return records;
    },
    afterPowerCut: async () => {
      const image = files.image({ kind: 'power-cut', seed: 1, unflushed: 'drop', names: 'keep' });
      const { records, log } = await readBack(image);
      expect(log.problems).toEqual([]);
      return records;
    },
  };
}

const texts = (...ids: readonly number[]): string[] => ids.map((id) => asText(testRecord(id)));
const EVERYTHING = Number.MAX_SAFE_INTEGER;

describe('A write that fails', () => {
  for (const written of [0, 1, 50, EVERYTHING]) {
    it(`leaves nothing of its group in the log if ${written} bytes of it are in the file`, async () => {
      const { wal, fail, afterDeath, afterPowerCut, files } = await scene();
      fail({ operation: 'write', error: 'QUOTA', written });
      expect(() => writeGroup(wal, testRecord(3), testRecord(4))).toThrow(
        expect.objectContaining({ code: 'QUOTA_EXCEEDED' }),
      );
      expect(wal.pendingBytes).toBe(0);
      expect(await afterDeath()).toEqual(texts(1, 2));
      // The cut was flushed, so that no power cut restores the group.
      expect(
        (await readBack(files.image({ kind: 'power-cut', seed: 1, unflushed: 'drop', names: 'keep' }))).records,
      ).toEqual(texts(1, 2));
      writeGroup(wal, testRecord(5));
      expect(wal.segments).toEqual([]);
      expect(await afterDeath()).toEqual(texts(1, 2, 5));
      wal.flush();
      expect(await afterPowerCut()).toEqual(texts(1, 2, 5));
    });

    it(`seals the segment if ${written} bytes of it cannot be cut off`, async () => {
      const { wal, fail, afterDeath, afterPowerCut } = await scene();
      fail({ operation: 'write', error: 'IO', written }, { operation: 'truncate', error: 'IO' });
      expect(() => writeGroup(wal, testRecord(3))).toThrow('failed in write');
      expect(wal.segments).toMatchObject([{ path: 'wal/1-1', lastSequenceId: 2 }]);
      expect(await afterDeath()).toEqual(texts(1, 2));
      expect(await afterPowerCut()).toEqual(texts(1, 2));
      writeGroup(wal, testRecord(5));
      wal.flush();
      expect(await afterPowerCut()).toEqual(texts(1, 2, 5));
    });
  }

  it('moves unflushed records to a spare if the handle is dead', async () => {
    const { wal, fail, afterDeath, afterPowerCut } = await scene();
    fail({ operation: 'write', error: 'INVALID', written: 7 });
    expect(() => writeGroup(wal, testRecord(3))).toThrow(expect.objectContaining({ name: 'InvalidStateError' }));
    expect(wal.segments).toMatchObject([{ path: 'wal/1-1', lastSequenceId: 1 }]);
    expect(wal.flushedSequenceId).toBe(2);
    expect(await afterPowerCut()).toEqual(texts(1, 2));
    // The turn is run again.
    writeGroup(wal, testRecord(4));
    expect(await afterDeath()).toEqual(texts(1, 2, 4));
  });

  it('forgets a connection that only the failed group declared', async () => {
    const { wal, fail, afterDeath } = await scene();
    fail({ operation: 'write', error: 'QUOTA' });
    expect(() => writeGroup(wal, testRecord(3, 'x', 'newcomer'))).toThrow();
    writeGroup(wal, testRecord(4, 'y', 'newcomer'));
    expect(await afterDeath()).toEqual([...texts(1, 2), asText(testRecord(4, 'y', 'newcomer'))]);
  });

  it('uses up the sequence ids of its group', async () => {
    const { wal, fail } = await scene();
    fail({ operation: 'write', error: 'QUOTA' });
    expect(() => writeGroup(wal, testRecord(3), testRecord(4))).toThrow();
    expect(() => wal.beginRecord(null, 0, 4)).toThrow('does not follow');
    appendRecord(wal, testRecord(5));
    wal.discard();
    expect(() => wal.beginRecord(null, 0, 4)).toThrow('does not follow');
    writeGroup(wal, testRecord(5));
  });

  it('keeps records that were deferred before the group', async () => {
    const { wal, fail, clock, afterDeath } = await scene();
    appendRecord(wal, testRecord(3));
    wal.defer();
    fail({ operation: 'write', error: 'QUOTA' });
    expect(() => writeGroup(wal, testRecord(4))).toThrow();
    expect(await afterDeath()).toEqual(texts(1, 2));
    clock.advance(5);
    expect(await afterDeath()).toEqual(texts(1, 2, 3));
  });

  it('reports that the failed bytes can neither be cut off nor excluded', async () => {
    const { wal, fail, files, afterDeath } = await scene();
    fail(
      { operation: 'write', error: 'IO', written: EVERYTHING, times: 100 },
      { operation: 'truncate', error: 'IO', times: 100 },
    );
    let error: unknown;
    try {
      writeGroup(wal, testRecord(3));
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      details: { outcome: 'unknown' },
      cause: { name: 'UnknownError' },
    });
    expect(BigtabError.is(error)).toBe(true);
    expect(() => writeGroup(wal, testRecord(4))).toThrow();
    files.heal();
    await wal.ready();
    writeGroup(wal, testRecord(5));
    expect(await afterDeath()).toEqual(texts(1, 2, 5));
  });
});

describe('A flush that fails', () => {
  it('writes its records again into a spare and flushes them there', async () => {
    const { wal, fail, afterDeath, afterPowerCut } = await scene();
    writeGroup(wal, testRecord(3, 'x', 'other'), testRecord(4));
    fail({ operation: 'flush', error: 'IO' });
    wal.flush();
    expect(wal.flushedSequenceId).toBe(4);
    expect(wal.segments).toMatchObject([{ path: 'wal/1-1', lastSequenceId: 1 }]);
    const expected = [...texts(1, 2), asText(testRecord(3, 'x', 'other')), ...texts(4)];
    expect(await afterPowerCut()).toEqual(expected);
    writeGroup(wal, testRecord(5, 'y', 'other'));
    expect(await afterDeath()).toEqual([...expected, asText(testRecord(5, 'y', 'other'))]);
  });

  for (const failing of ['write', 'flush'] as const) {
    for (const at of [1, 2, 3]) {
      it(`continues in the second spare if ${failing} ${at} of the first one fails`, async () => {
        const { wal, fail, afterDeath, afterPowerCut } = await scene();
        fail({ operation: 'flush', path: 'wal/1-1', error: 'IO' });
        fail(
          { operation: failing, path: 'wal/1-2', at, error: 'IO' },
          { operation: 'truncate', path: 'wal/1-2', error: 'IO' },
        );
        wal.flush();
        expect(wal.flushedSequenceId).toBe(2);
        expect(await afterPowerCut()).toEqual(texts(1, 2));
        writeGroup(wal, testRecord(3));
        expect(await afterDeath()).toEqual(texts(1, 2, 3));
      });
    }
  }

  it('throws only if the spares fail too, and the death of the process then loses no written record', async () => {
    for (const operation of ['flush', 'write'] as const) {
      for (const at of [1, 2, 3, 4, 5]) {
        const { wal, fail, files, afterDeath, afterPowerCut } = await scene();
        fail({ operation: 'flush', path: 'wal/1-1', error: 'IO', times: 100 });
        fail(
          { operation, path: /1-[^1]/, at, error: 'IO', times: 100 },
          { operation: 'truncate', error: 'IO', times: 100 },
        );
        try {
          wal.flush();
          continue;
        } catch (error) {
          expect(error).toMatchObject({ name: 'UnknownError' });
        }
        expect(wal.flushedSequenceId).toBe(1);
        expect(await afterDeath()).toEqual(texts(1, 2));
        expect((await afterPowerCut()).slice(0, 1)).toEqual(texts(1));
        expect(() => writeGroup(wal, testRecord(3))).toThrow();
        expect(wal.powerSafe).toBe(false);
        files.heal();
        await wal.ready();
        writeGroup(wal, testRecord(4));
        wal.flush();
        expect(await afterDeath()).toEqual(texts(1, 2, 4));
      }
    }
  });

  it('does not fail the group whose size caused the flush', async () => {
    const { wal, fail, errors, afterDeath } = await scene();
    fail({ operation: 'flush', error: 'IO', times: 100 });
    const big = testRecord(3, 'x'.repeat(1_100_000));
    writeGroup(wal, big);
    expect(errors).toHaveLength(1);
    expect(await afterDeath()).toEqual([...texts(1, 2), asText(big)]);
    expect(() => writeGroup(wal, testRecord(4))).toThrow();
  });
});

describe('Rolling that fails', () => {
  it('stays in the segment if the spare is certainly empty, and uses that spare later', async () => {
    const clock = new ManualClock();
    const files = new SimFileSystem({ seed: 1, clock });
    const { wal, errors } = await openLog(files, { clock, segmentBytes: 200 });
    files.fail({ operation: 'write', path: /1-[23]/, error: 'QUOTA', written: EVERYTHING, times: 2 });
    writeGroup(wal, testRecord(1));
    expect(errors).toMatchObject([{ code: 'QUOTA_EXCEEDED' }]);
    expect(wal.segments).toEqual([]);
    // It tries again after one more MiB.
    writeGroup(wal, testRecord(2, 'x'.repeat(1_100_000)));
    expect(wal.segments).toMatchObject([{ path: 'wal/1-1' }]);
    writeGroup(wal, testRecord(3));
    await wal.close();
    const { records } = await readBack(files);
    expect(records).toEqual([testRecord(1), testRecord(2, 'x'.repeat(1_100_000)), testRecord(3)].map(asText));
    expect(files.paths()).toEqual(['wal/1-1', 'wal/1-2', 'wal/1-3']);
  });

  it('leaves the segment for good if a header may be in a spare', async () => {
    const clock = new ManualClock();
    const files = new SimFileSystem({ seed: 1, clock });
    const { wal, errors } = await openLog(files, { clock, segmentBytes: 200 });
    files.fail({ operation: 'write', path: /1-[23]/, error: 'IO', written: EVERYTHING, times: 2 });
    files.fail({ operation: 'truncate', path: /1-[23]/, error: 'IO', times: 2 });
    writeGroup(wal, testRecord(1));
    expect(errors).toHaveLength(1);
    // No spare is ready: nothing may be written where it would not be read.
    expect(() => writeGroup(wal, testRecord(2))).toThrow(expect.objectContaining({ code: 'STORAGE_UNAVAILABLE' }));
    const death = async (): Promise<readonly string[]> =>
      (await readBack(files.image({ kind: 'process-death', seed: 1 }))).records;
    expect(await death()).toEqual(texts(1));
    await wal.ready();
    writeGroup(wal, testRecord(3));
    expect(await death()).toEqual(texts(1, 3));
    await wal.close();
    expect((await openLog(files)).records).toEqual(texts(1, 3));
  });

  it('skips an empty spare if one with a higher number may not be empty', async () => {
    const clock = new ManualClock();
    const files = new SimFileSystem({ seed: 1, clock });
    const { wal } = await openLog(files, { clock, segmentBytes: 400 });
    files.fail({ operation: 'write', path: /1-[23]/, error: 'IO', written: EVERYTHING, times: 2 });
    files.fail({ operation: 'truncate', path: 'wal/1-3', error: 'IO' });
    const large = testRecord(1, 'x'.repeat(300));
    writeGroup(wal, large);
    await wal.ready();
    writeGroup(wal, testRecord(2));
    expect((await readBack(files.image({ kind: 'process-death', seed: 1 }))).records).toEqual([
      asText(large),
      ...texts(2),
    ]);
    await wal.close();
    expect((await readBack(files)).records).toEqual([asText(large), ...texts(2)]);
  });

  it('reports that spares cannot be created, and creates them at the next attempt', async () => {
    const clock = new ManualClock();
    const files = new SimFileSystem({ seed: 1, clock });
    const { wal, errors } = await openLog(files, { clock, segmentBytes: 200 });
    files.fail({ operation: 'create', error: 'QUOTA', times: 2 });
    for (let id = 1; id <= 8; id++) {
      writeGroup(wal, testRecord(id));
      await settle();
    }
    expect(errors).toHaveLength(2);
    expect(wal.segments.length).toBeGreaterThan(3);
    await wal.close();
    expect((await readBack(files)).records).toHaveLength(8);
  });
});

describe('A flush that lies', () => {
  it('because an earlier one failed loses nothing, even if the process ended in between', async () => {
    const { wal, fail, files, clock } = await scene();
    fail({ operation: 'flush', error: 'IO', times: 100 });
    expect(() => wal.flush()).toThrow();
    const next = files.image({ kind: 'process-death', seed: 1 });
    const { wal: reopened, records } = await openLog(next, { clock });
    expect(records).toEqual(texts(1, 2));
    writeGroup(reopened, testRecord(3));
    reopened.flush();
    const after = await readBack(next.image({ kind: 'power-cut', seed: 1, unflushed: 'drop', names: 'keep' }));
    expect(after.records).toEqual(texts(1, 2, 3));
    expect(after.log.problems).toEqual([]);
  });
});

describe('Opening that fails', () => {
  for (const fault of [
    { operation: 'create', at: 1 },
    { operation: 'write', at: 1 },
    { operation: 'flush', at: 2 },
  ] as const) {
    it(`closes what it opened when ${fault.operation} fails, and the next attempt succeeds`, async () => {
      const { wal, files } = await scene();
      await wal.close();
      files.fail({ ...fault, error: 'QUOTA', times: 100 });
      await expect(openLog(files)).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
      files.heal();
      const { records } = await openLog(files);
      expect(records).toEqual(texts(1, 2));
    });
  }
});

describe('ASYNC_WAL on a failing medium', () => {
  it('is reported, and tried again after a second or with the next group', async () => {
    const { wal, clock, fail, errors, afterDeath } = await scene();
    appendRecord(wal, testRecord(3));
    wal.defer();
    fail({ operation: 'write', error: 'QUOTA', times: 2 });
    clock.advance(5);
    expect(errors).toMatchObject([{ code: 'QUOTA_EXCEEDED' }]);
    clock.advance(999);
    expect(errors).toHaveLength(1);
    clock.advance(1);
    expect(errors).toHaveLength(2);
    expect(await afterDeath()).toEqual(texts(1, 2));
    writeGroup(wal, testRecord(4));
    expect(await afterDeath()).toEqual(texts(1, 2, 3, 4));
  });

  it('moves to the spare if the handle is dead', async () => {
    const { wal, clock, fail, errors, afterDeath } = await scene();
    appendRecord(wal, testRecord(3));
    wal.defer();
    fail({ operation: 'write', error: 'INVALID' });
    clock.advance(5);
    expect(errors).toHaveLength(1);
    expect(wal.segments).toHaveLength(1);
    expect(await afterDeath()).toEqual(texts(1, 2, 3));
  });

  it('is refused, which informs the writer, if more than a MiB waits', async () => {
    const { wal, fail } = await scene();
    fail({ operation: 'write', error: 'QUOTA', times: 100 });
    for (let id = 3; id <= 5; id++) {
      appendRecord(wal, testRecord(id, 'x'.repeat(400_000)));
      if (id < 5) wal.defer();
    }
    expect(() => wal.defer()).toThrow(expect.objectContaining({ code: 'QUOTA_EXCEEDED' }));
    expect(wal.lastSequenceId).toBe(4);
  });
});
