import type { SnapshotDescription } from 'bigtab';
import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import {
  cloneName,
  cloneSnapshot,
  deleteSnapshot,
  keptUntil,
  restoreSnapshot,
  snapshotName,
  takeSnapshot,
} from './snapshots.js';

const NOW = Date.UTC(2026, 10, 26);

function described(name: string, more: Partial<SnapshotDescription> = {}): SnapshotDescription {
  return { name, table: 't', type: 'FLUSH', creationTime: NOW, ttl: 0, expired: false, ...more };
}

describe('snapshots', () => {
  it('get a name that no other one has', () => {
    expect(snapshotName('t', NOW, [])).toBe('t-2026-11-26');
    expect(snapshotName('ns:t', NOW, [])).toBe('ns.t-2026-11-26');
    const others = [described('t-2026-11-26'), described('t-2026-11-26-2')];
    expect(snapshotName('t', NOW, others)).toBe('t-2026-11-26-3');
    expect(cloneName(described('s', { table: 'ns:t' }), ['ns:t', 'ns:t-copy'])).toBe('ns:t-copy-2');
  });

  it('say until when they are kept', () => {
    expect(keptUntil(described('s'))).toBe('It is kept until you delete it');
    expect(keptUntil(described('s', { ttl: 60 }))).toBe('It expires at 2026-11-26 00:01:00 UTC');
    expect(keptUntil(described('s', { ttl: 60, expired: true }))).toMatch(/^It expired at /);
  });

  it('are taken, cloned, restored and deleted, each with a sentence', async () => {
    const connection = await openMemory();
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put({ row: 'a', cells: { f: { q: 'old' } } });
    expect(await takeSnapshot(connection, 't', 's')).toBe('Took the snapshot s of t.');
    await table.put({ row: 'a', cells: { f: { q: 'new' } } });
    expect(await cloneSnapshot(connection, 's', 'u')).toBe('Made the table u of the snapshot s.');
    expect((await connection.getTable('u').get('a')).getText('f', 'q')).toBe('old');
    expect(await restoreSnapshot(connection, { name: 's', table: 't' })).toBe('Restored t from the snapshot s.');
    expect((await table.get('a')).getText('f', 'q')).toBe('old');
    expect(await deleteSnapshot(connection, 's')).toBe('Deleted the snapshot s.');
    await expect(restoreSnapshot(connection, { name: 's', table: 't' })).rejects.toThrow();
    expect(await connection.getAdmin().isTableEnabled('t')).toBe(true);
    await connection.close();
  });

  it('restore a table that was dropped, and leave a disabled one disabled', async () => {
    const connection = await openMemory();
    const admin = connection.getAdmin();
    await connection.ensureTable({ name: 't', families: ['f'] });
    await takeSnapshot(connection, 't', 's');
    await admin.disableTable('t');
    await restoreSnapshot(connection, { name: 's', table: 't' });
    expect(await admin.isTableEnabled('t')).toBe(false);
    await admin.deleteTable('t');
    await restoreSnapshot(connection, { name: 's', table: 't' });
    expect(await admin.isTableEnabled('t')).toBe(true);
    await connection.close();
  });
});
