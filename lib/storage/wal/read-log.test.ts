import { beforeEach, describe, expect, it } from 'vitest';
import { crc32c } from '../../bytes/crc32c.js';
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
import { simulated } from '../../testing/samples/sim-outcomes.js';
import { segmentHeaderLength } from './segment-header.js';

const texts = (...ids: readonly number[]): string[] => ids.map((id) => asText(testRecord(id)));

/** Five records in one segment that was never closed; the first three are flushed. */
async function newestSegment(): Promise<{ files: VisibleFiles; path: string; bytes: Uint8Array }> {
  const files = new VisibleFiles();
  const { wal } = await openLog(files);
  for (let id = 1; id <= 5; id++) {
    writeGroup(wal, testRecord(id));
    if (id === 3) wal.flush();
  }
  await wal.close();
  const path = 'wal/1-1';
  return { files, path, bytes: files.bytesOf(path) };
}

/** The end offsets of the records: the declaration of the connection, then 1 to 5. */
function ends(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const found: number[] = [];
  for (let at = segmentHeaderLength(0); at < bytes.length; ) {
    at += view.getUint32(at, true);
    found.push(at);
  }
  return found;
}

describe('readLog', () => {
  it('reads nothing if there is nothing', async () => {
    const { records, log } = await readBack(new VisibleFiles());
    expect(records).toEqual([]);
    expect(log).toMatchObject({ segments: [], unused: [], kept: [], problems: [], damaged: false, lastSequenceId: 0 });
  });

  it('reads a chain of segments over epochs in sequence order', async () => {
    const files = new VisibleFiles();
    for (let epoch = 1; epoch <= 4; epoch++) {
      const { wal, records } = await openLog(files, { segmentBytes: 100 });
      expect(records).toEqual(texts(...Array.from({ length: (epoch - 1) * 3 }, (_, index) => index + 1)));
      for (let id = epoch * 3 - 2; id <= epoch * 3; id++) {
        writeGroup(wal, testRecord(id));
        await settle();
      }
      await wal.close();
    }
    const { records, log } = await readBack(files);
    expect(records).toEqual(texts(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    expect(log).toMatchObject({ lastSequenceId: 12, problems: [], kept: [], discardedBytes: 0 });
    const listed = log.segments.map(({ path }) => path);
    expect([...listed, ...log.unused, 'wal/4-4'].sort()).toEqual(files.paths());
  });

  it('reads only segments with records after the start of the log', async () => {
    const files = new VisibleFiles();
    const { wal } = await openLog(files, { segmentBytes: 100 });
    for (let id = 1; id <= 4; id++) {
      writeGroup(wal, testRecord(id));
      await settle();
    }
    await wal.close();
    expect((await readBack(files, 2)).records).toEqual(texts(3, 4));
  });

  it('lists files without content: spares, and segments that no header lists', async () => {
    const files = new VisibleFiles();
    const first = await openLog(files);
    writeGroup(first.wal, testRecord(1));
    // The process dies, and spares are left.
    const copy = copyOf(files);
    const second = await openLog(copy);
    expect(second.log.unused).toEqual(['wal/1-3', 'wal/1-2']);
    expect(second.records).toEqual(texts(1));
  });
});

describe('The newest segment', () => {
  let files: VisibleFiles;
  let path: string;
  let bytes: Uint8Array;
  beforeEach(async () => {
    ({ files, path, bytes } = await newestSegment());
  });

  it('yields complete groups: the records of a torn group are ignored, even if some of them are valid', async () => {
    const medium = new VisibleFiles();
    const { wal } = await openLog(medium);
    writeGroup(wal, testRecord(1));
    writeGroup(wal, testRecord(2), testRecord(3), testRecord(4));
    await wal.close();
    const whole = medium.bytesOf('wal/1-1');
    for (let length = whole.length; length > 0; length--) {
      medium.setBytes('wal/1-1', whole.subarray(0, length));
      const { records, log } = await readBack(medium);
      expect([0, 1, 4], `cut at ${length}`).toContain(records.length);
      expect(records, `cut at ${length}`).toEqual(
        [1, 2, 3, 4].slice(0, records.length).map((id) => asText(testRecord(id))),
      );
      expect(log.problems).toEqual([]);
    }
  });

  it('yields the records before the cut, wherever it is cut off', async () => {
    const at = ends(bytes).slice(1);
    for (let length = 0; length < bytes.length; length++) {
      files.setBytes(path, bytes.subarray(0, length));
      const { records, log } = await readBack(files);
      const whole = at.filter((end) => end <= length).length;
      expect(records, `cut at ${length}`).toEqual(texts(1, 2, 3, 4, 5).slice(0, whole));
      expect(log.damaged).toBe(false);
    }
  });

  it('lacks one record whichever byte below its forced length is flipped, and ends with a bad one after that', async () => {
    const [declared = 0, first = 0, second = 0, third = 0, fourth = 0] = ends(bytes);
    for (let at = 0; at < bytes.length; at++) {
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] as number) ^ (1 << (at % 8));
      files.setBytes(path, flipped);
      const { records, log } = await readBack(files);
      if (at < segmentHeaderLength(0)) {
        expect(records).toHaveLength(5);
        expect(log.problems).toEqual([]);
      } else if (at < declared) {
        // The connection of the records is unknown then.
        expect(records, `byte ${at}`).toEqual(texts(1, 2, 3, 4, 5).map((text) => text.replace('page#', '-#')));
        expect(log).toMatchObject({ damaged: true, hasGaps: true });
      } else if (at < third) {
        const lost = at < first ? 1 : at < second ? 2 : 3;
        expect(records, `byte ${at}`).toEqual(texts(...[1, 2, 3, 4, 5].filter((id) => id !== lost)));
        expect(log).toMatchObject({ damaged: true, hasGaps: true, discardedBytes: 0 });
        expect(log.problems, `byte ${at}`).toEqual([expect.stringContaining(`sequence ids ${lost} to ${lost} `)]);
        expect(log.segments).toMatchObject([{ path, damaged: true, validLength: third }]);
      } else {
        expect(records, `byte ${at}`).toEqual(at < fourth ? texts(1, 2, 3) : texts(1, 2, 3, 4));
        expect(log).toMatchObject({ damaged: false, hasGaps: false });
        expect(log.problems).toHaveLength(at < fourth ? 1 : 0);
      }
    }
  });

  it('drops the rest of a group with a bad record, and what may belong to it', async () => {
    const medium = new VisibleFiles();
    const { wal } = await openLog(medium);
    for (const group of [[1], [2, 3, 4], [5], [6, 7]]) writeGroup(wal, ...group.map((id) => testRecord(id)));
    wal.flush();
    writeGroup(wal, testRecord(8));
    await wal.close();
    const whole = medium.bytesOf('wal/1-1');
    const at = ends(whole);
    for (const [bad, left] of [
      [2, [1, 5, 6, 7, 8]],
      [3, [1, 5, 6, 7, 8]],
      [4, [1, 5, 6, 7, 8]],
      [5, [1, 2, 3, 4, 6, 7, 8]],
      [6, [1, 2, 3, 4, 5, 8]],
      [7, [1, 2, 3, 4, 5, 8]],
    ] as const) {
      const holed = whole.slice();
      holed.fill(0xff, at[bad - 1], at[bad]);
      medium.setBytes('wal/1-1', holed);
      expect((await readBack(medium)).records, `record ${bad}`).toEqual(texts(...left));
    }
  });

  it('is searched for the next record in bounded time, whatever its bytes', async () => {
    const hostile = new Uint8Array(400_000);
    hostile.set(bytes.subarray(0, segmentHeaderLength(0)));
    const view = new DataView(hostile.buffer);
    // Every 24 bytes something looks like a record that extends to the end.
    for (let at = segmentHeaderLength(0); at + 41 < hostile.length; at += 24) {
      view.setUint32(at, hostile.length - at, true);
      view.setFloat64(at + 9, at, true);
    }
    files.setBytes(path, hostile);
    const { records, log } = await readBack(files);
    expect(records).toEqual([]);
    expect(log.problems).toEqual([]);
  });

  it('discards everything after a lost block of its unflushed tail, even valid records', async () => {
    const [, , , third = 0, fourth = 0] = ends(bytes);
    const holed = bytes.slice();
    holed.fill(0, third, fourth);
    files.setBytes(path, holed);
    const { records, log } = await readBack(files);
    expect(records).toEqual(texts(1, 2, 3));
    expect(log).toMatchObject({ damaged: false, discardedBytes: bytes.length - third });
    expect(log.problems).toEqual([expect.stringContaining('5 to 5 after it were not applied')]);
  });

  it('is never mistaken for another: its records are not valid elsewhere', async () => {
    // The same bytes under another name, and records moved to another place.
    files.setBytes('wal/1-2', bytes);
    expect((await readBack(files)).log).toMatchObject({ kept: ['wal/1-2'], lastSequenceId: 5 });
    const [declared = 0, first = 0, second = 0] = ends(bytes);
    const moved = new Uint8Array([...bytes.subarray(0, declared), ...bytes.subarray(first, second)]);
    files.setBytes('wal/1-2', new Uint8Array(0));
    files.setBytes(path, moved);
    expect((await readBack(files)).records).toEqual([]);
  });

  it('is kept and reported if both copies of its header are damaged', async () => {
    const flipped = bytes.slice();
    flipped[20] = 99;
    flipped[segmentHeaderLength(0) / 2 + 20] = 99;
    files.setBytes(path, flipped);
    const { records, log } = await readBack(files);
    expect(records).toEqual([]);
    expect(log).toMatchObject({ kept: [path], damaged: true });
    expect(log.problems[0]).toContain(path);
  });

  it('stays listed as damaged, with its valid records, and is never released', async () => {
    const flipped = bytes.slice();
    flipped[(ends(bytes)[1] as number) + 50] = 255;
    files.setBytes(path, flipped);
    const second = await openLog(files, { lastSequenceId: 5 });
    expect(second.records).toEqual(texts(1, 3, 4, 5));
    writeGroup(second.wal, testRecord(6));
    expect(second.wal.obsoleteAt(100)).toEqual([]);
    await second.wal.close();
    const third = await openLog(files);
    expect(third.records).toEqual(texts(1, 3, 4, 5, 6));
    await third.wal.close();
    // It is reported as long as it is needed.
    expect(third.log.problems).toHaveLength(1);
    expect(third.log.segments[0]).toMatchObject({ path, damaged: true });
    expect((await readBack(files, 5)).log).toMatchObject({ problems: [], damaged: false });
  });

  it('of a newer format is refused', async () => {
    const newer = bytes.slice();
    const length = segmentHeaderLength(0) / 2;
    newer[8] = 3;
    new DataView(newer.buffer).setUint32(length - 4, crc32c(newer, 0, length - 4), true);
    files.setBytes(path, newer);
    await expect(readBack(files)).rejects.toMatchObject({ code: 'FORMAT_TOO_NEW', details: { file: path } });
  });
});

