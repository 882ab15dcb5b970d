import { STORE_NAMES, type StoreName } from '../stores/store-names.js';

/** In the order in which they run: workloads that write to the loaded table come after those that only read it. */
export const WORKLOADS = [
  'W1',
  'W3',
  'W4',
  'W5',
  'busy',
  'W7',
  'growth',
  'W6',
  'W9',
  'W2',
  'kill',
  'W8',
  'history',
  'transactions',
  'indexes',
  'opens',
] as const;
export type WorkloadName = (typeof WORKLOADS)[number];

/** Workloads that are measured only when two builds of Bigtab are compared. */
const ONLY_COMPARED: readonly WorkloadName[] = ['opens'];

export interface Options {
  readonly stores: readonly StoreName[];
  readonly workloads: readonly WorkloadName[];
  readonly rounds: number;
  /** Sizes of the tables; every workload runs with each. */
  readonly cells: readonly number[];
  /** Whether to write the report that is committed. */
  readonly publish: boolean;
  /** A commit to compare with the working tree. Only Bigtab takes part. */
  readonly compare: string | null;
  /** Whether to measure the adapters against their probes instead of running workloads. */
  readonly probes: boolean;
  /** Whether to measure several tabs that share a database instead of running workloads. Only Bigtab takes part. */
  readonly tabs: boolean;
  /** Whether to measure lists that stay up to date instead of running workloads. */
  readonly live: boolean;
  /** Files of earlier runs to report. Nothing is measured. */
  readonly from: readonly string[];
  /** Files of a second run, with which the run of `from` is compared. Nothing is measured. */
  readonly again: readonly string[];
}

export const HELP = `npm run bench -- [options]
  --stores A,B      of ${STORE_NAMES.join(', ')}; default all
  --workloads A,B   of ${WORKLOADS.join(', ')}; default all except opens, which
                    only --compare takes
  --rounds N        default 5; every round takes every store once, on a fresh profile
  --cells N,M       sizes of the tables, default 100000
  --quick           bigtab, idb and sqlite, W1 to W4, 10000 cells, 2 rounds
  --publish         writes e2e/bench/results.json, results.md, results.svg and the README's section, else
                    .out/bench/results.md and results.svg; needs 5 rounds and a tree without uncommitted changes
  --from A,B        measures nothing, reports these files of .out/bench/*.jsonl as one run: the same commit, browser
                    and machine, and other workloads or sizes in each
  --again C,D       with --from: prints in which numbers the run of A,B and the run of C,D agree
  --probes          measures each adapter beside its probe and writes .out/bench/probes.md, with --publish e2e/bench/probes.md
  --tabs            measures a tab that follows beside the tab that leads, how long a tab needs to take over, and the
                    memory of followers; writes .out/bench/tabs.md, with --publish e2e/bench/tabs.md
  --live            measures lists of 10,000 rows that stay up to date; writes .out/bench/live.md, with --publish
                    e2e/bench/live.md
  --compare COMMIT  builds the working tree and COMMIT, runs them interleaved and prints ratios; default W1 to W6
                    and history; with --quick 10000 cells, 3 rounds`;

const DEFAULTS: Options = {
  stores: STORE_NAMES,
  workloads: WORKLOADS.filter((name) => !ONLY_COMPARED.includes(name)),
  rounds: 5,
  cells: [100_000],
  publish: false,
  compare: null,
  probes: false,
  tabs: false,
  live: false,
  from: [],
  again: [],
};

const QUICK: Options = {
  ...DEFAULTS,
  stores: ['bigtab', 'idb', 'sqlite'],
  workloads: ['W1', 'W2', 'W3', 'W4'],
  rounds: 2,
  cells: [10_000],
};

