import { BigtabError } from '../../errors.js';
import type { StatusReport } from '../../model/status-report.js';

export type StateName = StatusReport['state'];

/** What a request writes: nothing, markers of deletes only, or also other cells. */
export type WrittenCells = 'nothing' | 'markers' | 'cells';

/** Of the reserve, this share is for the markers of deletes; the rest is for schema changes and the next open. */
const MARKER_SHARE = 3 / 8;

const FULL =
  'The device is full: puts, increments and appends are refused. Deletes and schema changes work while the reserve lasts. Delete data, drop tables, or free storage of the site or the device.';

/** What limits a database, the worst first. Several may apply at once; the worst of them is its state. */
const LIMITS = ['read-only', 'full', 'degraded'] as const;
type Limit = (typeof LIMITS)[number];

/** What a database accepts at present, and why it does not accept everything. */
export class DatabaseState {
  /** Called after each change. */
  onChanged: () => void = () => {};
  /** The reasons of the limits that apply. */
  readonly #reasons = new Map<Limit, string>();
  /** How many bytes of the log the markers of deletes may still take on a full device. */
  #markerBytes = 0;
  #code: 'INVALID_OPERATION' | 'QUOTA_EXCEEDED' = 'INVALID_OPERATION';

  get name(): StateName {
    return LIMITS.find((limit) => this.#reasons.has(limit)) ?? 'open';
  }

  /** A sentence for people; null if and only if the state is `open`. */
  get reason(): string | null {
    const { name } = this;
    return name === 'open' ? null : (this.#reasons.get(name) as string);
  }

  /** Whether every request is accepted. */
  get acceptsAll(): boolean {
    return this.#reasons.size === 0 || (!this.is('read-only') && !this.is('full'));
  }

  /** Whether a limit applies, even if a worse one does too. */
  is(limit: Limit): boolean {
    return this.#reasons.has(limit);
  }

  /** From now on, requests other than reads are refused with this code. */
  becomesReadOnly(reason: string, code: 'INVALID_OPERATION' | 'QUOTA_EXCEEDED' = 'INVALID_OPERATION'): void {
    this.#code = code;
    this.#begin('read-only', reason);
  }

  /** The database continues in the room that its reserve of this size has left. */
  becomesFull({ bytes }: { readonly bytes: number }): void {
    this.#markerBytes = bytes * MARKER_SHARE;
    this.#begin('full', FULL);
  }

  becomesDegraded(reason: string): void {
    this.#begin('degraded', reason);
  }

  /** A limit does not apply any more. */
  ends(limit: Limit): void {
    const { name } = this;
    this.#reasons.delete(limit);
    if (this.name !== name) this.onChanged();
  }

  #begin(limit: Limit, reason: string): void {
    const { name: nameBefore, reason: reasonBefore } = this;
    this.#reasons.set(limit, reason);
    if (this.name !== nameBefore || this.reason !== reasonBefore) this.onChanged();
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
    if (!this.is('read-only')) return;
    throw new BigtabError(this.#code, `The database is read-only. ${this.#reasons.get('read-only')}`);
  }

  /** Throws the error of a request that writes this: QUOTA_EXCEEDED if the database is `full`. */
  checkAccepts(written: WrittenCells): void {
    if (written === 'nothing') return;
    this.checkWritable();
    if (!this.is('full')) return;
    if (written === 'cells') throw new BigtabError('QUOTA_EXCEEDED', FULL);
    if (this.#markerBytes > 0) return;
    throw new BigtabError('QUOTA_EXCEEDED', `${FULL} The part of the reserve that is for deletes is used up.`);
  }
}
