import type { Clock } from '../../clock.js';
import { BigtabError } from '../../errors.js';
import type { ScannerId, ScanPosition } from '../../service/scan-codec.js';
import type { Segment } from '../../storage/memstore/segment.js';
import type { StoreFile } from '../../storage/storefile/store-file.js';
import { saveFilterState } from '../filter/filter-state.js';
import { LEASE_MS, LeaseTimer } from '../region/lease-timer.js';
import type { Region } from '../region/region.js';
import type { OpenScan } from '../region/region-reads.js';
import type { StoreView } from '../region/store-view.js';

/** A scanner between two of its batches. */
export interface LeasedScanner {
  readonly id: ScannerId;
  /** The connection that opened it; no other one may use it. */
  readonly connection: string;
  /** The number of its next batch. */
  nextBatch: number;
  readonly region: Region;
  readonly scan: OpenScan;
  /** The families of the table when the scan was opened, to which the family indexes in its batches refer. */
  readonly familyNames: readonly Uint8Array[];
  /** Bytes of the next batch; it grows from batch to batch, up to `maxBytes`. */
  batchBytes: number;
  readonly maxBytes: number;
  /** The number of rows that it may still return; Infinity = no limit. */
  rowsLeft: number;
  /** Rows per batch; Infinity = limited by bytes alone. */
  readonly caching: number;
  /** Whether a batch without rows contains the scanner's position. */
  readonly cursors: boolean;
}

const NO_STATE = new Uint8Array(0);

/** Where the next batch begins, if the client may need it. REQUIRES that there is one. */
export function positionOf({ scan, cursors }: LeasedScanner, isEmpty: boolean): ScanPosition | null {
  const { filter, scanner } = scan;
  if (filter !== null) return { row: scanner.nextRow(), filterState: saveFilterState(filter) };
  return cursors && isEmpty ? { row: scanner.nextRow(), filterState: NO_STATE } : null;
}

/**
 * The data that only scanners use: segments that were flushed and files that were replaced since they were opened. In
 * bytes.
 */
export interface HeldByScanners {
  readonly segments: number;
  readonly files: number;
  /** The limit for segments, and for files; the limit for files grows with the store. */
  readonly segmentLimit: number;
  readonly fileLimit: number;
}

/** The share of the bytes of all store files that scanners may keep in addition. */
const FILES_SHARE = 0.25;

/**
 * Open scanners by number, each with a lease.
 *
 * A scanner ends when it has had no request for 60 s, when there are too many scanners, when they keep too much data
 * that nothing else needs, and when memory is short; the one that has been idle longest is ended first. Its client
 * continues after its last row, or gets an error.
 */
export class ScannerLeases {
  /** The number of scanners ended by a lease, the limit or a lack of memory. */
  expired = 0;
  readonly #epoch: number;
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #holdLimit: number;
  readonly #regions: () => Iterable<Region>;
  /** The scanners in order of their last use, oldest first. */
  readonly #scanners = new Map<number, { scanner: LeasedScanner; usedAt: number }>();
  #lastNumber: number;
  readonly #timer: LeaseTimer;

  /**
   * `ids`: the epoch of its scanners, and the number before that of the first one. `limits`: the limits of open
   * scanners and of bytes that only scanners keep. `regions`: the regions of all tables.
   */
  constructor(
    ids: ScannerId,
    clock: Clock,
    limits: { readonly scanners: number; readonly scannersHold: number },
    regions: () => Iterable<Region>,
  ) {
    this.#epoch = ids.epoch;
    this.#lastNumber = ids.number;
    this.#clock = clock;
    this.#limit = limits.scanners;
    this.#holdLimit = limits.scannersHold;
    this.#regions = regions;
    this.#timer = new LeaseTimer(clock, (now) => this.#endExpired(now));
  }

  get open(): number {
    return this.#scanners.size;
  }

