import { describe, expect, it } from 'vitest';
import { population } from './content.js';
import { exploringPolicy } from './flat-policy.js';
import { DAY_MS, type Flush, type Load, MIB } from './loads.js';
import type { Policy } from './policy.js';
import { StoreSimulation } from './store-simulation.js';

const KEYS = population({ keys: Number.POSITIVE_INFINITY, cellBytes: MIB });
const LOAD: Load = { name: '', description: '', ttlMs: Number.POSITIVE_INFINITY, flushes: () => [] };
const LAZY: Policy = { name: '', description: '', choose: () => null };
const POLICY = exploringPolicy('', '', { majorPeriodMs: 0 });

const flush = (at: number, mib: number): Flush => ({ at, content: new Map([[KEYS, mib]]) });
const run = (policy: Policy, flushes: readonly Flush[]) => new StoreSimulation(policy, LOAD).run(1, flushes);

describe('A simulated store', () => {
  it('writes the output of a compaction, and keeps its inputs for another 60 s', () => {
    const figures = run(POLICY, [flush(0, 100), flush(1, 100), flush(2, 100)]);
    expect(figures.writes).toBe(2);
    expect(figures.compactedBytesPerDay).toBe(300 * MIB);
    expect(figures.extraBytes).toBe(300 * MIB);
    expect(figures.space.worst).toBe(2);
    expect(figures.scan).toEqual({ mean: expect.closeTo(1, 1), p99: 1 });
  });

  it('frees the inputs after that time', () => {
    const flushes = [0, 1, 2].map((at) => flush(at, 100));
    const soon = run(POLICY, [...flushes, ...[0, 1, 2].map((at) => flush(60_000 + at, 100))]);
    const later = run(POLICY, [...flushes, ...[0, 1, 2].map((at) => flush(200_000 + at, 100))]);
    expect([soon.extraBytes, later.extraBytes]).toEqual([600 * MIB, 300 * MIB]);
  });

  it('makes no compaction without room for its inputs', () => {
    const figures = run({ ...POLICY }, [flush(0, 5_000), flush(1, 400), flush(2, 400), flush(3, 400)]);
    expect([figures.writes, figures.withoutRoom]).toEqual([1, 0]);
    const major: Policy = {
      ...LAZY,
      choose: (inputs, { roomBytes }) =>
        inputs.length < 3 || roomBytes < 6_000 * MIB
          ? null
          : { inputs, level: 0, fileBytes: Number.POSITIVE_INFINITY, expired: false, dropMarkers: true },
    };
    expect(run(major, [flush(0, 5_000), flush(1, 500), flush(2, 500)])).toMatchObject({
      writes: 1,
      withoutRoom: expect.closeTo(1),
    });
  });

  it('refuses what a full device has no room for', () => {
    const figures = run(LAZY, [flush(0, 9_000), flush(1, 1_000), flush(2, 2_000)]);
    expect(figures.refusedBytes).toBe(2_000 * MIB);
    expect(figures.space.worst).toBe(1);
  });

  it('lets writes wait for a compaction when there are too many files', () => {
    const flushes = Array.from({ length: 40 }, (_, at) => flush(at, 100));
    expect(run(POLICY, flushes).waitedSeconds).toBeGreaterThan(60);
    expect(run(LAZY, flushes)).toMatchObject({ waitedSeconds: 0, scan: { p99: 40 } });
  });

  it('counts only the time in which the page is open', () => {
    const night = DAY_MS / 2;
    expect(run(LAZY, [flush(0, 1), flush(night, 1), flush(night + 1, 1)]).scan).toEqual({ mean: 1, p99: 1 });
  });
});
