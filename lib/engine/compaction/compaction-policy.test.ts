import { describe, expect, it } from 'vitest';
import { type CompactionConfig, expiredFiles, type FileStats, majorIsDue, selectMinor } from './compaction-policy.js';
import { minorCompactions } from './region-compaction.js';

const DAY = 86_400_000;
const CONFIG: CompactionConfig = {
  minFiles: 3,
  maxFiles: 10,
  ratio: 1.2,
  minBytes: 10,
  maxBytes: 1_000,
  roomBytes: Number.POSITIVE_INFINITY,
  stuckFiles: 12,
  majorPeriodMs: 7 * DAY,
  majorJitter: 0.5,
};

function file(some: Partial<FileStats> = {}): FileStats {
  return { sizeBytes: 1, createdAt: 0, major: false, minTimestamp: 0, maxTimestamp: 0, cellCount: 1, ...some };
}

function select(sizes: readonly number[], config: Partial<CompactionConfig> = {}): readonly number[] | null {
  const selection = selectMinor(
    sizes.map((sizeBytes) => file({ sizeBytes })),
    { ...CONFIG, ...config },
  );
  return selection === null ? null : sizes.slice(selection.from, selection.to);
}

describe('A minor compaction', () => {
  it('selects nothing if there are fewer than three files', () => {
    expect(select([])).toBe(null);
    expect(select([1, 1])).toBe(null);
    expect(select([1, 1, 1])).toEqual([1, 1, 1]);
  });

  it('selects as many neighbors as are in ratio', () => {
    expect(select([500, 90, 80, 70])).toEqual([90, 80, 70]);
    expect(select([100, 90, 80, 70])).toEqual([100, 90, 80, 70]);
    expect(select([500, 200, 100, 20])).toBe(null);
  });

  it('allows no file to be larger than the others together times the ratio', () => {
    expect(select([240, 100, 100])).toEqual([240, 100, 100]);
    expect(select([241, 100, 100])).toBe(null);
  });

  it('does not require the ratio of small files', () => {
    expect(select([7, 1, 1])).toEqual([7, 1, 1]);
    expect(select([8, 1, 1])).toBe(null);
  });

  it('does not rewrite a file of some MiB with every few small flushes, whatever the flush size', () => {
    const MIB = 1024 * 1024;
    const small = minorCompactions(16 * MIB);
    expect(select([2 * MIB, MIB / 2, MIB / 2], small)).toHaveLength(3);
    expect(select([8 * MIB, MIB / 2, MIB / 2], small)).toBe(null);
    expect(select([2 * MIB, MIB / 2, MIB / 2], minorCompactions(MIB))).toBe(null);
  });

  it('selects the smaller of two selections with the same number of files', () => {
    expect(select([50, 50, 50, 900, 40, 40, 40])).toEqual([40, 40, 40]);
  });

  it('selects ten files at most', () => {
    expect(select(new Array(11).fill(20))?.length).toBe(10);
  });

  it('leaves out large files and makes no large selection', () => {
    expect(select([1_001, 90, 80, 70])).toEqual([90, 80, 70]);
    expect(select([90, 80, 70, 1_001, 20, 20])).toEqual([90, 80, 70]);
    expect(select([400, 400, 400])).toBe(null);
  });

  it('selects nothing if there is no room for it', () => {
    expect(select([100, 90, 80, 70], { roomBytes: 339 })).toEqual([90, 80, 70]);
    expect(select([100, 90, 80, 70], { roomBytes: 239 })).toBe(null);
    expect(select([100, 90, 80, 70], { roomBytes: 239, stuckFiles: 4 })).toBe(null);
  });

  it('selects the smallest selection if there are too many files and none is in ratio', () => {
    const sizes = Array.from({ length: 12 }, (_, index) => 3 ** (12 - index) * 20);
    expect(select(sizes, { maxBytes: 1e9, stuckFiles: 13 })).toBe(null);
    expect(select(sizes, { maxBytes: 1e9 })).toEqual(sizes.slice(-3));
  });

  it('removes the most files per byte if there are too many', () => {
    const sizes = [...new Array(9).fill(100), ...new Array(3).fill(10)];
    expect(select(sizes, { stuckFiles: 13 })?.length).toBe(10);
    expect(select(sizes)).toEqual([10, 10, 10]);
  });
});

describe('A major compaction by time (C-7)', () => {
  const due = (files: readonly FileStats[], now: number, seed = 0.5, ttlMs = Number.POSITIVE_INFINITY) =>
    majorIsDue(files, CONFIG, { now, seed, ttlMs });

  it('is due when the oldest file is older than the period', () => {
    const files = [file(), file({ createdAt: 6 * DAY })];
    expect(due(files, 7 * DAY)).toBe(false);
    expect(due(files, 7 * DAY + 1)).toBe(true);
    expect(due([], 99 * DAY)).toBe(false);
  });

  it('varies from store to store because of the jitter', () => {
    expect([due([file()], 4 * DAY, 0.99), due([file()], 4 * DAY, 0.01)]).toEqual([true, false]);
    expect([due([file()], 10 * DAY, 0.99), due([file()], 10 * DAY, 0.01)]).toEqual([true, false]);
    expect(due([file()], 11 * DAY, 0)).toBe(true);
  });

  it('is not due if there is no room for all files', () => {
    const files = [file({ sizeBytes: 60 }), file({ sizeBytes: 40 })];
    const late = { now: 99 * DAY, seed: 0, ttlMs: 1 };
    expect(majorIsDue(files, { ...CONFIG, roomBytes: 100 }, late)).toBe(true);
    expect(majorIsDue(files, { ...CONFIG, roomBytes: 99 }, late)).toBe(false);
  });

  it('is never due if the period is 0', () => {
    expect(majorIsDue([file()], { ...CONFIG, majorPeriodMs: 0 }, { now: 99 * DAY, seed: 0, ttlMs: 1 })).toBe(false);
  });

  it('leaves the file of the last one alone until one of its cells expires', () => {
    const last = file({ major: true, minTimestamp: 10 * DAY });
    expect(due([last], 20 * DAY)).toBe(false);
    expect(due([last], 20 * DAY, 0.5, 10 * DAY)).toBe(false);
    expect(due([last], 20 * DAY + 1, 0.5, 10 * DAY)).toBe(true);
    expect(due([{ ...last, cellCount: 0 }], 20 * DAY + 1, 0.5, 10 * DAY)).toBe(false);
    expect(due([last, file()], 20 * DAY)).toBe(true);
    expect(due([{ ...last, major: false }], 20 * DAY)).toBe(true);
  });
});

describe('Expired files (C-6)', () => {
  it('are those whose newest cell is too old, except the newest file and files without cells', () => {
    const files = [5, 9, 10, -1, 3].map((maxTimestamp) => file({ maxTimestamp, cellCount: maxTimestamp < 0 ? 0 : 1 }));
    expect(expiredFiles(files, 10)).toEqual(files.slice(0, 2));
    expect(expiredFiles(files, 0)).toEqual([]);
  });
});
