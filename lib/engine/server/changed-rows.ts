import { ByteReader } from '../../bytes/byte-reader.js';
import { compareBytes } from '../../bytes/compare.js';
import { CELL_HEADER_BYTES } from '../../keyvalue/cell-layout.js';
import type { EngineEvent } from '../../service/engine-event.js';
import { decodeMutateReply, type MutateRequest } from '../../service/mutate-codec.js';

/** The first and the last changed row of one table. */
interface RowSpan {
  readonly first: Uint8Array;
  readonly last: Uint8Array;
}

/** Which rows were changed, per table, as far as listeners are told: the first and the last. */
export class ChangedRows {
  readonly #tables = new Map<string, RowSpan>();

  /** Copies the row. */
  note(table: string, row: Uint8Array): void {
    const span = this.#tables.get(table);
    if (span !== undefined && compareBytes(span.first, row) <= 0 && compareBytes(row, span.last) <= 0) return;
    const copy = row.slice();
    this.#widen(table, { first: copy, last: copy });
  }

  /** Notes the rows of a request but those that its answer says were refused. */
  noteMutations({ table, block, offset, mutations }: MutateRequest, answer: Uint8Array): void {
    const { view, bytes } = block;
    const failures = decodeMutateReply(new ByteReader(answer, 0, answer.length, 'answer'));
    const refused = new Set(failures.map(({ index }) => index));
    let at = offset;
    for (let index = 0; index < mutations; index++) {
      const row = at + 8 + CELL_HEADER_BYTES;
      if (!refused.has(index)) this.note(table, bytes.subarray(row, row + view.getUint16(at + 8, true)));
      at += 8 + view.getUint32(at + 4, true);
    }
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
