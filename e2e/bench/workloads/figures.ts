/** One number that a workload measures, once per store and round. */
export interface FigureFacts {
  readonly workload: string;
  readonly title: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  readonly reading: Reading;
  /** The largest median that is good enough, if there is a goal. */
  readonly goal?: number;
}

/**
 * How a number was measured. `cold`: the first calls of a new page. `warm`: calls after many of the same kind. `p50`
 * and `p99`: of the times of single warm calls. `once`: something that happens only once, such as a load.
 */
export type Reading = 'cold' | 'warm' | 'p50' | 'p99' | 'once';

/** Every figure, in the order of the report. */
export const FIGURES = {
  'load-random': rate('W1', 'bulk load, random key order', 'rows'),
  'load-ordered': rate('W1', 'bulk load, key order', 'rows'),
  ...timedCalls('put-relaxed', 'W2', 'single puts into an empty table, one await each', 'puts'),
  ...timedCalls('put-strict', 'W2', 'strict single puts into an empty table, one await each', 'puts'),
  ...calls('put-strict-256', 'W2', 'strict puts into an empty table, 256 in flight', 'puts'),
  ...timedCalls('get-single', 'W3', 'gets, one await each', 'gets'),
  ...calls('get-256', 'W3', 'gets, 256 in flight', 'gets'),
  ...calls('get-many', 'W3', 'gets in lists of 100', 'rows'),
  ...timedCalls('scan-100', 'W4', 'scans of 100 rows', 'scans'),
  ...calls('scan-all', 'W4', 'full scan', 'rows'),
  ...calls('versions-latest', 'W5', 'newest version of every row, 10 versions stored', 'rows'),
  ...calls('versions-as-of', 'W5', 'all rows as of a timestamp', 'rows'),
  ...calls('versions-newest', 'W5', '3 newest versions of 1,000 rows', 'rows'),
  ...calls('mix-50-50', 'W6', 'zipfian, half gets, half puts, 16 in flight', 'calls'),
  ...calls('mix-95-5', 'W6', 'zipfian, 95 % gets, 16 in flight', 'calls'),
  'open-first-get': amount('W7', 'from open to the first get, after a restart of the browser', 'ms'),
  'open-after-kill': amount(
    'W7',
    'from open to the first get, after the browser was killed during a load (of 50,000 rows, or half of a smaller table)',
    'ms',
  ),
  'disk-loaded': amount('W8', 'on disk after the load', 'MB'),
  'disk-later': amount('W8', 'on disk two minutes after the load', 'MB'),
  'disk-closed': amount('W8', 'on disk after close', 'MB'),
  'disk-restarted': amount('W8', 'on disk after a restart of the browser', 'MB'),
  'disk-compacted': amount('W8', 'on disk after a requested compaction', 'MB'),
  'memory-loaded': amount('W8', 'memory of the browser, less that of the empty page', 'MB'),
  'delete-half': rate('W9', 'delete every other row', 'rows'),
  ...calls('scan-rest', 'W9', 'full scan after every other row was deleted', 'rows'),
  'busy-p50': { ...amount('busy', 'gets while batches of 100 rows are written', 'µs'), reading: 'p50' },
  'busy-p99': { ...amount('busy', 'gets while batches of 100 rows are written', 'µs'), reading: 'p99' },
  'page-blocked': amount('busy', 'longest delay of another task on the page while gets and writes run', 'ms'),
  acknowledged: rate('kill', 'puts acknowledged in one second, one await each', 'puts'),
  lost: amount('kill', "acknowledged puts lost when the tab's process is killed right after the last one", 'puts'),
  'history-load': rate('history', 'bulk load, every version kept', 'rows'),
  'history-load-again': rate('history', 'bulk load of the same rows again, every version kept', 'rows'),
  ...timedCalls('history-put', 'history', 'single puts, every version kept, one await each', 'puts'),
  ...calls('history-put-256', 'history', 'puts, every version kept, 256 in flight', 'puts'),
  ...calls('history-put-hot', 'history', 'puts to ten rows, every version kept, one await each', 'puts'),
  ...timedCalls('update', 'transactions', 'puts of stored rows, one await each', 'puts'),
  ...timedCalls(
    'transaction',
    'transactions',
    'transactions that read and write a row, one await each',
    'transactions',
  ),
  ...timedCalls('plain-update', 'indexes', 'puts of stored rows without indexes, one await each', 'puts'),
  ...timedCalls('indexed-update', 'indexes', 'puts of stored rows with two indexes, one await each', 'puts'),
  ...calls('plain-update-100', 'indexes', 'puts of stored rows without indexes, in lists of 100', 'rows'),
  ...calls('indexed-update-100', 'indexes', 'puts of stored rows with two indexes, in lists of 100', 'rows'),
  ...timedCalls('scan-indexed-key', 'indexes', 'scans of 100 rows by key, with two indexes', 'scans'),
  ...timedCalls('scan-kind', 'indexes', 'scans of the 100 rows of a kind by its index', 'scans'),
  'index-build': rate('indexes', 'adding two indexes to a table with all rows', 'rows'),
  'grow-get': amount('growth', 'one get', 'µs'),
  'grow-put': amount('growth', 'one put', 'µs'),
  'grow-scan': amount('growth', 'one scan of 100 rows', 'µs'),
  'grow-open': amount('growth', 'open to first get', 'ms'),
  'connect-profile': amount('opens', 'first connect in a new profile, to a new database', 'ms'),
  'connect-new': amount('opens', 'first connect of a page, to a new database', 'ms'),
  'connect-first': amount('opens', 'first connect of a page', 'ms'),
  'connect-first-get': amount('opens', 'first connect of a page, to the first get', 'ms'),
  'connect-second': amount('opens', 'second connect of a page', 'ms'),
  'connect-second-get': amount('opens', 'second connect of a page, to the first get', 'ms'),
  'connect-again': amount('opens', 'connect of a page that has closed the database', 'ms'),
  'connect-again-get': amount('opens', 'connect of a page that has closed the database, to the first get', 'ms'),
  'connect-follower': { ...amount('opens', 'connect while another tab leads', 'ms'), goal: 50 },
  'connect-follower-get': amount('opens', 'connect while another tab leads, to the first get', 'ms'),
  takeover: { ...amount('opens', 'from the end of the leading tab to the first answer of the next', 'ms'), goal: 300 },
} as const satisfies Readonly<Record<string, FigureFacts>>;

