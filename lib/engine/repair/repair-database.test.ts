import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { KEEP_HISTORY } from '../../model/keep-history.js';
import { Put } from '../../model/put.js';
import type { LostPart } from '../../model/repair-report.js';
import type { VerifyReport } from '../../model/verify-report.js';
import type { CatalogImage } from '../../storage/catalog/catalog.js';
import { PlacedChecksum } from '../../storage/storefile/block-frame.js';
import { addBadSector } from '../../testing/fakes/bad-sector.js';
import { settled } from '../../testing/fakes/stepped-engine.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { MOST_IDLE_FILES } from '../region/open-files.js';

/** Small segments, so that the log has several. */
const MEMORY = { logSegment: 16 * 1024 };

const bad = ({ files }: VerifyReport) => files.filter(({ problems }) => problems.length > 0).map(({ path }) => path);
const setAside = ({ files }: VerifyReport) =>
  files.filter(({ kind }) => kind === 'quarantined').map(({ path }) => path);
const rowOf = (index: number): string => `r${String(index).padStart(3, '0')}`;
const ROWS = Array.from({ length: 60 }, (_, index) => rowOf(index));

async function open(medium: MemoryMedium, options: Parameters<typeof openEngine>[1] = {}) {
  const opened = await openEngine(medium, { memory: MEMORY, ...options });
  const errors: unknown[] = [];
  opened.connection.addEventListener('error', ({ error }) => errors.push(error));
  return { ...opened, medium, errors };
}

/** The value of each row, or the code of the error. */
async function read(connection: Connection): Promise<readonly string[]> {
  return Promise.all(
    ROWS.map(async (row) => {
      try {
        return (await connection.getTable('t').get(row)).getText('f', 'q') ?? 'none';
      } catch (error) {
        return (error as { code: string }).code;
      }
    }),
  );
}

/** A file of old values, one of new values of every row with `new`, and later writes that only the log has. */
async function stored() {
  const medium = memoryMedium();
  const { connection } = await open(medium);
  await connection.ensureTable({ name: 't', families: [{ name: 'f', blockSize: 1024 }] });
  const table = connection.getTable('t');
  for (const value of ['old', 'new']) {
    await table.put(ROWS.map((row) => new Put(row).addColumn('f', 'q', `${value} ${row}`.padEnd(90))));
    await connection.getAdmin().flush('t');
  }
  // Until then, the table would go back to its state before a flush.
  medium.clock.advance(120_000);
  await settled();
  await table.put({ row: 'z', cells: { f: { q: 'z' } } });
  await connection.close();
  return copyOf(medium);
}

/** Tables whose files are younger than those of `t`, so that the files of `t` are closed. */
async function crowded() {
  const medium = await stored();
  const { connection } = await open(medium);
  for (let table = 0; table <= MOST_IDLE_FILES; table++) {
    await connection.ensureTable({ name: `u${table}`, families: ['f'] });
    await connection.getTable(`u${table}`).put(new Put('r').addColumn('f', 'q', 'v'));
    await connection.getAdmin().flush(`u${table}`);
  }
  return { medium, connection };
}

function flip(medium: MemoryMedium, path: string, at: number): void {
  const bytes = medium.files.bytesOf(path).slice();
  bytes[at] = (bytes[at] as number) ^ 0x40;
  medium.files.setBytes(path, bytes);
}

const storeFiles = ({ files }: MemoryMedium) => files.paths().filter((path) => path.startsWith('data/'));

/** Whether the lost rows contain `row`. */
function isLost(lost: readonly LostPart[], row: string): boolean {
  return lost.some(({ rows }) => rows && rows.first <= row && (rows.last === null || row <= rows.last));
}

