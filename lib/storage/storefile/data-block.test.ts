import { describe, expect, it } from 'vitest';
import { CellType } from '../../model/cell-type.js';
import { LARGEST_COUNT } from '../../model/limits.js';
import { cellOf, marker, put, type TestCell, viewOf } from '../../testing/samples/cells.js';
import { openStoreFile } from '../../testing/samples/store-files.js';
import { RESTART_INTERVAL } from './data-block-format.js';
import { DataBlockWriter } from './data-block-writer.js';
import { LastKey } from './last-key.js';

/** The payload of a block of these cells, in hexadecimal. */
function encode(cells: readonly TestCell[]): string {
  const block = new DataBlockWriter();
  const last = new LastKey();
  for (const cell of cells.map(viewOf)) {
    last.compare(cell);
    expect(block.lengthWith(cell, false)).toBeGreaterThan(block.length);
    block.add(cell, last.shared, last.sameRow, null);
    last.remember(cell);
  }
  block.finish();
  return Buffer.from(block.bytes.subarray(0, block.length)).toString('hex');
}

describe('a data block', () => {
  it('has known bytes: head, widths, shared, unshared, row and value length, distances, key, value', () => {
    const cells = [
      marker(CellType.DeleteFamily, 'a', '', 5, 9),
      put('a', 'x', 7, 3, 'one'),
      put('a', 'x', 6, 300, 'two'),
      put('ab', 'y', 1_700_000_000_000, 2 ** 40),
    ];
    expect(encode(cells)).toBe(
      [
        '04 49 00 01 01 00 05 09 61', // DeleteFamily, absolute numbers of one byte each
        '88 09 01 01 03 02 06 78 6f6e65', // the row again, a larger timestamp, a smaller sequence id
        '48 11 02 00 03 01 2901 74776f', // the column again, a smaller timestamp
        '00 2e 01 02 02 00 fa67e5cf8b01 d4feffffff 6279', // another row that shares its first byte
        '00000000 01000000',
      ]
        .join('')
        .replaceAll(' ', ''),
    );
  });

  it('stores the tags after the value with their length', () => {
    const tagged = { ...put('r', '', 0, 0, 'v'), tags: Uint8Array.of(7, 8) };
    expect(encode([tagged])).toBe('10 40 00 01 01 01 72 76 0200 0708 00000000 01000000'.replaceAll(' ', ''));
  });

  it('starts a restart point at every 16th entry, so that decoding can start there', () => {
    const cells = Array.from({ length: 33 }, (_, index) => put('row', String.fromCharCode(65 + index), 1, 1));
    const bytes = Buffer.from(encode(cells), 'hex');
    const count = bytes.readUInt32LE(bytes.length - 4);
    expect(count).toBe(Math.ceil(cells.length / RESTART_INTERVAL));
    for (let restart = 0; restart < count; restart++) {
      const at = bytes.readUInt32LE(bytes.length - 4 - 4 * (count - restart));
      expect([...bytes.subarray(at, at + 11)]).toEqual([0, 0x49, 0, 4, 3, 0, 1, 1, 114, 111, 119]);
    }
  });

  it('keeps the largest timestamp and the largest sequence id, with jumps up and down between them', () => {
    const largest = Number.MAX_SAFE_INTEGER;
    const numbers = [0, 1, 255, 256, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 40, 2 ** 52, largest - 1];
    const ids = numbers.filter((number) => number <= LARGEST_COUNT);
    const pairs = numbers.flatMap((timestamp) => ids.map((sequenceId) => ({ timestamp, sequenceId })));
    const cells = pairs.map(({ timestamp, sequenceId }, index) =>
      put('r', String(index).padStart(3, '0'), timestamp, sequenceId),
    );
    const file = openStoreFile(cells);
    const scanner = file.scanner(0);
    for (scanner.seek(viewOf(cells[0] as TestCell)); scanner.current !== null; scanner.next()) {
      expect(cellOf(scanner.current)).toEqual(cells.shift());
    }
    expect(cells).toEqual([]);
  });

  it('refuses a type that is never stored', () => {
    expect(() => encode([{ ...put('r', 'q', 1, 1), type: CellType.Maximum }])).toThrow('never stored');
  });
});
