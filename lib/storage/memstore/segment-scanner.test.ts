import { describe, it } from 'vitest';
import { keyValueScannerSuite } from '../../testing/conformance/key-value-scanner-suite.js';
import { encodeCells } from '../../testing/samples/cells.js';
import { Segment } from './segment.js';
import { SlabPool } from './slab.js';

describe('the scanner of a segment', () => {
  keyValueScannerSuite({ test: it }, async (cells) => {
    const segment = new Segment(new SlabPool());
    const { block, offsets } = encodeCells(cells);
    for (const offset of offsets) segment.insert(block, offset);
    return { scanner: segment.scanner(1), dispose: async () => segment.release() };
  });
});
