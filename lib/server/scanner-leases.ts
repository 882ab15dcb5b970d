import type { Clock } from '../clock.js';
import { BigtabError } from '../errors.js';
import type { OpenScan, Region } from '../region/region.js';

/** A scanner that nobody asks for so long is ended. */
export const LEASE_MS = 60_000;

/** A scanner between two of its batches. */
export interface LeasedScanner {
  readonly id: number;
  readonly region: Region;
  readonly scan: OpenScan;
  /** Of the table when the scan was opened: what family indexes in its batches mean. */
  readonly familyNames: readonly Uint8Array[];
  /** Bytes of the next batch; grows from batch to batch. */
  batchBytes: number;
  /** Rows that it may still give; Infinity = no limit. */
  rowsLeft: number;
  /** Rows a batch; Infinity = by bytes alone. */
  readonly caching: number;
}

/** Open scanners by id, each with a lease. */
export class ScannerLeases {
  readonly #clock: Clock;
  readonly #limit: number;
  /** In order of their last use, oldest first. */
  readonly #scanners = new Map<number, { scanner: LeasedScanner; usedAt: number }>();
  #nextId = 1;
  #expired = 0;
  #cancel: (() => void) | null = null;

  constructor(clock: Clock, limit: number) {
    this.#clock = clock;
    this.#limit = limit;
  }

  get open(): number {
    return this.#scanners.size;
  }

  /** Scanners that a lease, the limit or a lack of memory has ended. */
  get expired(): number {
    return this.#expired;
  }

  takeId(): number {
    return this.#nextId++;
  }

  /** Keeps `scanner` for its next batch; above the limit the one idle for longest is ended. */
  keep(scanner: LeasedScanner): void {
    this.#scanners.set(scanner.id, { scanner, usedAt: this.#clock.monotonic() });
    while (this.#scanners.size > this.#limit) this.endOldest();
    this.#plan();
  }

  /** Hands the scanner out for one batch; `keep` takes it back. SCANNER_CLOSED when it is not, or no longer, there. */
  take(id: number): LeasedScanner {
    const held = this.#scanners.get(id);
    if (held === undefined)
      throw new BigtabError('SCANNER_CLOSED', `Scanner ${id} is not open; its lease may have ended`);
    this.#scanners.delete(id);
    return held.scanner;
  }

  /** Closes the scanner if it is open. */
  close(id: number): void {
    this.#end(id);
  }

  /** Ends the scanner that was idle for longest; false when none is open. */
  endOldest(): boolean {
    for (const id of this.#scanners.keys()) {
      this.#end(id);
      this.#expired++;
      return true;
    }
    return false;
  }

  closeAll(): void {
    for (const id of [...this.#scanners.keys()]) this.#end(id);
    this.#cancel?.();
    this.#cancel = null;
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
