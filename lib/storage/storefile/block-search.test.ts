import { describe, expect, it } from 'vitest';
import { put } from '../../testing/samples/cells.js';
import { placesOf, seal } from '../../testing/samples/sealed-file.js';
import { ArrayFile, STORE_FILE_PATH, storeFileOptions, writeStoreFile } from '../../testing/samples/store-files.js';
import { handleClosed } from '../fs/file-errors.js';
import { salvaged } from '../fs/salvaged-handle.js';
import { BlockKind, FRAME_ORDINAL } from './block-frame.js';
import { BlockSearch } from './block-search.js';
import { TAIL_BYTES } from './file-ends.js';

const PAGE = 4096;
const CELLS = Array.from({ length: 400 }, (_, index) => put(`r${1000 + index}`, 'q', 5, 9, 'v'.repeat(100)));

/** A file whose device refuses every read of these bytes. */
class RefusingFile extends ArrayFile {
  from = 0;
  to = 0;

  override read(into: Uint8Array, at: number): number {
    const isRefused = at < this.to && at + into.length > this.from;
    const count = super.read(into, at);
    if (isRefused) throw new Error('the device refuses');
    return count;
  }
}

function fileOf(bytes: Uint8Array = writeStoreFile(CELLS, { blockSize: 1024 }).file.bytes): RefusingFile {
  return new RefusingFile(bytes.slice());
}

/** The offsets of the data blocks of a sound file. */
function dataBlocks({ bytes }: ArrayFile): readonly number[] {
  return placesOf(bytes)
    .filter(({ kind }) => kind === BlockKind.Data)
    .map(({ offset }) => offset);
}

/** The result of a search, and the number of its steps. */
function search(file: ArrayFile, fileNumber = storeFileOptions().fileNumber) {
  const found = new BlockSearch(salvaged(file, STORE_FILE_PATH), fileNumber);
  let steps = 0;
  for (const _ of found.run()) steps++;
  return { found, steps, offsets: found.blocks.map(({ offset }) => offset) };
}

/** The offsets of the blocks before which something is missing. */
function gapsOf({ blocks }: BlockSearch): readonly number[] {
  return blocks.filter(({ follows }) => !follows).map(({ offset }) => offset);
}

describe('A search of blocks', () => {
  it('finds all blocks of a sound file, one with each step', () => {
    const file = fileOf();
    const places = placesOf(file.bytes);
    const { found, steps, offsets } = search(file);
    expect(offsets).toEqual(dataBlocks(file));
    expect([found.isComplete, found.ordinals, gapsOf(found)]).toEqual([true, places.length, []]);
    expect(found.end).toBe(file.bytes.length - TAIL_BYTES);
    expect(steps - places.length).toBeLessThanOrEqual(1);
  });

  it('finds compressed blocks, and blocks that are larger than a page', () => {
    const { file } = writeStoreFile(CELLS, { blockSize: 20_000, compression: 'GZ' });
    expect(search(file).offsets).toEqual(dataBlocks(file));
    const { file: large } = writeStoreFile(CELLS, { blockSize: 20_000 });
    expect(search(large).offsets).toEqual(dataBlocks(large));
  });

  it('needs neither the header nor the end of the file', () => {
    const file = fileOf();
    const offsets = dataBlocks(file);
    file.bytes.fill(0, 0, 16);
    file.bytes = file.bytes.slice(0, (offsets[5] as number) + 100);
    const { found, offsets: left } = search(file);
    expect(left).toEqual(offsets.slice(0, 5));
    expect([found.isComplete, found.end]).toEqual([false, offsets[5]]);
  });

  it('finds nothing in an empty file, in zeros, and in the file of another number', () => {
    expect(search(fileOf(new Uint8Array())).offsets).toEqual([]);
    const { offsets, steps } = search(fileOf(new Uint8Array(10 * PAGE)));
    expect([offsets, steps]).toEqual([[], 10]);
    expect(search(fileOf(), 18).offsets).toEqual([]);
  });

  it('reports a gap where a block is damaged, wherever its frame is in a page', () => {
    const file = fileOf();
    const sound = file.bytes;
    const offsets = dataBlocks(file);
    for (const [index, offset] of offsets.entries()) {
      const damaged = sound.slice();
      damaged[offset + 30] = (damaged[offset + 30] as number) ^ 1;
      const { found, offsets: left } = search(new ArrayFile(damaged));
      expect(left).toEqual(offsets.filter((other) => other !== offset));
      expect(gapsOf(found)).toEqual(offsets.slice(index + 1, index + 2));
      expect(found.isComplete).toBe(index + 1 < offsets.length);
    }
  });

  it('finds blocks after a place where bytes were lost', () => {
    const file = fileOf();
    const offsets = dataBlocks(file);
    const middle = offsets[9] as number;
    file.bytes.fill(0xff, middle, middle + 2 * PAGE + 7);
    const { found, offsets: left } = search(file);
    expect(left).toEqual(offsets.filter((offset) => offset < middle || offset >= middle + 2 * PAGE + 7));
    expect(gapsOf(found)).toHaveLength(1);
  });

  it('passes over pages that the device refuses, in one step each', () => {
    const file = fileOf();
    const offsets = dataBlocks(file);
    const places = placesOf(file.bytes);
    for (const pages of [1, 3]) {
      [file.from, file.to, file.reads] = [2 * PAGE, (2 + pages) * PAGE, 0];
      const { found, steps, offsets: left } = search(file);
      const isRefused = ({ offset, length }: (typeof places)[number]) =>
        offset < file.to && offset + length > file.from;
      expect(left).toEqual(offsets.filter((offset) => !places.some((one) => one.offset === offset && isRefused(one))));
      expect([gapsOf(found).length, found.isComplete]).toEqual([1, true]);
      expect(steps).toBeLessThanOrEqual(places.length + pages + 3);
      expect(file.reads).toBeLessThan(3 * (places.length + 3 * pages));
    }
  });

  it('tries a read that fails again', () => {
    const file = fileOf();
    const read = file.read.bind(file);
    let calls = 0;
    file.read = (into, at) => {
      calls++;
      if (calls % 3 !== 0) throw new Error('not now');
      return read(into, at);
    };
    expect(search(file).offsets).toEqual(dataBlocks(file));
  });

  it('throws if the browser has ended the handle', () => {
    const file = fileOf();
    file.read = () => {
      throw handleClosed(STORE_FILE_PATH);
    };
    expect(() => search(file)).toThrow('has ended the access');
  });

  it('ignores a block whose ordinal is larger than the number of blocks that can be before it', () => {
    const file = fileOf();
    const offsets = dataBlocks(file);
    const places = placesOf(file.bytes);
    const at = offsets[3] as number;
    const most = Math.floor((at - 16) / 20);
    new DataView(file.bytes.buffer).setUint32(at + FRAME_ORDINAL, most + 1, true);
    seal(file.bytes, places);
    const { found, offsets: left } = search(file);
    expect(left).toEqual(offsets.filter((offset) => offset !== at));
    expect(found.ordinals).toBe(places.length);
  });

  it('ends soon in a file of frames that fit no block', () => {
    const bytes = new Uint8Array(64 * PAGE);
    const view = new DataView(bytes.buffer);
    for (let at = 16; at + 20 <= bytes.length; at += 20) {
      bytes[at] = BlockKind.Data;
      view.setUint32(at + 8, 100_000, true);
      view.setUint32(at + 12, 100_000, true);
    }
    const file = new ArrayFile(bytes);
    expect(search(file).offsets).toEqual([]);
    expect(file.reads).toBeLessThan(100);
  });
});
