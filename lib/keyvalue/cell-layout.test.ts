import { describe, expect, it } from 'vitest';
import { equalBytes } from '../bytes/compare.js';
import { CellType } from '../model/cell-type.js';
import { Random } from '../simulation/random.js';
import { randomCells } from '../testing/conformance/key-value-scanner-suite.js';
import { cellOf, encodeCells, marker, put, type TestCell, viewOf } from '../testing/samples/cells.js';
import { testSeed } from '../testing/seed.js';
import { CELL_HEADER_BYTES, cellLength, copyBytes, copyWords, encodedCellLength, readCell } from './cell-layout.js';
import { CellView } from './cell-view.js';

function read(cell: TestCell): TestCell {
  const { block } = encodeCells([put('before', 'q', 1, 1), cell]);
  const view = new CellView();
  readCell(view, block, encodedCellLength(block.view, 0));
  return cellOf(view);
}

describe('the flat encoding of a cell', () => {
  it('has a known byte layout', () => {
    const { block } = encodeCells([{ ...put('row', 'q', 258, 259, 'value'), tags: Uint8Array.of(9, 8) }]);
    const f64 = (value: number): number[] => [...new Uint8Array(new Float64Array([value]).buffer)];
    expect([...block.finish()]).toEqual([
      ...[3, 0], // row length
      ...[0, 0], // family
      ...[1, 0, 0, 0], // qualifier length
      ...[5, 0, 0, 0], // value length
      ...f64(258),
      ...f64(259),
      ...[CellType.Put, 1], // type, flags: tags
      ...new TextEncoder().encode('rowqvalue'),
      ...[2, 0, 9, 8], // tags
    ]);
  });

  it('reads what was written, including tags and empty parts', () => {
    for (const cell of randomCells(new Random(testSeed(7)), 300)) expect(read(cell)).toEqual(cell);
    expect(read(marker(CellType.DeleteFamily, 'r', '', 0, 0))).toEqual(marker(CellType.DeleteFamily, 'r', '', 0, 0));
  });

  it('copies values of every length, with and without a view of their bytes', () => {
    const lengths = [0, 1, 3, 4, 15, 16, 17, 100, 127, 128, 129, 511, 512, 513, 70_000];
    for (const length of lengths) {
      const cell = put('r', 'q', 1, 1, new Random(length).bytes(length));
      expect(equalBytes(read(cell).value, cell.value)).toBe(true);
      const { block } = encodeCells([cell]);
      const view = new CellView();
      readCell(view, block, 0);
      expect(view.valueView).not.toBeNull();
      const again = encodeCells([cellOf(view)]).block;
      expect(equalBytes(again.finish(), block.finish())).toBe(true);
    }
  });

  it('has the length that the view of the cell reports', () => {
    const cell = { ...put('row', 'q', 1, 1, 'value'), tags: Uint8Array.of(1) };
    const { block } = encodeCells([cell]);
    expect(cellLength(viewOf(cell))).toBe(CELL_HEADER_BYTES + 9 + 3);
    expect(encodedCellLength(block.view, 0)).toBe(block.length);
  });
});

describe('copying runs of bytes', () => {
  it('copies exactly the run, by bytes and by words', () => {
    const random = new Random(testSeed(3));
    for (let round = 0; round < 300; round++) {
      const from = random.bytes(400);
      const [fromOffset, toOffset, length] = [random.below(100), random.below(100), random.below(300)];
      const expected = new Uint8Array(500).fill(7);
      expected.set(from.subarray(fromOffset, fromOffset + length), toOffset);
      const [bytes, words] = [new Uint8Array(500).fill(7), new Uint8Array(500).fill(7)];
      expect(copyBytes(from, fromOffset, length, bytes, toOffset)).toBe(toOffset + length);
      expect(copyWords(new DataView(from.buffer), fromOffset, length, new DataView(words.buffer), toOffset)).toBe(
        toOffset + length,
      );
      expect([equalBytes(bytes, expected), equalBytes(words, expected)]).toEqual([true, true]);
    }
  });
});
