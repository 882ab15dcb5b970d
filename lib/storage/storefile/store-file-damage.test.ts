import { describe, expect, it } from 'vitest';
import { BigtabError } from '../../errors.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { CellType } from '../../model/cell-type.js';
import { Random } from '../../simulation/random.js';
import { randomCells } from '../../testing/conformance/key-value-scanner-suite.js';
import { cellOf, marker, printCell, put, sortCells, type TestCell, viewOf } from '../../testing/samples/cells.js';
import { ArrayFile, STORE_FILE_PATH, writeStoreFile } from '../../testing/samples/store-files.js';
import { verifyStoreFile } from '../../testing/samples/verify-store-file.js';
import { testSeed } from '../../testing/seed.js';
import { BlockCache } from './block-cache.js';
import { StoreFile } from './store-file.js';

const CACHE = new BlockCache();
const FIRST = new SeekKey().firstOnRow(new Uint8Array(0));

/** Several blocks of each kind except values, in few bytes. */
const CELLS = sortCells([
  marker(CellType.DeleteFamily, 'a', '', 5, 9),
  put('a', 'x', 7, 3, 'one'),
  { ...put('b', 'x', 6, 300, 'two'), tags: Uint8Array.of(1, 2) },
  put('b', 'y', 6, 301, 'three'),
  put('c', 'z', 2 ** 40, 302, 'four'),
]);
const SHAPE = { blockSize: 1, indexBlockSize: 80, tableDescriptor: {} } as const;
const SHAPES: Readonly<Record<string, { readonly cells: readonly TestCell[]; readonly bytes: Uint8Array }>> = {
  '': { cells: CELLS, bytes: writeStoreFile(CELLS, SHAPE).file.bytes },
  ', some blocks of which are compressed,': compressedShape(),
};
const SOUND = writeStoreFile(CELLS, SHAPE).file.bytes;

function compressedShape(): (typeof SHAPES)[string] {
  const cells = sortCells([...CELLS, put('c', 'z', 9, 303, 'a'.repeat(90)), put('d', 'z', 9, 304, 'bc'.repeat(50))]);
  return { cells, bytes: writeStoreFile(cells, { ...SHAPE, compression: 'GZ' }).file.bytes };
}

function open(bytes: Uint8Array): StoreFile {
  return StoreFile.open(new ArrayFile(bytes), STORE_FILE_PATH, CACHE);
}

function verify(bytes: Uint8Array): void {
  verifyStoreFile(new ArrayFile(bytes), STORE_FILE_PATH);
}

function readAll(file: StoreFile): string[] {
  const cells: string[] = [];
  const scanner = file.scanner(0);
  try {
    for (scanner.seek(FIRST); scanner.current !== null; scanner.next()) cells.push(printCell(cellOf(scanner.current)));
  } finally {
    scanner.close();
  }
  return cells;
}

/** Every answer that a reader can return for the file. */
function answers(file: StoreFile, cells: readonly TestCell[]): unknown {
  const found = cells.map((cell) => {
    const scanner = file.scanner(0);
    try {
      scanner.seek(viewOf(cell));
      return scanner.current === null ? null : printCell(cellOf(scanner.current));
    } finally {
      scanner.close();
    }
  });
  const contained = cells.map(({ row, qualifier }) => [
    file.mayContainRow(row, 0, row.length),
    file.mayContainColumn(row, 0, row.length, qualifier, 0, qualifier.length),
  ]);
  return { info: file.info, all: readAll(file), found, contained };
}

/** The CORRUPTION that `work` throws; null if it throws nothing. */
function corruptionOf(work: () => unknown, what: string): BigtabError | null {
  try {
    work();
    return null;
  } catch (error) {
    if (!BigtabError.is(error)) throw new Error(`${what}: expected CORRUPTION`, { cause: error });
    expect(error.code, what).toBe('CORRUPTION');
    expect(error.details.file, what).toBe(STORE_FILE_PATH);
    expect(error.message.startsWith(`${STORE_FILE_PATH} at ${error.details.offset}: `), what).toBe(true);
    return error;
  }
}

/**
 * Expects correct answers or CORRUPTION from reading, and that `verify` always finds the damage: at `position`, or
 * earlier in its block.
 */
function expectFound(
  bytes: Uint8Array,
  expected: unknown,
  cells: readonly TestCell[],
  position: number,
  what: string,
): void {
  let opened: StoreFile | null = null;
  const atOpen = corruptionOf(() => {
    opened = open(bytes);
  }, what);
  if (opened === null) {
    expect(atOpen, what).not.toBeNull();
    return;
  }
  const file: StoreFile = opened;
  let found: unknown;
  const atRead = corruptionOf(() => {
    found = answers(file, cells);
  }, what);
  if (atRead === null) expect(found, what).toEqual(expected);
  const atVerify = corruptionOf(() => verify(bytes), what);
  expect(atVerify, what).not.toBeNull();
  expect(atVerify?.details.offset, what).toBeLessThanOrEqual(position);
  file.release();
}

