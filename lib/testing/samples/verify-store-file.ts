import { corruption } from '../../errors.js';
import { compareCells } from '../../keyvalue/cell-comparator.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import type { FileHandle } from '../../storage/fs/file-system.js';
import { BlockCache } from '../../storage/storefile/block-cache.js';
import { BlockKind, FRAME_BYTES, FRAME_LENGTH } from '../../storage/storefile/block-frame.js';
import { BlockReader } from '../../storage/storefile/block-reader.js';
import { CellCounter, type CellStatistics } from '../../storage/storefile/cell-statistics.js';
import { encodeHeader, HEADER_BYTES, readTail } from '../../storage/storefile/file-ends.js';
import { StoreFile } from '../../storage/storefile/store-file.js';
import type { StoreFileInfo } from '../../storage/storefile/trailer.js';

const EMPTY_ROW = new Uint8Array(0);

/** Reads every byte of a store file, and throws CORRUPTION if any is damaged. */
export function verifyStoreFile(handle: FileHandle, path: string): void {
  const file = StoreFile.open(handle, path, new BlockCache(0));
  verifyBlocks(handle, path, file.info);
  verifyCells(file);
}

/** Reads the header, every block and the tail. */
function verifyBlocks(handle: FileHandle, path: string, info: StoreFileInfo): void {
  const tail = readTail(handle, path);
  const { trailer, fileNumber } = tail;
  const reader = new BlockReader(handle, path, new BlockCache(0), tail);
  const header = new Uint8Array(HEADER_BYTES);
  readWhole(handle, header, 0, path);
  checkHeader(header, fileNumber, path);
  const found: number[] = [0, 0, 0, 0, 0, 0];
  let offset = HEADER_BYTES;
  let ordinal = 0;
  for (; offset < trailer.offset; ordinal++) {
    const { kind, length } = readFrame(handle, offset, path);
    if (kind < BlockKind.Data || kind > BlockKind.Bloom || offset + length > trailer.offset) {
      throw corruption(path, offset, `expected a block, found kind ${kind} with ${length} bytes`);
    }
    reader.release(reader.uncached(kind as BlockKind, { offset, length, ordinal }, null));
    found[kind] = (found[kind] as number) + 1;
    offset += length;
  }
  if (ordinal !== trailer.ordinal)
    throw corruption(path, offset, `expected ${trailer.ordinal} blocks, found ${ordinal}`);
  reader.release(reader.uncached(BlockKind.Trailer, trailer, null));
  expectSame(path, trailer.offset, 'data blocks', info.dataBlockCount, found[BlockKind.Data]);
  expectSame(path, trailer.offset, 'value blocks', info.valueBlockCount, found[BlockKind.Value]);
}

/**
 * Reads every cell, and checks their order, the trailer's statistics about them, and that the bloom filter contains
 * each.
 */
function verifyCells(file: StoreFile): void {
  const scanner = file.scanner(0);
  const counter = new CellCounter();
  const key = new SeekKey();
  const last = new SeekKey();
  scanner.seek(key.firstOnRow(EMPTY_ROW));
  for (let cells = 0; scanner.current !== null; cells++) {
    const cell = scanner.current;
    if (cells > 0 && compareCells(last.cell, cell) >= 0)
      throw wrong(file, `cell ${cells} does not sort after the one before`);
    if (!mayContain(file, cell)) throw wrong(file, `the bloom filter or the key range does not contain cell ${cells}`);
    cell.loadValue();
    counter.add(cell);
    last.copyOf(cell);
    scanner.next();
  }
  const found = counter.finish();
  for (const name of Object.keys(found) as (keyof CellStatistics)[]) {
    expectSame(file.path, 0, name, file.info[name], found[name]);
  }
}

function checkHeader(bytes: Uint8Array, fileNumber: number, path: string): void {
  const expected = encodeHeader(fileNumber);
  const at = expected.findIndex((byte, index) => bytes[index] !== byte);
  if (at >= 0) throw corruption(path, at, `the header differs: expected byte ${expected[at]}, found ${bytes[at]}`);
}

function mayContain(file: StoreFile, cell: CellView): boolean {
  const { key, rowOffset, rowLength, qualifierOffset, qualifierLength } = cell;
  return file.mayContainColumn(key, rowOffset, rowLength, key, qualifierOffset, qualifierLength);
}

function readFrame(handle: FileHandle, offset: number, path: string): { kind: number; length: number } {
  const frame = new Uint8Array(FRAME_BYTES);
  readWhole(handle, frame, offset, path);
  const view = new DataView(frame.buffer);
  return { kind: view.getUint8(0), length: FRAME_BYTES + view.getUint32(FRAME_LENGTH, true) };
}

function readWhole(handle: FileHandle, into: Uint8Array, offset: number, path: string): void {
  const count = handle.read(into, offset);
  if (count !== into.length) throw corruption(path, offset, `expected ${into.length} bytes, found ${count}`);
}

function expectSame(path: string, offset: number, what: string, expected: unknown, found: unknown): void {
  if (expected !== found)
    throw corruption(path, offset, `${what}: expected ${String(expected)}, found ${String(found)}`);
}

function wrong(file: StoreFile, message: string): Error {
  return corruption(file.path, 0, message);
}