describe('An older segment', () => {
  /** The records 1 to 5 in a sealed segment, 6 in the next. */
  async function twoSegments(): Promise<VisibleFiles> {
    const files = new VisibleFiles();
    const { wal } = await openLog(files, { segmentBytes: 100 });
    // Two groups in one write, which fills the segment.
    for (const id of [1, 2, 3, 4]) appendRecord(wal, testRecord(id));
    wal.defer();
    writeGroup(wal, testRecord(5));
    writeGroup(wal, testRecord(6));
    await wal.close();
    return files;
  }

  it('lacks the records of one group, and is kept, whichever byte of its records is flipped', async () => {
    const files = await twoSegments();
    const path = 'wal/1-1';
    const bytes = files.bytesOf(path);
    const all = [0, ...ends(bytes)];
    for (let at = segmentHeaderLength(0); at < bytes.length; at++) {
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] as number) ^ (1 << (at % 8));
      files.setBytes(path, flipped);
      const { records, log } = await readBack(files);
      // Declaration, 1 to 4 as one group, 5, and the seal.
      const record = all.filter((end) => end <= at).length - 1;
      const lost = record === 0 || record > 5 ? [] : record < 5 ? [1, 2, 3, 4] : [5];
      const kept = [1, 2, 3, 4, 5, 6].filter((id) => !lost.includes(id));
      expect(
        records.map((text) => Number(text.split('-')[0])),
        `byte ${at}`,
      ).toEqual(kept);
      expect(log.problems, `byte ${at}`).toHaveLength(1);
      expect(log.segments[0]).toMatchObject({ path, damaged: true, validLength: bytes.length });
    }
  });

  it('survives a flipped byte of its header, and is lost and kept without a header', async () => {
    const files = await twoSegments();
    const path = 'wal/1-1';
    const bytes = files.bytesOf(path);
    for (let at = 0; at < segmentHeaderLength(0); at++) {
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] as number) ^ 0x10;
      files.setBytes(path, flipped);
      expect((await readBack(files)).records).toHaveLength(6);
    }
    files.setBytes(
      path,
      bytes.map((byte, at) => (at < segmentHeaderLength(0) ? 0 : byte)),
    );
    const { records, log } = await readBack(files);
    expect(records).toEqual(texts(6));
    expect(log.problems).toEqual([expect.stringContaining('wal/1-1 has no valid header')]);
    expect(log.hasGaps).toBe(true);
    expect(log.segments[0]).toMatchObject({ path, damaged: true });
  });

  it('is read only up to the length that the newest header states: late records of a zombie are ignored', async () => {
    const files = new VisibleFiles();
    const zombie = await openLog(files, { segmentBytes: 400 });
    writeGroup(zombie.wal, testRecord(1));
    zombie.wal.flush();
    writeGroup(zombie.wal, testRecord(2));
    const frozen = copyOf(files);
    const next = await openLog(frozen);
    expect(next.records).toEqual(texts(1, 2));
    writeGroup(next.wal, testRecord(3, 'of the new writer'));
    await next.wal.close();
    // It continues to write, into this segment and into its own.
    writeGroup(zombie.wal, testRecord(3));
    writeGroup(zombie.wal, testRecord(4));
    writeGroup(zombie.wal, testRecord(5));
    expect(zombie.wal.segments).toHaveLength(1);
    for (const path of ['wal/1-1', 'wal/1-2']) frozen.setBytes(path, files.bytesOf(path));
    const { records, log } = await readBack(frozen);
    expect(records).toEqual([...texts(1, 2), asText(testRecord(3, 'of the new writer'))]);
    expect(log).toMatchObject({ problems: [], kept: [] });
    expect(log.unused).toContain('wal/1-2');
  });

  it('is a loss if it is missing or short, unless all of it is below the start of the log', async () => {
    const files = await twoSegments();
    const bytes = files.bytesOf('wal/1-1');
    files.setBytes('wal/1-1', bytes.subarray(0, bytes.length - 1));
    const short = await readBack(files);
    // Only the seal is lost.
    expect(short.records).toEqual(texts(1, 2, 3, 4, 5, 6));
    expect(short.log.problems).toEqual([expect.stringContaining(`has ${bytes.length - 1} bytes instead of`)]);
    expect(short.log.segments[0]?.damaged).toBe(true);
    files.setBytes('wal/1-1', bytes.subarray(0, (ends(bytes).at(-2) as number) - 1));
    expect((await readBack(files)).records).toEqual(texts(1, 2, 3, 4, 6));
    files.setBytes('wal/1-1', bytes.subarray(0, 10));
    expect((await readBack(files)).log.problems).toHaveLength(1);
    expect((await readBack(files)).records).toEqual(texts(6));
    await files.remove('wal/1-1');
    const missing = await readBack(files);
    expect(missing.records).toEqual(texts(6));
    expect(missing.log.problems[0]).toContain('wal/1-1 is missing');
    expect((await readBack(files, 5)).log).toMatchObject({ problems: [], damaged: false });
  });
});

