import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { BigtabError } from '../../errors.js';
import { Put } from '../../model/put.js';
import { compactFiles } from '../../testing/fakes/compact-files.js';
import { settled } from '../../testing/fakes/stepped-engine.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';

/*
 * What an open finds lost must not make an index miss a row.
 */

const INDEXED = { name: 't', families: ['e'], indexes: { byType: { on: 'e:type' } } };
const MEMORY = { logSegment: 16 * 1024 };

function note(row: string, type: string, timestamp: number): Put {
  return new Put(row).addColumn('e', 'type', timestamp, new TextEncoder().encode(type));
}

async function keysOf(connection: Connection, equals: string): Promise<(string | null)[]> {
  const rows = await connection.getTable('t').getScanner({ index: 'byType', equals }).toArray();
  return rows.map(({ key }) => key);
}

function flip(medium: MemoryMedium, path: string, text: string): void {
  const bytes = medium.files.bytesOf(path).slice();
  const at = Buffer.from(bytes).indexOf(text);
  bytes[at] = (bytes[at] as number) ^ 0x40;
  medium.files.setBytes(path, bytes);
}

describe('An index of a database whose log is damaged', () => {
  /** The log has a put of b, and a newer put of b, which changed no entry. The first one is damaged. */
  async function damaged(): Promise<MemoryMedium> {
    const medium = memoryMedium();
    const { connection } = await openEngine(medium, { memory: MEMORY });
    const table = await connection.ensureTable(INDEXED);
    await table.put(note('r', 'a', 10));
    await connection.getAdmin().flush('t');
    await table.put(note('r', 'b', 20).addColumn('e', 'text', 'lost'));
    await table.put(note('r', 'b', 30));
    for (let row = 0; row < 3; row++) await table.put(new Put(`z${row}`).addColumn('e', 'text', 'x'.repeat(10_000)));
    const copy = copyOf(medium);
    flip(copy, 'wal/1-1', 'lost');
    return copy;
  }

  it('is built again, because an entry may be lost on which a later record counts', async () => {
    const medium = await damaged();
    const { connection } = await openEngine(medium, { memory: MEMORY });
    expect((await connection.status()).lastRecovery.problems).not.toEqual([]);
    await connection.ensureTable(INDEXED);
    expect(await keysOf(connection, 'b')).toEqual(['r']);
    expect(
      (await connection.verify()).files.flatMap(({ kind, problems }) => (kind === 'index' ? problems : [])),
    ).toEqual([]);
    await connection.close();
    const again = await openEngine(copyOf(medium), { memory: MEMORY });
    await again.connection.ensureTable(INDEXED);
    expect(await keysOf(again.connection, 'b')).toEqual(['r']);
    await again.connection.close();
  });

  it('refuses reads while the database is only read', async () => {
    for (const open of ['read-only', 'salvage'] as const) {
      const { connection } = await openEngine(await damaged(), { memory: MEMORY, open });
      await expect(keysOf(connection, 'b')).rejects.toMatchObject({ code: 'INVALID_STATE' });
      await connection.close();
    }
  });
});

describe('An index of a table with a file that cannot be read', () => {
  it('refuses reads with open: salvage, which would miss the rows of its file', async () => {
    const medium = memoryMedium();
    const { connection } = await openEngine(medium);
    const table = await connection.ensureTable(INDEXED);
    await table.put(note('r', 'a', 10));
    await connection.getAdmin().flush('t');
    medium.clock.advance(120_000);
    await settled();
    await table.put(note('s', 'a', 10));
    await connection.close();
    const family = medium.catalog.image?.tables[0]?.families.find(({ name }) => name === '\\x00byType');
    const file = family?.runs[0]?.[0];
    const path = `data/${file?.epoch}-${file?.number}`;
    medium.files.setBytes(path, new Uint8Array(10));
    const salvaged = await openEngine(copyOf(medium), { open: 'salvage' });
    await expect(keysOf(salvaged.connection, 'a')).rejects.toMatchObject({ code: 'INVALID_STATE' });
    await salvaged.connection.close();
    const sound = await openEngine(copyOf(medium));
    await expect(keysOf(sound.connection, 'a')).rejects.toMatchObject({ code: 'CORRUPTION' });
    await sound.connection.close();
  });
});

describe('An index whose entries cannot be written again after a compaction', () => {
  it('refuses reads until it is built again', async () => {
    const medium = memoryMedium();
    const { connection, database } = await openEngine(medium);
    const errors: unknown[] = [];
    connection.addEventListener('error', ({ error }) => errors.push(error));
    const table = await connection.ensureTable(INDEXED);
    await table.delete({ row: 'r', markers: [{ kind: 'columns', family: 'e', qualifier: 'type', timestamp: 20 }] });
    await connection.getAdmin().flush('t');
    // Hidden by the marker, which the compaction removes.
    await table.put(note('r', 'a', 10));
    const reads = database.engine.regions.get('t')?.indexes[0]?.reads as { scan(...args: unknown[]): unknown };
    const { scan } = reads;
    reads.scan = () => {
      reads.scan = scan;
      throw new BigtabError('STORAGE_UNAVAILABLE', 'The file cannot be read now');
    };
    await compactFiles(connection, 't', null);
    expect((await table.get('r')).getText('e', 'type')).toBe('a');
    await expect(keysOf(connection, 'a')).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect(errors).toHaveLength(1);
    const killed = await openEngine(copyOf(medium));
    expect(await keysOf(killed.connection, 'a')).toEqual(['r']);
    await killed.connection.close();
    await connection.ensureTable(INDEXED);
    expect(await keysOf(connection, 'a')).toEqual(['r']);
    await connection.close();
  });
});

describe('An index of a table with writes that skip the log', () => {
  it.each([
    ['a newer put of the same value', note('r', 'b', 30)],
    ['an older put', note('r', 'c', 15)],
  ])('has the rows of the table after a crash, here after %s', async (_, next) => {
    const medium = memoryMedium();
    const { connection } = await openEngine(medium);
    const table = await connection.ensureTable(INDEXED);
    await table.put(note('r', 'a', 10));
    await connection.getAdmin().flush('t');
    await table.put(note('r', 'b', 20).setDurability('SKIP_WAL'));
    await table.put(next);
    const again = await openEngine(copyOf(medium));
    const rows = await again.connection.getTable('t').getScanner().toArray();
    const types = rows.map((row) => row.getText('e', 'type'));
    for (const type of types) expect(await keysOf(again.connection, type as string)).toEqual(['r']);
    expect((await again.connection.verify()).ok).toBe(true);
    await again.connection.close();
    await connection.close();
  });
});