  takeId(): ScannerId {
    return { epoch: this.#epoch, number: ++this.#lastNumber };
  }

  /** The number of an open scanner of `connection`; 0 if `id` does not name one. */
  numberOf({ epoch, number }: ScannerId, connection: string): number {
    const isOwn = epoch === this.#epoch && this.#scanners.get(number)?.scanner.connection === connection;
    return isOwn ? number : 0;
  }

  /** Keeps `scanner` for its next batch; above the limit, ends the one that has been idle longest. */
  keep(scanner: LeasedScanner): void {
    this.#scanners.set(scanner.id.number, { scanner, usedAt: this.#clock.monotonic() });
    while (this.#scanners.size > this.#limit) this.endOldest();
    if (this.#scanners.size > 0) this.#timer.start();
  }

  /** Starts the lease again; returns false if the scanner is not open. */
  renew(number: number): boolean {
    const held = this.#scanners.get(number);
    if (held === undefined) return false;
    this.#scanners.delete(number);
    this.#scanners.set(number, { scanner: held.scanner, usedAt: this.#clock.monotonic() });
    return true;
  }

  /**
   * Returns the scanner for one batch; `keep` adds it again. Throws SCANNER_CLOSED if it is not open, and closes it if
   * its next batch has another number: the client has missed a batch, and continues with another scanner.
   */
  take(number: number, batch: number): LeasedScanner {
    const scanner = this.#scanners.get(number)?.scanner;
    if (scanner === undefined) throw scannerClosed('the scanner is not open; its lease may have expired');
    if (scanner.nextBatch !== batch) {
      this.close(number);
      throw scannerClosed(`the next batch of the scanner is ${scanner.nextBatch}, not ${batch}`);
    }
    this.#scanners.delete(number);
    scanner.nextBatch++;
    return scanner;
  }

  /** Closes the scanner if it is open; its client may continue with another. */
  close(number: number): void {
    const held = this.#scanners.get(number);
    if (held === undefined) return;
    this.#scanners.delete(number);
    held.scanner.scan.close();
  }

  /** Closes the scanners of a connection that has closed. */
  closeOf(connection: string): void {
    for (const [number, { scanner }] of this.#scanners) if (scanner.connection === connection) this.close(number);
  }

  /** Ends the scanner that has been idle longest; returns false if none is open. */
  endOldest(): boolean {
    for (const number of this.#scanners.keys()) {
      this.#expire(number);
      return true;
    }
    return false;
  }

  /** The data that only open scanners keep. */
  get held(): HeldByScanners {
    const needed = new Set<object>();
    let fileBytes = 0;
    for (const region of this.#regions()) {
      for (const { view } of region.allStores) {
        for (const part of [view, ...partsOf(view)]) needed.add(part);
        for (const { sizeBytes } of view.files) fileBytes += sizeBytes;
      }
    }
    let segments = 0;
    let files = 0;
    for (const view of this.#views()) {
      if (needed.has(view)) continue;
      const parts = partsOf(view).filter((part) => !needed.has(part));
      for (const part of [view, ...parts]) needed.add(part);
      for (const part of parts) {
        if ('sizeBytes' in part) files += part.sizeBytes;
        else segments += part.bytes;
      }
    }
    const fileLimit = Math.max(this.#holdLimit, fileBytes * FILES_SHARE);
    return { segments, files, segmentLimit: this.#holdLimit, fileLimit };
  }

  /**
   * While scanners keep too much, ends the one that has been idle longest among those that keep anything. To be called
   * when segments or files were replaced.
   */
  relieve(): void {
    if (this.#scanners.size === 0) return;
    const present = new Set<StoreView>();
    for (const region of this.#regions()) for (const { view } of region.allStores) present.add(view);
    for (const [number, { scanner }] of this.#scanners) {
      if (scanner.scan.views.every((view) => present.has(view))) continue;
      const { segments, files, segmentLimit, fileLimit } = this.held;
      if (segments <= segmentLimit && files <= fileLimit) return;
      this.#expire(number);
    }
  }

  closeAll(): void {
    for (const number of [...this.#scanners.keys()]) this.close(number);
    this.#timer.stop();
  }

  *#views(): Iterable<StoreView> {
    for (const { scanner } of this.#scanners.values()) yield* scanner.scan.views;
  }

  #expire(number: number): void {
    this.close(number);
    this.expired++;
  }

  #endExpired(now: number): boolean {
    for (const { usedAt } of this.#scanners.values()) {
      if (now - usedAt < LEASE_MS) break;
      this.endOldest();
    }
    return this.#scanners.size > 0;
  }
}

function scannerClosed(reason: string): BigtabError {
  return new BigtabError('SCANNER_CLOSED', `No batch: ${reason}. Open another scanner after the last row.`);
}

function partsOf({ active, snapshot, files }: StoreView): readonly (Segment | StoreFile)[] {
  return snapshot === null ? [active, ...files] : [active, snapshot, ...files];
}
