import fc from 'fast-check';
import { type CommandForm, type CommandWords, readCommand } from '../../build/command-words.js';
import { soakFaults } from '../crash/soak-faults.js';
import { MACHINE_USAGE, runMachine } from '../machine/run-machine.js';
import { threadPlayer } from '../vectors/play-lines.js';
import type { Player } from '../vectors/player.js';
import { agreement } from './agreement.js';
import { watchesAgree } from './check-watches.js';
import { inVariant, PLAIN, SMALL_BLOCKS, VARIANTS } from './engine-variants.js';
import { playVariant } from './variant-player.js';

/** The number of histories of each part. The direct variants play the same histories as the transports. */
const HISTORIES = 1000;
const TRANSPORTS: readonly string[] = ['direct', 'watches', 'thread', 'browser', 'crashes'];
const TAB_SEEDS = 1000;
const MIB = 1024 * 1024;
const HELP = `npm run soak -- [options]: compares random histories with the oracle, and live reads with fresh ones, and
tries crashes, errors and quotas in random workloads. Stops when the time is up or an answer differs. Each line of
progress has the memory of the process.
  --minutes N             how long, default 10
  --seed N                the first seed, default a new one; repeats a run
  --transports A,B        only some of ${TRANSPORTS.join()}
npm run soak -- --kills N: kills the worker, the tab and the browser N times each while they write
  --seed N                repeats a run
npm run soak -- tabs [options]: simulates several tabs of a site
  --seeds N               how many seeds, default ${TAB_SEEDS}
  --seed N                the first seed
  --browser               ends and stops tabs in Chromium instead, as often as --seeds says
  --browser --leaks N     opens and closes N connections and tabs in Chromium, and checks that nothing is left
${MACHINE_USAGE}`;

const TEXT = { type: 'string' } as const;
const COMMAND: CommandForm = {
  help: HELP,
  options: {
    ...{ minutes: TEXT, seed: TEXT, transports: TEXT, kills: TEXT, seeds: TEXT, leaks: TEXT },
    browser: { type: 'boolean' },
  },
  words: ['tabs'],
};

export interface SoakHost {
  readonly openBrowserPlayer: () => Promise<Player>;
  /** Kills real browsers `kills` times in each way. Resolves to whether nothing was lost. */
  readonly killBrowsers: (kills: number, seed: number) => Promise<boolean>;
  /** Simulates several tabs, once for each seed. Resolves to whether all was right. */
  readonly simulateTabs: (seeds: number, seed: number) => Promise<boolean>;
  /** Ends tabs in a browser `runs` times, or checks what they leave. Resolves to whether all was right. */
  readonly runTabs: (test: 'ends' | 'leaks', runs: number, seed: number) => Promise<boolean>;
  readonly now: () => number;
  readonly tell: (line: string) => void;
  /** The memory of the process, in bytes. */
  readonly memory: () => { readonly heapUsed: number; readonly rss: number };
}

interface Part {
  /** Tries random cases for about `share` milliseconds. Returns whether all were right. */
  soak(seed: number, share: number, host: SoakHost): Promise<boolean>;
}

/**
 * Generates histories and compares the engine with the oracle until the time is up. Each round has its own seed and
 * runs every variant in this thread, then live reads beside random histories, then the smallest blocks over the other
 * transports, then crashes and errors in every operation of random workloads, and random quotas. With `--kills`, kills real browsers instead; with the word `tabs`, several tabs
 * use one database, and with the word `machine`, runs mix every operation (see ../machine). `--help` explains. Returns the exit code; the first failure ends the run.
 */
