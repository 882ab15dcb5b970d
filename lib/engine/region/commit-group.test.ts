import { describe, expect, it } from 'vitest';
import { decodeText } from '../../bytes/text.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import type { Durability } from '../../model/durability.js';
import type { FamilyDescriptor } from '../../model/schema/family-descriptor.js';
import { normalizeTable } from '../../model/schema/table-descriptor.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimFileSystem } from '../../simulation/sim-file-system.js';
import { SlabPool } from '../../storage/memstore/slab.js';
import { encodeCells, put } from '../../testing/samples/cells.js';
import { type OpenedLog, openLog, readBack } from '../../testing/samples/log-records.js';
import { CommitGroup } from './commit-group.js';
import { Store, type StoreSchema, storeSchema } from './store.js';

const SEGMENT = 'wal/1-1';

interface Bench {
  readonly files: SimFileSystem;
  readonly clock: ManualClock;
  readonly log: OpenedLog;
  readonly group: CommitGroup;
  readonly stores: readonly [Store, Store];
  readonly pool: SlabPool;
  /** Writes one request: a put of `row` into a store, logged unless `durability` says otherwise. */
  write(row: string, durability?: Durability, store?: 0 | 1): void;
}

async function bench(lastSequenceId = 0): Promise<Bench> {
  const clock = new ManualClock();
  const files = new SimFileSystem({ seed: 1, clock });
  const log = await openLog(files, { clock, lastSequenceId });
  const group = new CommitGroup(log.wal, lastSequenceId);
  const pool = new SlabPool();
  const table = normalizeTable({ name: 't', families: ['f', 'g'] });
  const schema = (index: number): StoreSchema => storeSchema(table.families[index] as FamilyDescriptor, table, {});
  const stores = [new Store(1, schema(0), pool, []), new Store(2, schema(1), pool, [])] as const;
  const write = (row: string, durability: Durability = 'SYNC_WAL', store: 0 | 1 = 0): void => {
    const id = group.takeSequenceIds(1);
    const { block } = encodeCells([put(row, 'q', 1, id, row)]);
    if (durability !== 'SKIP_WAL') {
      const record = group.beginRecord(null, id, 7);
      record.raw(block.bytes, 0, block.length);
      group.endRecord(id, null, durability);
    }
    group.touch(stores[store]);
    stores[store].memstore.insert(block, 0);
  };
  return { files, clock, log, group, stores, pool, write };
}

/** The rows of its cells, in order. */
function rowsOf(store: Store): string[] {
  const scanner = store.memstore.active.scanner(0);
  const rows: string[] = [];
  for (scanner.seek(new SeekKey().firstOnRow(new Uint8Array(0))); scanner.current !== null; scanner.next())
    rows.push(decodeText(scanner.current.copyRow()));
  return rows;
}

/** Sequence ids of the records that a recovery would find. */
async function loggedIds({ files }: Bench): Promise<number[]> {
  const { records } = await readBack(files.image({ kind: 'process-death', seed: 1 }));
  return records.map((record) => Number.parseInt(record, 10));
}

describe('CommitGroup', () => {
  it('assigns consecutive sequence ids after the last one ever assigned', async () => {
    const { group } = await bench(41);
    expect([group.takeSequenceIds(2), group.takeSequenceIds(1), group.lastSequenceId]).toEqual([42, 44, 44]);
  });

  it('lets its own readers see everything written so far', async () => {
    const { group, write } = await bench();
    write('a');
    expect(group.readPoint).toBe(1);
    write('b', 'SKIP_WAL');
    expect(group.readPoint).toBe(2);
  });

  it('is logged with one write at its end', async () => {
    const made = await bench();
    const before = made.files.counter.log.length;
    made.write('a');
    made.write('b', 'ASYNC_WAL', 1);
    made.write('c', 'FSYNC_WAL');
    expect(made.files.counter.log.length).toBe(before);
    expect(made.group.bytes).toBeGreaterThan(0);
    made.group.end();
    expect(made.files.counter.log.slice(before)).toEqual([`write ${SEGMENT}`]);
    expect(made.group.bytes).toBe(0);
    expect(await loggedIds(made)).toEqual([1, 2, 3]);
  });

  it('is not logged if every request is SKIP_WAL', async () => {
    const made = await bench();
    const before = made.files.counter.log.length;
    made.write('a', 'SKIP_WAL');
    made.group.end();
    made.clock.advance(1_000);
    expect(made.files.counter.log.length).toBe(before);
    expect(rowsOf(made.stores[0])).toEqual(['a']);
  });

  it('may be answered before it is logged if every request is ASYNC_WAL; the next group writes its records', async () => {
    const made = await bench();
    made.write('a', 'ASYNC_WAL');
    made.group.end();
    expect(await loggedIds(made)).toEqual([]);
    made.clock.advance(5);
    expect(await loggedIds(made)).toEqual([1]);
    made.write('b', 'ASYNC_WAL');
    made.group.end();
    made.write('c');
    made.group.end();
    expect(await loggedIds(made)).toEqual([1, 2, 3]);
  });

  it('leaves memstores and log unchanged if the log cannot be written', async () => {
    const made = await bench();
    made.write('kept');
    made.group.end();
    const used = made.pool.usedBytes;
    made.files.fail({ operation: 'write', path: SEGMENT, error: 'QUOTA' });
    made.write('a');
    made.write('b', 'SKIP_WAL', 1);
    for (let row = 0; row < 400; row++) made.write(`x${row}`.repeat(50));
    expect(() => made.group.end()).toThrow(expect.objectContaining({ code: 'QUOTA_EXCEEDED' }));
    expect([rowsOf(made.stores[0]), rowsOf(made.stores[1])]).toEqual([['kept'], []]);
    expect(made.stores[1].memstore.active.isEmpty).toBe(true);
    expect(made.pool.usedBytes).toBe(used);
    expect(await loggedIds(made)).toEqual([1]);
  });

  it('does not reuse the sequence ids of a failed group', async () => {
    const made = await bench();
    made.files.fail({ operation: 'write', path: SEGMENT, error: 'IO' });
    made.write('a');
    made.write('b');
    expect(() => made.group.end()).toThrow();
    made.write('c');
    made.group.end();
    expect(rowsOf(made.stores[0])).toEqual(['c']);
    expect(await loggedIds(made)).toEqual([3]);
  });

  it('keeps the records that were deferred before a group that fails', async () => {
    const made = await bench();
    made.write('a', 'ASYNC_WAL');
    made.group.end();
    made.files.fail({ operation: 'write', path: SEGMENT, error: 'QUOTA' });
    made.write('b');
    expect(() => made.group.end()).toThrow();
    expect(rowsOf(made.stores[0])).toEqual(['a']);
    made.clock.advance(5);
    expect(await loggedIds(made)).toEqual([1]);
  });

  it('is undone as a whole if a request fails half way, and throws the first such error', async () => {
    const made = await bench();
    made.write('a');
    const before = made.files.counter.log.length;
    made.group.takeSequenceIds(1);
    made.group.beginRecord(null, 2, 7);
    made.group.poison(new Error('half way'));
    made.group.poison(new Error('later'));
    made.write('c', 'SYNC_WAL', 1);
    expect(() => made.group.end()).toThrow('half way');
    expect([rowsOf(made.stores[0]), rowsOf(made.stores[1])]).toEqual([[], []]);
    expect(made.files.counter.log.length).toBe(before);
    made.write('d');
    made.group.end();
    expect(rowsOf(made.stores[0])).toEqual(['d']);
    expect(await loggedIds(made)).toEqual([4]);
  });
});