describe('A segment that the device cannot read', () => {
  /** Two segments, the second one with a copy of record 2, and an empty spare; the one at `path` cannot be read `times` times. */
  async function unreadable(path: string, operation: 'open' | 'read', times = Number.POSITIVE_INFINITY) {
    const written = new VisibleFiles();
    for (const ids of [[1, 2], [3]]) {
      const { wal } = await openLog(written);
      for (const id of ids) {
        writeGroup(wal, testRecord(id));
        if (id === 1) wal.flush();
      }
      await wal.close();
    }
    const { files } = simulated();
    for (const name of written.paths()) files.setBytes(name, written.bytesOf(name));
    files.setBytes('wal/2-9', new Uint8Array());
    files.fail({ operation, path, error: 'IO', times });
    return readBack(files);
  }

  for (const operation of ['open', 'read'] as const) {
    it(`is read again after an error that passes (${operation})`, async () => {
      for (const path of ['wal/1-1', 'wal/2-1']) {
        const { records, log } = await unreadable(path, operation, 2);
        expect([records, log.kept, log.problems], path).toEqual([texts(1, 2, 3), [], []]);
      }
    });
  }

  for (const operation of ['open', 'read'] as const) {
    it(`is reported and kept, and the others are read (${operation})`, async () => {
      for (const [path, left] of [
        ['wal/1-1', texts(2, 3)],
        ['wal/2-1', texts(1, 2)],
        ['wal/2-9', texts(1, 2, 3)],
      ] as const) {
        const { records, log } = await unreadable(path, operation);
        const isRead = operation === 'read' && path === 'wal/2-9';
        expect(records, path).toEqual(left);
        if (isRead) continue;
        expect([log.kept, log.unused.includes(path), log.damaged, log.hasGaps], path).toEqual([
          [path],
          false,
          true,
          true,
        ]);
        expect(log.problems.join(), path).toContain(`${path} cannot be read`);
      }
    });
  }
});

