import { ByteReader } from '../../../../bytes/byte-reader.js';
import { readResults } from '../../../../client/answers/result.js';
import type { Result } from '../../../../index.js';
import { readResultBlock } from '../../../../keyvalue/result-block.js';
import { resultBlock } from '../../../samples/result-blocks.js';
import { toBytes as b } from '../call-arguments.js';
import { cellAnswer, toCell } from './cells.js';
import type { Kind, Makers } from './kind.js';

/*
 * Result.
 */

export const RESULT_MAKERS: Makers = { Result: ([cells]) => resultOf(cells as readonly unknown[]) };

function resultOf(cells: readonly unknown[]): Result {
  const read = cells.map(toCell);
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const families = [...new Set(read.map(({ family }) => text(family)))].sort();
  const row = read[0] === undefined ? 'r' : text(read[0].row);
  const written = read.map((cell) => [text(cell.family), text(cell.qualifier), cell.timestamp, cell.value] as const);
  const block = resultBlock(families, [{ row, cells: written }]);
  return readResults(readResultBlock(new ByteReader(block, 0, block.length, 'the Result of a call')))[0] as Result;
}

export const RESULT_KIND: Kind = {
  is: isResult,
  methods: {
    getRow: (self: Result) => self.row,
    getFamilyMap: (self: Result, [family]) => self.getFamilyMap(b(family)),
    isEmpty: (self: Result) => self.isEmpty,
    size: (self: Result) => self.size,
    getValue: (self: Result, [family, qualifier]) => self.getValue(b(family), b(qualifier)),
    getColumnLatestCell: (self: Result, [family, qualifier]) =>
      cellAnswer(self.getColumnLatestCell(b(family), b(qualifier))),
    getColumnCells: (self: Result, [family, qualifier]) => self.getColumnCells(b(family), b(qualifier)).map(cellAnswer),
    containsColumn: (self: Result, [family, qualifier]) => self.containsColumn(b(family), b(qualifier)),
    containsNonEmptyColumn: (self: Result, [family, qualifier]) => self.containsNonEmptyColumn(b(family), b(qualifier)),
    containsEmptyColumn: (self: Result, [family, qualifier]) => self.containsEmptyColumn(b(family), b(qualifier)),
    rawCells: (self: Result) => self.rawCells().map(cellAnswer),
    listCells: (self: Result) => self.listCells()?.map(cellAnswer) ?? null,
  },
};

/**
 * Whether an object is a Result. It may come from another copy of the package than the runner's, as it does in a page.
 */
export function isResult(object: unknown): object is Result {
  return typeof object === 'object' && object !== null && 'rawCells' in object;
}
