import { describe, expect, it } from 'vitest';
import { encodeCells, put, type TestCell } from '../../testing/samples/cells.js';
import { MemStore } from './memstore.js';
import { SlabPool } from './slab.js';

function insert(memstore: MemStore, ...cells: TestCell[]): void {
  const { block, offsets } = encodeCells(cells);
  for (const offset of offsets) memstore.insert(block, offset);
}

describe('a memstore', () => {
  it('freezes its cells and inserts further cells into an empty segment', () => {
    const memstore = new MemStore(new SlabPool());
    insert(memstore, put('r', 'q', 1, 1), put('r', 'q', 1, 2));
    memstore.takeSnapshot();
    insert(memstore, put('r', 'q', 1, 3));
    expect([memstore.snapshot?.cellCount, memstore.active.cellCount]).toEqual([2, 1]);
    expect(memstore.bytes).toBe((memstore.snapshot?.bytes ?? 0) + memstore.active.bytes);
  });

  it('has one snapshot at a time', () => {
    const memstore = new MemStore(new SlabPool());
    memstore.takeSnapshot();
    expect(() => memstore.takeSnapshot()).toThrow('not dropped');
    memstore.dropSnapshot();
    memstore.takeSnapshot();
  });

  it('returns the memory of a dropped snapshot, but not while a reader retains it', () => {
    const pool = new SlabPool();
    const memstore = new MemStore(pool);
    insert(memstore, put('r', 'q', 1, 1));
    memstore.takeSnapshot();
    const { snapshot } = memstore;
    snapshot?.retain();
    memstore.dropSnapshot();
    expect(memstore.snapshot).toBeNull();
    expect(pool.usedBytes).toBeGreaterThan(0);
    snapshot?.release();
    expect(pool.usedBytes).toBe(0);
  });

  it('rolls its active segment back', () => {
    const memstore = new MemStore(new SlabPool());
    insert(memstore, put('r', 'q', 1, 1));
    const mark = memstore.mark();
    insert(memstore, put('r', 'q', 1, 2));
    memstore.rollback(mark);
    expect(memstore.active.cellCount).toBe(1);
  });

  it('returns all memory when it is closed', () => {
    const pool = new SlabPool();
    const memstore = new MemStore(pool);
    insert(memstore, put('r', 'q', 1, 1));
    memstore.takeSnapshot();
    insert(memstore, put('r', 'q', 1, 2));
    memstore.close();
    expect(pool.usedBytes).toBe(0);
  });
});
