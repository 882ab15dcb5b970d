import { describe, expect, it } from 'vitest';
import { BigtabError } from '../../errors.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { CellType } from '../../model/cell-type.js';
import { marker, put, sortCells, type TestCell, viewOf } from '../../testing/samples/cells.js';
import { ArrayFile, STORE_FILE_PATH, storeFileOptions, writeStoreFile } from '../../testing/samples/store-files.js';
import { StoreFileWriter } from './store-file-writer.js';

const KIB = 1024;

/** Kind, ordinal, offset and length of every block between header and tail. */
function blocksOf(bytes: Uint8Array): { kind: number; ordinal: number; offset: number; length: number }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const blocks = [];
  for (let offset = 16; offset < bytes.length - 40; ) {
    const length = 20 + view.getUint32(offset + 8, true);
    blocks.push({ kind: view.getUint8(offset), ordinal: view.getUint32(offset + 4, true), offset, length });
    offset += length;
  }
  return blocks;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

describe('a store file', () => {
  const small = [
    marker(CellType.DeleteFamily, 'a', '', 5, 9),
    put('a', 'x', 7, 3, 'one'),
    put('a', 'x', 6, 300, 'two'),
    put('ab', 'y', 1_700_000_000_000, 2 ** 40),
  ];

  it('has known bytes: header, frames, data, bloom, its index, the index, tail', () => {
    const { bytes } = writeStoreFile(small, { bloomFilter: 'ROWCOL' }).file;
    expect(hex(bytes.subarray(0, 16))).toBe('424947544142534601000000f017039c');
    const blocks = blocksOf(bytes);
    const texts = blocks.map(({ offset, length }) => hex(bytes.subarray(offset, offset + length)));
    const separator = '00 0100 00000000 61';
    expect(texts.slice(0, 4)).toEqual(
      [
        `01000000 00000000 3a000000 3a000000 58cb9433
         044900010100050961 88090101030206786f6e65 48110200030129 0174776f 002e01020200fa67e5cf8b01d4feffffff6279
         00000000 01000000`,
        '04000000 01000000 0d000000 0d000000 3f9f4afd 40000000 07 1ac2a022802ca2a0',
        `03000000 02000000 20000000 20000000 fefc4073 0000000000805740 21000000 01000000 ${separator} 00000000 01000000`,
        `03000000 03000000 20000000 20000000 8a5f2d2b 0000000000003040 4e000000 00000000 ${separator} 00000000 01000000`,
      ].map((text) => text.replaceAll(/\s/g, '')),
    );
    const trailer = blocks[4] as { offset: number; length: number };
    const tail = new DataView(bytes.buffer, bytes.length - 40);
    expect(tail.getFloat64(0, true)).toBe(trailer.offset);
    expect(tail.getUint32(8, true)).toBe(trailer.length);
    expect([12, 16].map((at) => tail.getUint32(at, true))).toEqual([4, 1]);
    expect(tail.getFloat64(20, true)).toBe(17);
    expect(Buffer.from(bytes.subarray(-8)).toString()).toBe('BIGTABSF');
  });

  it('is byte for byte the same when it is written again', () => {
    expect(hex(writeStoreFile(small).file.bytes)).toBe(hex(writeStoreFile(small).file.bytes));
  });

  it('is self-describing: identity, descriptors, counts and ranges', () => {
    const cells = sortCells([
      ...small,
      marker(CellType.Delete, 'b', 'x', 3, 11),
      marker(CellType.DeleteColumn, 'b', 'y', 80, 12),
      marker(CellType.DeleteFamilyVersion, 'b', '', 2, 13),
      { ...put('c', 'q', 4, 2, 'v'), tags: Uint8Array.of(1) },
    ]);
    const { info, file } = writeStoreFile(cells, { kind: 'compaction', replaces: [3, 9] });
    expect(info).toEqual({
      ...storeFileOptions({ kind: 'compaction', replaces: [3, 9] }),
      format: 1,
      bloomPrefixLength: null,
      cellCount: 8,
      putCount: 4,
      deleteCount: 1,
      deleteColumnCount: 1,
      deleteFamilyCount: 1,
      deleteFamilyVersionCount: 1,
      minTimestamp: 2,
      maxTimestamp: 1_700_000_000_000,
      minPutTimestamp: 4,
      maxPutTimestamp: 1_700_000_000_000,
      maxRangeMarkerTimestamp: 80,
      minSequenceId: 2,
      maxSequenceId: 2 ** 40,
      keyBytes: 15,
      valueBytes: 7,
      hasTags: true,
      minKey: Uint8Array.of(97),
      maxKey: Uint8Array.of(99),
      dataBlockCount: 1,
      valueBlockCount: 0,
      blockCount: 5,
      sizeBytes: file.bytes.length,
    });
  });

  it('without cells has empty ranges and neither index nor filter', () => {
    const { info, file } = writeStoreFile([]);
    expect(info).toMatchObject({
      cellCount: 0,
      minTimestamp: Number.MAX_SAFE_INTEGER,
      maxTimestamp: -1,
      blockCount: 1,
    });
    expect(info).toMatchObject({ minSequenceId: Number.MAX_SAFE_INTEGER, maxSequenceId: -1, flushedSequenceId: 1000 });
    expect([info.minKey.length, info.maxKey.length]).toEqual([0, 0]);
    expect(blocksOf(file.bytes).map(({ kind }) => kind)).toEqual([5]);
  });

  it('has blocks of at most blockSize bytes, nearly full, unless a cell alone is larger', () => {
    const cells = Array.from({ length: 3000 }, (_, index) =>
      put(`row-${String(index).padStart(6, '0')}`, 'q', 1, index, new Uint8Array(index === 1500 ? 9000 : 100)),
    );
    const { info, file } = writeStoreFile(cells, { blockSize: 4096 });
    const data = blocksOf(file.bytes).filter(({ kind }) => kind === 1);
    expect(data.length).toBe(info.dataBlockCount);
    expect(data.filter(({ length }) => length > 4096).length).toBe(1);
    const full = data.filter(({ length }) => length <= 4096 && length > 3800);
    expect(full.length).toBeGreaterThan(data.length - 4);
  });

  it('puts a value above 64 KiB into a separate block before the data block that refers to it', () => {
    const cells = [64 * KIB, 64 * KIB + 1, 300 * KIB].map((length, index) =>
      put(`row-${index}`, 'q', 1, index, new Uint8Array(length).fill(index)),
    );
    const { info, file } = writeStoreFile(cells);
    expect(info.valueBlockCount).toBe(2);
    expect(blocksOf(file.bytes).map(({ kind, length }) => [kind, length > 64 * KIB])).toEqual([
      [1, true],
      [2, true],
      [2, true],
      [1, false],
      [4, false],
      [3, false],
      [3, false],
      [5, false],
    ]);
  });

  it('writes full leaves of the index and full parts of the filter between the data blocks', () => {
    const cells = Array.from({ length: 2000 }, (_, index) => put(`row-${index + 10_000}`, 'q', 1, index));
    const { file } = writeStoreFile(cells, { blockSize: 200, indexBlockSize: 400 });
    const kinds = blocksOf(file.bytes).map(({ kind }) => kind);
    const ordinals = blocksOf(file.bytes).map(({ ordinal }) => ordinal);
    expect(ordinals).toEqual(ordinals.map((_, index) => index));
    expect(kinds.indexOf(3)).toBeLessThan(kinds.lastIndexOf(1));
    expect(kinds.indexOf(4)).toBeLessThan(kinds.lastIndexOf(1));
    expect(kinds.slice(-2)).toEqual([3, 5]);
  });

  it('writes 64 KiB or more at once, and forces the file to the device at least once per MiB', () => {
    const cells = Array.from({ length: 4000 }, (_, index) =>
      put(`row-${index + 10_000}`, 'q', 1, index, new Uint8Array(1000)),
    );
    const { file, info } = writeStoreFile(cells, { blockSize: 4096 });
    expect(file.writes).toBeLessThanOrEqual(Math.ceil(info.sizeBytes / (64 * KIB)));
    expect(file.flushes).toBe(Math.ceil(info.sizeBytes / (1024 * KIB + 64 * KIB)));
    expect(file.mostUnflushed).toBeLessThan(1024 * KIB + 128 * KIB);
  });
});