const COMPARED: Options = {
  ...DEFAULTS,
  stores: ['bigtab'],
  workloads: ['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'history'],
};

const QUICK_COMPARED: Options = { ...COMPARED, rounds: 3, cells: [10_000] };

/** Options that make no sense when two builds of Bigtab are compared. */
const NOT_COMPARED = ['--stores', '--publish', '--from', '--again'];

/** Options that make no sense when nothing is measured. */
const NOT_REPORTED = ['--stores', '--workloads', '--rounds', '--cells', '--quick'];

/** Options that make no sense when no workload runs. */
const NOT_PROBED = ['--workloads', '--compare', '--from', '--quick'];

/** Options that make no sense when several tabs of Bigtab, or lists that stay up to date, are measured. */
const NOT_OF_TABS = ['--stores', '--probes', ...NOT_PROBED];
const NOT_LIVE = ['--tabs', '--cells', ...NOT_OF_TABS];

/** Reads the words after `npm run bench --`. Throws an Error with a message for people. */
export function readOptions(words: readonly string[]): Options {
  let options = startOf(words);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--quick') continue;
    if (word === '--publish') {
      options = { ...options, publish: true };
      continue;
    }
    if (word === '--probes') {
      options = { ...options, probes: true };
      continue;
    }
    if (word === '--tabs') {
      options = { ...options, tabs: true };
      continue;
    }
    if (word === '--live') {
      options = { ...options, live: true };
      continue;
    }
    const value = words[++at];
    if (value === undefined) throw new Error(`${word} is unknown, or its value is missing\n${HELP}`);
    options = { ...options, ...readValue(word, value) };
  }
  refuseOthers(options, words);
  return options;
}

/** Throws an Error with a message for people if options exclude each other. */
function refuseOthers(options: Options, words: readonly string[]): void {
  const found = (unwanted: readonly string[]) => unwanted.find((word) => words.includes(word));
  const notProbed = found(NOT_PROBED);
  if (options.probes && notProbed !== undefined) throw new Error(`--probes runs no workload: leave out ${notProbed}`);
  if (options.probes && options.cells.length > 1) throw new Error('--probes takes one size of --cells');
  const onlyCompared = options.workloads.find((name) => ONLY_COMPARED.includes(name));
  if (options.compare === null && onlyCompared !== undefined) {
    throw new Error(`${onlyCompared} compares two builds: add --compare COMMIT`);
  }
  const notOfTabs = found(NOT_OF_TABS);
  if (options.tabs && notOfTabs !== undefined)
    throw new Error(`--tabs measures tabs of Bigtab: leave out ${notOfTabs}`);
  if (options.tabs && options.cells.length > 1) throw new Error('--tabs takes one size of --cells');
  const notLive = found(NOT_LIVE);
  if (options.live && notLive !== undefined) throw new Error(`--live measures lists: leave out ${notLive}`);
  if (options.again.length > 0 && options.from.length === 0) throw new Error('--again needs --from: the first run');
  if (options.again.length > 0 && options.publish) throw new Error('--again compares two runs: leave out --publish');
  const notReported = found(NOT_REPORTED);
  if (options.from.length > 0 && notReported !== undefined) {
    throw new Error(`--from measures nothing: leave out ${notReported}`);
  }
}

function startOf(words: readonly string[]): Options {
  const isQuick = words.includes('--quick');
  if (!words.includes('--compare')) return isQuick ? QUICK : DEFAULTS;
  const other = NOT_COMPARED.find((word) => words.includes(word));
  if (other !== undefined) throw new Error(`--compare measures Bigtab alone: leave out ${other}`);
  return isQuick ? QUICK_COMPARED : COMPARED;
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
    case '--compare':
      return { compare: value };
    case '--from':
      return { from: value.split(',') };
    case '--again':
      return { again: value.split(',') };
    default:
      throw new Error(`${word} is unknown\n${HELP}`);
  }
}

/** In the order of `known`, whatever their order on the command line. */
function names<Name extends string>(value: string, known: readonly Name[]): readonly Name[] {
  const given = value.split(',');
  const unknown = given.find((name) => !known.includes(name as Name));
  if (unknown !== undefined) throw new Error(`there is no ${unknown}; there are ${known.join(', ')}`);
  return known.filter((name) => given.includes(name));
}

function count(word: string, value: string, least: number): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < least)
    throw new Error(`${word} must be a whole number of at least ${least}`);
  return number;
}
