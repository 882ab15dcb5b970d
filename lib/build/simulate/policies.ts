import { exploringPolicy, flatPolicy } from './flat-policy.js';
import { leveledPolicy } from './leveled-policy.js';
import type { Policy } from './policy.js';
import { selectTiered } from './tiered-selection.js';

/** The policies that are compared. */
export const POLICIES: readonly Policy[] = [
  exploringPolicy(
    'exploring',
    'HBase’s, which Bigtab uses: as many neighbors as are in ratio, by `selectMinor` of the engine',
  ),
  leveledPolicy,
  flatPolicy(
    'tiered',
    'Cassandra’s size-tiered one, of neighbors: 8 files of similar size at once, into one of the next tier',
    selectTiered,
  ),
];

/** The engine's policy with its defaults, and with one of them changed. */
export const VARIANTS: readonly Policy[] = [
  exploringPolicy('today', 'nothing'),
  exploringPolicy('ratio 0.8', 'ratio 0.8', { ratio: 0.8 }),
  exploringPolicy('ratio 2', 'ratio 2', { ratio: 2 }),
  exploringPolicy('2 files', 'at least 2 files', { minFiles: 2 }),
  exploringPolicy('5 files', 'at least 5 files', { minFiles: 5 }),
  exploringPolicy('1 MiB', 'the ratio is required above 1 MiB', { minBytes: 1 << 20 }),
  exploringPolicy('16 MiB', 'the ratio is required above 16 MiB, the flush size, as in HBase', { minBytes: 16 << 20 }),
  exploringPolicy('128 MiB', 'files and selections of at most 128 MiB', { maxBytes: 128 << 20 }),
  exploringPolicy('2 GiB', 'files and selections of at most 2 GiB', { maxBytes: 2 ** 31 }),
  exploringPolicy('stuck at 20', 'any selection from 20 files on instead of 12', { stuckFiles: 20 }),
  exploringPolicy('no majors', 'no major compaction by time', { majorPeriodMs: 0 }),
];
