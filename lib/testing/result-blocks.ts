/* Result blocks from literals, for tests of everything that reads answers. */
import { encodeText } from '../bytes/text.js';
import { ResultBlockWriter } from '../service/result-block.js';
import { put, viewOf } from './cells.js';

/** `[family, qualifier, timestamp, value]`, texts as UTF-8. */
export type BlockCell = readonly [family: string, qualifier: string, timestamp: number, value: string | Uint8Array];

/** A row and its cells, which must be in order; no cells = a get that found nothing. */
export interface BlockRow {
  readonly row: string;
  readonly cells: readonly BlockCell[];
}

/** The block of these rows; its families are named in the order of `families`. */
export function resultBlock(families: readonly string[], rows: readonly BlockRow[]): Uint8Array {
  const writer = new ResultBlockWriter();
  writer.begin(
    families.map((name) => encodeText(name)),
    true,
  );
  for (const { row, cells } of rows) {
    writer.beginRow();
    for (const [family, qualifier, timestamp, value] of cells) {
      writer.include(viewOf(put(row, qualifier, timestamp, 0, value)), families.indexOf(family));
    }
    writer.endRow();
  }
  return writer.finish();
}
