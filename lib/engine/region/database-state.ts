import { BigtabError } from '../../errors.js';
import type { StatusReport } from '../../model/status-report.js';

export type StateName = StatusReport['state'];

/** What a request writes: nothing, markers of deletes only, or also other cells. */
export type WrittenCells = 'nothing' | 'markers' | 'cells';

/** What a database accepts at present, and why it does not accept everything. */
export class DatabaseState {
  /** Called after each change. */
  onChanged: () => void = () => {};
  #name: StateName = 'open';
  #reason: string | null = null;
  /** How many bytes of the log the markers of deletes may still take on a full device. */
  #markerBytes = 0;
  #code: 'INVALID_OPERATION' | 'QUOTA_EXCEEDED' = 'INVALID_OPERATION';

  get name(): StateName {
    return this.#name;
  }

  /** A sentence for people; null if and only if the state is `open`. */
  get reason(): string | null {
    return this.#reason;
  }

  /** Whether every request is accepted. */
  get acceptsAll(): boolean {
    return this.#name === 'open' || this.#name === 'degraded';
  }

  becomes(name: 'open'): void;
  becomes(name: 'full', reason: string, markerBytes: number): void;
  becomes(name: 'read-only', reason: string, markerBytes: 0, code: 'QUOTA_EXCEEDED'): void;
  becomes(name: Exclude<StateName, 'open' | 'full'>, reason: string): void;
  becomes(
    name: StateName,
    reason: string | null = null,
    markerBytes = 0,
    code: 'INVALID_OPERATION' | 'QUOTA_EXCEEDED' = 'INVALID_OPERATION',
  ): void {
    this.#markerBytes = markerBytes;
    this.#code = code;
    if (name === this.#name && reason === this.#reason) return;
    this.#name = name;
    this.#reason = reason;
    this.onChanged();
  }

  /** Reports what was added to the log. */
  logged(bytes: number): void {
    this.#markerBytes -= bytes;
  }

  /**
   * Throws if the database is `read-only`: QUOTA_EXCEEDED if that is because the device is full, otherwise
   * INVALID_OPERATION.
   */
  checkWritable(): void {
    if (this.#name !== 'read-only') return;
    throw new BigtabError(this.#code, `The database is read-only. ${this.#reason}`);
  }

  /** Throws the error of a request that writes this: QUOTA_EXCEEDED if the database is `full`. */
  checkAccepts(written: WrittenCells): void {
    if (written === 'nothing') return;
    this.checkWritable();
    if (this.#name !== 'full') return;
    if (written === 'cells') throw new BigtabError('QUOTA_EXCEEDED', `${this.#reason}`);
    if (this.#markerBytes > 0) return;
    throw new BigtabError('QUOTA_EXCEEDED', `${this.#reason} The part of the reserve that is for deletes is used up.`);
  }
}

/** Of the reserve, this share is for the markers of deletes; the rest is for schema changes and the next open. */
const MARKER_SHARE = 3 / 8;

const FULL =
  'The device is full: puts, increments and appends are refused. Deletes and schema changes work while the reserve lasts. Delete data, drop tables, or free storage of the site or the device.';

/** The device has no room for anything: the database holds its log in memory. */
export function becomesFullReadOnly({ state }: { readonly state: DatabaseState }): void {
  state.becomes(
    'read-only',
    'The device is full, and the reserve is used up. Free storage of the site or the device; the database is then opened again.',
    0,
    'QUOTA_EXCEEDED',
  );
}

/** The database continues in the room that its reserve of this size has left. */
export function becomesFull({ state }: { readonly state: DatabaseState }, reserve: { readonly bytes: number }): void {
  state.becomes('full', FULL, reserve.bytes * MARKER_SHARE);
}
