import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../package/places.js';
import type { Ratios } from './ratios.js';
import { HELP, runMicroBench } from './run-micro-bench.js';

interface Outcome {
  readonly code: number;
  readonly told: readonly string[];
  /** The number of measuring processes. */
  readonly runs: number;
  readonly written: Ratios | null;
}

/** Simulates a run whose processes measure `ratios` one after the other; the last of them repeats. */
async function play(
  words: readonly string[],
  ratios: readonly number[],
  baseline: Ratios = { a: 10 },
): Promise<Outcome> {
  const told: string[] = [];
  let runs = 0;
  let written: Ratios | null = null;
  const code = await runMicroBench(words, {
    measure: async () => ({ a: ratios[Math.min(runs++, ratios.length - 1)] as number }),
    readBaseline: async () => baseline,
    writeBaseline: async (all) => {
      written = all;
    },
    tell: (line) => told.push(line),
  });
  return { code, told, runs, written };
}

describe('the run of the micro-benchmarks', () => {
  it('prints each ratio next to its baseline and succeeds within the tolerance', async () => {
    const { code, told, runs, written } = await play([], [15, 13]);
    expect({ code, runs, written }).toEqual({ code: 0, runs: 3, written: null });
    expect(told.at(1)).toMatch(/^a +13 +10 +1.30$/);
    expect(told.at(-1)).toBe('1 within 1.4 times the baseline, 0 not');
  });

  it('continues to measure while a benchmark seems worse, and fails if it stays worse', async () => {
    expect(await play([], [16, 16, 16, 16, 11])).toMatchObject({ code: 0, runs: 5 });
    const { code, told, runs } = await play([], [16]);
    expect({ code, runs }).toEqual({ code: 1, runs: 6 });
    expect(told.at(1)).toMatch(/1\.60 {2}WORSE$/);
  });

  it('accepts another tolerance', async () => {
    expect(await play(['--tolerance', '1.2'], [13])).toMatchObject({ code: 1 });
    expect(await play(['--tolerance', '2'], [19])).toMatchObject({ code: 0 });
  });

  it('fails without further measurements if a benchmark is only in the baseline', async () => {
    expect(await play([], [10], { a: 10, b: 1 })).toMatchObject({ code: 1, runs: 3 });
  });

  it('writes a baseline of six runs on request', async () => {
    expect(await play(['--write-baseline'], [9, 4, 6, 5, 7, 8])).toMatchObject({ code: 0, runs: 6, written: { a: 5 } });
  });

  it('prints its usage, and fails for unknown options', async () => {
    expect(await play(['--help'], [1])).toEqual({ code: 0, told: [HELP], runs: 0, written: null });
    for (const words of [['--speed'], ['--tolerance'], ['--tolerance', '0.5'], ['--write-baseline', 'now']]) {
      expect(await play(words, [1])).toEqual({ code: 1, told: [HELP], runs: 0, written: null });
    }
  });
});

describe('the baseline', () => {
  const baseline = JSON.parse(readFileSync(inRoot('lib/build/micro-bench/baseline.json'), 'utf8')) as Ratios;

  it('has benchmarks of every file that is measured, and of no other', () => {
    const files = readdirSync(inRoot('lib'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.bench.ts') && !/^(testing|build)\//.test(path))
      .map((path) => path.replace(/\.bench\.ts$/, ''));
    expect([...new Set(Object.keys(baseline).map((name) => name.replace(/:.*/, '')))].sort()).toEqual(files.sort());
  });

  it('contains ratios', () => {
    for (const [name, ratio] of Object.entries(baseline)) expect(ratio, name).toBeGreaterThan(0);
  });
});
