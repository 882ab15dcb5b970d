/** One number that a workload finds, once a store and round. */
export interface FigureFacts {
  readonly workload: string;
  readonly title: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  /** What Bigtab should reach over the best peer. */
  readonly expected?: number;
}

/** Every figure, in the order of the report. */
export const FIGURES = {
  'load-random': { ...rate('W1', 'bulk load, random key order', 'rows'), expected: 2 },
  'load-ordered': { ...rate('W1', 'bulk load, key order', 'rows'), expected: 2 },
  'put-relaxed': { ...rate('W2', 'single puts, one await each', 'puts'), expected: 1.3 },
  'put-strict': { ...rate('W2', 'the same, strict', 'puts'), expected: 1.1 },
  'put-strict-256': { ...rate('W2', 'strict puts, 256 in flight', 'puts'), expected: 10 },
  'get-single': { ...rate('W3', 'gets, one await each', 'gets'), expected: 1 },
  'get-256': { ...rate('W3', 'gets, 256 in flight', 'gets'), expected: 4 },
  'get-many': { ...rate('W3', 'gets in lists of 100', 'rows'), expected: 1.5 },
  'scan-100': { ...rate('W4', 'scans of 100 rows', 'scans'), expected: 1.2 },
  'scan-all': { ...rate('W4', 'full scan', 'rows'), expected: 2 },
  'versions-latest': { ...rate('W5', 'latest of all rows with 10 versions', 'rows'), expected: 1.5 },
  'versions-as-of': { ...rate('W5', 'all rows as of a timestamp', 'rows'), expected: 1 },
  'versions-newest': { ...rate('W5', '3 newest versions of 1,000 rows', 'rows'), expected: 1.2 },
  'mix-50-50': { ...rate('W6', 'zipfian, half gets, half puts, 16 in flight', 'calls'), expected: 3 },
  'mix-95-5': { ...rate('W6', 'zipfian, 95 % gets, 16 in flight', 'calls'), expected: 1.5 },
  'open-first-get': { ...amount('W7', 'cold open to first get, browser restarted', 'ms'), expected: 1 },
  'open-after-kill': { ...amount('W7', 'the same after a kill in mid-load', 'ms'), expected: 1 },
  'disk-loaded': amount('W8', 'on disk after the load', 'MB'),
  'disk-compacted': amount('W8', 'on disk after compaction', 'MB'),
  'disk-closed': { ...amount('W8', 'on disk after close', 'MB'), expected: 1 },
  'memory-loaded': amount('W8', 'memory of the browser over the empty page', 'MB'),
  'delete-half': { ...rate('W9', 'delete every other row', 'rows'), expected: 1.5 },
  'scan-rest': { ...rate('W9', 'scan the rest', 'rows'), expected: 1.5 },
  'p99-idle': amount('p99', 'slowest hundredth of gets, idle', 'µs'),
  'p99-busy': amount('p99', 'the same while rows are written, flushed and compacted', 'µs'),
  'page-blocked': amount('p99', 'longest wait of another task of the page meanwhile', 'ms'),
  'history-load': rate('history', 'bulk load into a family that keeps every version', 'rows'),
  'history-load-again': rate('history', 'the same rows once more', 'rows'),
  'history-put': rate('history', 'single puts into it, one await each', 'puts'),
  'history-put-256': rate('history', 'the same, 256 in flight', 'puts'),
  'history-put-hot': rate('history', 'puts to ten rows, one await each', 'puts'),
  'grow-get': amount('growth', 'one get', 'µs'),
  'grow-put': amount('growth', 'one put', 'µs'),
  'grow-scan': amount('growth', 'one scan of 100 rows', 'µs'),
  'grow-open': amount('growth', 'open to first get', 'ms'),
} as const satisfies Readonly<Record<string, FigureFacts>>;

export type Figure = keyof typeof FIGURES;

function rate(workload: string, title: string, of: string): FigureFacts {
  return { workload, title, unit: `${of}/s`, better: 'higher' };
}

function amount(workload: string, title: string, unit: string): FigureFacts {
  return { workload, title, unit, better: 'lower' };
}
