import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { BigtabError } from '../../errors.js';
import { printCell, put, sortCells, type TestCell } from '../../testing/samples/cells.js';
import { largestAllocation } from '../../testing/samples/largest-allocation.js';
import {
  type LooseBlock,
  placeOf,
  putTogether,
  resealed,
  takeApart,
  withTrailer,
} from '../../testing/samples/sealed-file.js';
import { cellAt, cellsOf, mayHave, rowsBackward } from '../../testing/samples/store-file-answers.js';
import { ArrayFile, STORE_FILE_PATH, writeStoreFile } from '../../testing/samples/store-files.js';
import { BlockCache } from './block-cache.js';
import { BlockKind } from './block-frame.js';
import { CODEC_DEFLATE } from './codec.js';
import { encodeTail, TAIL_BYTES } from './file-ends.js';
import { StoreFile } from './store-file.js';

const MIB = 1024 * 1024;

/** Rows of which each fills a data block of its own; the index has two levels, the filter two parts or more. */
const CELLS = sortCells(
  Array.from({ length: 40 }, (_, index) =>
    put(`row-${String(index).padStart(3, '0')}`, 'q', 100 + index, index + 1, 'v'),
  ),
);
const SHAPE = { blockSize: 1, indexBlockSize: 200 } as const;
const SOUND = writeStoreFile(CELLS, SHAPE).file.bytes;
/** All cells in one data block, and one index block. */
const ONE_BLOCK = writeStoreFile(CELLS, { bloomFilter: 'NONE' }).file.bytes;

/** Everything that a file answers. Throws what it throws. */
function answersOf(bytes: Uint8Array, asked: readonly TestCell[]): unknown {
  const file = StoreFile.open(new ArrayFile(bytes), STORE_FILE_PATH, new BlockCache(64 * 1024));
  try {
    const found = asked.map((cell) => (mayHave(file, cell) ? cellAt(file, cell) : null));
    return { found, cells: cellsOf(file, 1000).map(printCell), rows: rowsBackward(file, 1000) };
  } finally {
    file.release();
  }
}

/** What reading the file in every way throws; the file and the place are named. Fails if it throws anything else. */
function damageOf(bytes: Uint8Array, cells: readonly TestCell[] = CELLS): BigtabError {
  let thrown: unknown = null;
  const largest = largestAllocation(() => {
    try {
      answersOf(bytes, cells);
    } catch (error) {
      thrown = error;
    }
  });
  if (!BigtabError.is(thrown)) throw new Error('expected CORRUPTION', { cause: thrown });
  expect(thrown.code).toBe('CORRUPTION');
  expect(thrown.details.file).toBe(STORE_FILE_PATH);
  expect(thrown.details.offset).toBeLessThanOrEqual(bytes.length);
  expect(largest).toBeLessThan(3 * MIB);
  return thrown;
}

/** The sound file with another payload of the block of this kind that comes `nth`. */
function withBlock(
  bytes: Uint8Array,
  kind: BlockKind,
  change: (payload: DataView, bytes: Uint8Array) => void,
  nth = 0,
): Uint8Array {
  return resealed(bytes, (blocks) => {
    const { payload } = blocks[placeOf(blocks, kind, nth)] as LooseBlock;
    change(new DataView(payload.buffer), payload);
  });
}