/** Checks that a repair left every readable value, and the older one of each lost row. */
async function expectRest(connection: Connection, before: readonly string[], lost: readonly LostPart[]): Promise<void> {
  const after = await read(connection);
  for (const [index, row] of ROWS.entries()) {
    const value = before[index] as string;
    // Of the rows beside a block that is lost, only some cells might have been in it.
    const isBeside = lost.some(({ rows }) => rows?.first === row || rows?.last === row);
    const wasLost = isLost(lost, row) && value === 'CORRUPTION';
    const left = wasLost ? [`old ${row}`, ...(isBeside ? [`new ${row}`] : [])] : [`new ${row}`];
    expect(left).toContain(after[index]?.trim());
    if (value !== 'CORRUPTION') expect(after[index]).toBe(value);
  }
}

async function expectClean(connection: Connection, quarantined: readonly string[]): Promise<void> {
  const report = await connection.verify();
  expect([report.ok, bad(report), setAside(report)]).toEqual([true, [], quarantined]);
}

describe('A repair of a store file', () => {
  it('that loses cells makes increments of earlier exports impossible, because a copy still has these cells', async () => {
    const medium = await stored();
    const sound = await open(medium);
    const full = await new Response(sound.connection.exportStream()).text();
    const { token } = JSON.parse(full.trimEnd().split('\n').at(-1) as string);
    await sound.connection.close();
    const damaged = copyOf(medium);
    // The newest file has what the log had; the one before it has the new values.
    flip(damaged, storeFiles(damaged)[1] as string, 2_500);
    const { connection } = await open(damaged);
    const increment = () => new Response(connection.exportStream({ since: token })).text();
    expect((await increment()).split('\n')).toHaveLength(4);
    expect((await connection.repair()).lost).not.toEqual([]);
    await expect(increment()).rejects.toMatchObject({ code: 'SNAPSHOT_EXPIRED' });
  });

  it('keeps the blocks beside a damaged one, reports the rows of that one, and leaves nothing to find', async () => {
    const medium = await stored();
    const path = storeFiles(medium)[1] as string;
    flip(medium, path, 2_500);
    const { connection } = await open(medium);
    const before = await read(connection);
    const { repaired, quarantined, lost } = await connection.repair();
    expect([repaired, quarantined]).toEqual([[path], [path]]);
    expect(lost).toMatchObject([{ path, table: 't', family: 'f' }]);
    expect(ROWS.filter((row) => isLost(lost, row)).length).toBeLessThan(15);
    await expectRest(connection, before, lost);
    await expectClean(connection, [path]);
    const { storeFiles: counted } = await connection.status();
    expect(counted.quarantined).toEqual({ count: 1, bytes: medium.files.bytesOf(path).length });
    await connection.close();
    const next = await open(copyOf(medium));
    await expectRest(next.connection, before, lost);
    expect((await next.connection.status()).lastRecovery.problems).toEqual([]);
    await expectClean(next.connection, [path]);
  });

  it.each([
    ['emptied', (medium: MemoryMedium, path: string) => medium.files.setBytes(path, new Uint8Array())],
    ['without its end', (medium: MemoryMedium, path: string) => medium.files.setBytes(path, new Uint8Array(500))],
  ])('sets a file aside that is %s, and reports its rows', async (_, damage) => {
    const medium = await stored();
    const path = storeFiles(medium)[1] as string;
    damage(medium, path);
    const { connection } = await open(medium);
    expect(new Set(await read(connection))).toEqual(new Set(['CORRUPTION']));
    const { repaired, quarantined, lost } = await connection.repair();
    expect([repaired, quarantined]).toEqual([[path], [path]]);
    expect(lost).toEqual([{ path, table: 't', family: 'f', rows: { first: 'r000', last: 'r059' } }]);
    expect((await read(connection)).map((value) => value.slice(0, 3))).toEqual(ROWS.map(() => 'old'));
    await expectClean(connection, [path]);
  });

  it.each([
    [
      'cut short',
      30,
      (medium: MemoryMedium, path: string, bytes: Uint8Array) => {
        medium.files.setBytes(path, bytes.slice(0, 4_000));
      },
    ],
    [
      'without a readable end',
      1,
      (medium: MemoryMedium, path: string, bytes: Uint8Array) => {
        flip(medium, path, bytes.length - 10);
      },
    ],
    [
      'without a readable trailer',
      1,
      (medium: MemoryMedium, path: string, bytes: Uint8Array) => {
        flip(medium, path, bytes.length - 100);
      },
    ],
    [
      'with garbage in the middle',
      20,
      (medium: MemoryMedium, path: string, bytes: Uint8Array) => {
        medium.files.setBytes(
          path,
          bytes
            .slice()
            .fill(1, 2_000, 3_000)
            .fill(0, bytes.length - 40),
        );
      },
    ],
  ] as const)('keeps the blocks of a file that is %s', async (_, mostLost, damage) => {
    const medium = await stored();
    const path = storeFiles(medium)[1] as string;
    damage(medium, path, medium.files.bytesOf(path));
    const { connection } = await open(medium);
    const before = await read(connection);
    expect(new Set(before)).toEqual(new Set(['CORRUPTION']));
    const { repaired, quarantined, lost } = await connection.repair();
    expect([repaired, quarantined]).toEqual([[path], [path]]);
    expect(ROWS.filter((row) => isLost(lost, row)).length).toBeLessThanOrEqual(mostLost);
    await expectRest(connection, before, lost);
    await expectClean(connection, [path]);
  });

  it.each([
    [0, 46],
    [1_024, 38],
    [2_048, 29],
    [4_096, 25],
    [5_632, 7],
  ])('keeps the rows before a bad sector at %i, and those of the pages after it', async (from, mostLost) => {
    const medium = await stored();
    const path = storeFiles(medium)[1] as string;
    addBadSector(medium.files, { path, from, to: from + 512 });
    const { connection } = await open(medium);
    const { repaired, quarantined, lost } = await connection.repair();
    expect([repaired, quarantined]).toEqual([[path], [path]]);
    expect(ROWS.filter((row) => isLost(lost, row)).length).toBeLessThanOrEqual(mostLost);
    const after = await read(connection);
    for (const [index, row] of ROWS.entries()) if (!isLost(lost, row)) expect(after[index]?.trim()).toBe(`new ${row}`);
    await expectClean(connection, [path]);
  });

  it('gives up one that is gone', async () => {
    const medium = await stored();
    const path = storeFiles(medium)[1] as string;
    await medium.files.remove(path);
    const { connection } = await open(medium);
    const { repaired, quarantined, lost } = await connection.repair();
    expect([repaired, quarantined, lost.length]).toEqual([[path], [], 1]);
    await expectClean(connection, []);
    expect((await read(connection)).map((value) => value.slice(0, 3))).toEqual(ROWS.map(() => 'old'));
  });

  it('gives up one that was removed while it was closed', async () => {
    const { medium, connection } = await crowded();
    const path = storeFiles(medium)[1] as string;
    await medium.files.remove(path);
    const { repaired, quarantined, lost } = await connection.repair();
    expect([repaired, quarantined, lost.length]).toEqual([[path], [], 1]);
    await expectClean(connection, []);
    expect((await read(connection)).map((value) => value.slice(0, 3))).toEqual(ROWS.map(() => 'old'));
  });

  it('gives up the rows that a compaction could not read', async () => {
    const medium = await stored();
    const path = storeFiles(medium)[1] as string;
    flip(medium, path, 2_500);
    const { connection } = await open(medium);
    const before = await read(connection);
    await expect(connection.getAdmin().majorCompact('t')).rejects.toMatchObject({ code: 'CORRUPTION' });
    expect(bad(await connection.verify())).toEqual([path]);
    const { repaired, quarantined, lost } = await connection.repair();
    expect([repaired, quarantined]).toEqual([[path], [path]]);
    await expectRest(connection, before, lost);
    await expectClean(connection, [path]);
    await connection.getAdmin().majorCompact('t');
  });

  it('leaves a file alone that a newer version wrote', async () => {
    const medium = await stored();
    const [first = '', path = ''] = storeFiles(medium);
    const bytes = medium.files.bytesOf(path).slice();
    const view = new DataView(bytes.buffer);
    const tail = bytes.length - 40;
    view.setUint32(tail + 16, 2, true);
    const check = new PlacedChecksum(view.getFloat64(tail + 20, true)).ofBytes(tail, bytes, tail, 28);
    view.setUint32(tail + 28, check, true);
    medium.files.setBytes('data/1-900', bytes);
    medium.files.setBytes('data/1-901', medium.files.bytesOf(first));
    const { connection } = await open(medium);
    const { quarantined } = await connection.repair({ release: true });
    expect(quarantined).toEqual([]);
    expect(bad(await connection.verify())).toEqual(['data/1-900']);
    medium.clock.advance(61_000);
    await settled();
    expect([medium.files.has('data/1-900'), medium.files.has('data/1-901')]).toEqual([true, false]);
  });
});

