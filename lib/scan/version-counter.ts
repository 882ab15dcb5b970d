import type { CellView } from '../keyvalue/cell-view.js';
import { MatchCode } from './match-code.js';

/** Counts the versions of one column, newest first, up to a limit. */
export class VersionCounter {
  private readonly maxVersions: number;
  private count = 0;
  private lastTimestamp = -1;

  /** REQUIRES `maxVersions >= 1`. */
  constructor(maxVersions: number) {
    this.maxVersions = maxVersions;
  }

  startColumn(): void {
    this.count = 0;
    this.lastTimestamp = -1;
  }

  /** Puts of one timestamp are one version: the last write, which comes first. */
  check(put: CellView): MatchCode {
    if (put.timestamp === this.lastTimestamp) return MatchCode.Skip;
    this.lastTimestamp = put.timestamp;
    this.count++;
    return this.count < this.maxVersions ? MatchCode.Include : MatchCode.IncludeAndSeekNextColumn;
  }
}
