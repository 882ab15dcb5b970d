import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { Get } from '../../model/get.js';
import { Put } from '../../model/put.js';
import { Scan } from '../../model/scan.js';
import { BlockKind } from '../../storage/storefile/block-frame.js';
import { settled } from '../../testing/fakes/stepped-engine.js';
import { type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { type BlockPlace, placesOf } from '../../testing/samples/sealed-file.js';

const ROWS = 200;
const rowOf = (index: number): string => `r${1000 + index}`;
const textOf = (index: number): string => `${index} `.repeat(100);
/** A row in another file. */
const NEW = 'z';
const ALL = Array.from({ length: ROWS }, (_, index) => rowOf(index));
/** Values of this size are stored apart. */
const LARGE = 'large '.repeat(12_000);

interface Sample {
  readonly medium: MemoryMedium;
  readonly path: string;
}

interface Settings {
  readonly compression?: 'GZ' | 'NONE';
  readonly isIndexed?: boolean;
  readonly value?: (index: number) => string;
}

/** A table whose rows are all in one store file, of many blocks. */
async function sample(
  { compression = 'NONE', isIndexed = false, value = textOf }: Settings = {},
  rows = ROWS,
): Promise<Sample> {
  const medium = memoryMedium();
  const { connection } = await openEngine(medium);
  const table = await connection.ensureTable({
    name: 't',
    families: [{ name: 'f', blockSize: 2048, compression }],
    ...(isIndexed && { indexes: { byValue: { on: 'f:q' } } }),
  });
  const all = Array.from({ length: rows }, (_, index) => index);
  await table.put(all.map((index) => new Put(rowOf(index)).addColumn('f', 'q', value(index))));
  await connection.getAdmin().flush('t');
  const path = medium.files.paths().find((name) => name.startsWith('data/')) as string;
  // The table cannot go back to the log any more.
  medium.clock.advance(61_000);
  await settled();
  await table.put(new Put(NEW).addColumn('f', 'q', 'new'));
  await connection.getAdmin().flush('t');
  await connection.close();
  return { medium, path };
}

/** Flips a bit in these blocks of a kind. */
function damage({ medium, path }: Sample, wanted: BlockKind, ...which: readonly number[]): void {
  const bytes = medium.files.bytesOf(path);
  const places = placesOf(bytes).filter(({ kind }) => kind === wanted);
  for (const at of which) {
    const { offset } = places.at(at) as BlockPlace;
    bytes[offset + 25] = (bytes[offset + 25] as number) ^ 1;
  }
  medium.files.setBytes(path, bytes);
}

async function salvaged({ medium }: Sample): Promise<Connection> {
  return (await openEngine(medium, { open: 'salvage' })).connection;
}

async function problemsOf(connection: Connection): Promise<readonly string[]> {
  return (await connection.status()).lastRecovery.problems;
}

/** The rows of a scan, without the new one. Throws if a reversed scan, a count, a get or small batches return others. */
async function rowsOf(connection: Connection, rows = ROWS): Promise<readonly string[]> {
  const table = connection.getTable('t');
  const read = async (scan: Scan): Promise<string[]> =>
    (await table.getScanner(scan).toArray()).map((result) => new TextDecoder().decode(result.row as Uint8Array));
  const found = await read(new Scan());
  expect(await read(new Scan().setReversed(true))).toEqual(found.toReversed());
  expect(await read(new Scan().setCaching(3))).toEqual(found);
  expect(await read(new Scan().setReversed(true).setCaching(3))).toEqual(found.toReversed());
  expect(await table.count({})).toBe(found.length);
  expect(found.pop()).toBe(NEW);
  const gets = await table.get(Array.from({ length: rows }, (_, index) => new Get(rowOf(index))));
  expect(gets.flatMap((result, index) => (result.isEmpty ? [] : [rowOf(index)]))).toEqual(found);
  return found;
}

describe.each(['NONE', 'GZ'] as const)('A database opened with salvage, compression %s', (compression) => {
  it.each([
    ['the first', [0]],
    ['a middle', [3]],
    ['the last', [-1]],
    ['two neighboring', [2, 3]],
    ['two', [1, 4]],
  ] as const)('returns what remains if %s data block is damaged, and names file and rows', async (_, which) => {
    const made = await sample({ compression });
    damage(made, BlockKind.Data, ...which);
    const connection = await salvaged(made);
    const rows = await rowsOf(connection);
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.length).toBeLessThan(ROWS);
    const problems = await problemsOf(connection);
    const parts = _ === 'two' ? 2 : 1;
    expect(problems).toHaveLength(parts);
    for (const row of ALL.filter((row) => !rows.includes(row))) {
      const names = problems.some((problem) => {
        const [, first = '', last = '~'] = /rows(?: from '(r\d+)')?(?: up to '(r\d+)')?/.exec(problem) ?? [];
        return problem.includes(made.path) && first <= row && row <= last;
      });
      expect(names, `${row} in ${problems}`).toBe(true);
    }
    await connection.close();
  });

  it.each([
    ['the index', BlockKind.Index],
    ['the bloom filter', BlockKind.Bloom],
    ['the trailer', BlockKind.Trailer],
  ] as const)('returns everything if %s is damaged, and names the file', async (what, kind) => {
    const made = await sample({ compression });
    damage(made, kind, 0);
    const connection = await salvaged(made);
    expect(await rowsOf(connection)).toEqual(ALL);
    // Without a trailer, more rows may have followed.
    const effect = what === 'the trailer' ? 'the rows from' : 'All cells';
    expect(await problemsOf(connection)).toEqual([expect.stringMatching(`${made.path}.*${effect}`)]);
    await connection.close();
  });
});