describe('A repair of a file that a snapshot has', () => {
  it.each([
    ['and its table too', false],
    ['alone', true],
  ])('%s leaves the snapshot readable, and sets the file aside', async (_, isAlone) => {
    const medium = await stored();
    const first = await open(medium);
    const admin = first.connection.getAdmin();
    await admin.snapshot('s', 't');
    if (isAlone) await admin.majorCompact('t');
    await first.connection.close();
    const path = storeFiles(medium)[1] as string;
    flip(medium, path, 2_500);
    const { connection } = await open(medium);
    expect(bad(await connection.verify())).toEqual([path]);
    const { repaired, quarantined, lost } = await connection.repair();
    expect([repaired, quarantined]).toEqual([[path], [path]]);
    await expectClean(connection, [path]);
    await connection.getAdmin().cloneSnapshot('s', 'copy');
    const rows = await connection.getTable('copy').getScanner({}).toArray();
    const kept = rows.filter((row) => row.getText('f', 'q')?.startsWith('new'));
    expect([rows.length >= ROWS.length, kept.length > ROWS.length - 15, lost.length]).toEqual([true, true, 1]);
    if (isAlone) expect((await read(connection)).every((value) => value.startsWith('new'))).toBe(true);
  });
});

describe('A repair of a database with more files than stay open', () => {
  it('opens the files of a table again', async () => {
    const { medium, connection } = await crowded();
    const path = storeFiles(medium)[1] as string;
    const before = await read(connection);
    flip(medium, path, 2_500);
    const { repaired, lost } = await connection.repair();
    expect(repaired).toEqual([path]);
    expect(ROWS.filter((row) => isLost(lost, row)).length).toBeLessThan(15);
    const after = await read(connection);
    for (const [index, row] of ROWS.entries()) if (!isLost(lost, row)) expect(after[index]).toBe(before[index]);
    await expectClean(connection, [path]);
  });

  it('opens the files of a snapshot again', async () => {
    const { medium, connection } = await crowded();
    const admin = connection.getAdmin();
    const path = storeFiles(medium)[1] as string;
    await admin.snapshot('s', 't');
    await admin.majorCompact('t');
    flip(medium, path, 2_500);
    const { repaired } = await connection.repair();
    expect(repaired).toEqual([path]);
    await expectClean(connection, [path]);
    await admin.cloneSnapshot('s', 'copy');
    const rows = await connection.getTable('copy').getScanner({}).toArray();
    expect(rows.filter((row) => row.getText('f', 'q')?.startsWith('new')).length).toBeGreaterThan(ROWS.length - 15);
  });
});

