import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOADS } from './loads.js';
import { POLICIES } from './policies.js';
import { checkRun, type Results } from './results.js';
import { resultsChart } from './results-chart.js';
import { resultsPage } from './results-page.js';
import { HELP, runSimulate } from './run-simulate.js';
import { simulateAll } from './simulate-all.js';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const stored = JSON.parse(read('./results.json')) as Results;

describe('the stored results', () => {
  it('are those of this code; after a change, run `npm run simulate -- --write`', () => {
    expect(checkRun(stored.seed)).toEqual(stored.check);
  }, 60_000);

  it('are in the page and the chart', () => {
    expect(read('./results.md')).toBe(resultsPage(stored));
    expect(read('./results.svg')).toBe(resultsChart(stored.policies));
  });

  it('depend on the seed', () => {
    const simulated = (seed: number) => simulateAll(LOADS.slice(0, 1), POLICIES.slice(0, 1), { days: 1, seed });
    expect(simulated(1)).toEqual(simulated(1));
    expect(simulated(2)).not.toEqual(simulated(1));
  });
});

describe('npm run simulate', () => {
  it('explains its options', async () => {
    const told: string[] = [];
    const host = { tell: (text: string) => void told.push(text), write: async () => {} };
    expect([await runSimulate(['--help'], host), await runSimulate(['--sed', '1'], host)]).toEqual([0, 1]);
    expect(await runSimulate(['--seed', 'x'], host)).toBe(1);
    expect(told).toEqual([HELP, HELP, HELP]);
  });
});
