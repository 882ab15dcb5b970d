import { STORE_NAMES, type StoreName } from '../stores/store-names.js';

export const WORKLOADS = ['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W7', 'W8', 'W9', 'p99', 'growth'] as const;
export type WorkloadName = (typeof WORKLOADS)[number];

export interface Options {
  readonly stores: readonly StoreName[];
  readonly workloads: readonly WorkloadName[];
  readonly rounds: number;
  /** Sizes of the tables; every workload runs with each. */
  readonly cells: readonly number[];
  /** Writes the report that is committed. */
  readonly publish: boolean;
  /** Files of earlier runs: nothing is measured, they are reported. */
  readonly from: readonly string[];
}

export const HELP = `npm run bench -- [options]
  --stores A,B      of ${STORE_NAMES.join(', ')}; default all
  --workloads A,B   of ${WORKLOADS.join(', ')}; default all
  --rounds N        default 5; every round takes every store once, on a fresh profile
  --cells N,M       sizes of the tables, default 100000
  --quick           bigtab, idb and sqlite, W1 to W4, 10000 cells, 2 rounds
  --publish         writes e2e/bench/results.md and results.svg, else .out/bench/results.md and results.svg
  --from A,B        measures nothing, reports these files of .out/bench/*.jsonl`;

const DEFAULTS: Options = {
  stores: STORE_NAMES,
  workloads: WORKLOADS,
  rounds: 5,
  cells: [100_000],
  publish: false,
  from: [],
};

const QUICK: Options = {
  ...DEFAULTS,
  stores: ['bigtab', 'idb', 'sqlite'],
  workloads: ['W1', 'W2', 'W3', 'W4'],
  rounds: 2,
  cells: [10_000],
};

/** Reads the words behind `npm run bench --`. Throws an Error for people. */
export function readOptions(words: readonly string[]): Options {
  let options: Options = words.includes('--quick') ? QUICK : DEFAULTS;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--quick') continue;
    if (word === '--publish') {
      options = { ...options, publish: true };
      continue;
    }
    const value = words[++at];
    if (value === undefined) throw new Error(`${word} is unknown, or its value is missing\n${HELP}`);
    options = { ...options, ...readValue(word, value) };
  }
  return options;
}

function readValue(word: string, value: string): Partial<Options> {
  switch (word) {
    case '--stores':
      return { stores: names(value, STORE_NAMES) };
    case '--workloads':
      return { workloads: names(value, WORKLOADS) };
    case '--rounds':
      return { rounds: count(word, value, 1) };
    case '--cells':
      return { cells: value.split(',').map((cells) => count(word, cells, 2_000)) };
    case '--from':
      return { from: value.split(',') };
    default:
      throw new Error(`${word} is unknown\n${HELP}`);
  }
}

/** In the order of `known`, whatever order they were given in. */
function names<Name extends string>(value: string, known: readonly Name[]): readonly Name[] {
  const given = value.split(',');
  const unknown = given.find((name) => !known.includes(name as Name));
  if (unknown !== undefined) throw new Error(`there is no ${unknown}; there are ${known.join(', ')}`);
  return known.filter((name) => given.includes(name));
}

function count(word: string, value: string, least: number): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < least) throw new Error(`${word} takes a number from ${least} on`);
  return number;
}
