import { describe, expect, it } from 'vitest';
import { ByteReader } from '../bytes/byte-reader.js';
import { decodeText, encodeText } from '../bytes/text.js';
import { BigtabError } from '../errors.js';
import { cellOf, cellsIn, printCell, put, viewOf } from '../testing/samples/cells.js';
import { resultBlock } from '../testing/samples/result-blocks.js';
import { readCell } from './cell-layout.js';
import { CellView } from './cell-view.js';
import { type ResultBlock, ResultBlockWriter, readResultBlock } from './result-block.js';

function open(bytes: Uint8Array): ResultBlock {
  return readResultBlock(new ByteReader(bytes, 0, bytes.length, 'block'));
}

/** `family index:cell` for each row. */
function print(bytes: Uint8Array): string[][] {
  const block = open(bytes);
  return block.rows.map(({ cells, offset, byteLength }) => {
    const row: string[] = [];
    for (const cell of cellsIn(block, offset, offset + byteLength))
      row.push(`${cell.familyId}:${printCell(cellOf(cell))}`);
    expect(row.length).toBe(cells);
    return row;
  });
}

describe('ResultBlockWriter', () => {
  it('returns the rows, cells and family names that were added', () => {
    const block = resultBlock(
      ['a', 'b'],
      [
        {
          row: 'r1',
          cells: [
            ['a', 'q', 7, 'v'],
            ['b', '', 8, ''],
          ],
        },
        { row: 'r2', cells: [['b', 'x', 9, 'w']] },
      ],
    );
    expect(print(block)).toEqual([['0:r1/q/7/Put/#0=v', '1:r1//8/Put/#0='], ['1:r2/x/9/Put/#0=w']]);
    expect(open(block).familyNames.map(decodeText)).toEqual(['a', 'b']);
  });

  it('shows the cells of its last row without writing the block', () => {
    const writer = new ResultBlockWriter();
    const last = () => writer.lastRow().map((cell) => printCell(cellOf(cell)));
    writer.begin([]);
    expect(last()).toEqual([]);
    for (const row of ['a', 'b']) {
      writer.beginRow();
      for (const time of [2, 1]) writer.include(viewOf(put(row, 'q', time, 0, 'v')), 0);
      writer.endRow();
    }
    expect(last()).toEqual(['b/q/2/Put/#0=v', 'b/q/1/Put/#0=v']);
    writer.begin([]);
    writer.beginRow();
    writer.endRow();
    expect(last()).toEqual([]);
  });

  it('drops rows without a cell unless requested to keep them', () => {
    const writer = new ResultBlockWriter();
    for (const keepEmpty of [false, true]) {
      writer.begin([], keepEmpty);
      writer.beginRow();
      expect(writer.endRow()).toBe(keepEmpty);
      expect(writer.rows).toBe(keepEmpty ? 1 : 0);
      expect(print(writer.finish())).toEqual(keepEmpty ? [[]] : []);
    }
  });

  it('removes the current row', () => {
    const writer = new ResultBlockWriter();
    writer.begin([encodeText('f')]);
    writer.beginRow();
    writer.include(viewOf(put('r1', 'q', 1, 0, 'v')), 0);
    writer.endRow();
    const length = writer.byteLength;
    writer.beginRow();
    writer.include(viewOf(put('r2', 'q', 1, 0, 'v')), 0);
    writer.abandonRow();
    expect(writer.byteLength).toBe(length);
    expect(print(writer.finish())).toEqual([['0:r1/q/1/Put/#0=v']]);
  });

  it('marks a row whose cells continue in the next block', () => {
    const writer = new ResultBlockWriter();
    writer.begin([encodeText('f')]);
    for (const more of [true, false]) {
      writer.beginRow();
      writer.include(viewOf(put('r', 'q', 1, 0)), 0);
      writer.endRow(more);
    }
    expect(open(writer.finish()).rows.map(({ mayHaveMore }) => mayHaveMore)).toEqual([true, false]);
  });

  it('counts complete rows separately from pieces of rows (R-74)', () => {
    const writer = new ResultBlockWriter();
    writer.begin([encodeText('f')]);
    for (const more of [true, true, false, false]) {
      writer.beginRow();
      writer.include(viewOf(put('r', 'q', 1, 0)), 0);
      writer.endRow(more);
    }
    expect([writer.rows, writer.wholeRows]).toEqual([4, 2]);
  });

  it('answers existence checks with rows that have no cells', () => {
    const block = resultBlock(
      ['f'],
      [
        { row: 'a', cells: [], exists: true },
        { row: 'b', cells: [['f', 'q', 1, 'v']] },
        { row: 'c', cells: [], exists: false },
      ],
    );
    expect(open(block).rows.map(({ cells, exists }) => [cells, exists])).toEqual([
      [0, true],
      [1, null],
      [0, false],
    ]);
  });

  it('starts again in the same memory', () => {
    const writer = new ResultBlockWriter();
    writer.begin([encodeText('f')]);
    writer.beginRow();
    writer.include(viewOf(put('r', 'q', 1, 0, 'a'.repeat(5000))), 0);
    writer.endRow();
    const first = writer.finish();
    writer.begin([encodeText('g')]);
    expect(print(writer.finish())).toEqual([]);
    expect(print(first)).toHaveLength(1);
  });

  it('lays out a block as the table describes', () => {
    const block = resultBlock(['f'], [{ row: 'r', cells: [['f', 'q', 1, 'v']] }]);
    const hex = Array.from(block, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
    expect(hex).toBe(
      [
        '01 00 01 00 00 00 66', // one family: f
        '01 00 00 00', // one row
        '01 00 00 00 21 00 00 00 00', // one cell of 33 bytes, nothing follows
        '01 00 00 00 01 00 00 00 01 00 00 00', // lengths and family
        '00 00 00 00 00 00 f0 3f 00 00 00 00 00 00 00 00 04 00', // timestamp 1, sequence id, type, flags
        '72 71 76',
      ].join(' '),
    );
  });
});

describe('readResultBlock', () => {
  it('reports every cut as CORRUPTION, and never returns wrong rows', () => {
    const block = resultBlock(
      ['f'],
      [
        { row: 'r1', cells: [['f', 'q', 1, 'v']] },
        { row: 'r2', cells: [] },
      ],
    );
    for (let length = 0; length < block.length; length++) {
      const work = () => print(block.slice(0, length));
      expect(work, `cut at ${length}`).toThrowError(BigtabError);
      expect(work).toThrowError(expect.objectContaining({ code: 'CORRUPTION' }));
    }
  });

  it('reads a part of a larger array', () => {
    const block = resultBlock(['f'], [{ row: 'r1', cells: [['f', 'q', 1, 'v']] }]);
    const larger = new Uint8Array([9, 9, ...block, 9]);
    const read = readResultBlock(new ByteReader(larger, 2, larger.length - 1, 'block'));
    const view = new CellView();
    readCell(view, read, read.rows[0]?.offset as number);
    expect(decodeText(view.copyRow())).toBe('r1');
    expect(read.rows).toHaveLength(1);
  });
});
