import { compareBytes } from '../../bytes/compare.js';
import type { EngineEvent } from '../../service/engine-event.js';

/** The first and the last changed row of one table. */
interface RowSpan {
  readonly first: Uint8Array;
  readonly last: Uint8Array;
}

/** The changed rows of each table, as far as events report them: the first and the last. */
export class ChangedRows {
  readonly #tables = new Map<string, RowSpan>();

  /** Copies the row. */
  note(table: string, row: Uint8Array): void {
    const span = this.#tables.get(table);
    if (span !== undefined && compareBytes(span.first, row) <= 0 && compareBytes(row, span.last) <= 0) return;
    const copy = row.slice();
    this.#widen(table, { first: copy, last: copy });
  }

  add(others: ChangedRows): void {
    for (const [table, span] of others.#tables) this.#widen(table, span);
  }

  clear(): void {
    this.#tables.clear();
  }

  events(): EngineEvent[] {
    return Array.from(this.#tables, ([table, { first, last }]) => ({
      type: 'commit',
      table,
      firstRow: first,
      lastRow: last,
    }));
  }

  #widen(table: string, by: RowSpan): void {
    const span = this.#tables.get(table) ?? by;
    this.#tables.set(table, {
      first: compareBytes(by.first, span.first) < 0 ? by.first : span.first,
      last: compareBytes(by.last, span.last) > 0 ? by.last : span.last,
    });
  }
}
