import { bench, describe } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { put, viewOf } from '../../testing/samples/cells.js';
import { ArrayFile, STORE_FILE_PATH, storeFileOptions, writeStoreFile } from '../../testing/samples/store-files.js';
import { BlockCache } from './block-cache.js';
import { StoreFile } from './store-file.js';
import { StoreFileWriter } from './store-file-writer.js';

/*
 * 20,000 rows of four columns with values of 40 bytes: divide a complete walk by 80,000, the thousand gets by 1,000.
 * Imports are slow in the test runner, so the times are several times those of the built engine: compare them only with
 * each other.
 */
const ROWS = 20_000;
const QUALIFIERS = ['precipitation', 'temp_max', 'temp_min', 'wind'];
const VALUE = new Uint8Array(40).fill(7);

function rowName(index: number): string {
  return `seattle-${String(2 * index).padStart(10, '0')}`;
}

const cells = Array.from({ length: ROWS * QUALIFIERS.length }, (_, index) => {
  const row = Math.floor(index / QUALIFIERS.length);
  const timestamp = 1_700_000_000_000 + ((row * 7919) % 100_000);
  return put(rowName(row), QUALIFIERS[index % QUALIFIERS.length] as string, timestamp, (index * 37) % 1_000_003, VALUE);
});
const views = cells.map(viewOf);
const file = StoreFile.open(writeStoreFile(cells).file, STORE_FILE_PATH, new BlockCache());
const key = new SeekKey();
const first = new SeekKey().firstOnRow(new Uint8Array(0));
const wanted = Array.from({ length: 1000 }, (_, index) => encodeText(rowName((index * 7919) % ROWS)));
const scanner = file.scanner(0);

describe('a store file', () => {
  bench('write', () => {
    const writer = new StoreFileWriter(
      new ArrayFile(new Uint8Array(8 * 1024 * 1024)),
      STORE_FILE_PATH,
      storeFileOptions(),
    );
    for (const view of views) writer.append(view);
    writer.finish();
  });

  bench('walk', () => {
    for (scanner.seek(first); scanner.current !== null; ) scanner.next();
  });

  bench('walk backward, row by row', () => {
    for (scanner.seekToLastRow(); scanner.current !== null; ) scanner.seekToPreviousRow(scanner.current);
  });

  bench('walk from column to column by reseek', () => {
    for (scanner.seek(first); scanner.current !== null; ) scanner.reseek(key.lastOnColumnOf(scanner.current));
  });

  bench('1,000 gets of rows: filter, scanner, seek, four cells', () => {
    for (const row of wanted) {
      if (!file.mayContainRow(row, 0, row.length)) throw new Error('the filter leaves out a row');
      const one = file.scanner(0);
      one.seek(key.firstOnRow(row));
      for (let column = 0; column < QUALIFIERS.length; column++) one.next();
      one.close();
    }
  });
});
