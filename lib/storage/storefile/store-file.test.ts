import { describe, expect, it } from 'vitest';
import { equalBytes } from '../../bytes/compare.js';
import { encodeText } from '../../bytes/text.js';
import { BigtabError } from '../../errors.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { cellOf, printCell, put, type TestCell, viewOf } from '../../testing/samples/cells.js';
import { ArrayFile, openStoreFile, STORE_FILE_PATH, writeStoreFile } from '../../testing/samples/store-files.js';
import { verifyStoreFile } from '../../testing/samples/verify-store-file.js';
import { BlockCache } from './block-cache.js';
import { PlacedChecksum } from './block-frame.js';
import { isUnfinishedStoreFile, StoreFile } from './store-file.js';

const FEW = new Uint8Array(0);
const FIRST = new SeekKey().firstOnRow(new Uint8Array(0));

function rows(count: number): TestCell[] {
  return Array.from({ length: count }, (_, index) =>
    put(`row-${String(index).padStart(6, '0')}`, 'q', 1, index, new Uint8Array(100).fill(index)),
  );
}

function cellsOf(file: StoreFile): TestCell[] {
  const cells: TestCell[] = [];
  const scanner = file.scanner(0);
  for (scanner.seek(FIRST); scanner.current !== null; scanner.next()) cells.push(cellOf(scanner.current));
  scanner.close();
  return cells;
}

describe('opening a store file', () => {
  it('reads only the tail and the trailer', () => {
    const { file } = writeStoreFile(rows(5000), { blockSize: 1024 });
    file.reads = 0;
    StoreFile.open(file, STORE_FILE_PATH, new BlockCache());
    expect(file.reads).toBe(2);
  });

  it('returns what the writer recorded about the file', () => {
    const { file, info } = writeStoreFile(rows(10));
    const opened = StoreFile.open(file, STORE_FILE_PATH, new BlockCache());
    expect(opened.info).toEqual(info);
    expect(opened.sizeBytes).toBe(file.bytes.length);
    expect(opened.path).toBe(STORE_FILE_PATH);
  });

  it('distinguishes a file of a newer build from a damaged one', () => {
    const { file } = writeStoreFile(rows(10));
    const tailAt = file.bytes.length - 40;
    const view = new DataView(file.bytes.buffer);
    view.setUint32(tailAt + 16, 2, true);
    expect(() => StoreFile.open(file, STORE_FILE_PATH, new BlockCache())).toThrow('checksum');
    view.setUint32(tailAt + 28, new PlacedChecksum(17).ofBytes(tailAt, file.bytes, tailAt, 28), true);
    const open = (): StoreFile => StoreFile.open(file, STORE_FILE_PATH, new BlockCache());
    expect(open).toThrow(/data\/3\/2-17 was written by a newer version of Bigtab: its format is 2/);
    expect(errorOf(open).code).toBe('FORMAT_TOO_NEW');
  });

  it('recognises a file that was never finished', () => {
    const { bytes } = writeStoreFile(rows(10)).file;
    expect(isUnfinishedStoreFile(new ArrayFile(bytes))).toBe(false);
    for (const length of [0, 1, 16, 40, 56, bytes.length - 1]) {
      expect(isUnfinishedStoreFile(new ArrayFile(bytes.slice(0, length)))).toBe(true);
    }
  });
});

