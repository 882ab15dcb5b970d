import { describe, expect, it } from 'vitest';
import { copyOf, memoryMedium, openEngine } from '../../testing/samples/engine.js';

describe('The metrics of a region', () => {
  it('show each store file with its rows, times, sequence ids and blocks, from new to old', async () => {
    const medium = memoryMedium();
    const { connection } = await openEngine(medium);
    const admin = connection.getAdmin();
    const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
    await table.put({ row: 'a', timestamp: 5, cells: { f: { q: '1' } } });
    await table.put({ row: Uint8Array.of(0x62, 0xff), timestamp: 9, cells: { f: { q: '2' } } });
    await admin.flush('t');
    medium.clock.advance(1000);
    await table.delete({ row: 'a', markers: [{ kind: 'family', family: 'f', timestamp: 7 }] });
    await admin.flush('t');
    await table.put({ row: 'c', cells: { f: { q: '3' }, g: { q: '4' } } });
    await table.get('a');

    const metrics = await admin.getRegionMetrics('t');
    expect(metrics).toMatchObject({ table: 't', state: 'ENABLED', damage: null, compactionState: 'NONE' });
    const [f, g] = metrics.stores;
    expect([f?.family, f?.memstoreCells, f?.storeFileCount]).toEqual(['f', 1, 2]);
    expect(g).toMatchObject({ family: 'g', memstoreCells: 1, storeFileCount: 0, storeFileBytes: 0, storeFiles: [] });
    expect(metrics.memstoreBytes).toBe((f?.memstoreBytes ?? 0) + (g?.memstoreBytes ?? 0));
    expect(f?.storeFiles).toEqual([
      expect.objectContaining({ cells: 1, markers: 1, minKey: 'a', maxKey: 'a', minTimestamp: 7, maxTimestamp: 7 }),
      expect.objectContaining({
        cells: 2,
        markers: 0,
        minKey: 'a',
        maxKey: 'b\\xFF',
        minTimestamp: 5,
        maxTimestamp: 9,
      }),
    ]);
    const [newer, older] = f?.storeFiles ?? [];
    expect(newer).toMatchObject({ kind: 'flush', major: false, createdAt: 1_001_000 });
    expect(newer?.minSequenceId).toBeGreaterThan(older?.maxSequenceId as number);
    expect(metrics.flushedSequenceId).toBeGreaterThanOrEqual(newer?.maxSequenceId as number);
    expect(metrics.storeFileBytes).toBe((newer?.sizeBytes ?? 0) + (older?.sizeBytes ?? 0));
    expect((await connection.status()).storeFiles).toMatchObject({ count: 2, bytes: metrics.storeFileBytes });
    expect(older?.cachedBlocks).toBeGreaterThan(0);
    expect(older?.blocks).toBeGreaterThan(older?.cachedBlocks as number);
    await connection.close();
  });

  it('show the result of a major compaction, without rows and times if it is empty', async () => {
    const { connection } = await openEngine(memoryMedium());
    const admin = connection.getAdmin();
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put({ row: 'a', cells: { f: { q: '1' } } });
    await admin.majorCompact('t');
    const [kept] = (await admin.getRegionMetrics('t')).stores[0]?.storeFiles ?? [];
    expect(kept).toMatchObject({ kind: 'compaction', major: true, cells: 1 });
    await table.delete({ row: 'a' });
    await admin.majorCompact('t');
    const [empty] = (await admin.getRegionMetrics('t')).stores[0]?.storeFiles ?? [];
    const none = { minKey: null, maxKey: null, minTimestamp: null, maxTimestamp: null };
    expect(empty).toMatchObject({ cells: 0, markers: 0, minSequenceId: null, maxSequenceId: null, ...none });
    await connection.close();
  });

  it('report the error of a file that cannot be opened, and what the catalog lists', async () => {
    const medium = memoryMedium();
    const { connection } = await openEngine(medium);
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    for (const row of ['a', 'b']) {
      await table.put({ row, cells: { f: { q: '1' } } });
      await connection.getAdmin().flush('t');
      // No roll-back point is left.
      medium.clock.advance(61_000);
    }
    const { storeFileBytes } = await connection.getAdmin().getRegionMetrics('t');
    await connection.close();
    const copy = copyOf(medium);
    const [path = ''] = copy.files.paths().filter((name) => name.startsWith('data/'));
    copy.files.setBytes(path, copy.files.bytesOf(path).slice(0, 40));

    const { connection: again } = await openEngine(copy);
    const metrics = await again.getAdmin().getRegionMetrics('t');
    expect(metrics.damage).toContain(path);
    expect(metrics.stores).toMatchObject([
      { family: 'f', storeFileCount: 2, storeFileBytes, storeFiles: [{ minKey: 'b' }] },
    ]);
    await again.close();
  });
});
