import type { TimeRange } from '../../model/time-range.js';
import type { ScanInfo } from './scan-info.js';

/** What decides, in addition to the wanted columns, which cells of one family a read sees. */
export interface ReadRules {
  readonly info: ScanInfo;
  readonly timeRange: TimeRange;
  /** As the read requests, at least 1. */
  readonly maxVersions: number;
  /** Cells with a larger sequence id do not exist. */
  readonly readPoint: number;
  /** The current time for this read. */
  readonly now: number;
}
