import fc from 'fast-check';
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
const USAGE = `npm run soak -- [--minutes N] [--seed N] [--transports ${TRANSPORTS.join()}], or npm run soak -- --kills N [--seed N], or npm run soak -- tabs [--seeds N] [--seed N] [--browser [--leaks N]]
${MACHINE_USAGE}`;

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
  if (words.includes('--help')) {
    host.tell(USAGE);
    return 0;
  }
  if (words[0] === 'machine') return runMachine(words.slice(1), host);
  const { minutes, kills, tabs, leaks, seed, transports } = readWords(words, host.now());
  const areCounts = [kills ?? 1, tabs ?? 1, leaks ?? 1].every((count) => Number.isSafeInteger(count) && count > 0);
  if (!(minutes > 0) || !areCounts || !Number.isSafeInteger(seed) || transports.length === 0) {
    host.tell(USAGE);
    return 1;
  }
  if (tabs !== null) {
    const inBrowser = words.includes('--browser');
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
    async soak(seed, share, { tell }) {
      const interruptAfterTimeLimit = Math.max(share, 1000);
      const details = await fc.check(property, { seed, numRuns: HISTORIES, interruptAfterTimeLimit });
      tell(`seed ${seed}, ${name}: ${details.numRuns} histories${details.failed ? ', failed' : ''}`);
      if (details.failed) tell(fc.defaultReportMessage(details) ?? '');
      return !details.failed;
    },
  };
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
  if (transports.includes('crashes')) parts.push({ soak: soakFaults });
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
}

function readWords(words: readonly string[], now: number): Wanted {
  const wordAfter = (name: string): string | undefined => {
    const at = words.indexOf(name);
    return at < 0 ? undefined : (words[at + 1] ?? '');
  };
  const kills = wordAfter('--kills');
  const leaks = wordAfter('--leaks');
  return {
    kills: kills === undefined ? null : Number(kills),
    tabs: words[0] === 'tabs' ? Number(wordAfter('--seeds') ?? TAB_SEEDS) : null,
    leaks: leaks === undefined ? null : Number(leaks),
    minutes: Number(wordAfter('--minutes') ?? 10),
    seed: Number(wordAfter('--seed') ?? now % 1_000_000_000),
    transports: (wordAfter('--transports') ?? TRANSPORTS.join()).split(',').filter((name) => TRANSPORTS.includes(name)),
  };
}
