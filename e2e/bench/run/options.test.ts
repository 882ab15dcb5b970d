import { describe, expect, it } from 'vitest';
import { STORE_NAMES } from '../stores/store-names.js';
import { readOptions, WORKLOADS } from './options.js';
import { planPairs, planTurns } from './plan.js';

describe('readOptions', () => {
  it('selects everything by default', () => {
    expect(readOptions([])).toMatchObject({
      stores: STORE_NAMES,
      workloads: WORKLOADS.filter((name) => name !== 'opens'),
      rounds: 5,
      cells: [100_000],
    });
  });

  it('selects subsets, in the usual order', () => {
    const options = readOptions([
      '--stores',
      'idb,bigtab',
      '--workloads',
      'W3,W1',
      '--rounds',
      '2',
      '--cells',
      '2000,50000',
    ]);
    expect(options).toMatchObject({
      stores: ['bigtab', 'idb'],
      workloads: ['W1', 'W3'],
      rounds: 2,
      cells: [2_000, 50_000],
    });
  });

  it('has a quick selection, which can be changed', () => {
    const options = readOptions(['--rounds', '1', '--quick']);
    expect(options).toMatchObject({ stores: ['bigtab', 'idb', 'sqlite'], rounds: 1, cells: [10_000] });
  });

  it('compares by default the workloads whose calls run by the thousand', () => {
    const compared = ['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'history'];
    expect(readOptions(['--compare', 'HEAD~3'])).toMatchObject({
      compare: 'HEAD~3',
      stores: ['bigtab'],
      workloads: compared,
      rounds: 5,
      cells: [100_000],
    });
    expect(readOptions(['--quick', '--compare', 'main'])).toMatchObject({ rounds: 3, cells: [10_000] });
    expect(readOptions(['--compare', 'main', '--rounds', '7', '--workloads', 'W9', '--cells', '5000'])).toMatchObject({
      workloads: ['W9'],
      rounds: 7,
      cells: [5_000],
    });
    expect(readOptions(['--compare', 'main', '--workloads', 'opens']).workloads).toEqual(['opens']);
    expect(readOptions([]).compare).toBeNull();
  });

  it('measures probes of some stores instead of workloads', () => {
    expect(readOptions(['--probes', '--stores', 'sqlite', '--rounds', '3'])).toMatchObject({
      probes: true,
      stores: ['sqlite'],
      rounds: 3,
    });
    expect(readOptions([]).probes).toBe(false);
  });

  it('measures several tabs instead of workloads', () => {
    expect(readOptions(['--tabs', '--rounds', '3'])).toMatchObject({ tabs: true, rounds: 3, cells: [100_000] });
    expect(readOptions([]).tabs).toBe(false);
  });

  it('measures lists that stay up to date instead of workloads', () => {
    expect(readOptions(['--live', '--rounds', '3'])).toMatchObject({ live: true, rounds: 3 });
    expect(readOptions([]).live).toBe(false);
  });

  it.each([
    [['--live', '--tabs'], '--live measures lists: leave out --tabs'],
    [['--live', '--cells', '2000'], '--live measures lists: leave out --cells'],
    [['--workloads', 'W1,opens'], 'opens compares two builds: add --compare COMMIT'],
    [['--tabs', '--stores', 'idb'], '--tabs measures tabs of Bigtab: leave out --stores'],
    [['--tabs', '--probes'], '--tabs measures tabs of Bigtab: leave out --probes'],
    [['--tabs', '--cells', '2000,3000'], '--tabs takes one size'],
    [['--probes', '--workloads', 'W1'], '--probes runs no workload: leave out --workloads'],
    [['--probes', '--cells', '2000,3000'], '--probes takes one size'],
    [['--stores', 'bigtab,foo'], 'there is no foo'],
    [['--rounds', '0'], '--rounds must be a whole number of at least 1'],
    [['--cells', '10'], '--cells must be a whole number of at least 2000'],
    [['--fast', '1'], '--fast is unknown'],
    [['--cells'], '--cells is unknown, or its value is missing'],
    [['--compare'], '--compare is unknown, or its value is missing'],
    [['--compare', 'HEAD', '--stores', 'idb'], '--compare measures Bigtab alone: leave out --stores'],
    [['--publish', '--compare', 'HEAD'], '--compare measures Bigtab alone: leave out --publish'],
    [['--from', 'a.jsonl', '--stores', 'idb'], '--from measures nothing: leave out --stores'],
    [['--from', 'a.jsonl', '--quick'], '--from measures nothing: leave out --quick'],
    [['--from', 'a', '--again', 'b', '--publish'], '--again compares two runs: leave out --publish'],
    [['--compare', 'HEAD', '--from', 'a.jsonl'], '--compare measures Bigtab alone: leave out --from'],
  ])('refuses %j', (words, message) => {
    expect(() => readOptions(words)).toThrow(message);
  });
});

describe('planTurns', () => {
  it('runs every store once per round, and begins each round with another one', () => {
    const turns = planTurns({ stores: ['bigtab', 'idb', 'sqlite'], workloads: ['W1'], rounds: 3, cells: [2_000] });
    expect(turns.map(({ round, store }) => `${round} ${store}`)).toEqual([
      '1 bigtab',
      '1 idb',
      '1 sqlite',
      '2 idb',
      '2 sqlite',
      '2 bigtab',
      '3 sqlite',
      '3 bigtab',
      '3 idb',
    ]);
  });

  it('makes a separate turn for each size', () => {
    const turns = planTurns({ stores: ['bigtab'], workloads: ['growth'], rounds: 1, cells: [2_000, 20_000] });
    expect(turns.map(({ cells }) => cells)).toEqual([2_000, 20_000]);
  });

  it('runs workloads that do not depend on the size only with the first size', () => {
    const turns = planTurns({
      stores: ['idb'],
      workloads: ['W3', 'W2', 'kill'],
      rounds: 1,
      cells: [20_000, 2_000],
    });
    expect(turns.map(({ cells, workloads }) => [cells, workloads])).toEqual([
      [20_000, ['W3', 'W2', 'kill']],
      [2_000, ['W3']],
    ]);
    const pairs = planPairs({ workloads: ['W2'], rounds: 1, cells: [20_000, 2_000] });
    expect(pairs.map(({ cells }) => cells)).toEqual([20_000, 20_000]);
  });

  it('runs only workloads that the store supports', () => {
    const options = {
      stores: ['idb', 'yardstick'],
      workloads: ['W3', 'W4', 'history'],
      rounds: 1,
      cells: [2_000],
    } as const;
    expect(planTurns(options).map(({ store, workloads }) => [store, workloads])).toEqual([
      ['idb', ['W3', 'W4']],
      ['yardstick', ['W3']],
    ]);
  });

  it('runs the workload that measures the disk on a separate profile', () => {
    const turns = planTurns({ stores: ['idb'], workloads: ['W7', 'W8', 'W1'], rounds: 1, cells: [2_000] });
    expect(turns.map(({ workloads }) => workloads)).toEqual([['W7', 'W1'], ['W8']]);
  });
});

describe('readOptions of two runs', () => {
  it('accepts the files of both', () => {
    expect(readOptions(['--from', 'a,b', '--again', 'c,d'])).toMatchObject({ from: ['a', 'b'], again: ['c', 'd'] });
  });

  it('refuses a second run without a first one', () => {
    expect(() => readOptions(['--again', 'c'])).toThrow('--again needs --from');
    expect(() => readOptions(['--compare', 'main', '--again', 'c'])).toThrow('leave out --again');
  });
});

describe('planPairs', () => {
  const options = { workloads: ['W1', 'W2', 'W3'], rounds: 4, cells: [2_000] } as const;

  it('runs each workload with both builds, one right after the other', () => {
    const turns = planPairs(options);
    expect(turns).toHaveLength(24);
    for (let at = 0; at < turns.length; at += 2) {
      const [one, other] = turns.slice(at, at + 2);
      expect([one?.build, other?.build].sort()).toEqual(['commit', 'tree']);
      expect({ ...other, build: null }).toEqual({ ...one, build: null });
    }
  });

  it('runs each build first in half of the rounds of every workload', () => {
    const firsts = planPairs(options).filter((_, at) => at % 2 === 0);
    for (const workload of options.workloads) {
      const ofWorkload = firsts.filter(({ workloads }) => workloads.includes(workload));
      expect(ofWorkload.filter(({ build }) => build === 'tree')).toHaveLength(2);
    }
    expect(firsts.slice(0, 3).map(({ build }) => build)).toEqual(['tree', 'commit', 'tree']);
  });

  it('makes a separate pair for each size', () => {
    const turns = planPairs({ workloads: ['W1'], rounds: 1, cells: [2_000, 20_000] });
    expect(turns.map(({ cells }) => cells)).toEqual([2_000, 2_000, 20_000, 20_000]);
  });
});
