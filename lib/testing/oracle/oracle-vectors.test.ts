import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../../build/package/places.js';
import { Random } from '../../simulation/random.js';
import { testRuns, testSeed } from '../seed.js';
import { agrees, expectedOf, type Got } from '../vectors/compare.js';
import type { History } from '../vectors/history.js';
import { readHistoryFile } from '../vectors/read-history-file.js';
import { Oracle } from './oracle.js';

const DATA = inRoot('lib/testing/vectors/data');

/** The oracle does not implement the limits of sizes and timestamps, which are checked separately from the rules. */
const LIMITS = [
  'hbase.server.keyvalue.maxsize',
  'hbase.table.max.rowsize',
  'hbase.hregion.keyvalue.timestamp.slop.millisecs',
];

/** The first step whose answer differs from HBase's, or from the decision in Appendix A; undefined if there is none. */
function firstDifference({ id, table, steps }: History): unknown {
  const oracle = new Oracle(table);
  for (const [index, step] of steps.entries()) {
    const { error, expect } = oracle.play(step, step.at);
    const got: Got = error === undefined ? { value: expect } : { error };
    if (!agrees(expectedOf(step), got)) return { id, number: index + 1, step, got };
  }
  return undefined;
}

/** The oracle does not read filters written as text either. */
function isForOracle({ table, steps }: History): boolean {
  return LIMITS.every((name) => table.config?.[name] === undefined) && !JSON.stringify(steps).includes('"filter":"');
}

describe('the oracle', () => {
  const seed = testSeed(1);
  const runs = testRuns(2000);

  it(`gives HBase's answers: ${runs} recorded histories, seed ${seed}`, async () => {
    const names = (await readdir(DATA, { recursive: true })).filter((name) => name.includes('.ndjson'));
    const lines = (await Promise.all(names.map((name) => readHistoryFile(`${DATA}/${name}`)))).flat();
    const histories = lines.map(({ value }) => value as History).filter((value) => 'steps' in value);
    const playable = histories.filter(isForOracle);
    expect(playable.length).toBeGreaterThan(17_000);
    const random = new Random(seed);
    const chosen = playable.filter(() => random.chance(runs / playable.length));
    expect(chosen.map(firstDifference).filter((difference) => difference !== undefined)).toEqual([]);
  });
});