export async function runSoak(words: readonly string[], host: SoakHost): Promise<number> {
  if (words[0] === 'machine') return runMachine(words.slice(1), host);
  const read = readCommand(words, COMMAND, host.tell);
  if (typeof read === 'number') return read;
  const { minutes, kills, tabs, leaks, seed, transports, inBrowser } = wantedOf(read, host.now());
  const areCounts = [kills ?? 1, tabs ?? 1, leaks ?? 1].every((count) => Number.isSafeInteger(count) && count > 0);
  if (!(minutes > 0) || !areCounts || !Number.isSafeInteger(seed) || transports.length === 0) {
    host.tell(HELP);
    return 1;
  }
  if (tabs !== null) {
    if (inBrowser && leaks !== null) return (await host.runTabs('leaks', leaks, seed)) ? 0 : 1;
    host.tell(`again: npm run soak -- tabs --seeds ${tabs} --seed ${seed}${inBrowser ? ' --browser' : ''}`);
    return (await (inBrowser ? host.runTabs('ends', tabs, seed) : host.simulateTabs(tabs, seed))) ? 0 : 1;
  }
  if (kills !== null) {
    host.tell(`again: npm run soak -- --kills ${kills} --seed ${seed}`);
    return (await host.killBrowsers(kills, seed)) ? 0 : 1;
  }
  const { parts, close } = await openParts(transports, host);
  const end = host.now() + minutes * 60_000;
  try {
    for (let round = 0; round === 0 || host.now() < end; round++) {
      for (const [index, part] of parts.entries()) {
        // Equal shares of the remaining time, so a short run includes all parts, even the slow ones.
        const share = (end - host.now()) / (parts.length - index);
        if (!(await part.soak(seed + round, share, host))) return 1;
      }
    }
  } finally {
    await close();
  }
  return 0;
}

/** Histories played by a variant in this thread, or over a transport. */
function histories(name: string, play: Parameters<typeof agreement>[0]): Part {
  return checked(name, agreement(play));
}

/** Random cases of a property. */
function checked<Case>(name: string, property: fc.IAsyncProperty<Case>): Part {
  return {
    async soak(seed, share, { tell, memory }) {
      const interruptAfterTimeLimit = Math.max(share, 1000);
      const details = await fc.check(property, { seed, numRuns: HISTORIES, interruptAfterTimeLimit });
      const line = `seed ${seed}, ${name}: ${details.numRuns} histories${details.failed ? ', failed' : ''}`;
      tell(withMemory(line, memory()));
      if (details.failed) tell(fc.defaultReportMessage(details) ?? '');
      return !details.failed;
    },
  };
}

const FAULTS: Part = {
  soak: (seed, share, { now, tell, memory }) =>
    soakFaults(seed, share, { now, tell, progress: (line) => tell(withMemory(line, memory())) }),
};

function withMemory(line: string, { heapUsed, rss }: ReturnType<SoakHost['memory']>): string {
  const [heap, all] = [heapUsed, rss].map((bytes) => Math.round(bytes / MIB));
  return `${line}; heap ${heap} MiB, process ${all} MiB`;
}

async function openParts(
  transports: readonly string[],
  { openBrowserPlayer }: SoakHost,
): Promise<{ readonly parts: readonly Part[]; close(): Promise<void> }> {
  const parts: Part[] = [];
  const players: Player[] = [];
  const add = (name: string, player: Player): void => {
    players.push(player);
    parts.push(histories(name, (history) => player.play(inVariant(SMALL_BLOCKS, history))));
  };
  if (transports.includes('direct')) {
    for (const variant of [PLAIN, ...VARIANTS]) {
      parts.push(histories(variant.name, (history) => playVariant(variant, history)));
    }
  }
  if (transports.includes('watches')) parts.push(checked('live reads', watchesAgree()));
  if (transports.includes('thread')) add('a worker thread', threadPlayer());
  if (transports.includes('browser')) add('a browser', await openBrowserPlayer());
  if (transports.includes('crashes')) parts.push(FAULTS);
  return {
    parts,
    close: async () => {
      for (const player of players) await player.close();
    },
  };
}

interface Wanted {
  readonly minutes: number;
  /** Null if histories are played. */
  readonly kills: number | null;
  /** The number of seeds with several tabs; null if histories are played. */
  readonly tabs: number | null;
  /** The number of connections and tabs whose leaks are sought; null if none are. */
  readonly leaks: number | null;
  readonly seed: number;
  readonly transports: readonly string[];
  /** Whether the tabs are those of a browser. */
  readonly inBrowser: boolean;
}

function wantedOf({ values, words }: CommandWords, now: number): Wanted {
  const { minutes = '10', kills, seeds = TAB_SEEDS, seed = now % 1_000_000_000, leaks, browser, transports } = values;
  const names = typeof transports === 'string' ? transports.split(',') : TRANSPORTS;
  return {
    kills: kills === undefined ? null : Number(kills),
    tabs: words.includes('tabs') ? Number(seeds) : null,
    leaks: leaks === undefined ? null : Number(leaks),
    minutes: Number(minutes),
    seed: Number(seed),
    // A wrong name leaves none, which is refused.
    transports: names.every((name) => TRANSPORTS.includes(name)) ? names : [],
    inBrowser: browser === true,
  };
}
