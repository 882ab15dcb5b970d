import { describe, it } from 'vitest';
import { Segment } from '../../storage/memstore/segment.js';
import { SlabPool } from '../../storage/memstore/slab.js';
import { keyValueScannerSuite } from '../../testing/conformance/key-value-scanner-suite.js';
import { ViewMangler } from '../../testing/fakes/view-mangler.js';
import { encodeCells } from '../../testing/samples/cells.js';
import { KeyValueHeap } from './key-value-heap.js';

describe('a heap of one source', () => {
  keyValueScannerSuite({ test: it }, async (cells) => {
    const segment = new Segment(new SlabPool());
    const { block, offsets } = encodeCells(cells);
    for (const offset of offsets) segment.insert(block, offset);
    return { scanner: new KeyValueHeap([segment.scanner(1)]), dispose: async () => segment.release() };
  });
});

describe('a heap of sources that each have some of the cells', () => {
  for (const count of [2, 3, 7]) {
    describe(`${count} sources`, () => {
      keyValueScannerSuite({ test: it }, async (cells) => {
        const pool = new SlabPool();
        const segments = Array.from({ length: count }, () => new Segment(pool));
        const { block, offsets } = encodeCells(cells);
        for (const [index, offset] of offsets.entries()) {
          (segments[(index * index) % count] as Segment).insert(block, offset);
        }
        const sources = segments.map((segment, order) => new ViewMangler(segment.scanner(order)));
        return {
          scanner: new KeyValueHeap(sources),
          dispose: async () => {
            for (const segment of segments) segment.release();
          },
        };
      });
    });
  }
});