export type Figure = keyof typeof FIGURES;

/** Calls that run by the thousand. They have two figures, the cold rate and the warm rate. */
export type CallName = Figure extends infer F ? (F extends `${infer Name}-cold` ? Name : never) : never;
/** Calls that are also timed one by one. */
export type TimedName = Figure extends infer F
  ? F extends `${infer Name}-p50`
    ? Extract<Name, CallName>
    : never
  : never;

function rate(workload: string, title: string, of: string): FigureFacts {
  return { workload, title, unit: `${of}/s`, better: 'higher', reading: 'once' };
}

function amount(workload: string, title: string, unit: string): FigureFacts {
  return { workload, title, unit, better: 'lower', reading: 'once' };
}

/** The number of calls per second, warm and cold. */
type CallFigures<Name extends string> = Name | `${Name}-cold`;
/** The same, and the times of single calls. */
type TimedFigures<Name extends string> = CallFigures<Name> | `${Name}-p50` | `${Name}-p99`;

function calls<Name extends string>(
  name: Name,
  workload: string,
  title: string,
  of: string,
): Readonly<Record<CallFigures<Name>, FigureFacts>> {
  const facts = rate(workload, title, of);
  return { [name]: { ...facts, reading: 'warm' }, [`${name}-cold`]: { ...facts, reading: 'cold' } } as Record<
    CallFigures<Name>,
    FigureFacts
  >;
}

function timedCalls<Name extends string>(
  name: Name,
  workload: string,
  title: string,
  of: string,
): Readonly<Record<TimedFigures<Name>, FigureFacts>> {
  const facts = amount(workload, title, 'µs');
  return {
    ...calls(name, workload, title, of),
    [`${name}-p50`]: { ...facts, reading: 'p50' },
    [`${name}-p99`]: { ...facts, reading: 'p99' },
  } as Record<TimedFigures<Name>, FigureFacts>;
}