describe('a store file whose checksums are right', () => {
  it('is sound if nothing is changed', () => {
    expect(resealed(SOUND, () => {})).toEqual(SOUND);
    expect(answersOf(SOUND, CELLS)).toMatchObject({ cells: CELLS.map(printCell), found: CELLS.map(printCell) });
  });

  it('is damaged if its index or filter would be larger than the file; nothing is allocated for it', () => {
    for (const name of ['index', 'bloom']) {
      for (const length of [2 ** 31, 2 ** 32 - 1, SOUND.length]) {
        const bytes = withTrailer(SOUND, ({ layout }) => {
          (layout[name] as { root: { length: number } }).root.length = length;
        });
        if (name === 'index') expect(damageOf(bytes).message).toContain('no block of kind 3');
        else expect(largestAllocation(() => catchAll(() => answersOf(bytes, CELLS)))).toBeLessThan(3 * MIB);
      }
    }
  });

  it('is damaged if its tail counts more blocks than fit into it', () => {
    const bytes = SOUND.slice();
    const tailAt = bytes.length - TAIL_BYTES;
    const view = new DataView(bytes.buffer);
    const trailer = { offset: view.getFloat64(tailAt, true), length: view.getUint32(tailAt + 8, true) };
    bytes.set(encodeTail({ ...trailer, ordinal: 2 ** 32 - 1 }, 17, tailAt), tailAt);
    expect(damageOf(bytes).message).toContain('too few for the 4294967295 blocks');
  });

  it('is damaged if a compressed block would be larger than the writer makes them', () => {
    const packed = deflateSync(new Uint8Array(8 * MIB));
    for (const rawLength of [8 * MIB, MIB, 16_384, 1000, 2 ** 32 - 1]) {
      const blocks = takeApart(ONE_BLOCK);
      blocks[0] = { kind: BlockKind.Data, codec: CODEC_DEFLATE, rawLength, payload: packed };
      const index = blocks[placeOf(blocks, BlockKind.Index)] as LooseBlock;
      new DataView(index.payload.buffer).setUint32(8, 20 + packed.length, true);
      const moved = packed.length - (takeApart(ONE_BLOCK)[0] as LooseBlock).payload.length;
      const bytes = withTrailer(putTogether(blocks), ({ layout }) => {
        (layout.index as { root: { offset: number } }).root.offset += moved;
      });
      expect(damageOf(bytes).details.offset).toBe(16);
    }
  });

  it('is damaged if every entry of its index points at one block, instead of dropping rows in silence', () => {
    const bytes = withBlock(
      writeStoreFile(CELLS, { blockSize: 1 }).file.bytes,
      BlockKind.Index,
      (index, all) => {
        const count = index.getUint32(all.length - 4, true);
        for (let entry = 1; entry < count; entry++) {
          const at = index.getUint32(all.length - 4 - 4 * (count - entry), true);
          all.set(all.subarray(0, 16), at);
        }
      },
      1,
    );
    expect(damageOf(bytes).message).toContain('is not after the previous');
  });

  it('is damaged if its index leaves out a block', () => {
    const blocks = takeApart(writeStoreFile(CELLS, { blockSize: 1, bloomFilter: 'NONE' }).file.bytes);
    const index = blocks[placeOf(blocks, BlockKind.Index)] as LooseBlock;
    const view = new DataView(index.payload.buffer);
    const count = view.getUint32(index.payload.length - 4, true);
    const end = view.getUint32(index.payload.length - 8, true);
    const positions = index.payload.slice(index.payload.length - 4 - 4 * count, index.payload.length - 8);
    index.payload = new Uint8Array([...index.payload.subarray(0, end), ...positions, count - 1, 0, 0, 0]);
    index.rawLength = index.payload.length;
    const bytes = withTrailer(putTogether(blocks), ({ layout }) => {
      (layout.index as { root: { length: number } }).root.length = 20 + index.payload.length;
    });
    expect(damageOf(bytes).message).toContain('the index has 39 entries, the trailer states 40 data blocks');
  });

  it('is damaged if two entries of its index are exchanged, or a leaf is not the one its root describes', () => {
    const blocks = takeApart(SOUND);
    const places = [...blocks.keys()].filter((place) => blocks[place]?.kind === BlockKind.Data);
    const swapped = resealed(SOUND, (all) => {
      const [first, second] = [all[places[3] as number] as LooseBlock, all[places[4] as number] as LooseBlock];
      [first.payload, second.payload] = [second.payload, first.payload];
    });
    expect(damageOf(swapped).message).toContain('outside the range that the index states');
  });

  it.each<[string, (block: DataView, bytes: Uint8Array) => void]>([
    ['no restart point', (block, { length }) => block.setUint32(length - 4, 0, true)],
    ['more restart points than bytes', (block, { length }) => block.setUint32(length - 4, 2 ** 30, true)],
    ['one restart point less', (block, { length }) => block.setUint32(length - 4, 2, true)],
    ['a restart point outside', (block, { length }) => block.setUint32(length - 8, 2 ** 31, true)],
    ['a restart point between two entries', (block, { length }) => block.setUint32(length - 8, 1, true)],
    ['a key without end', (_, bytes) => bytes.fill(255, 3, 9)],
    ['a row that is longer than its key', (_, bytes) => bytes.set([200], 4)],
    ['a value that is longer than the block', (_, bytes) => bytes.set([255, 255, 255, 127], 5)],
    ['bytes shared with no key', (_, bytes) => bytes.set([9], 2)],
    ['an unknown type', (_, bytes) => bytes.set([7], 0)],
    ['tags that are longer than the block', (_, bytes) => bytes.set([(bytes[0] as number) | 16], 0)],
  ])('is damaged if a data block has %s', (_, change) => {
    expect(damageOf(withBlock(ONE_BLOCK, BlockKind.Data, change)).details.offset).toBe(16);
  });

  it('is damaged if cells are out of order inside a block', () => {
    const bytes = withBlock(ONE_BLOCK, BlockKind.Data, (_, payload) => {
      const text = Buffer.from(payload);
      const at = text.indexOf('row-016');
      payload.set(Buffer.from('row-018'), at);
    });
    expect(damageOf(bytes).message).toContain('is out of order');
    // The order is not checked again in a file that this process wrote.
    const trusted = StoreFile.open(new ArrayFile(bytes), STORE_FILE_PATH, new BlockCache(), null, true);
    expect(cellsOf(trusted, 1000).length).toBe(CELLS.length);
  });

  it('is damaged if the reference to a value contradicts the file', () => {
    const value = new Uint8Array(70_000).fill(7);
    const cells = [put('a', 'q', 1, 1, value), put('b', 'q', 1, 2, 'small')];
    const sound = writeStoreFile(cells, { bloomFilter: 'NONE' }).file.bytes;
    const at = Buffer.from((takeApart(sound)[1] as LooseBlock).payload).indexOf('aq') + 2;
    const changes: ((data: DataView, payload: Uint8Array) => void)[] = [
      (data) => data.setFloat64(at, Number.NaN, true),
      (data) => data.setFloat64(at, -70_000, true),
      (data) => data.setFloat64(at, 2 ** 60, true),
      (data) => data.setUint32(at + 8, 2 ** 31, true),
      (data) => data.setUint32(at + 12, 2 ** 31, true),
      (data) => data.setUint32(at + 16, 1, true),
      (_, payload) => payload.set([255, 255, 255, 127], 5),
    ];
    for (const change of changes) damageOf(withBlock(sound, BlockKind.Data, change), cells);
  });

  it('is damaged if its trailer has a property of another kind, an absurd number or a contradiction', () => {
    const sound = answersOf(SOUND, CELLS);
    const wrong = [undefined, null, true, -2, 1.5, 2 ** 60, 'x', {}, [[]]];
    const names: [string, string][] = [];
    withTrailer(SOUND, ({ info, layout }) => {
      for (const name of Object.keys(info)) names.push(['info', name]);
      for (const name of Object.keys(layout)) names.push(['layout', name]);
    });
    expect(names.length).toBeGreaterThan(35);
    for (const [part, name] of names) {
      for (const value of wrong) {
        const bytes = withTrailer(SOUND, (facts) => {
          Object.assign((facts as unknown as Record<string, object>)[part] as object, { [name]: value });
        });
        try {
          expect(answersOf(bytes, CELLS), `${part}.${name} = ${String(value)}`).toEqual(sound);
        } catch (error) {
          if (!BigtabError.is(error)) throw error;
          expect(error.code, `${part}.${name} = ${String(value)}`).toBe('CORRUPTION');
        }
      }
    }
    for (const text of ['', '{', 'null', '[]', '{}', '['.repeat(100_000)]) {
      damageOf(
        resealed(SOUND, (blocks) => {
          const trailer = blocks.at(-1) as LooseBlock;
          const json = Buffer.from(text);
          trailer.payload = new Uint8Array([
            ...new Uint8Array(Uint32Array.of(json.length).buffer),
            ...json,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
          ]);
        }),
      );
    }
  });

  it.each<[string, (info: Record<string, unknown>) => void]>([
    ['other first and last rows', (info) => Object.assign(info, { dataBlockCount: 39 })],
    ['another file number', (info) => Object.assign(info, { fileNumber: 18 })],
    ['no cells', (info) => Object.assign(info, { cellCount: 0, putCount: 0 })],
    ['a cell more', (info) => Object.assign(info, { cellCount: 41, putCount: 41 })],
    ['smaller timestamps', (info) => Object.assign(info, { maxTimestamp: 110 })],
    ['larger timestamps', (info) => Object.assign(info, { minTimestamp: 110 })],
    ['smaller sequence ids', (info) => Object.assign(info, { maxSequenceId: 10 })],
    ['a sequence id that nothing can follow', (info) => Object.assign(info, { maxSequenceId: 2 ** 53 - 1 })],
  ])('is damaged if its trailer states %s', (_, change) => {
    damageOf(withTrailer(SOUND, ({ info }) => change(info)));
  });
});

function catchAll(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!BigtabError.is(error)) throw error;
  }
}
