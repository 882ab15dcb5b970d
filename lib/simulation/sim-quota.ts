/*
 * A limit for the bytes of a medium, charged as Chromium charges them (measured):
 *  1. A file is charged its length.
 *  2. While a handle through which the file grew is open, the file is charged the largest length that it had since it
 *     was opened, at least 1 MiB, rounded up to a power of two. Truncating the file does not reduce this; closing it does.
 *  3. A write or truncation that would raise the charge above the limit changes nothing and throws QUOTA_EXCEEDED.
 *     Writing in place, creating an empty file, flushing and reading cost nothing.
 */
import { outOfSpace } from '../storage/fs/file-errors.js';

/** The smallest charge for an open file that grew. */
const SMALLEST_CHARGE = 1024 * 1024;

export class SimQuota {
  limit: number;
  /** The lengths of all files, by path. */
  private readonly lengths: () => Iterable<readonly [string, number]>;
  /** The charges of open files that grew. */
  private readonly charges = new Map<string, number>();

  constructor(limit: number, lengths: () => Iterable<readonly [string, number]>) {
    this.limit = limit;
    this.lengths = lengths;
  }

  /** The number of charged bytes. */
  get used(): number {
    let used = 0;
    for (const [path, length] of this.lengths()) used += Math.max(length, this.charges.get(path) ?? 0);
    return used;
  }

  /** Charges the growth of an open file from `length` bytes to `size`, or throws QUOTA_EXCEEDED. */
  grow(path: string, length: number, size: number): void {
    if (size <= length) return;
    const charged = this.charges.get(path) ?? length;
    const charge = Math.max(SMALLEST_CHARGE, 2 ** Math.ceil(Math.log2(size)));
    if (charge <= charged) return;
    if (this.limit < Number.POSITIVE_INFINITY && this.used - charged + charge > this.limit) {
      throw outOfSpace(path, size - length);
    }
    this.charges.set(path, charge);
  }

  /** The handle of the file was closed. */
  release(path: string): void {
    this.charges.delete(path);
  }
}
