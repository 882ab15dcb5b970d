/* Result blocks made of literals, for all tests that read answers. */
import { encodeText } from '../../bytes/text.js';
import { ResultBlockWriter } from '../../keyvalue/result-block.js';
import type { CellTypeName } from '../../model/cell.js';
import { CellType } from '../../model/cell-type.js';
import { put, viewOf } from './cells.js';

/** `[family, qualifier, timestamp, value]`, with texts as UTF-8; a put unless a type is given. */
export type BlockCell = readonly [
  family: string,
  qualifier: string,
  timestamp: number,
  value: string | Uint8Array,
  type?: CellTypeName,
];

/** A row and its cells, which must be in order. A get that found nothing has no cells. */
export interface BlockRow {
  readonly row: string;
  readonly cells: readonly BlockCell[];
  /** Whether the next Result continues this row. */
  readonly more?: boolean;
  /** The answer to an existence check, which has no cells. */
  readonly exists?: boolean;
}

/** The block with these rows. Its families are in the order of `families`. */
export function resultBlock(families: readonly string[], rows: readonly BlockRow[]): Uint8Array {
  const writer = new ResultBlockWriter();
  writer.begin(
    families.map((name) => encodeText(name)),
    true,
  );
  for (const { row, cells, more = false, exists } of rows) {
    if (exists !== undefined) {
      writer.addCheck(exists);
      continue;
    }
    writer.beginRow();
    for (const [family, qualifier, timestamp, value, type = 'Put'] of cells) {
      const cell = { ...put(row, qualifier, timestamp, 0, value), type: CellType[type] };
      writer.include(viewOf(cell), families.indexOf(family));
    }
    writer.endRow(more);
  }
  return writer.finish();
}
