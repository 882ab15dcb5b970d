import { prefixStop } from '../bytes/successor.js';
import { Scan } from '../model/scan.js';
import type { CellStyle } from './cell-printer.js';
import type { Options } from './options.js';
import { readQueryOptions } from './query-options.js';
import { bytesOf } from './shell-value.js';

/** The request of a scan of the shell, and how its cells are printed. */
export interface ShellScan {
  readonly scan: Scan;
  readonly style: CellStyle;
}

/** Reads the options of `scan`, which `count` also accepts. Throws INVALID_ARGUMENT. */
export function readScanOptions(options: Options): ShellScan {
  const scan = new Scan();
  const reversed = options.boolean('REVERSED') ?? false;
  scan.setReversed(reversed);
  readBounds(scan, options, reversed);
  const versions = options.integer('VERSIONS') ?? 1;
  // As in HBase, an invalid number reads one version (H-12).
  if (versions > 1) scan.readVersions(versions);
  const limits = [
    ['LIMIT', 'setLimit'],
    ['CACHE', 'setCaching'],
    ['BATCH', 'setBatch'],
    ['MAX_RESULT_SIZE', 'setMaxResultSize'],
  ] as const;
  for (const [key, setter] of limits) {
    const number = options.integer(key);
    if (number !== undefined) scan[setter](number);
  }
  scan.setRaw(options.boolean('RAW') ?? false);
  scan.setAllowPartialResults(options.boolean('ALLOW_PARTIAL_RESULTS') ?? false);
  const isolation = options.text('ISOLATION_LEVEL');
  if (isolation !== undefined) scan.setIsolationLevel(isolation as 'READ_COMMITTED');
  const style = readQueryOptions(scan, options);
  options.ignore('CACHE_BLOCKS', 'READ_TYPE');
  return { scan, style };
}

/** ROWPREFIXFILTER replaces both bounds, in either direction. */
function readBounds(scan: Scan, options: Options, reversed: boolean): void {
  const start = options.take('STARTROW');
  const stop = options.take('STOPROW');
  const prefix = options.take('ROWPREFIXFILTER');
  if (prefix === undefined) {
    if (start !== undefined) scan.withStartRow(bytesOf(start));
    if (stop !== undefined) scan.withStopRow(bytesOf(stop));
    return;
  }
  const first = bytesOf(prefix);
  if (reversed) scan.withStartRow(prefixStop(first), false).withStopRow(first, true);
  else scan.setStartStopRowForPrefixScan(first);
}
