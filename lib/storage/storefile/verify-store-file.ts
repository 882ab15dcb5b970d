import { corruption } from '../../errors.js';
import { compareCells } from '../../keyvalue/cell-comparator.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import type { FileHandle } from '../fs/file-system.js';
import { BlockKind, FRAME_BYTES, FRAME_LENGTH } from './block-frame.js';
import type { BlockReader } from './block-reader.js';
import { CellCounter, type CellStatistics } from './cell-statistics.js';
import { checkHeader, HEADER_BYTES, readTail } from './file-ends.js';
import type { StoreFileInfo } from './trailer.js';

const EMPTY_ROW = new Uint8Array(0);

/** What `verifyCells` needs of a file. */
export interface VerifiedFile {
  readonly path: string;
  readonly info: StoreFileInfo;
  mayContainColumn(
    row: Uint8Array,
    rowOffset: number,
    rowLength: number,
    qualifier: Uint8Array,
    qualifierOffset: number,
    qualifierLength: number,
  ): boolean;
}

/**
 * Reads the header, every block and the tail from the medium, so that every byte of the file is checked. Throws
 * CORRUPTION.
 */
export function verifyBlocks(handle: FileHandle, reader: BlockReader, info: StoreFileInfo): void {
  const { path } = reader;
  const { trailer, fileNumber } = readTail(handle, path);
  const header = new Uint8Array(HEADER_BYTES);
  readWhole(handle, header, 0, path);
  checkHeader(header, fileNumber, path);
  reader.forgetVerified();
  const found: number[] = [0, 0, 0, 0, 0, 0];
  let offset = HEADER_BYTES;
  let ordinal = 0;
  for (; offset < trailer.offset; ordinal++) {
    const { kind, length } = readFrame(handle, offset, path);
    if (kind < BlockKind.Data || kind > BlockKind.Bloom || offset + length > trailer.offset) {
      throw corruption(path, offset, `expected a block, found kind ${kind} with ${length} bytes`);
    }
    reader.release(reader.uncached(kind as BlockKind, { offset, length, ordinal }));
    found[kind] = (found[kind] as number) + 1;
    offset += length;
  }
  if (ordinal !== trailer.ordinal)
    throw corruption(path, offset, `expected ${trailer.ordinal} blocks, found ${ordinal}`);
  reader.release(reader.uncached(BlockKind.Trailer, trailer));
  expectSame(path, trailer.offset, 'data blocks', info.dataBlockCount, found[BlockKind.Data]);
  expectSame(path, trailer.offset, 'value blocks', info.valueBlockCount, found[BlockKind.Value]);
}

/**
 * Reads every cell, and checks their order, the trailer's statistics about them, and that the bloom filter contains
 * each. Throws CORRUPTION.
 */
export function verifyCells(file: VerifiedFile, scanner: KeyValueScanner): void {
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

function mayContain(file: VerifiedFile, cell: CellView): boolean {
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

function wrong(file: VerifiedFile, message: string): Error {
  return corruption(file.path, 0, message);
}
