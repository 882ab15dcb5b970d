import { ByteReader } from '../bytes/byte-reader.js';
import { encodedCellLength, readCell } from './cell-layout.js';
import { CellView } from './cell-view.js';
import { type ResultBlockWriter, readResultBlock } from './result-block.js';

/** The cells of each row that was written, not copied. Valid until the next `begin`. REQUIRES that there is no current row. */
export function* rowsIn(writer: ResultBlockWriter): Generator<readonly CellView[]> {
  const bytes = writer.written();
  const block = readResultBlock(new ByteReader(bytes, 0, bytes.length, 'rows that were read'));
  for (const { offset, byteLength } of block.rows) {
    const cells: CellView[] = [];
    for (let at = offset; at < offset + byteLength; at += encodedCellLength(block.view, at)) {
      const cell = new CellView();
      readCell(cell, block, at);
      cells.push(cell);
    }
    yield cells;
  }
}
