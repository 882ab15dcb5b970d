import { bench, describe } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { put, viewOf } from '../../testing/samples/cells.js';
import { ArrayFile } from '../../testing/samples/store-files.js';
import { BlockCache } from './block-cache.js';
import { BlockReader } from './block-reader.js';
import { DataBlockCursor } from './data-block-cursor.js';
import { DataBlockWriter } from './data-block-writer.js';
import { LastKey } from './last-key.js';

/* One block of 2,500 rows with four columns without values, so that the benchmark measures keys and numbers. */
const QUALIFIERS = ['precipitation', 'temp_max', 'temp_min', 'wind'];
const rowName = (row: number): string => `seattle-${String(2 * row).padStart(10, '0')}`;
const views = Array.from({ length: 10_000 }, (_, index) => {
  const timestamp = 1_700_000_000_000 + ((index * 7919) % 100_000);
  return viewOf(put(rowName(index >>> 2), QUALIFIERS[index & 3] as string, timestamp, (index * 37) % 10_007));
});
const keys = Array.from({ length: 1000 }, (_, index) => {
  return new SeekKey().firstOnRow(encodeText(rowName((index * 7919) % 2_500)));
});
const first = new SeekKey().firstOnRow(new Uint8Array(0));

const writer = new DataBlockWriter();
encode();
const cache = new BlockCache();
const block = cache.take(writer.length);
block.bytes.set(writer.bytes.subarray(0, writer.length));
block.end = writer.length;
// The cursor never releases the block, so the file of the reader is never read.
const tail = { fileNumber: 1, format: 1, trailer: { offset: 0, length: 0, ordinal: 0 } };
const cursor = new DataBlockCursor(new BlockReader(new ArrayFile(), 'a file', cache, tail), 1);
cursor.enter(block);

function encode(): void {
  const last = new LastKey();
  writer.reset();
  for (const view of views) {
    last.compare(view);
    writer.add(view, last.shared, last.sameRow, null);
    last.remember(view);
  }
  writer.finish();
}

describe('a data block', () => {
  bench('encode', encode);

  bench('decode', () => {
    cursor.seek(first);
    while (cursor.next());
  });

  bench('1,000 seeks', () => {
    for (const key of keys) cursor.seek(key);
  });
});