describe('a store file', () => {
  it('closes its handle when the last reference is released', () => {
    const { file } = writeStoreFile(rows(10));
    const opened = StoreFile.open(file, STORE_FILE_PATH, new BlockCache());
    opened.retain();
    opened.release();
    expect(file.closed).toBe(false);
    expect(cellsOf(opened).length).toBe(10);
    opened.release();
    expect(file.closed).toBe(true);
  });

  it('removes its blocks from the cache when it closes', () => {
    const cache = new BlockCache();
    const opened = openStoreFile(rows(1000), { blockSize: 1024 }, cache);
    cellsOf(opened);
    expect(cache.blockCount).toBeGreaterThan(10);
    opened.release();
    expect(cache.blockCount).toBe(0);
  });

  it('reports whether a range of rows overlaps its own, including both ends', () => {
    const file = openStoreFile([put('b', 'q', 1, 1), put('d', 'q', 1, 1)]);
    const overlaps = (start: string, stop: string | null): boolean =>
      file.overlaps(encodeText(start), stop === null ? null : encodeText(stop));
    expect([overlaps('', null), overlaps('', 'b'), overlaps('c', 'c'), overlaps('d', null)]).toEqual(
      Array(4).fill(true),
    );
    expect([overlaps('', 'a'), overlaps('a', 'az'), overlaps('d\0', null), overlaps('e', 'f')]).toEqual(
      Array(4).fill(false),
    );
    expect(openStoreFile([]).overlaps(new Uint8Array(0), null)).toBe(false);
  });

  it('reads a block once while the cache keeps it, and checks it once while the file is open', () => {
    const { file } = writeStoreFile(rows(200), { blockSize: 1024, bloomFilter: 'NONE' });
    const kept = StoreFile.open(file, STORE_FILE_PATH, new BlockCache());
    cellsOf(kept);
    file.reads = 0;
    expect(cellsOf(kept).length).toBe(200);
    expect(file.reads).toBe(0);
    const evicted = StoreFile.open(file, STORE_FILE_PATH, new BlockCache(0));
    cellsOf(evicted);
    // A value changed without the engine goes unnoticed until the file is opened again.
    file.bytes[16 + 20 + 60] = (file.bytes[16 + 20 + 60] as number) ^ 1;
    expect(cellsOf(evicted).length).toBe(200);
    expect(() => verifyStoreFile(file, STORE_FILE_PATH)).toThrow('checksum');
    expect(() => cellsOf(StoreFile.open(file, STORE_FILE_PATH, new BlockCache(0)))).toThrow('checksum');
  });

  it('does not read values that are stored separately until they are requested', () => {
    const large = new Uint8Array(200_000).fill(5);
    const { file } = writeStoreFile([put('a', 'q', 1, 1, large), put('b', 'q', 1, 1, large)]);
    const opened = StoreFile.open(file, STORE_FILE_PATH, new BlockCache());
    const scanner = opened.scanner(0);
    scanner.seek(FIRST);
    file.reads = 0;
    expect(scanner.current?.valueLength).toBe(200_000);
    expect(file.reads).toBe(0);
    for (let look = 0; look < 2; look++) expect(equalBytes(scanner.current?.copyValue() ?? FEW, large)).toBe(true);
    expect(file.reads).toBe(1);
    scanner.next();
    scanner.next();
    expect(scanner.current).toBeNull();
  });

  it('is consistent in every part', () => {
    const cells = [...rows(300), put('z', 'q', 1, 1, new Uint8Array(70_000))];
    for (const bloomFilter of ['NONE', 'ROW', 'ROWCOL'] as const) {
      const options = { bloomFilter, blockSize: 1024, indexBlockSize: 300 };
      verifyStoreFile(writeStoreFile(cells, options).file, STORE_FILE_PATH);
      verifyStoreFile(writeStoreFile([], { bloomFilter }).file, STORE_FILE_PATH);
    }
  });

  it('rethrows a read error, and works again when the medium does', () => {
    const { file } = writeStoreFile(rows(300), { blockSize: 1024 });
    const opened = StoreFile.open(file, STORE_FILE_PATH, new BlockCache(0));
    const read = file.read.bind(file);
    const scanner = opened.scanner(0);
    scanner.seek(FIRST);
    file.read = () => {
      throw new Error('the handle is lost');
    };
    expect(() => {
      while (scanner.current !== null) scanner.next();
    }).toThrow('lost');
    expect(scanner.current).toBeNull();
    file.read = read;
    expect(cellsOf(opened).length).toBe(300);
  });
});

describe('two hundred store files', () => {
  it('can be open and read at once, and use no more memory than the cache at the end', () => {
    const cache = new BlockCache(1024 * 1024);
    const files = Array.from({ length: 200 }, (_, number) =>
      openStoreFile(
        [...rows(20)].map((cell) => ({ ...cell, sequenceId: number + 1 })),
        { fileNumber: number + 1 },
        cache,
      ),
    );
    const scanners = files.map((file, order) => file.scanner(order));
    for (const scanner of scanners) scanner.seek(FIRST);
    for (let row = 0; row < 20; row++) {
      for (const [number, scanner] of scanners.entries()) {
        expect(scanner.current?.sequenceId).toBe(number + 1);
        scanner.next();
      }
    }
    expect(scanners.every(({ current }) => current === null)).toBe(true);
    for (const scanner of scanners) scanner.close();
    expect(cache.usedBytes).toBeLessThanOrEqual(1024 * 1024);
  });
});

describe('a scanner of a store file', () => {
  const cells = [...rows(100), { ...put('s', 'q', 1, 1, new Uint8Array(100_000).fill(3)), tags: Uint8Array.of(4, 5) }];

  it('releases its block while it pauses, and has the same position after it resumes', () => {
    const cache = new BlockCache(0);
    const file = openStoreFile(cells, { blockSize: 2000 }, cache);
    const scanner = file.scanner(0);
    const seen: TestCell[] = [];
    for (scanner.seek(FIRST); scanner.current !== null; scanner.next()) {
      const loaded = cellOf(scanner.current);
      scanner.pause();
      for (let other = 0; other < 3; other++) cache.take(2000).bytes.fill(255);
      scanner.resume();
      expect(printCell(cellOf(scanner.current))).toBe(printCell(loaded));
      expect(equalBytes(cellOf(scanner.current).value, loaded.value)).toBe(true);
      seen.push(loaded);
    }
    expect(seen.map(printCell)).toEqual(cells.map(printCell));
  });

  it('may pause and then seek without being resumed', () => {
    const scanner = openStoreFile(cells, { blockSize: 2000 }).scanner(0);
    scanner.seek(FIRST);
    scanner.pause();
    scanner.seek(viewOf(cells[70] as TestCell));
    expect(cellOf(scanner.current as NonNullable<typeof scanner.current>)).toEqual(cells[70]);
    scanner.pause();
    scanner.seekToPreviousRow(viewOf(cells[70] as TestCell));
    expect(cellOf(scanner.current as NonNullable<typeof scanner.current>)).toEqual(cells[69]);
    scanner.pause();
    scanner.close();
  });

  it('can be closed twice', () => {
    const file = openStoreFile(cells, { blockSize: 2000 });
    const first = file.scanner(0);
    first.seek(FIRST);
    first.close();
    const second = file.scanner(0);
    second.seek(viewOf(cells[50] as TestCell));
    first.close();
    expect(cellOf(second.current as NonNullable<typeof second.current>)).toEqual(cells[50]);
  });
});

function errorOf(work: () => unknown): BigtabError {
  try {
    work();
  } catch (error) {
    if (BigtabError.is(error)) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
