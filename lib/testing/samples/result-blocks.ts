/* Result blocks from literals, for tests of everything that reads answers. */
import { encodeText } from '../../bytes/text.js';
import { ResultBlockWriter } from '../../keyvalue/result-block.js';
import type { CellTypeName } from '../../model/cell.js';
import { CellType } from '../../model/cell-type.js';
import { put, viewOf } from './cells.js';

/** `[family, qualifier, timestamp, value]`, texts as UTF-8; a put unless a type is given. */
export type BlockCell = readonly [
  family: string,
  qualifier: string,
  timestamp: number,
  value: string | Uint8Array,
  type?: CellTypeName,
];

/** A row and its cells, which must be in order; no cells = a get that found nothing. */
export interface BlockRow {
  readonly row: string;
  readonly cells: readonly BlockCell[];
  /** Whether the next row goes on with this one. */
  readonly more?: boolean;
  /** The answer to an existence check; then there are no cells. */
  readonly exists?: boolean;
}

/** The block of these rows; its families are named in the order of `families`. */
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
