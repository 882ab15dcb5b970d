import type { Clock } from '../../clock.js';
import { BigtabError } from '../../errors.js';
import type { Segment } from '../../storage/memstore/segment.js';
import type { StoreFile } from '../../storage/storefile/store-file.js';
import type { FilterEvaluator } from '../filter/filter-evaluator.js';
import type { Region } from '../region/region.js';
import type { OpenScan } from '../region/region-reads.js';
import type { StoreView } from '../region/store-view.js';

/** A scanner that has no request for this long is ended. */
export const LEASE_MS = 60_000;

/** A scanner between two of its batches. */
export interface LeasedScanner {
  readonly id: number;
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

/** The state of an ended scanner with a filter: another scanner can continue with it. */
export interface EndedScanner {
  readonly filter: FilterEvaluator;
  /** The first row that the filter has not seen. */
  readonly row: Uint8Array;
}

/** This many states are remembered. */
const MOST_ENDED = 1000;

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
 * Open scanners by id, each with a lease.
 *
 * A scanner ends when it has had no request for 60 s, when there are too many scanners, when they keep too much data
 * that nothing else needs, and when memory is short; the one that has been idle longest is ended first. Its client
 * continues after its last row, or gets an error.
 */
export class ScannerLeases {
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #holdLimit: number;
  readonly #regions: () => Iterable<Region>;
  /** The scanners in order of their last use, oldest first. */
  readonly #scanners = new Map<number, { scanner: LeasedScanner; usedAt: number }>();
  readonly #ended = new Map<number, EndedScanner>();
  #nextId = 1;
  #expired = 0;
  #cancel: (() => void) | null = null;

  /**
   * `limits`: the limits of open scanners and of bytes that only scanners keep. `regions`: the regions of all tables.
   */
  constructor(
    clock: Clock,
    limits: { readonly scanners: number; readonly scannersHold: number },
    regions: () => Iterable<Region>,
  ) {
    this.#clock = clock;
    this.#limit = limits.scanners;
    this.#holdLimit = limits.scannersHold;
    this.#regions = regions;
  }

  get open(): number {
    return this.#scanners.size;
  }

  /** The number of scanners ended by a lease, the limit or a lack of memory. */
  get expired(): number {
    return this.#expired;
  }

  takeId(): number {
    return this.#nextId++;
  }

  /** Keeps `scanner` for its next batch; above the limit, ends the one that has been idle longest. */
  keep(scanner: LeasedScanner): void {
    this.#scanners.set(scanner.id, { scanner, usedAt: this.#clock.monotonic() });
    while (this.#scanners.size > this.#limit) this.endOldest();
    this.relieve();
    this.#plan();
  }

  /** Starts the lease again; returns false if the scanner is not open. */
  renew(id: number): boolean {
    const held = this.#scanners.get(id);
    if (held === undefined) return false;
    this.#scanners.delete(id);
    this.#scanners.set(id, { scanner: held.scanner, usedAt: this.#clock.monotonic() });
    return true;
  }

  /** Returns the scanner for one batch; `keep` adds it again. Throws SCANNER_CLOSED if it is not open. */
  take(id: number): LeasedScanner {
    const held = this.#scanners.get(id);
    if (held === undefined)
      throw new BigtabError('SCANNER_CLOSED', `Scanner ${id} is not open; its lease may have expired`);
    this.#scanners.delete(id);
    return held.scanner;
  }

  /** The state of an ended scanner; null if it is not remembered. */
  takeEnded(id: number): EndedScanner | null {
    const ended = this.#ended.get(id) ?? null;
    this.#ended.delete(id);
    return ended;
  }

  /** Ends the scanner if it is open; its client may continue with another. */
  end(id: number): void {
    if (this.#scanners.has(id)) this.#expire(id);
  }

  /** Closes the scanner if it is open. */
  close(id: number): void {
    this.#end(id);
  }

  /** Ends the scanner that has been idle longest; returns false if none is open. */
  endOldest(): boolean {
    for (const id of this.#scanners.keys()) {
      this.#expire(id);
      return true;
    }
    return false;
  }

  /** The data that only open scanners keep. */
  get held(): HeldByScanners {
    const needed = new Set<object>();
    let fileBytes = 0;
    for (const region of this.#regions()) {
      for (const { view } of region.stores) {
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
    for (const region of this.#regions()) for (const { view } of region.stores) present.add(view);
    for (const [id, { scanner }] of this.#scanners) {
      if (scanner.scan.views.every((view) => present.has(view))) continue;
      const { segments, files, segmentLimit, fileLimit } = this.held;
      if (segments <= segmentLimit && files <= fileLimit) return;
      this.#expire(id);
    }
  }

  closeAll(): void {
    for (const id of [...this.#scanners.keys()]) this.#end(id);
    this.#cancel?.();
    this.#cancel = null;
  }

  *#views(): Iterable<StoreView> {
    for (const { scanner } of this.#scanners.values()) yield* scanner.scan.views;
  }

  /**
   * Ends a scanner whose client may want to continue: the state of its filter is kept, because a filter may count rows.
   */
  #expire(id: number): void {
    const { scan } = (this.#scanners.get(id) as { scanner: LeasedScanner }).scanner;
    const { filter, scanner } = scan;
    if (filter !== null) this.#ended.set(id, { filter, row: scanner.nextRow() });
    for (const oldest of this.#ended.keys()) if (this.#ended.size > MOST_ENDED) this.#ended.delete(oldest);
    this.#end(id);
    this.#expired++;
  }

  #end(id: number): void {
    const held = this.#scanners.get(id);
    if (held === undefined) return;
    this.#scanners.delete(id);
    held.scanner.scan.close();
  }

  #plan(): void {
    if (this.#cancel !== null || this.#scanners.size === 0) return;
    this.#cancel = this.#clock.after(LEASE_MS / 4, () => {
      this.#cancel = null;
      const now = this.#clock.monotonic();
      for (const { usedAt } of this.#scanners.values()) {
        if (now - usedAt < LEASE_MS) break;
        this.endOldest();
      }
      this.#plan();
    });
  }
}

function partsOf({ active, snapshot, files }: StoreView): readonly (Segment | StoreFile)[] {
  return snapshot === null ? [active, ...files] : [active, snapshot, ...files];
}