describe('A repair of the log', () => {
  /** Writes of which the middle ones are damaged. */
  async function damagedLog() {
    const medium = memoryMedium();
    const { connection } = await open(medium);
    await connection.ensureTable({ name: 't', families: ['f'] });
    const table = connection.getTable('t');
    for (const row of ROWS) await table.put(new Put(row).addColumn('f', 'q', `new ${row}`.padEnd(90)));
    await table.put(new Put('forced').addColumn('f', 'q', 'v').setDurability('FSYNC_WAL'));
    // States that the records before it are on the device.
    await table.put(new Put('last').addColumn('f', 'q', 'v'));
    const killed = copyOf(medium);
    const path = killed.files.paths().find((name) => name.startsWith('wal/') && killed.files.bytesOf(name).length > 0);
    flip(killed, path ?? '', 4_000);
    return { medium: killed, path: path as string };
  }

  it('reports the changes that were lost, and sets the segment aside', async () => {
    const { medium, path } = await damagedLog();
    const { connection } = await open(medium);
    const before = await read(connection);
    expect(before.filter((value) => value === 'none').length).toBe(1);
    expect(bad(await connection.verify())).toEqual([path]);
    const { repaired, quarantined, lost } = await connection.repair();
    expect([repaired, quarantined]).toEqual([[path], [path]]);
    const sequenceIds = { first: expect.any(Number), last: expect.any(Number) };
    expect(lost).toEqual([{ path, table: 't', sequenceIds }]);
    expect(await read(connection)).toEqual(before);
    await expectClean(connection, [path]);
    expect(await connection.repair()).toEqual({ repaired: [], quarantined: [path], lost });
    await connection.close();
    const next = await open(copyOf(medium));
    expect((await next.connection.status()).lastRecovery.problems).toEqual([]);
    expect(await read(next.connection)).toEqual(before);
    await expectClean(next.connection, [path]);
  });

  it('reports them after the next open too, and releases the segment that was set aside', async () => {
    const { medium, path } = await damagedLog();
    const first = await open(medium);
    await first.connection.close();
    const { connection } = await open(medium);
    expect((await connection.verify()).ok).toBe(true);
    const { quarantined, lost } = await connection.repair({ release: true });
    expect([quarantined, lost.length]).toEqual([[], 1]);
    expect((await connection.repair()).lost).toEqual([]);
    expect(medium.files.has(path)).toBe(true);
    medium.clock.advance(61_000);
    await settled();
    expect(medium.files.has(path)).toBe(false);
    await expectClean(connection, []);
  });
});

