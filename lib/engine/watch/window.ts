import { compareBytes } from '../../bytes/compare.js';
import { lowerBound } from '../../bytes/sorted.js';
import type { RowContent } from './row-content.js';

/** A row of a watch. */
interface Entry {
  readonly row: Uint8Array;
  readonly content: RowContent;
  /** Whether the client has a content of this row. */
  known: boolean;
  /** The row as it has to be sent, in the form of a result block; null: the client has it, or it was removed. */
  unsent: Uint8Array | null;
}

/**
 * The rows of a watch in the order of its scan, and what of them the client does not have yet. Of the rows that it has,
 * only a digest of their content is kept.
 */
export class Window {
  readonly #reversed: boolean;
  #entries: Entry[] = [];
  #bytes = 0;
  #fresh: Entry[] = [];
  #removed: Uint8Array[] = [];

  constructor(reversed: boolean) {
    this.#reversed = reversed;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Bytes of the cells of all rows. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether the client lacks something. */
  get isUnsent(): boolean {
    return this.#removed.length > 0 || this.#fresh.length > 0;
  }

  /** The last row. REQUIRES one. */
  get last(): Uint8Array {
    return (this.#entries[this.#entries.length - 1] as Entry).row;
  }

  /** Negative, zero or positive if the scan visits `a` before, with or after `b`. */
  compare(a: Uint8Array, b: Uint8Array): number {
    return this.#reversed ? compareBytes(b, a) : compareBytes(a, b);
  }

  /** Removes all rows. The client drops them too. */
  clear(): void {
    this.#entries = [];
    this.#bytes = 0;
    this.#fresh = [];
    this.#removed = [];
  }

  /** Adds or replaces a row. */
  set(row: Uint8Array, content: RowContent): void {
    const entries = this.#entries;
    const place = this.#placeOf(row);
    const old = entries[place];
    const isReplaced = old !== undefined && this.compare(old.row, row) === 0;
    if (isReplaced && old.content.equals(content)) return;
    const entry = { row, content, known: isReplaced && old.known, unsent: content.take() };
    this.#fresh.push(entry);
    this.#bytes += content.byteLength;
    if (!isReplaced) {
      if (place === entries.length) entries.push(entry);
      else entries.splice(place, 0, entry);
      return;
    }
    this.#bytes -= old.content.byteLength;
    old.unsent = null;
    entries[place] = entry;
  }

  /** Removes a row if it is there; returns whether it was. */
  remove(row: Uint8Array): boolean {
    const place = this.#placeOf(row);
    const entry = this.#entries[place];
    if (entry === undefined || this.compare(entry.row, row) !== 0) return false;
    this.#entries.splice(place, 1);
    this.#drop(entry);
    return true;
  }

  /** Removes all rows after the first `rows` ones. */
  cut(rows: number): void {
    for (const entry of this.#entries.splice(rows)) this.#drop(entry);
  }

  /** What the client lacks: it removes `removed` first, then adds or replaces `rows`. From then on it has both. */
  send(): { readonly removed: readonly Uint8Array[]; readonly rows: readonly Uint8Array[] } {
    const rows: Uint8Array[] = [];
    for (const entry of this.#fresh) {
      if (entry.unsent === null) continue;
      rows.push(entry.unsent);
      entry.unsent = null;
      entry.known = true;
    }
    const removed = this.#removed;
    this.#fresh = [];
    this.#removed = [];
    return { removed, rows };
  }

  #placeOf(row: Uint8Array): number {
    const last = this.#entries.length - 1;
    // Readings add rows in order.
    if (last < 0 || this.compare((this.#entries[last] as Entry).row, row) < 0) return last + 1;
    return lowerBound(this.#entries, (entry) => this.compare(entry.row, row) < 0);
  }

  #drop(entry: Entry): void {
    this.#bytes -= entry.content.byteLength;
    entry.unsent = null;
    if (entry.known) this.#removed.push(entry.row);
  }
}
