import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { Get } from '../../model/get.js';
import { Put } from '../../model/put.js';
import { Scan } from '../../model/scan.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { Random } from '../../simulation/random.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { BlockKind } from '../../storage/storefile/block-frame.js';
import { settled } from '../../testing/fakes/stepped-engine.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { type BlockPlace, placesOf } from '../../testing/samples/sealed-file.js';
import { testSeeds } from '../../testing/seed.js';

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

/** A file of a medium that shows its bytes. */
interface DamagedFile {
  readonly medium: { readonly files: Pick<MemoryMedium['files'], 'bytesOf' | 'setBytes'> };
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
function damage({ medium, path }: DamagedFile, wanted: BlockKind, ...which: readonly number[]): void {
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

/** Whether a problem names the file, and rows among which is `row`. */
function isNamed(row: string, path: string, problems: readonly string[]): boolean {
  return problems.some((problem) => {
    const [, first = '', last = '~'] = /rows(?: from '(r\d+)')?(?: up to '(r\d+)')?/.exec(problem) ?? [];
    return problem.includes(path) && first <= row && row <= last;
  });
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
      expect(isNamed(row, made.path, problems), `${row} in ${problems}`).toBe(true);
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
    const report = await connection.verify();
    expect(report.files.flatMap((file) => (file.problems.length > 0 ? [file.path] : []))).toEqual([made.path]);
    const [metrics] = (await connection.getAdmin().getRegionMetrics('t')).stores;
    expect(metrics?.storeFiles).toMatchObject([{ cells: 1 }, { cells: ROWS, minKey: rowOf(0) }]);
    expect((await connection.getTable('t').explain({})).families).toHaveLength(1);
    await connection.close();
  });
});

describe('A database opened with salvage', () => {
  it('returns everything if the header is damaged, and names the file', async () => {
    const made = await sample();
    const bytes = made.medium.files.bytesOf(made.path);
    bytes[0] = (bytes[0] as number) ^ 1;
    made.medium.files.setBytes(made.path, bytes);
    const connection = await salvaged(made);
    expect(await rowsOf(connection)).toEqual(ALL);
    expect(await problemsOf(connection)).toEqual([expect.stringMatching(`${made.path} at 0: .*All cells`)]);
    await connection.close();
  });

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

it('A database with a damaged log, opened with salvage, returns what remains and names the segment', async () => {
  const medium = memoryMedium();
  const { connection } = await openEngine(medium, { memory: { logSegment: 16 * 1024 } });
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  for (const row of ALL.slice(0, 40)) await table.put(new Put(row).addColumn('f', 'q', 'v'.repeat(1000)));
  const copy = copyOf(medium);
  const bytes = copy.files.bytesOf('wal/1-1').slice();
  bytes.fill(7, 4_000, 4_050);
  copy.files.setBytes('wal/1-1', bytes);
  const left = (await openEngine(copy, { open: 'salvage' })).connection;
  const rows = await left.getTable('t').getScanner({}).toArray();
  expect(rows.length).toBeGreaterThan(36);
  expect(rows.length).toBeLessThan(40);
  expect((await problemsOf(left)).join()).toContain('wal/1-1');
});

describe('Salvage of many tables', () => {
  const TABLES = 70;

  /** The files of the first tables are not opened with the database. */
  async function many(): Promise<SimMachine> {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
    const { connection } = await openEngine(machine);
    for (let table = 0; table < TABLES; table++) {
      const families = [{ name: 'f', blockSize: 2048 }];
      const { clock } = machine;
      const one = await connection.ensureTable({ name: `t${table}`, families });
      await one.put(ALL.slice(0, 20).map((row, index) => new Put(row).addColumn('f', 'q', textOf(index))));
      clock.advance(1);
      await connection.getAdmin().flush(`t${table}`);
    }
    machine.clock.advance(61_000);
    await settled();
    await connection.close();
    return machine;
  }

  async function keysIn(connection: Connection, table: number): Promise<(string | null)[]> {
    return (await connection.getTable(`t${table}`).getScanner({}).toArray()).map(({ key }) => key);
  }

  it.each([
    ['a data block', BlockKind.Data],
    ['the trailer', BlockKind.Trailer],
  ] as const)(
    'finds that %s is damaged when a file is first used, and reads what remains again later',
    async (_, kind) => {
      const machine = await many();
      damage({ medium: machine, path: 'data/1-1' }, kind, 0);
      const { connection } = await openEngine(machine, { open: 'salvage' });
      expect(await problemsOf(connection)).toEqual([]);
      const found = await keysIn(connection, 0);
      expect(found.length === 20).toBe(kind === BlockKind.Trailer);
      expect(found.length).toBeGreaterThan(10);
      expect(await problemsOf(connection)).toEqual([expect.stringContaining('data/1-1')]);
      // The file is closed, because others are used.
      for (let table = 1; table < TABLES; table++) expect(await keysIn(connection, table)).toHaveLength(20);
      expect(await keysIn(connection, 0)).toEqual(found);
      expect(await problemsOf(connection)).toHaveLength(1);
      await connection.close();
    },
  );

  it('reads a file again that the device refused, and leaves it out until then', async () => {
    const machine = await many();
    const { connection } = await openEngine(machine, { open: 'salvage' });
    machine.files.fail({ operation: 'open', path: 'data/1-1', error: 'IO', times: 1_000 });
    expect(await keysIn(connection, 0)).toEqual([]);
    expect(await problemsOf(connection)).toEqual([expect.stringContaining('data/1-1')]);
    machine.files.heal();
    expect(await keysIn(connection, 0)).toHaveLength(20);
    expect(await problemsOf(connection)).toEqual([]);
    machine.files.fail({ operation: 'read', path: 'data/1-2', error: 'IO' });
    expect(await keysIn(connection, 1)).toHaveLength(20);
    expect(await problemsOf(connection)).toEqual([]);
    await connection.close();
  });

  it('exports what remains of a snapshot', async () => {
    const machine = await many();
    const first = await openEngine(machine);
    await first.connection.getAdmin().snapshot('s', 't0');
    await first.connection.close();
    damage({ medium: machine, path: 'data/1-1' }, BlockKind.Data, 1);
    const { connection } = await openEngine(machine, { open: 'salvage' });
    const backup = await new Response(connection.exportStream({ snapshot: 's' })).text();
    const rows = ALL.slice(0, 20).filter((row) => backup.includes(`"${row}"`));
    expect(rows).toEqual(await keysIn(connection, 0));
    expect(rows.length).toBeLessThan(20);
    await connection.close();
  });
});

it('Random damage never makes a salvaging read fail, and every lost row is named', async () => {
  for (const seed of testSeeds(25)) {
    const random = new Random(seed);
    const made = await sample({
      compression: random.below(2) === 0 ? 'GZ' : 'NONE',
      value: (index) => (index % 50 === 0 ? LARGE + index : textOf(index)),
    });
    const bytes = made.medium.files.bytesOf(made.path);
    const at = random.below(bytes.length);
    for (let index = at; index < at + 50 && index < bytes.length; index++) bytes[index] = random.below(256);
    made.medium.files.setBytes(made.path, bytes);
    const where = `seed ${seed}, bytes from ${at} of ${bytes.length}`;
    const connection = await salvaged(made);
    const rows = new Set(await rowsOf(connection));
    const problems = await problemsOf(connection);
    for (const row of ALL) expect(rows.has(row) || isNamed(row, made.path, problems), `${where}: ${row}`).toBe(true);
    await connection.close();
  }
});
