import { expect, it } from 'vitest';
import { BigtabError } from '../../errors.js';
import { compareCells } from '../../keyvalue/cell-comparator.js';
import { CellType } from '../../model/cell-type.js';
import { Random } from '../../simulation/random.js';
import { randomCells } from '../../testing/conformance/key-value-scanner-suite.js';
import { marker, printCell, put, sortCells, type TestCell, viewOf } from '../../testing/samples/cells.js';
import { largestAllocation } from '../../testing/samples/largest-allocation.js';
import { type BlockPlace, placesOf, seal } from '../../testing/samples/sealed-file.js';
import { cellAt, cellsOf, mayHave, rowsBackward } from '../../testing/samples/store-file-answers.js';
import { ArrayFile, STORE_FILE_PATH, writeStoreFile } from '../../testing/samples/store-files.js';
import { testSeeds } from '../../testing/seed.js';
import { BlockCache } from './block-cache.js';
import { BlockKind } from './block-frame.js';
import { StoreFile } from './store-file.js';

const SEEDS = testSeeds(3);
const CACHE_BYTES = 64 * 1024;
/** Reads of the medium for each cell that is asked for. */
const READS_PER_CELL = 40;

/** One file, and what reading it may cost. */
interface Sample {
  readonly seed: number;
  readonly bytes: Uint8Array;
  readonly cells: readonly string[];
  readonly places: readonly BlockPlace[];
}

function makeSample(seed: number): Sample {
  const random = new Random(seed);
  const long = put('m', 'long', 9, 9, random.bytes(65_600));
  const others = [marker(CellType.DeleteFamily, 'm', '', 5, 9), put('z', 'packed', 9, 9, 'ab'.repeat(200))];
  const cells = sortCells([...randomCells(random, 25), ...others, ...(random.chance(0.3) ? [long] : [])]);
  const { bytes } = writeStoreFile(cells, {
    blockSize: random.pick([1, 120, 600]),
    indexBlockSize: random.pick([120, 65_536]),
    bloomFilter: random.pick(['NONE', 'ROW', 'ROWCOL']),
    compression: random.pick(['GZ', 'NONE']),
    tableDescriptor: {},
  }).file;
  return { seed, bytes, cells: cells.map(printCell), places: placesOf(bytes) };
}

/** The bytes with a damaged range. */
function damaged({ bytes }: Sample, start: number, end: number, random: Random): Uint8Array {
  const copy = bytes.slice();
  const way = random.below(5);
  if (way === 0) for (let at = start; at < end; at++) copy[at] = (copy[at] as number) ^ (1 << random.below(8));
  else if (way === 1) copy.fill(random.pick([0, 255]), start, end);
  else if (way === 2) copy.set(random.bytes(end - start), start);
  else if (way === 3) copy.copyWithin(start, random.below(bytes.length), end);
  else for (let at = start; at < end; at++) copy[at] = (copy[at] as number) + random.pick([1, 255]);
  return copy;
}

/**
 * Reads everything. Throws CORRUPTION, or an Error if the answers contradict each other. The filter is asked for the
 * cells `filtered`.
 */
function consistentCells(file: StoreFile, filtered: readonly string[], most: number): string[] {
  const cells = cellsOf(file, most);
  for (const [index, cell] of cells.entries()) {
    const before = cells[index - 1];
    if (before !== undefined && compareCells(viewOf(before), viewOf(cell)) >= 0) throw new Error('cells out of order');
    if (cellAt(file, cell) !== printCell(cell)) throw new Error(`${printCell(cell)} is not found`);
    if (filtered.includes(printCell(cell)) && !mayHave(file, cell))
      throw new Error(`${printCell(cell)} is filtered out`);
  }
  const firsts = cells.filter((cell, index) => index === 0 || !sameRow(cells[index - 1] as TestCell, cell));
  expect(rowsBackward(file, most)).toEqual(firsts.map(printCell).reverse());
  return cells.map(printCell);
}

function sameRow(a: TestCell, b: TestCell): boolean {
  return Buffer.from(a.row).equals(b.row);
}

/** The right answers or CORRUPTION; with right checksums, answers that agree with one another. Bounded work. */
function expectContained(sample: Sample, bytes: Uint8Array, sealed: boolean, filtered: readonly string[]): void {
  const medium = new ArrayFile(bytes);
  const most = 10 * sample.cells.length;
  let found: string[] | null = null;
  let thrown: unknown = null;
  const largest = largestAllocation(() => {
    try {
      const file = StoreFile.open(medium, STORE_FILE_PATH, new BlockCache(CACHE_BYTES));
      found = consistentCells(file, filtered, most);
      file.release();
    } catch (error) {
      thrown = error;
    }
  });
  expect(medium.reads).toBeLessThan(READS_PER_CELL * most);
  expect(largest).toBeLessThan(2 * 1024 * 1024);
  if (thrown === null) {
    if (!sealed) expect(found).toEqual(sample.cells);
    return;
  }
  if (!BigtabError.is(thrown)) throw thrown;
  expect(sealed ? ['CORRUPTION', 'FORMAT_TOO_NEW'] : ['CORRUPTION']).toContain(thrown.code);
  expect(thrown.details.file).toBe(STORE_FILE_PATH);
}

it('A store file answers right or with CORRUPTION wherever it is damaged, with checksums that are right too', () => {
  for (const seed of SEEDS) {
    const sample = makeSample(seed);
    const random = new Random(seed);
    for (let start = 0; start < sample.bytes.length; ) {
      const end = Math.min(start + 1 + random.below(12), sample.bytes.length);
      const bytes = damaged(sample, start, end, random);
      const kind = sample.places.find(({ offset, length }) => start < offset + length && end > offset)?.kind;
      for (const sealed of [false, true]) {
        if (sealed) seal(bytes, sample.places);
        try {
          // Whether bits of a filter, or first and last rows, are those of the cells shows only when these are read.
          const isUnknown = sealed && (kind === BlockKind.Bloom || kind === BlockKind.Trailer);
          expectContained(sample, bytes, sealed, isUnknown ? [] : sample.cells);
        } catch (cause) {
          const replay = `BIGTAB_SEED=${seed} BIGTAB_RUNS=1 npx vitest run lib/storage/storefile/random-damage`;
          throw new Error(`bytes ${start} to ${end}, sealed: ${sealed}; repeat with ${replay}: ${cause}`, { cause });
        }
      }
      // Values are long, and their bytes are alike.
      start = kind === BlockKind.Value && end - start > 8 ? end + random.below(2000) : end;
    }
  }
});
