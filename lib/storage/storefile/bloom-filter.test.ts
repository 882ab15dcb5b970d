import { describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { CellType } from '../../model/cell-type.js';
import { marker, put, sortCells, type TestCell } from '../../testing/samples/cells.js';
import { openStoreFile, STORE_FILE_PATH, writeStoreFile } from '../../testing/samples/store-files.js';
import { verifyStoreFile } from '../../testing/samples/verify-store-file.js';
import { bloomPartMayContain, encodeBloomPart, hashColumn, hashRow } from './bloom-filter.js';
import type { StoreFile } from './store-file.js';

const NONE = new Uint8Array(0);

function mayContainRow(file: StoreFile, row: string): boolean {
  const bytes = encodeText(`..${row}.`);
  return file.mayContainRow(bytes, 2, bytes.length - 3);
}

function mayContainColumn(file: StoreFile, row: string, qualifier: string): boolean {
  const rowBytes = encodeText(`..${row}.`);
  const qualifierBytes = encodeText(`.${qualifier}`);
  return file.mayContainColumn(rowBytes, 2, rowBytes.length - 3, qualifierBytes, 1, qualifierBytes.length - 1);
}

function rowsOf(count: number, name: (index: number) => string): TestCell[] {
  return sortCells(Array.from({ length: count }, (_, index) => put(name(index), 'q', 1, index)));
}

describe('a part of a bloom filter', () => {
  it('has known bytes', () => {
    const hashes = Int32Array.of(hashRow(encodeText('a'), 0, 1), hashRow(encodeText('ab'), 0, 2));
    expect(Buffer.from(encodeBloomPart(hashes, 2)).toString('hex')).toBe('40000000' + '07' + '4530000108411824');
  });

  it('distinguishes the end of a row from the start of its qualifier', () => {
    const [a, ab, b, bc] = ['a', 'ab', 'b', 'bc'].map((text) => encodeText(text)) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    expect(hashColumn(hashRow(a, 0, 1), bc, 0, 2)).not.toBe(hashColumn(hashRow(ab, 0, 2), b, 0, 1));
    expect(hashColumn(hashRow(a, 0, 1), NONE, 0, 0)).not.toBe(hashColumn(hashRow(NONE, 0, 0), a, 0, 1));
  });

  it('hashes rows that differ by trailing zero bytes differently', () => {
    const hashes = Array.from({ length: 9 }, (_, length) => hashRow(new Uint8Array(9), 0, length));
    expect(new Set(hashes).size).toBe(9);
  });

  it('finds every key and is wrong about fewer than one in fifty others', () => {
    const hash = (text: string): number => hashRow(encodeText(text), 0, text.length);
    const hashes = Int32Array.from({ length: 10_000 }, (_, index) => hash(`row-${index}`));
    const part = encodeBloomPart(hashes, hashes.length);
    const view = new DataView(part.buffer);
    expect(hashes.every((key) => bloomPartMayContain(part, view, 0, key))).toBe(true);
    let wrong = 0;
    for (let index = 0; index < 10_000; index++)
      if (bloomPartMayContain(part, view, 0, hash(`other-${index}`))) wrong++;
    expect(wrong).toBeLessThan(200);
  });
});

describe('the bloom filter of a file', () => {
  const rows = rowsOf(2000, (index) => `row-${String(2 * index).padStart(5, '0')}`);

  it.each([65_536, 200])('finds each row in its part of at most %i bytes', (indexBlockSize) => {
    const file = openStoreFile(rows, { indexBlockSize, blockSize: 1024 });
    for (let index = 0; index < 2000; index++) {
      expect(mayContainRow(file, `row-${String(2 * index).padStart(5, '0')}`)).toBe(true);
    }
    let wrong = 0;
    for (let index = 0; index < 2000; index++) {
      if (mayContainRow(file, `row-${String(2 * index + 1).padStart(5, '0')}`)) wrong++;
    }
    expect(wrong).toBeLessThan(60);
  });

  it('skips rows outside the range of keys, whatever the filter', () => {
    const file = openStoreFile(rows, { bloomFilter: 'NONE' });
    expect(mayContainRow(file, 'row-00001')).toBe(true);
    expect(mayContainRow(file, 'row')).toBe(false);
    expect(mayContainRow(file, 'row-00000')).toBe(true);
    expect(mayContainRow(file, 'row-03998')).toBe(true);
    expect(mayContainRow(file, 'row-03998\0')).toBe(false);
    expect(mayContainColumn(file, 'row-04000', 'q')).toBe(false);
  });

  it('of type ROW answers for a column by its row', () => {
    const file = openStoreFile(rows);
    expect(mayContainColumn(file, 'row-00002', 'no such qualifier')).toBe(true);
    const others = Array.from({ length: 100 }, (_, index) => `row-${String(2 * index + 1).padStart(5, '0')}`);
    expect(others.filter((row) => mayContainColumn(file, row, 'q')).length).toBeLessThan(10);
  });

  it('of type ROWCOL answers for columns, and always yes for a row in range', () => {
    const file = openStoreFile(rows, { bloomFilter: 'ROWCOL', indexBlockSize: 300 });
    expect(rows.every(({ row }) => file.mayContainColumn(row, 0, row.length, encodeText('q'), 0, 1))).toBe(true);
    expect(rows.every(({ row }) => file.mayContainRow(row, 0, row.length))).toBe(true);
    expect(
      rows.filter(({ row }) => file.mayContainColumn(row, 0, row.length, encodeText('p'), 0, 1)).length,
    ).toBeLessThan(80);
    expect(mayContainRow(file, 'row-00001')).toBe(true);
  });

  it('of type ROWCOL never skips a file with a marker of the whole family (O-5)', () => {
    const cells = sortCells([...rows, marker(CellType.DeleteFamily, 'row-00100', '', 9, 9)]);
    const file = openStoreFile(cells, { bloomFilter: 'ROWCOL' });
    for (const qualifier of ['', 'a', 'q', 'z']) expect(mayContainColumn(file, 'row-00100', qualifier)).toBe(true);
  });

  it('of type ROWCOL never skips a file with a marker of the column', () => {
    const cells = sortCells([...rows, marker(CellType.DeleteColumn, 'row-00100', 'gone', 9, 9)]);
    expect(mayContainColumn(openStoreFile(cells, { bloomFilter: 'ROWCOL' }), 'row-00100', 'gone')).toBe(true);
  });

  it.each([65_536, 60])('of first bytes finds each row in its part of at most %i bytes', (indexBlockSize) => {
    const cells = rowsOf(3000, (index) => index.toString(36));
    const options = { bloomFilter: 'ROWPREFIX_FIXED_LENGTH', bloomPrefixLength: 2, indexBlockSize } as const;
    const file = openStoreFile(cells, options);
    for (const { row } of cells) {
      expect(file.mayContainRow(row, 0, row.length)).toBe(true);
      expect(file.mayContainColumn(row, 0, row.length, NONE, 0, 0)).toBe(true);
    }
    expect(mayContainRow(file, '2bb')).toBe(true);
    verifyStoreFile(writeStoreFile(cells, options).file, STORE_FILE_PATH);
  });

  it('of first bytes skips rows and ranges with a different beginning', () => {
    const cells = rowsOf(300, (index) => `${String(index * 3).padStart(3, '0')}-${index}`);
    const file = openStoreFile(cells, { bloomFilter: 'ROWPREFIX_FIXED_LENGTH', bloomPrefixLength: 3 });
    const mayContainRows = (start: string, stop: string): boolean =>
      file.mayContainRows(encodeText(start), encodeText(stop));
    const numbers = Array.from({ length: 299 }, (_, index) => String(index * 3).padStart(3, '0'));
    expect(numbers.every((number) => mayContainRow(file, `${number}-no`) && mayContainRows(number, `${number}z`))).toBe(
      true,
    );
    const others = Array.from({ length: 299 }, (_, index) => String(index * 3 + 1).padStart(3, '0'));
    expect(others.filter((number) => mayContainRow(file, `${number}-1`)).length).toBeLessThan(15);
    expect(others.filter((number) => mayContainRows(number, `${number}z`)).length).toBeLessThan(15);
    expect(mayContainRows('001', '002')).toBe(true);
    expect(mayContainRows('00', '00z')).toBe(true);
    const wholeRows = openStoreFile(cells);
    expect(wholeRows.mayContainRows(encodeText('001a'), encodeText('001b'))).toBe(true);
  });

  it('of a file without cells contains nothing', () => {
    for (const bloomFilter of ['NONE', 'ROW', 'ROWCOL', 'ROWPREFIX_FIXED_LENGTH'] as const) {
      const file = openStoreFile([], { bloomFilter, bloomPrefixLength: 2 });
      expect(mayContainRow(file, 'a')).toBe(false);
      expect(mayContainColumn(file, 'a', 'q')).toBe(false);
    }
  });
});