describe('A database opened with salvage', () => {
  it('passes over values that cannot be read, in both directions', async () => {
    const made = await sample({ value: (index) => (index % 4 === 0 ? LARGE + index : textOf(index)) }, 20);
    damage(made, BlockKind.Value, 0, 2, -1);
    const connection = await salvaged(made);
    const lost = [rowOf(0), rowOf(8), rowOf(16)];
    expect(await rowsOf(connection, 20)).toEqual(ALL.slice(0, 20).filter((row) => !lost.includes(row)));
    const kept = (await connection.getTable('t').get(rowOf(4))).getText('f', 'q');
    expect(kept).toBe(`${LARGE}4`);
    const problems = await problemsOf(connection);
    expect(problems).toEqual(lost.map((row) => expect.stringContaining(`from '${row}' up to '${row}'`)));
  });

  it('returns nothing of a file of which nothing can be read, and the rest of the table', async () => {
    const made = await sample();
    made.medium.files.setBytes(made.path, new Uint8Array(1000));
    const left = await salvaged(made);
    expect(await rowsOf(left)).toEqual([]);
    expect(await problemsOf(left)).toEqual([
      expect.stringMatching(`${made.path} .*from '${rowOf(0)}' up to '${rowOf(ROWS - 1)}'`),
    ]);
  });

  it('names a missing file and its rows', async () => {
    const made = await sample();
    await made.medium.files.remove(made.path);
    const left = await salvaged(made);
    expect(await problemsOf(left)).toEqual([expect.stringContaining(made.path)]);
    await rowsOf(left);
    expect(await problemsOf(left)).toHaveLength(1);
  });

  it('changes nothing on the device', async () => {
    const made = await sample();
    damage(made, BlockKind.Data, 2);
    const before = made.medium.files.bytesOf(made.path).slice();
    const connection = await salvaged(made);
    await rowsOf(connection);
    await connection.close();
    expect(made.medium.files.bytesOf(made.path)).toEqual(before);
    expect(made.medium.files.paths()).toContain(made.path);
  });

  it('exports and watches what remains, and refuses reads by an index that would miss rows', async () => {
    const made = await sample({ isIndexed: true });
    damage(made, BlockKind.Data, 2);
    const connection = await salvaged(made);
    const rows = await rowsOf(connection);
    const backup = await new Response(connection.exportStream({ tables: ['t'] })).text();
    expect(ALL.filter((row) => backup.includes(`"${row}"`))).toEqual(rows);
    const live = connection.getTable('t').watch(new Scan());
    await live.ready();
    expect(live.getSnapshot().rows.map(({ key }) => key)).toEqual([...rows, NEW]);
    live.close();
    const byIndex = connection.getTable('t').getScanner({ index: 'byValue', prefix: '1' }).toArray();
    await expect(byIndex).rejects.toMatchObject({ code: 'INVALID_STATE' });
    await connection.close();
  });

  it('reads by an index if only other parts of the file are damaged than its cells', async () => {
    const made = await sample({ isIndexed: true });
    damage(made, BlockKind.Index, 0);
    const connection = await salvaged(made);
    const byIndex = await connection
      .getTable('t')
      .getScanner({ index: 'byValue', equals: textOf(7) })
      .toArray();
    expect(byIndex.map(({ key }) => key)).toEqual([rowOf(7)]);
    await connection.close();
  });
});
