import { describe, expect, it } from 'vitest';
import { toStringBinary } from '../../bytes/text.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { cellOf, printCell, put, type TestCell, viewOf } from '../../testing/samples/cells.js';
import { placesOf } from '../../testing/samples/sealed-file.js';
import { ArrayFile, STORE_FILE_PATH, storeFileOptions, writeStoreFile } from '../../testing/samples/store-files.js';
import type { FileHandle } from '../fs/file-system.js';
import { BlockCache } from './block-cache.js';
import { BlockKind } from './block-frame.js';
import { BlockSearch } from './block-search.js';
import { SalvageScanner } from './salvage-scanner.js';
import type { StoreFileOptions } from './trailer.js';

const START = new SeekKey().firstOnRow(new Uint8Array());
/** Values of this size are stored apart. */
const LARGE = 'large '.repeat(12_000);
const CELLS = Array.from({ length: 30 }, (_, index) => put(`r${10 + index}`, 'q', 5, 9, 'v'.repeat(100)));

interface Salvage {
  readonly scanner: SalvageScanner;
  /** The rows of which cells may be missing, as `first-last`. */
  readonly missing: string[];
}

function salvage(handle: FileHandle): Salvage {
  const { fileNumber, familyId } = storeFileOptions();
  const path = STORE_FILE_PATH;
  const search = new BlockSearch(handle, fileNumber);
  for (const _ of search.run());
  const missing: string[] = [];
  const file = { handle, path, fileNumber, familyId, search };
  const text = (row: Uint8Array | null) => (row === null ? '' : toStringBinary(row));
  const scanner = new SalvageScanner(file, new BlockCache(), 3, (first, last) =>
    missing.push(`${text(first)}-${text(last)}`),
  );
  return { scanner, missing };
}

/** All cells from the current one on. */
function rest(scanner: SalvageScanner): readonly string[] {
  const cells: string[] = [];
  for (; scanner.current !== null; scanner.next()) cells.push(printCell(cellOf(scanner.current)));
  return cells;
}

/** All cells, and the rows that may be missing. */
function readAll(handle: FileHandle): { readonly cells: readonly string[]; readonly missing: readonly string[] } {
  const { scanner, missing } = salvage(handle);
  scanner.seek(START);
  const cells = rest(scanner);
  scanner.close();
  return { cells, missing };
}

const written = (cells: readonly TestCell[] = CELLS, options: Partial<StoreFileOptions> = {}): Uint8Array =>
  writeStoreFile(cells, { blockSize: 500, ...options }).file.bytes;

const offsetsOf = (bytes: Uint8Array, wanted: BlockKind): readonly number[] =>
  placesOf(bytes).flatMap(({ kind, offset }) => (kind === wanted ? [offset] : []));

/** A copy with a flipped bit in the payload of each block. */
function damaged(bytes: Uint8Array, ...offsets: readonly number[]): ArrayFile {
  const copy = bytes.slice();
  for (const offset of offsets) copy[offset + 30] = (copy[offset + 30] as number) ^ 1;
  return new ArrayFile(copy);
}

describe('A salvage scanner', () => {
  it.each(['NONE', 'GZ'] as const)('reads all cells of a sound file (compression %s)', (compression) => {
    const cells = [...CELLS, put('s', 'q', 5, 9, LARGE)];
    const { cells: found, missing } = readAll(new ArrayFile(written(cells, { compression })));
    expect(found).toEqual(cells.map(printCell));
    expect(missing).toEqual([]);
  });

  it('needs neither the index nor the trailer nor the end of the file', () => {
    const bytes = written();
    const [index = 0] = offsetsOf(bytes, BlockKind.Index);
    const { cells, missing } = readAll(new ArrayFile(bytes.slice(0, index)));
    expect(cells).toEqual(CELLS.map(printCell));
    // Another data block might have followed.
    expect(missing).toEqual(['r39-']);
  });

  it('reports the rows around each damaged block, before any later cell', () => {
    const bytes = written();
    const offsets = offsetsOf(bytes, BlockKind.Data);
    const { scanner, missing } = salvage(damaged(bytes, offsets[0] as number, offsets[3] as number));
    scanner.seek(START);
    const first = toStringBinary(scanner.current?.copyRow() as Uint8Array);
    expect(missing).toEqual([`-${first}`]);
    let before = first;
    while (scanner.current !== null && missing.length < 2) {
      before = toStringBinary(scanner.current.copyRow());
      scanner.next();
    }
    const after = toStringBinary(scanner.current?.copyRow() as Uint8Array);
    expect(missing[1]).toBe(`${before}-${after}`);
    const left = rest(scanner);
    expect(left.at(-1)).toBe(printCell(CELLS.at(-1) as TestCell));
    expect(missing).toHaveLength(2);
  });

  it('reports the rows after the last cell if the last block is damaged', () => {
    const bytes = written();
    const { cells, missing } = readAll(damaged(bytes, offsetsOf(bytes, BlockKind.Data).at(-1) as number));
    expect(cells).toEqual(CELLS.slice(0, cells.length).map(printCell));
    expect(missing).toEqual([`r${9 + cells.length}-`]);
  });

  it('reports all rows if no block can be read, and has no cell', () => {
    const bytes = written();
    const { cells, missing } = readAll(damaged(bytes, ...offsetsOf(bytes, BlockKind.Data)));
    expect([cells, missing]).toEqual([[], ['-']]);
  });

  it('passes over a value that cannot be read, and reports its row', () => {
    const cells = ['a', 'b', 'c', 'd'].map((row) => put(row, 'q', 5, 9, LARGE));
    const bytes = written(cells);
    const [first, , third] = offsetsOf(bytes, BlockKind.Value) as [number, number, number];
    const { cells: found, missing } = readAll(damaged(bytes, first, third));
    expect(found).toEqual([cells[1], cells[3]].map((cell) => printCell(cell as TestCell)));
    // A block that is missing before the first cell might have been a data block.
    expect(missing).toEqual(['-a', 'a-a', 'c-c']);
  });

  it('seeks forward only', () => {
    const { scanner } = salvage(new ArrayFile(written()));
    scanner.seek(viewOf(CELLS[7] as TestCell));
    expect(printCell(cellOf(scanner.current as never))).toBe(printCell(CELLS[7] as TestCell));
    scanner.reseek(viewOf(CELLS[20] as TestCell));
    expect(rest(scanner)).toEqual(CELLS.slice(20).map(printCell));
    scanner.seek(START);
    expect(scanner.current).toBeNull();
    expect(() => scanner.seekToLastRow()).toThrow('only moves forward');
    expect(() => scanner.seekToPreviousRow()).toThrow('only moves forward');
  });
});
