import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import type { SnapshotType } from '../../model/snapshot-description.js';
import { copyOf, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { expectIndexed } from '../../testing/samples/indexed-notes.js';

const FAMILIES = [{ name: 'e', maxVersions: 2 }, 'tag'];
const INDEXES = { byType: { on: 'e:type' }, byTag: { qualifiersOf: 'tag' } };
const INDEXED = { name: 't', families: FAMILIES, indexes: INDEXES };
const TYPES = ['a', 'b', 'c'];

function note(row: string, type: string) {
  return { row, cells: { e: { type }, tag: { [type]: '' } } };
}

const expectSame = (connection: Connection, name: string) => expectIndexed(connection, name, TYPES);

describe('A snapshot of a table with indexes', () => {
  it.each(['FLUSH', 'SKIPFLUSH', 'DISABLED'] as readonly SnapshotType[])(
    'of type %s is cloned and restored with them, whatever happens to the table',
    async (type) => {
      const medium = memoryMedium();
      const { connection } = await openEngine(medium);
      const admin = connection.getAdmin();
      const table = await connection.ensureTable(INDEXED);
      await table.put([note('1', 'a'), note('2', 'b')]);
      // A put that an older marker hides, which a major compaction shows.
      await table.delete({
        row: '2',
        timestamp: 5,
        markers: [{ kind: 'columns', family: 'e', qualifier: 'type', timestamp: 9 }],
      });
      await admin.flush('t');
      await table.put([note('1', 'b'), note('3', 'c')]);
      if (type === 'DISABLED') await admin.disableTable('t');
      await admin.snapshot('s', 't', type);
      if (type === 'DISABLED') await admin.enableTable('t');
      await table.delete({ row: '1' });
      await table.put([note('2', 'c'), note('4', 'a')]);
      await admin.majorCompact('t');
      await admin.dropIndex('t', 'byTag');
      await admin.cloneSnapshot('s', 'clone');
      await expectSame(connection, 'clone');
      await connection.getTable('clone').put(note('3', 'a'));
      await connection.getTable('clone').delete({ row: '2' });
      await expectSame(connection, 'clone');
      await admin.disableTable('t');
      await admin.restoreSnapshot('s');
      await admin.enableTable('t');
      await expectSame(connection, 't');
      const killed = await openEngine(copyOf(medium));
      for (const name of ['t', 'clone']) await expectSame(killed.connection, name);
      await killed.connection.close();
      await admin.majorCompact('clone');
      await expectSame(connection, 'clone');
      await connection.close();
      const next = await openEngine(medium);
      for (const name of ['t', 'clone']) await expectSame(next.connection, name);
      await next.connection.close();
    },
  );

  it('that was taken while an index was built has tables in which it is built', async () => {
    let gate: Promise<void> | null = null;
    let open = (): void => {};
    const yielder = async (): Promise<void> => {
      while (gate !== null) await gate;
    };
    const { connection } = await openEngine(memoryMedium(), {}, { yielder });
    const admin = connection.getAdmin();
    const table = await connection.ensureTable({ name: 't', families: FAMILIES });
    await table.put([note('1', 'a'), note('2', 'b')]);
    await admin.flush('t');
    gate = new Promise((resolve) => {
      open = resolve;
    });
    await connection.ensureTable(INDEXED, { wait: false });
    await admin.snapshot('s', 't', 'SKIPFLUSH');
    await admin.cloneSnapshot('s', 'clone');
    expect((await admin.listIndexes('clone')).map(({ complete }) => complete)).toEqual([false, false]);
    gate = null;
    open();
    for (const name of ['t', 'clone']) {
      await connection.ensureTable({ ...INDEXED, name });
      await expectSame(connection, name);
    }
    await connection.close();
  }, 20_000);
});

describe('The families of indexes', () => {
  const HIDDEN = '\x00byType';
  const PRINTED = '\\x00byType';

  it('are in no description, scan, count or export', async () => {
    const { connection } = await openEngine(memoryMedium());
    const admin = connection.getAdmin();
    const table = await connection.ensureTable(INDEXED);
    await table.put([note('1', 'a'), note('2', 'b')]);
    for (const flushes of [false, true]) {
      if (flushes) await admin.flush('t');
      const names = ({ families }: { readonly families: readonly { readonly name: string }[] }) =>
        families.map(({ name }) => name);
      expect(names(await admin.getDescriptor('t'))).toEqual(['e', 'tag']);
      expect((await admin.listTableDescriptors()).map(names)).toEqual([['e', 'tag']]);
      expect(await admin.listTableNames()).toEqual(['t']);
      const metrics = await admin.getRegionMetrics('t');
      expect(JSON.stringify(metrics)).not.toContain('x00');
      const rows = await table.getScanner({ raw: true, versions: 9 }).toArray();
      expect(rows.map(({ key }) => key)).toEqual(['1', '2']);
      expect(rows.flatMap(({ cells }) => cells)).toHaveLength(4);
      expect(await table.count()).toBe(2);
      const text = await new Response(connection.exportStream() as ReadableStream).text();
      expect(text.split('\n')).toHaveLength(1 + 1 + 4 + 2);
      expect(text).not.toContain('x00');
      expect((await table.explain({})).families.map(({ family }) => family)).toEqual(['e', 'tag']);
      expect(JSON.stringify(await connection.status())).not.toContain('byType');
    }
    await connection.close();
  });

  it('cannot be named by a request', async () => {
    const { connection } = await openEngine(memoryMedium());
    const admin = connection.getAdmin();
    const table = await connection.ensureTable(INDEXED);
    await table.put(note('1', 'a'));
    const missing = { code: 'NO_SUCH_COLUMN_FAMILY' };
    await expect(table.getScanner({ columns: [HIDDEN] } as never).toArray()).rejects.toMatchObject(missing);
    await expect(table.get({ row: '1', columns: [HIDDEN] } as never)).rejects.toMatchObject(missing);
    await expect(table.put({ row: '1', cells: { [HIDDEN]: { q: 'v' } } } as never)).rejects.toMatchObject(missing);
    await expect(table.delete({ row: '1', markers: [{ kind: 'family', family: HIDDEN }] })).rejects.toMatchObject(
      missing,
    );
    await expect(admin.flush('t', PRINTED)).rejects.toMatchObject(missing);
    await expect(admin.majorCompact('t', PRINTED)).rejects.toMatchObject(missing);
    for (const change of [
      () => admin.addColumnFamily('t', { name: PRINTED }),
      () => admin.modifyColumnFamily('t', { name: PRINTED, maxVersions: 2 }),
      () => admin.deleteColumnFamily('t', PRINTED),
      () => connection.ensureTable({ name: 't', families: [...FAMILIES, { name: PRINTED }] }),
    ])
      await expect(change()).rejects.toBeDefined();
    await expectSame(connection, 't');
    await connection.close();
  });
});