describe('Records that may not be on the device', () => {
  it('are copied by the next writer, and the others are listed', async () => {
    const { files, path } = await newestSegment();
    const { log } = await readBack(files);
    // Record 4 states that 1 to 3 had been flushed; no record states that of 4 and 5.
    const [, , , third = 0, , fifth = 0] = ends(files.bytesOf(path));
    expect(log.segments).toMatchObject([{ path, validLength: third, lastSequenceId: 3 }]);
    expect(log.unproven?.runs).toEqual([{ from: third, to: fifth }]);
    const next = await openLog(files);
    expect(next.wal.flushedSequenceId).toBe(5);
    writeGroup(next.wal, testRecord(6));
    await next.wal.close();
    files.setBytes(path, files.bytesOf(path).subarray(0, third));
    const after = await readBack(files);
    expect(after.records).toEqual(texts(1, 2, 3, 4, 5, 6));
    expect(after.log.problems).toEqual([]);
  });

  it('are copied from segment to segment, however often opening is interrupted', async () => {
    const { files } = await newestSegment();
    for (let time = 0; time < 3; time++) {
      const next = await openLog(files);
      expect(next.records).toEqual(texts(1, 2, 3, 4, 5));
      await next.wal.close();
    }
    const { log } = await readBack(files);
    expect(log.segments.map(({ path }) => path)).toEqual(['wal/1-1']);
    expect(log.unused).toEqual(expect.arrayContaining(['wal/2-1', 'wal/3-1']));
    await files.remove('wal/2-1');
    await files.remove('wal/3-1');
    expect((await readBack(files)).records).toEqual(texts(1, 2, 3, 4, 5));
  });

  it('are copied even if they are large', async () => {
    const files = new VisibleFiles();
    const first = await openLog(files);
    const big = Array.from({ length: 5 }, (_, index) => testRecord(index + 1, String(index).repeat(700_000)));
    writeGroup(first.wal, ...big);
    // The process dies before the automatic flush.
    const left = copyOf(files);
    const { log, wal } = await openLog(left);
    expect(log.unproven?.runs[0]?.to).toBeGreaterThan(3_500_000);
    await wal.close();
    await left.remove('wal/1-1');
    expect((await readBack(left)).records).toEqual(big.map(asText));
  });
});

describe('The header of a segment', () => {
  it('is valid if only its first copy was written', async () => {
    const { files } = await newestSegment();
    await (await openLog(files)).wal.close();
    const path = 'wal/2-1';
    const start = segmentHeaderLength(1);
    const bytes = files.bytesOf(path).slice(0, start);
    for (let length = 0; length <= start; length++) {
      const torn = copyOf(files);
      torn.setBytes(path, bytes.subarray(0, length));
      const next = await openLog(torn);
      expect(next.log.problems).toEqual([]);
      expect(next.records, `${length} bytes`).toEqual(length < start / 2 ? texts(1, 2, 3, 4, 5) : texts(1, 2, 3));
      writeGroup(next.wal, testRecord(6));
      await next.wal.close();
      const after = await readBack(torn);
      expect(after.log.problems).toEqual([]);
      expect(after.records).toEqual([...next.records, ...texts(6)]);
    }
  });
});

function copyOf(files: VisibleFiles): VisibleFiles {
  const copy = new VisibleFiles();
  for (const path of files.paths()) copy.setBytes(path, files.bytesOf(path));
  return copy;
}
