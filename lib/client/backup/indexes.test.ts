import { describe, expect, it } from 'vitest';
import { crc32c } from '../../bytes/crc32c.js';
import { settled } from '../../testing/fakes/stepped-engine.js';
import { exported, streamOf, tokenOf, withoutToken } from '../../testing/samples/backups.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { expectIndexed } from '../../testing/samples/indexed-notes.js';
import { settle } from '../../testing/samples/log-records.js';
import type { Connection } from '../connection.js';

const FAMILIES = ['e', { name: 'tag', newVersionBehavior: true }] as const;
const INDEXES = {
  byTag: { qualifiersOf: 'tag' },
  byType: { on: ['e:type', 'e:\x00'], unique: true },
  byCount: { on: 'e:count', order: 'int64' },
} as const;
const INDEXED = { name: 't', families: FAMILIES, indexes: INDEXES };
const CREATE = { mode: 'create' } as const;
const MERGE = { mode: 'merge' } as const;

async function open(medium: MemoryMedium = memoryMedium()): Promise<Connection> {
  return (await openEngine(medium)).connection;
}

function note(row: string, type: string) {
  return { row, cells: { e: { type, '\x00': 'x' }, tag: { [type]: '' } } };
}

/** A table with rows that have had each other's values. */
async function filled(): Promise<Connection> {
  const connection = await open();
  const table = await connection.ensureTable(INDEXED);
  for (const types of ['ab', 'cd', 'ba'])
    for (const [at, row] of ['1', '2'].entries()) await table.put(note(row, types[at] as string)).catch(() => {});
  await table.delete({ row: '1' });
  await table.put([note('2', 'c'), note('1', 'a')]);
  return connection;
}

async function expectSame(connection: Connection, name = 't'): Promise<void> {
  await connection.ensureTable({ ...INDEXED, name });
  expect((await connection.getTable(name).getScanner({ limit: 1 }).toArray()).length).toBeGreaterThan(0);
  await expectIndexed(connection, name, ['a', 'b', 'c', 'd']);
}