describe('A repair of the list of files', () => {
  it('writes the catalog and its copy again', async () => {
    const medium = await stored();
    const { connection } = await open(medium);
    const before = await read(connection);
    const manifest = medium.files.paths().findLast((path) => path.startsWith('manifest-')) as string;
    medium.files.setBytes(manifest, new Uint8Array(medium.files.bytesOf(manifest).length));
    await medium.catalog.replace({ ...(medium.catalog.image as CatalogImage), tables: [] });
    expect((await connection.repair()).repaired).toEqual(['catalog', manifest]);
    await expectClean(connection, []);
    await connection.close();
    const next = copyOf(medium);
    await next.catalog.reset();
    expect(await read((await open(next)).connection)).toEqual(before);
  });

  it('sets files aside that nothing refers to, until they are released', async () => {
    const medium = await stored();
    const copied = medium.files.bytesOf(storeFiles(medium)[0] as string);
    const strangers = ['data/1-900', 'notes.txt'];
    medium.files.setBytes('data/1-900', copied);
    medium.files.setBytes('notes.txt', new Uint8Array(3));
    const { connection, errors } = await open(medium);
    expect(await connection.repair()).toEqual({ repaired: [], quarantined: strangers, lost: [] });
    await expectClean(connection, strangers);
    expect((await connection.status()).storeFiles.quarantined).toEqual({ count: 2, bytes: copied.length + 3 });
    await expect(connection.getAdmin().erase('t')).rejects.toMatchObject({ code: 'CORRUPTION' });
    medium.clock.advance(600_000);
    await settled();
    expect((await connection.repair({ release: true })).quarantined).toEqual([]);
    expect(strangers.filter((path) => medium.files.has(path))).toEqual(strangers);
    medium.clock.advance(61_000);
    await settled();
    expect(strangers.filter((path) => medium.files.has(path))).toEqual([]);
    await expectClean(connection, []);
    expect(errors).toEqual([]);
  });
});

