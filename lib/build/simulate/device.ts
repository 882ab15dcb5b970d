import { OBSOLETE_FOR_MS } from '../../engine/region/region-commit.js';

/** The bytes on a device: of files in use, of outputs that are being written, and of replaced files for another 60 s. */
export class Device {
  readonly quotaBytes: number;
  filesBytes = 0;
  outputBytes = 0;
  private obsoleteBytes = 0;
  private readonly obsolete: { readonly bytes: number; readonly until: number }[] = [];

  constructor(quotaBytes: number) {
    this.quotaBytes = quotaBytes;
  }

  get usedBytes(): number {
    return this.filesBytes + this.outputBytes + this.obsoleteBytes;
  }

  get roomBytes(): number {
    return this.quotaBytes - this.usedBytes;
  }

  /** What a compaction needs besides the files in use. */
  get extraBytes(): number {
    return this.outputBytes + this.obsoleteBytes;
  }

  /** When the oldest replaced file is removed; Infinity if there is none. */
  get nextRemovalAt(): number {
    return this.obsolete[0]?.until ?? Number.POSITIVE_INFINITY;
  }

  replace(bytes: number, now: number): void {
    this.filesBytes -= bytes;
    this.obsoleteBytes += bytes;
    this.obsolete.push({ bytes, until: now + OBSOLETE_FOR_MS });
  }

  removeOldest(): void {
    this.obsoleteBytes -= this.obsolete.shift()?.bytes ?? 0;
  }
}
