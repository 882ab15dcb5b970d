import { expect, it } from 'vitest';
import { inRoot } from '../package/places.js';
import { agrees, expectedOf, type Got } from '../vectors/compare.js';
import type { History } from '../vectors/history.js';
import { laterPartOf } from '../vectors/left-out.js';
import { isNoHistory, readHistoryFile } from '../vectors/read-history-file.js';
import { Oracle } from './oracle.js';
const DATA = inRoot('lib/testing/vectors/data');
for (const name of ['filters', 'model', 'decided', 'random/filter', 'random/filter-trees']) {
  it(name, async () => {
    const lines = await readHistoryFile(`${DATA}/${name}.ndjson.gz`);
    const histories = lines.filter((line) => !isNoHistory(line)).map(({ value }) => value as History).filter((history) => laterPartOf(history) === null);
    let bad = 0;
    for (const { id, table, steps } of histories) {
      const oracle = new Oracle(table);
      for (const [index, step] of steps.entries()) {
        let got: Got;
        try { const { error, expect } = oracle.play(step, step.at); got = error === undefined ? { value: expect } : { error }; }
        catch (e) { got = { error: String((e as Error).stack).slice(0, 300) }; }
        if (!agrees(expectedOf(step), got)) {
          if (bad++ < 4) console.log(JSON.stringify({ id, number: index + 1, got, step }).slice(0, 1500));
          break;
        }
      }
    }
    console.log(name, histories.length, 'bad', bad);
    expect(bad).toBe(0);
  }, 600_000);
}
