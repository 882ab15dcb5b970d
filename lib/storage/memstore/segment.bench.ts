import { bench, describe } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { Random } from '../../simulation/random.js';
import { encodeCells, put } from '../../testing/samples/cells.js';
import { Segment } from './segment.js';
import { SlabPool } from './slab.js';

/*
 * 20,000 cells of 100 bytes: divide by 20,000. Imports are slow in the test runner, so the times are several times
 * those of the built engine: compare them only with each other.
 */
const CELLS = 20_000;
const VALUE = new Uint8Array(100).fill(7);
const random = new Random(1);
const name = (index: number): string => `row-${String(index).padStart(9, '0')}`;
const inOrder = encodeCells(Array.from({ length: CELLS }, (_, index) => put(name(index), 'q', 1, index, VALUE)));
const byChance = encodeCells(
  Array.from({ length: CELLS }, (_, index) => put(name(random.below(1e9)), 'q', 1, index, VALUE)),
);
const pool = new SlabPool();

function fill({ block, offsets }: typeof inOrder): Segment {
  const segment = new Segment(pool);
  for (const offset of offsets) segment.insert(block, offset);
  return segment;
}

const filled = fill(byChance);
const scanner = filled.scanner(0);
const first = new SeekKey().firstOnRow(new Uint8Array(0));
const keys = Array.from({ length: 1000 }, () => new SeekKey().firstOnRow(encodeText(name(random.below(1e9)))));

describe('a segment', () => {
  bench('insert in order', () => {
    fill(inOrder).release();
  });

  bench('insert by chance', () => {
    fill(byChance).release();
  });

  bench('walk', () => {
    for (scanner.seek(first); scanner.current !== null; ) scanner.next();
  });

  bench('walk backward, row by row', () => {
    for (scanner.seekToLastRow(); scanner.current !== null; ) scanner.seekToPreviousRow(scanner.current);
  });

  bench('1,000 seeks', () => {
    for (const key of keys) scanner.seek(key);
  });
});