describe('the store file writer', () => {
  function write(cells: readonly TestCell[]): void {
    const writer = new StoreFileWriter(new ArrayFile(), STORE_FILE_PATH, storeFileOptions({ blockSize: 1 }));
    for (const cell of cells) writer.append(viewOf(cell));
  }

  it('refuses a cell that does not sort after the previous one (O-2)', () => {
    const cell = put('b', 'q', 5, 5);
    const before = [
      put('a', 'z', 5, 5),
      put('b', 'p', 5, 5),
      put('b', '', 5, 5),
      put('b', 'q', 6, 5),
      marker(CellType.DeleteColumn, 'b', 'q', 5, 4),
      put('b', 'q', 5, 6),
    ];
    for (const smaller of before) {
      expect(() => write([smaller, cell])).not.toThrow();
      expect(() => write([cell, smaller])).toThrow(BigtabError);
    }
    expect(() => write([cell, cell])).toThrow(/data\/3\/2-17 at \d+: a cell does not sort after/);
  });

  it('needs nothing of a cell after append has returned', () => {
    const cells = Array.from({ length: 500 }, (_, index) => put(`row-${index + 1000}`, 'q', index, index, `v${index}`));
    const file = new ArrayFile();
    const writer = new StoreFileWriter(file, STORE_FILE_PATH, storeFileOptions({ blockSize: 300 }));
    for (const cell of cells) {
      const view = viewOf(cell);
      view.value = view.value.slice();
      writer.append(view);
      view.key.fill(255);
      view.value.fill(255);
    }
    writer.finish();
    expect(hex(file.bytes)).toBe(hex(writeStoreFile(cells, { blockSize: 300 }).file.bytes));
  });

  it('loads a value that is stored separately', () => {
    const view = viewOf(put('r', 'q', 1, 1));
    view.valueLength = 3;
    view.apart = {
      load: (into: CellView) => {
        into.value = Uint8Array.of(0, 7, 8, 9);
        into.valueOffset = 1;
      },
    };
    const file = new ArrayFile();
    const writer = new StoreFileWriter(file, STORE_FILE_PATH, storeFileOptions());
    writer.append(view);
    writer.finish();
    const whole = writeStoreFile([put('r', 'q', 1, 1, Uint8Array.of(7, 8, 9))]);
    expect(hex(file.bytes)).toBe(hex(whole.file.bytes));
  });

  it('reports the current length of the file', () => {
    const file = new ArrayFile();
    const writer = new StoreFileWriter(file, STORE_FILE_PATH, storeFileOptions({ blockSize: 1000 }));
    expect(writer.bytesWritten).toBe(16);
    for (let index = 0; index < 100; index++) {
      writer.append(viewOf(put(`row-${index + 1000}`, 'q', 1, 1, new Uint8Array(100))));
    }
    expect(writer.bytesWritten).toBeGreaterThan(10_000);
    expect(writer.finish().sizeBytes).toBe(file.bytes.length);
  });

  it('rethrows errors of the medium', () => {
    const file = new ArrayFile();
    file.write = () => {
      throw new BigtabError('QUOTA_EXCEEDED', 'no room');
    };
    const writer = new StoreFileWriter(file, STORE_FILE_PATH, storeFileOptions());
    writer.append(viewOf(put('r', 'q', 1, 1)));
    expect(() => writer.finish()).toThrow('no room');
  });
});
