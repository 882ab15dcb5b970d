import { describe, expect, it } from 'vitest';
import { STORE_NAMES } from '../stores/store-names.js';
import { readOptions, WORKLOADS } from './options.js';
import { planTurns } from './plan.js';

describe('readOptions', () => {
  it('takes everything unless told otherwise', () => {
    expect(readOptions([])).toMatchObject({ stores: STORE_NAMES, workloads: WORKLOADS, rounds: 5, cells: [100_000] });
  });

  it('takes subsets, in the usual order', () => {
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

  it('has a quick choice, which may be changed', () => {
    const options = readOptions(['--rounds', '1', '--quick']);
    expect(options).toMatchObject({ stores: ['bigtab', 'idb', 'sqlite'], rounds: 1, cells: [10_000] });
  });

  it.each([
    [['--stores', 'bigtab,foo'], 'there is no foo'],
    [['--rounds', '0'], '--rounds takes a number from 1 on'],
    [['--cells', '10'], '--cells takes a number from 2000 on'],
    [['--fast', '1'], '--fast is unknown'],
    [['--cells'], '--cells is unknown, or its value is missing'],
  ])('refuses %j', (words, message) => {
    expect(() => readOptions(words)).toThrow(message);
  });
});

describe('planTurns', () => {
  it('takes every store once a round and begins with another one each round', () => {
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

  it('gives each size a turn of its own', () => {
    const turns = planTurns({ stores: ['bigtab'], workloads: ['growth'], rounds: 1, cells: [2_000, 20_000] });
    expect(turns.map(({ cells }) => cells)).toEqual([2_000, 20_000]);
  });

  it('asks no store for what it cannot do', () => {
    const options = {
      stores: ['idb', 'yardstick'],
      workloads: ['W3', 'W4', 'p99'],
      rounds: 1,
      cells: [2_000],
    } as const;
    expect(planTurns(options).map(({ store, workloads }) => [store, workloads])).toEqual([
      ['idb', ['W3', 'W4']],
      ['yardstick', ['W3']],
    ]);
  });

  it('gives what weighs the disk a profile of its own', () => {
    const turns = planTurns({ stores: ['dexie'], workloads: ['W7', 'W8', 'W1'], rounds: 1, cells: [2_000] });
    expect(turns.map(({ workloads }) => workloads)).toEqual([['W7', 'W1'], ['W8']]);
  });
});
