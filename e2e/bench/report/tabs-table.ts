import { markdownTable, thousands } from '../../../lib/build/report/table.js';
import {
  ENDINGS,
  type Ending,
  FOLLOWERS,
  TAB_CALL_NAMES,
  TAB_CALLS,
  TAB_READINGS,
  type TabCall,
  type TabReading,
  type TabRole,
  type TabRuns,
  UNFLUSHED,
} from '../tabs/tab-figures.js';
import { roundsText, spreadText } from './caption.js';
import { type Spread, spreadOf } from './statistics.js';

/** A figure that must not be larger. */
export interface Goal {
  readonly most: number;
  readonly isMet: boolean;
}

interface Figure {
  readonly values: Spread;
  /** Null if none is set. */
  readonly goal: Goal | null;
}

/** A reading of both tabs, in microseconds, and how many times longer the follower takes in each round. */
export interface CallLine extends Figure {
  readonly call: TabCall;
  readonly reading: TabReading;
  readonly leader: Spread;
  readonly ratios: Spread;
}

/** The milliseconds in which a follower takes over. */
export interface FailoverLine extends Figure {
  readonly ending: Ending;
  readonly megabytes: number;
}

/** The MB of one of several followers. */
export interface MemoryLine extends Figure {
  readonly followers: number;
}

/** In microseconds, for medians of a follower. */
const CALL_GOALS: Partial<Record<TabCall, Partial<Record<TabReading, number>>>> = {
  get: { p50: 600 },
  'get-256': { p50: 1_500 },
};
/** In milliseconds. 95 % of all times have to be shorter; with a few rounds, that is all of them. */
const FAILOVER_GOAL = { small: 300, large: 1_000, largeFrom: 1_048_576 / 1e6 } as const;
/** One MiB, in MB. */
const MEMORY_GOAL = 1_048_576 / 1e6;

/** The lines of each call, the missed goals first, then the largest ratios. Only rounds with both tabs count. */
export function callLines({ calls }: TabRuns): readonly CallLine[] {
  const lines = TAB_CALL_NAMES.flatMap((call) => {
    const ofCall = calls.filter((run) => run.call === call);
    const runOf = (round: number, role: TabRole) => ofCall.find((run) => run.round === round && run.role === role);
    const pairs = [...new Set(ofCall.map(({ round }) => round))].flatMap((round) => {
      const [leader, follower] = [runOf(round, 'leader'), runOf(round, 'follower')];
      return leader === undefined || follower === undefined ? [] : [{ leader, follower }];
    });
    if (pairs.length === 0) return [];
    return TAB_READINGS.map((reading) => {
      const values = spreadOf(pairs.map(({ follower }) => follower[reading]));
      return {
        call,
        reading,
        values,
        goal: goalOf(CALL_GOALS[call]?.[reading], values.median),
        leader: spreadOf(pairs.map(({ leader }) => leader[reading])),
        ratios: spreadOf(pairs.map(({ leader, follower }) => follower[reading] / leader[reading])),
      };
    });
  });
  return missedFirst(lines.sort((a, b) => b.ratios.median - a.ratios.median));
}

/** A line for each way to end and each amount of data. */
export function failoverLines({ failovers }: TabRuns): readonly FailoverLine[] {
  const lines = (Object.keys(ENDINGS) as Ending[]).flatMap((ending) =>
    UNFLUSHED.flatMap((megabytes) => {
      const times = failovers.filter((run) => run.ending === ending && run.megabytes === megabytes);
      if (times.length === 0) return [];
      const values = spreadOf(times.map(({ ms }) => ms));
      const { small, large, largeFrom } = FAILOVER_GOAL;
      return [{ ending, megabytes, values, goal: goalOf(megabytes < largeFrom ? small : large, values.most) }];
    }),
  );
  return missedFirst(lines);
}

/** A line for each number of followers. */
export function memoryLines({ memory }: TabRuns): readonly MemoryLine[] {
  const lines = FOLLOWERS.flatMap((followers) => {
    const found = memory.filter((run) => run.followers === followers);
    if (found.length === 0) return [];
    const values = spreadOf(found.map(({ megabytes }) => megabytes / followers));
    return [{ followers, values, goal: goalOf(MEMORY_GOAL, values.median) }];
  });
  return missedFirst(lines);
}

/** The report as Markdown. `facts`: what the numbers depend on, in one sentence each. */
export function tabsPage(runs: TabRuns, facts: readonly string[]): string {
  const [calls, failovers, memory] = [callLines(runs), failoverLines(runs), memoryLines(runs)];
  const all = [...calls, ...failovers, ...memory];
  const rounds = Math.max(0, ...all.map(({ values }) => values.count));
  const text = (spread: Spread) => spreadText(spread, rounds);
  return [
    '# Several tabs, one database',
    `${facts.join(' ')} Every number is the median of ${roundsText(rounds)}, with the minimum and the maximum.`,
    goalsText(all),
    '## Calls of the leader and of a follower',
    'The worker of the leading tab runs the engine, and the follower sends its calls to that worker. Both tabs have the same database open and measure in turn. The times are those of one call, in microseconds. Cold: the mean of the first calls of a new page, with a new worker. p50 and p99: of the times of calls after a warm-up. A ratio is the median of the ratios of all rounds; above 1, the follower takes longer. Missed goals come first, then the largest ratios.',
    markdownTable(
      ['call', 'reading', 'leader (µs)', 'follower (µs)', 'ratio', 'goal'],
      calls.map(({ call, reading, leader, values, ratios, goal }) => [
        TAB_CALLS[call].title,
        reading,
        text(leader),
        text(values),
        text(ratios),
        goalText(goal),
      ]),
      [1, 5],
    ),
    '## Taking over',
    'The time from the end of the leading tab to the first answer that a follower gets afterwards, in milliseconds. The follower makes one get after the other. Unflushed: the keys and values that the leader wrote, and that the new leader reads from the log. The goal is for the longest time.',
    markdownTable(
      ['end of the leader', 'unflushed (MB)', 'time (ms)', 'goal'],
      failovers.map(({ ending, megabytes, values, goal }) => [
        ENDINGS[ending],
        String(megabytes),
        text(values),
        goalText(goal),
      ]),
      [3],
    ),
    '## Memory of a follower',
    'The memory of all processes of the browser after some pages have opened the database as followers, less that before, divided by their number. Before, the pages were already loaded, and another one led. Shared memory is divided among the processes, and mapped files are left out.',
    markdownTable(
      ['followers', 'one follower (MB)', 'goal'],
      memory.map(({ followers, values, goal }) => [String(followers), text(values), goalText(goal)]),
      [2],
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function goalOf(most: number | undefined, value: number): Goal | null {
  return most === undefined ? null : { most, isMet: value <= most };
}

function missedFirst<T extends Figure>(lines: readonly T[]): readonly T[] {
  const isMissed = ({ goal }: T) => goal?.isMet === false;
  return [...lines.filter(isMissed), ...lines.filter((line) => !isMissed(line))];
}

function goalsText(figures: readonly Figure[]): string {
  const goals = figures.flatMap(({ goal }) => (goal === null ? [] : [goal]));
  const missed = goals.filter(({ isMet }) => !isMet).length;
  return `Of ${goals.length} ${goals.length === 1 ? 'goal' : 'goals'}, ${missed === 0 ? 'none is' : missed === 1 ? '1 is' : `${missed} are`} missed.`;
}

function goalText(goal: Goal | null): string {
  if (goal === null) return '';
  return goal.isMet ? `at most ${thousands(goal.most)}` : `**missed**: at most ${thousands(goal.most)}`;
}
