import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../bytes/byte-writer.js';
import { encodeText } from '../../bytes/text.js';
import type { Connection } from '../../client/connection.js';
import type { Clock } from '../../clock.js';
import { memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { writeEntry } from '../../testing/samples/index-entries.js';
import type { Database } from '../server/database.js';

const INDEXED = {
  name: 't',
  families: ['e', 'tag'],
  indexes: {
    byType: { on: 'e:type' },
    byCount: { on: ['e:count', 'e:type'], order: ['float64', 'bytes'] },
    byTag: { qualifiersOf: 'tag' },
  },
} as const;

const COUNT = new Uint8Array([0x40, 0, 0, 0, 0, 0, 0, 0]);

async function filled(): Promise<{ readonly database: Database; readonly connection: Connection }> {
  const { database, connection } = await openEngine(memoryMedium());
  const table = await connection.ensureTable(INDEXED);
  for (const row of ['1', '2', '3'])
    await table.put({ row, cells: { e: { type: `a\0${row}`, count: COUNT }, tag: { x: '', '': '' } } });
  return { database, connection };
}

async function problems(connection: Connection): Promise<readonly string[]> {
  const { files } = await connection.verify();
  return files.flatMap((file) => file.problems.map((problem) => `${file.kind} ${file.path}: ${problem}`));
}

function keyOf(...parts: readonly (string | readonly number[])[]): Uint8Array {
  const out = new ByteWriter();
  for (const part of parts) out.raw(typeof part === 'string' ? encodeText(part) : Uint8Array.from(part));
  return out.finish();
}

describe('A check of indexes', () => {
  it('lists each index, and finds no problem in sound ones', async () => {
    const { connection } = await filled();
    const report = await connection.verify();
    expect(report.ok).toBe(true);
    const indexes = report.files.filter(({ kind }) => kind === 'index').map(({ path }) => path);
    expect(indexes).toEqual(['index byCount of t', 'index byTag of t', 'index byType of t']);
    await connection.close();
  });

  it('finds an entry that is missing, in memory and in files', async () => {
    const { database, connection } = await filled();
    const key = keyOf([1], 'a', [0, 0xff], '2', [0, 0], '2');
    writeEntry(database.engine, 't', 'byType', key, 'removal');
    const missing =
      "index index byType of t: Index 'byType' of table 't' lacks an entry of row '2', so reads by it may miss the row. Repair builds the index again.";
    expect(await problems(connection)).toEqual([missing]);
    await connection.getAdmin().majorCompact('t');
    expect(await problems(connection)).toEqual([missing]);
    await connection.close();
  });

  it('ends the check of an index with the tenth problem, and continues with the others', async () => {
    const { database, connection } = await filled();
    const table = connection.getTable('t');
    for (let row = 100; row < 150; row++) {
      await table.put({ row: `${row}`, cells: { e: { type: 'b' } } });
      writeEntry(database.engine, 't', 'byType', keyOf([1], 'b', [0, 0], `${row}`), 'removal');
    }
    writeEntry(database.engine, 't', 'byTag', keyOf([1], 'x', [0, 0], '3'), 'removal');
    const found = await problems(connection);
    const ofType = found.filter((problem) => problem.includes('byType'));
    expect(ofType).toHaveLength(10);
    expect(ofType.map((problem) => problem.includes('There may be more such problems.'))).toEqual([
      ...new Array(9).fill(false),
      true,
    ]);
    expect(found.filter((problem) => problem.includes('byTag'))).toHaveLength(1);
    await connection.close();
  });

  it('accepts entries that are outdated, because reads compare them with their rows', async () => {
    const { database, connection } = await filled();
    writeEntry(database.engine, 't', 'byType', keyOf([1], 'other', [0, 0], '2'), 'entry');
    writeEntry(database.engine, 't', 'byType', keyOf([1], 'other', [0, 0], 'no such row'), 'entry');
    writeEntry(database.engine, 't', 'byType', keyOf([0], 'no such row'), 'entry');
    expect(await problems(connection)).toEqual([]);
    await connection.close();
  });

  it.each([
    ['byType', 'a key of another kind', keyOf([2], 'a', [0, 0], '2')],
    ['byType', 'no row', keyOf([1], 'a', [0, 0])],
    ['byType', 'a mark without a row', keyOf([0])],
    ['byType', 'a value without an end', keyOf([1], 'abc')],
    ['byType', 'a byte 0 that is not escaped', keyOf([1], 'a', [0, 5], 'b', [0, 0], '2')],
    ['byType', 'more bytes than are indexed', keyOf([1], 'x'.repeat(4097), [0, 0], '2')],
    ['byCount', 'a number that is cut', keyOf([1, 0xc0, 0, 0])],
    ['byCount', 'a second NaN', keyOf([1, 0xff, 0xf8, 0, 0, 0, 0, 0, 1], 'a', [0, 0], '2')],
    ['byCount', 'a negative NaN', keyOf([1, 0, 0, 0, 0, 0, 0, 0, 0], 'a', [0, 0], '2')],
  ] as const)('finds an entry of %s that no version writes: %s', async (index, _, key) => {
    const { database, connection } = await filled();
    writeEntry(database.engine, 't', index, key, 'entry');
    const found = await problems(connection);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^index index ${index} of t: Index '${index}' of table 't' has an entry that`));
    await connection.close();
  });

  it('does not check an index that is being built', async () => {
    const { database, connection } = await filled();
    writeEntry(database.engine, 't', 'byType', keyOf([2]), 'entry');
    for (const index of database.engine.regions.get('t')?.indexes ?? []) index.complete = false;
    expect((await connection.verify()).files.filter(({ kind }) => kind === 'index')).toEqual([]);
    await connection.close();
  });

  it('lets other requests run, reports progress up to the total, and can be cancelled', async () => {
    let rests = 0;
    let time = 0;
    const yielder = async (): Promise<void> => {
      rests++;
    };
    const medium = memoryMedium();
    const clock: Clock = {
      now: () => medium.clock.now(),
      monotonic: () => time++,
      after: (ms, task) => medium.clock.after(ms, task),
    };
    const { connection } = await openEngine(medium, {}, { yielder, clock });
    const table = await connection.ensureTable(INDEXED);
    await table.put(Array.from({ length: 1_000 }, (_, row) => ({ row: `${row}`, cells: { e: { type: 'a' } } })));
    await connection.getAdmin().flush('t');
    const seen: number[] = [];
    rests = 0;
    await connection.verify({ onProgress: ({ done, total }) => seen.push(done / total) });
    expect(rests).toBeGreaterThan(8);
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    const controller = new AbortController();
    const cancelled = connection.verify({ signal: controller.signal });
    controller.abort();
    await expect(cancelled).rejects.toBeDefined();
    await connection.close();
  });
});