describe.each(Object.entries(SHAPES))('a store file%s', (_, { cells, bytes: sound }) => {
  const expected = answers(open(sound), cells);

  it('is intact if nothing is changed', () => {
    verify(sound);
    expect(readAll(open(sound))).toEqual(cells.map(printCell));
  });

  it('is CORRUPTION at open after every truncation', () => {
    for (let length = 0; length < sound.length; length++) {
      const error = corruptionOf(() => open(sound.slice(0, length)), `${length} bytes`);
      expect(error, `${length} bytes`).not.toBeNull();
      expect(error?.details.offset).toBeLessThanOrEqual(length);
    }
  });

  it('is CORRUPTION at open when bytes follow its end', () => {
    for (const more of [1, 40, sound.length]) {
      const bytes = new Uint8Array(sound.length + more);
      bytes.set(sound);
      expect(corruptionOf(() => open(bytes), `${more} more`)).not.toBeNull();
      bytes.set(sound, more);
      expect(corruptionOf(() => open(bytes), `moved by ${more}`)).not.toBeNull();
    }
  });

  it('never returns wrong answers, whichever byte is flipped, and verify finds each', () => {
    const bytes = sound.slice();
    for (let position = 0; position < bytes.length; position++) {
      for (const flip of [1 << (position % 8), 0xff]) {
        bytes[position] = (sound[position] as number) ^ flip;
        expectFound(bytes, expected, cells, position, `byte ${position} ^ ${flip}`);
      }
      bytes[position] = sound[position] as number;
    }
  });

  it('never returns wrong answers when a run of bytes is replaced with zeros', () => {
    const random = new Random(testSeed(1));
    for (let run = 0; run < 200; run++) {
      const bytes = sound.slice();
      const start = random.below(bytes.length);
      const end = start + 1 + random.below(64);
      bytes.fill(0, start, end);
      const first = bytes.findIndex((byte, index) => byte !== sound[index]);
      if (first >= 0) expectFound(bytes, expected, cells, bytes.length, `zeros ${start}…${end}, seed ${testSeed(1)}`);
    }
  });
});

describe('a damaged store file', () => {
  it('finds two blocks of equal length that were exchanged', () => {
    const cells = [put('a', 'q', 1, 1, 'one'), put('b', 'q', 1, 1, 'two')];
    const sound = writeStoreFile(cells, { blockSize: 1, bloomFilter: 'NONE' }).file.bytes;
    const length = 20 + new DataView(sound.buffer).getUint32(16 + 8, true);
    const bytes = sound.slice();
    bytes.set(sound.subarray(16, 16 + length), 16 + length);
    bytes.set(sound.subarray(16 + length, 16 + 2 * length), 16);
    expect(corruptionOf(() => readAll(open(bytes)), 'read')?.details.offset).toBe(16);
    expect(corruptionOf(() => verify(bytes), 'verify')?.details.offset).toBe(16);
  });

  it('finds a block of another file at the same offset', () => {
    const other = writeStoreFile(CELLS, { blockSize: 1, indexBlockSize: 80, tableDescriptor: {}, fileNumber: 18 }).file
      .bytes;
    const bytes = SOUND.slice();
    const length = 20 + new DataView(SOUND.buffer).getUint32(16 + 8, true);
    bytes.set(other.subarray(16, 16 + length), 16);
    expect(corruptionOf(() => readAll(open(bytes)), 'read')?.details.offset).toBe(16);
  });

  it('finds damage in a value that is stored separately, when it is read and when it is verified', () => {
    const random = new Random(testSeed(2));
    const value = random.bytes(66_000);
    const cells = [put('a', 'q', 1, 1, value), put('b', 'q', 1, 2, 'small')];
    const sound = writeStoreFile(cells).file.bytes;
    const wanted = answers(open(sound), cells);
    const positions = [
      16,
      17,
      20,
      24,
      28,
      32,
      36,
      66_035,
      ...Array.from({ length: 40 }, () => 16 + random.below(66_020)),
    ];
    for (const position of positions) {
      const bytes = sound.slice();
      bytes[position] = (bytes[position] as number) ^ (1 << random.below(8));
      expectFound(bytes, wanted, cells, position, `byte ${position}, seed ${testSeed(2)}`);
    }
  });

  it('finds flipped bits in files of random cells', () => {
    const random = new Random(testSeed(3));
    for (let run = 0; run < 30; run++) {
      const cells = sortCells(randomCells(random, 1 + random.below(60)));
      const bloomFilter = random.pick(['NONE', 'ROW', 'ROWCOL'] as const);
      const sound = writeStoreFile(cells, { bloomFilter, blockSize: random.pick([1, 100, 1000]), indexBlockSize: 120 })
        .file.bytes;
      const wanted = answers(open(sound), cells);
      for (let flips = 0; flips < 10; flips++) {
        const bytes = sound.slice();
        const position = random.below(bytes.length);
        bytes[position] = (bytes[position] as number) ^ (1 << random.below(8));
        expectFound(bytes, wanted, cells, position, `byte ${position}, seed ${testSeed(3)}`);
      }
    }
  });
});
