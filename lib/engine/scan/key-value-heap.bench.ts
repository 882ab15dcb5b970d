import { bench, describe } from 'vitest';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { Segment } from '../../storage/memstore/segment.js';
import { SlabPool } from '../../storage/memstore/slab.js';
import { encodeCells, put, type TestCell } from '../../testing/samples/cells.js';
import { KeyValueHeap } from './key-value-heap.js';

/* Walks all of 10,000 rows of one cell in segments. The time for one source is the cost of the walk alone. */
const ROWS = 10_000;
const pool = new SlabPool();
const first = new SeekKey().firstOnRow(new Uint8Array(0));
const cells = Array.from({ length: ROWS }, (_, index) => put(`row-${String(index).padStart(9, '0')}`, 'q', 1, index));

/** Distributes the cells over `count` sources in turn, `run` rows at a time. */
function sources(count: number, run: number): KeyValueScanner[] {
  const parts = Array.from({ length: count }, (): TestCell[] => []);
  for (const [index, cell] of cells.entries()) (parts[Math.floor(index / run) % count] as TestCell[]).push(cell);
  return parts.map((part, order) => {
    const segment = new Segment(pool);
    const { block, offsets } = encodeCells(part);
    for (const offset of offsets) segment.insert(block, offset);
    return segment.scanner(order);
  });
}

const HEAPS: Readonly<Record<string, KeyValueHeap>> = {
  'one source': new KeyValueHeap(sources(1, 1)),
  'four sources in turn': new KeyValueHeap(sources(4, 1)),
  'four sources, 100 rows from each': new KeyValueHeap(sources(4, 100)),
  'sixteen sources in turn': new KeyValueHeap(sources(16, 1)),
};

describe('a heap', () => {
  for (const [title, heap] of Object.entries(HEAPS)) {
    bench(title, () => {
      for (heap.seek(first); heap.current !== null; ) heap.next();
    });
  }
});
