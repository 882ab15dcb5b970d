/** What both tabs call. All figures are times of one call: lower is better. */
export const TAB_CALLS = {
  get: { title: 'one get' },
  put: { title: 'one put' },
  scan: { title: 'one scan of 100 rows' },
  list: { title: 'one list of 100 gets' },
  'get-256': { title: '256 gets at once' },
  'put-256': { title: '256 puts at once' },
} as const;

export type TabCall = keyof typeof TAB_CALLS;
export const TAB_CALL_NAMES = Object.keys(TAB_CALLS) as readonly TabCall[];

/** The tab whose worker runs the engine, and one that uses that worker. */
export const TAB_ROLES = ['leader', 'follower'] as const;
export type TabRole = (typeof TAB_ROLES)[number];

/** `cold`: the mean of the first calls of a new page. `p50` and `p99`: of the times of calls after a warm-up. */
export const TAB_READINGS = ['cold', 'p50', 'p99'] as const;
export type TabReading = (typeof TAB_READINGS)[number];

/** The calls of one tab in one round, in microseconds. */
export interface CallsRun extends Readonly<Record<TabReading, number>> {
  readonly round: number;
  readonly call: TabCall;
  readonly role: TabRole;
}

/** How the leading tab ends. */
export const ENDINGS = {
  close: 'its tab is closed',
  kill: 'its process is killed',
} as const;
export type Ending = keyof typeof ENDINGS;

/** The amounts of data, in MB, that the leader has written and not flushed when it ends. */
export const UNFLUSHED: readonly number[] = [0, 1, 4, 16];

/** One end of a leading tab. */
export interface FailoverRun {
  readonly round: number;
  readonly ending: Ending;
  /** One of `UNFLUSHED`. */
  readonly megabytes: number;
  /** From the end of the leader to the first answer that the follower gets afterwards. */
  readonly ms: number;
}

/** The numbers of followers whose memory is measured. */
export const FOLLOWERS: readonly number[] = [1, 5, 9];

/** The memory that a number of followers add to the browser. */
export interface MemoryRun {
  readonly round: number;
  /** One of `FOLLOWERS`. */
  readonly followers: number;
  readonly megabytes: number;
}

/** Everything that a command has measured. */
export interface TabRuns {
  readonly calls: readonly CallsRun[];
  readonly failovers: readonly FailoverRun[];
  readonly memory: readonly MemoryRun[];
}