it('A repair sets a file aside that a power cut left unfinished', async () => {
  const medium = await stored();
  const bytes = medium.files.bytesOf(storeFiles(medium)[0] as string).slice();
  medium.files.setBytes('data/1-900', bytes.fill(0, 16, bytes.length - 40));
  const { connection } = await open(medium);
  expect((await connection.verify()).ok).toBe(true);
  expect(await connection.repair()).toEqual({ repaired: [], quarantined: ['data/1-900'], lost: [] });
  await connection.repair({ release: true });
  medium.clock.advance(61_000);
  await settled();
  expect(medium.files.has('data/1-900')).toBe(false);
});

describe('A repair', () => {
  it('of a sound database changes nothing, and reports its progress', async () => {
    const medium = await stored();
    const { connection } = await open(medium);
    const before = storeFiles(medium);
    const units: string[] = [];
    const report = await connection.repair({ onProgress: ({ unit }) => units.push(unit) });
    expect(report).toEqual({ repaired: [], quarantined: [], lost: [] });
    expect([new Set(units), storeFiles(medium)]).toEqual([new Set(['bytes']), before]);
  });

  it('reports first what it checks, and then what it rewrites', async () => {
    const medium = await stored();
    flip(medium, storeFiles(medium)[1] as string, 2_500);
    const { connection } = await open(medium);
    const told: { done: number; total: number; unit: string }[] = [];
    await connection.repair({ onProgress: (progress) => told.push(progress) });
    const units = told.map(({ unit }) => unit);
    expect(units).toEqual([...units].sort());
    expect(new Set(units)).toEqual(new Set(['bytes', 'cells']));
    expect(told.at(-1)?.done).toBe(told.at(-1)?.total);
  });

  it('rejects with the reason of its signal, and can be made again', async () => {
    const medium = await stored();
    const path = storeFiles(medium)[1] as string;
    flip(medium, path, 2_500);
    const { connection } = await open(medium);
    for (let turns = 0; turns < 60; turns++) {
      const controller = new AbortController();
      const call = connection.repair({ signal: controller.signal }).catch((error: unknown) => error);
      for (let turn = 0; turn < turns; turn++) await null;
      controller.abort('enough');
      expect(await call).toBe('enough');
    }
    await connection.repair();
    await expectClean(connection, [path]);
  });

  it('refuses options that do not exist, and a database that is only read', async () => {
    const medium = await stored();
    const { connection } = await open(medium);
    await expect(connection.repair({ deep: true } as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(connection.repair({ release: 1 } as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    for (const mode of ['read-only', 'salvage'] as const) {
      const reading = await open(copyOf(medium), { open: mode });
      await expect(reading.connection.repair()).rejects.toMatchObject({
        code: 'INVALID_OPERATION',
        message: expect.stringContaining(`open: '${mode}'`),
      });
    }
  });

  it('refuses to restore rows to times whose cells are lost', async () => {
    const medium = memoryMedium();
    const first = await open(medium);
    await first.connection.ensureTable({ name: 't', families: [{ name: 'f', ...KEEP_HISTORY, blockSize: 1024 }] });
    medium.clock.advance(1_000);
    const before = medium.clock.now();
    const put = (connection: Connection, value: string) =>
      connection.getTable('t').put(ROWS.map((row) => new Put(row).addColumn('f', 'q', value.padEnd(90))));
    await put(first.connection, 'first');
    await first.connection.getAdmin().flush('t');
    medium.clock.advance(120_000);
    await put(first.connection, 'second');
    await first.connection.close();
    flip(medium, storeFiles(medium)[0] as string, 2_500);
    const { connection } = await open(medium);
    await connection.repair();
    const restored = connection.getTable('t').restore('r001', before + 1);
    await expect(restored).rejects.toMatchObject({ code: 'INVALID_OPERATION' });
  });
});
