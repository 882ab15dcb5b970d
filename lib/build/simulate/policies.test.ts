import { describe, expect, it } from 'vitest';
import { population } from './content.js';
import { ENGINE_CONFIG, exploringPolicy } from './flat-policy.js';
import { leveledPolicy } from './leveled-policy.js';
import { type SimulatedFile, simulatedFile } from './simulated-file.js';
import { selectTiered } from './tiered-selection.js';

const MIB = 1 << 20;
const KEYS = population({ keys: Number.POSITIVE_INFINITY, cellBytes: MIB });
const DAY = 86_400_000;
const NOW = { now: DAY, roomBytes: Number.POSITIVE_INFINITY, ttlMs: Number.POSITIVE_INFINITY };

function file(mib: number, some: Partial<SimulatedFile> = {}): SimulatedFile {
  const given = { level: 0, from: 0, to: 1, createdAt: 0, major: false, maxTimestamp: DAY, ...some };
  return simulatedFile(new Map([[KEYS, mib]]), given);
}

/** The files of a level, with equal parts of the range of keys. */
function level(number: number, mib: readonly number[]): readonly SimulatedFile[] {
  return mib.map((size, at) => file(size, { level: number, from: at / mib.length, to: (at + 1) / mib.length }));
}

describe('the engine’s policy', () => {
  const policy = exploringPolicy('exploring', '');

  it('selects with the engine’s function and defaults, and drops markers only in a compaction of all files', () => {
    const files = [file(100), file(1), file(1), file(1)];
    expect(policy.choose(files, NOW)).toMatchObject({ inputs: files.slice(1), dropMarkers: false });
    expect(policy.choose(files.slice(1), NOW)).toMatchObject({ inputs: files.slice(1), dropMarkers: true });
    expect(policy.choose(files, { ...NOW, roomBytes: 2 * MIB })).toBe(null);
  });

  it('removes expired files unread, and compacts all files if that is due', () => {
    const [old, young] = [file(100, { maxTimestamp: 1 }), file(1)];
    expect(policy.choose([old, young], { ...NOW, ttlMs: DAY / 2 })).toMatchObject({ inputs: [old], expired: true });
    expect(policy.choose([old, young], { ...NOW, now: 20 * DAY })).toMatchObject({ inputs: [old, young] });
  });
});

describe('The leveled policy', () => {
  it('merges four files of level 0 with the files of level 1 that overlap', () => {
    const [deep, below, newest] = [level(2, [8, 8]), level(1, [4, 4]), [1, 1, 1, 1].map((mib) => file(mib))];
    expect(leveledPolicy.choose([...deep, ...below, ...newest.slice(1)], NOW)).toBe(null);
    expect(leveledPolicy.choose([...deep, ...below, ...newest], NOW)).toMatchObject({
      inputs: [...below, ...newest],
      level: 1,
      dropMarkers: false,
    });
  });

  it('moves the file with the least overlap out of a level that is too large', () => {
    const [deep, full] = [level(2, [8, 8, 8, 2]), level(1, [8, 8])];
    expect(leveledPolicy.choose([...deep, ...full], NOW)).toBe(null);
    const larger = level(1, [9, 9]);
    expect(leveledPolicy.choose([...deep, ...larger], NOW)).toMatchObject({
      inputs: [...deep.slice(2), larger[1]],
      level: 2,
      dropMarkers: true,
    });
  });

  it('rewrites a file of the last level a week after cells of it have expired', () => {
    const last = file(8, { level: 1 });
    const later = { ...NOW, now: 8 * DAY };
    expect(leveledPolicy.choose([last], later)).toBe(null);
    expect(leveledPolicy.choose([last], { ...later, ttlMs: DAY })).toMatchObject({ inputs: [last], level: 1 });
  });

  it('waits for room', () => {
    const files = [1, 1, 1, 1].map((mib) => file(mib));
    expect(leveledPolicy.choose(files, { ...NOW, roomBytes: 4 * MIB - 1 })).toBe(null);
    expect(leveledPolicy.choose(files, { ...NOW, roomBytes: 4 * MIB })).toMatchObject({ level: 1 });
  });
});

describe('The tiered selection', () => {
  const select = (sizes: readonly number[], roomBytes: number = Number.POSITIVE_INFINITY) =>
    selectTiered(
      sizes.map((mib) => file(mib)),
      { ...ENGINE_CONFIG, roomBytes },
    );

  it('selects eight files of a tier, with the smaller newer ones', () => {
    const tier = new Array(8).fill(10);
    expect(select([200, ...tier.slice(1), 1])).toBe(null);
    expect(select([200, ...tier, 1])).toEqual({ from: 1, to: 10 });
    expect(select([200, ...tier, ...new Array(8).fill(1)])).toEqual({ from: 9, to: 17 });
  });

  it('selects nothing without room', () => {
    expect(select(new Array(8).fill(1), 8 * MIB - 1)).toBe(null);
    expect(select(new Array(8).fill(1), 8 * MIB)).toEqual({ from: 0, to: 8 });
  });
});
