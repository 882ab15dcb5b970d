import { describe, it } from 'vitest';
import { keyValueScannerSuite } from '../../testing/conformance/key-value-scanner-suite.js';
import { openStoreFile } from '../../testing/samples/store-files.js';
import { BlockCache } from './block-cache.js';
import type { StoreFileOptions } from './trailer.js';

const SHAPES: Readonly<Record<string, Partial<StoreFileOptions>>> = {
  'in one block': {},
  'in many small blocks': { blockSize: 1024 },
  'with one cell in a block': { blockSize: 1 },
  'with an index of two levels': { blockSize: 200, indexBlockSize: 300, bloomFilter: 'ROWCOL' },
};

for (const [shape, options] of Object.entries(SHAPES)) {
  for (const limitBytes of [0, 16 * 1024 * 1024]) {
    describe(`the scanner of a store file ${shape}, cache of ${limitBytes} bytes`, () => {
      keyValueScannerSuite({ test: it }, async (cells) => {
        const file = openStoreFile(cells, options, new BlockCache(limitBytes));
        return { scanner: file.scanner(1), dispose: async () => file.release() };
      });
    });
  }
}
