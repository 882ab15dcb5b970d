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
  becomes(name: Exclude<StateName, 'open'>, reason: string): void;
  becomes(name: StateName, reason: string | null = null): void {
    if (name === this.#name && reason === this.#reason) return;
    this.#name = name;
    this.#reason = reason;
    this.onChanged();
  }

  /** Throws INVALID_OPERATION with the reason if the database is `read-only`. */
  checkWritable(): void {
    if (this.#name !== 'read-only') return;
    throw new BigtabError('INVALID_OPERATION', `The database is read-only. ${this.#reason}`);
  }

  /** Throws the error of a request that writes this: QUOTA_EXCEEDED if the database is `full`. */
  checkAccepts(written: WrittenCells): void {
    if (written === 'nothing') return;
    this.checkWritable();
    if (written === 'cells' && this.#name === 'full') {
      throw new BigtabError('QUOTA_EXCEEDED', `${this.#reason}`);
    }
  }
}