describe('An export of a table with indexes', () => {
  it('describes them in the line of the table, and has no entries', async () => {
    const connection = await filled();
    const text = await exported(connection);
    const [table] = JSON.parse(text.split('\n')[0] as string).tables;
    expect(table.indexes).toEqual({
      byCount: { on: ['e:count'], order: ['int64'], unique: false },
      byTag: { qualifiersOf: 'tag', order: ['bytes'], unique: false },
      byType: { on: ['e:type', 'e:\\x00'], order: ['bytes', 'bytes'], unique: true },
    });
    expect(table.descriptor.families.map(({ name }: { name: string }) => name)).toEqual(['e', 'tag']);
    const families = new Set([...text.matchAll(/"family":"([^"]*)"/g)].map((match) => match[1]));
    expect([...families].sort()).toEqual(['e', 'tag']);
    await connection.close();
  });

  it('has no property for a table without indexes', async () => {
    const connection = await open();
    await connection.ensureTable({ name: 't', families: ['e'] });
    expect((await exported(connection)).split('\n')[0]).not.toContain('indexes');
    await connection.close();
  });

  it('does not read the files of the indexes, which may be damaged', async () => {
    const medium = memoryMedium();
    const first = await open(medium);
    const table = await first.ensureTable(INDEXED);
    await table.put(note('1', 'a'));
    await first.getAdmin().flush('t');
    // Until then, the table would go back to its state before the flush.
    medium.clock.advance(120_000);
    await settled();
    await table.put(note('2', 'b'));
    const expected = withoutToken(await exported(first));
    await first.close();
    const family = medium.catalog.image?.tables[0]?.families.find(({ name }) => name === '\\x00byType');
    const file = family?.runs[0]?.[0];
    const copy = copyOf(medium);
    copy.files.setBytes(`data/${file?.epoch}-${file?.number}`, new Uint8Array(10));
    const connection = await open(copy);
    expect(withoutToken(await exported(connection))).toBe(expected);
    await connection.close();
  });
});

describe('An import', () => {
  it('that creates a table gives it the indexes, and builds them', async () => {
    const source = await filled();
    const text = await exported(source);
    const copy = await open();
    await copy.importStream(streamOf(text), CREATE);
    expect((await copy.getAdmin().listIndexes('t')).map(({ name }) => name)).toEqual(['byCount', 'byTag', 'byType']);
    await expectSame(copy);
    expect(withoutToken(await exported(copy))).toBe(withoutToken(text));
    await Promise.all([source.close(), copy.close()]);
  });

  it('that ends in a crash before the indexes are built leaves them to the next open', async () => {
    const source = await filled();
    const text = await exported(source);
    const medium = memoryMedium();
    const { connection } = await openEngine(medium);
    await connection.importStream(streamOf(text), CREATE);
    const { indexes } = medium.catalog.image?.tables[0] ?? {};
    expect(indexes?.map(({ complete }) => complete)).toEqual([false, false, false]);
    const again = await open(copyOf(medium));
    await expectSame(again);
    await Promise.all([source.close(), connection.close(), again.close()]);
  });

  it('that creates a disabled table builds its indexes when it is enabled', async () => {
    const source = await filled();
    await source.getAdmin().disableTable('t');
    const text = await exported(source);
    const copy = await open();
    await copy.importStream(streamOf(text), CREATE);
    await copy.getAdmin().enableTable('t');
    await expectSame(copy);
    await Promise.all([source.close(), copy.close()]);
  });

  it.each([false, true])('that merges into a table maintains its indexes; it exists: %s', async (exists) => {
    const source = await filled();
    const text = await exported(source);
    const copy = await open();
    if (exists) await (await copy.ensureTable(INDEXED)).put(note('3', 'd'));
    await copy.importStream(streamOf(text), MERGE);
    expect((await copy.getAdmin().listIndexes('t')).map(({ name }) => name)).toEqual(['byCount', 'byTag', 'byType']);
    await expectSame(copy);
    const token = tokenOf(text);
    await source.getTable('t').put(note('1', 'b'));
    await copy.importStream(streamOf(await exported(source, { since: token })), MERGE);
    await expectSame(copy);
    await Promise.all([source.close(), copy.close()]);
  });

  it('that merges into a table without the indexes adds them', async () => {
    const source = await filled();
    const copy = await open();
    await copy.ensureTable({ name: 't', families: FAMILIES });
    await copy.importStream(streamOf(await exported(source)), MERGE);
    await expectSame(copy);
    await Promise.all([source.close(), copy.close()]);
  });

  it('that merges into a table with another index of the same name is refused', async () => {
    const source = await filled();
    const copy = await open();
    await copy.ensureTable({ ...INDEXED, indexes: { byTag: { on: 'e:type' } } });
    await expect(copy.importStream(streamOf(await exported(source)), MERGE)).rejects.toMatchObject({
      code: 'SCHEMA_MISMATCH',
    });
    await Promise.all([source.close(), copy.close()]);
  });

  it.each([
    ['a list', []],
    ['a text', 'byType'],
    ['null', null],
    ['no columns', { byType: {} }],
    ['an unknown property', { byType: { on: ['e:type'], other: 1 } }],
    ['an unknown family', { byType: { on: ['f:type'] } }],
    ['a name that is not allowed', { '../x': { on: ['e:type'] } }],
    ['five columns', { byType: { on: ['e:a', 'e:b', 'e:c', 'e:d', 'e:e'] } }],
  ])('refuses indexes that are not allowed, and leaves nothing: %s', async (_, indexes) => {
    const source = await filled();
    const lines = (await exported(source)).split('\n');
    const header = JSON.parse(lines[0] as string);
    header.tables[0].indexes = indexes;
    const text = [JSON.stringify(header), ...lines.slice(1)].join('\n');
    for (const options of [CREATE, MERGE]) {
      const copy = await open();
      if (options === MERGE) await copy.ensureTable({ name: 't', families: FAMILIES });
      await expect(copy.importStream(streamOf(text), options)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        details: { line: 1 },
      });
      if (options === CREATE) expect(await copy.getAdmin().listTableNames()).toEqual([]);
      else expect(await copy.getAdmin().listIndexes('t')).toEqual([]);
      await copy.close();
    }
    await source.close();
  });

  it('of rows with equal values in a unique index drops the index, and keeps the rows', async () => {
    const source = await open();
    const table = await source.ensureTable({ name: 't', families: FAMILIES });
    await table.put([note('1', 'a'), note('2', 'a')]);
    const lines = (await exported(source)).split('\n');
    const header = JSON.parse(lines[0] as string);
    header.tables[0].indexes = { byType: { on: ['e:type'], unique: true } };
    const body = lines.slice(1, -2);
    const text = [JSON.stringify(header), ...body].join('\n');
    const sum = new TextEncoder().encode(`${text}\n`);
    const crc = crc32c(sum, 0, sum.length);
    const end = { cells: body.length - 1, checksum: crc.toString(16).padStart(8, '0') };
    const copy = await open();
    await copy.importStream(streamOf(`${text}\n${JSON.stringify(end)}\n`), CREATE);
    await settle();
    expect(await copy.getAdmin().listIndexes('t')).toEqual([]);
    expect(await copy.getTable('t').getScanner().toArray()).toHaveLength(2);
    await Promise.all([source.close(), copy.close()]);
  });

  it('of a snapshot that was exported has the indexes of the snapshot', async () => {
    const source = await filled();
    const admin = source.getAdmin();
    await admin.snapshot('s', 't');
    await admin.dropIndex('t', 'byTag');
    const copy = await open();
    await copy.importStream(streamOf(await exported(source, { snapshot: 's' })), CREATE);
    await expectSame(copy);
    await Promise.all([source.close(), copy.close()]);
  });
});
