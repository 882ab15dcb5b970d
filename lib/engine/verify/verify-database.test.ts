import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { Put } from '../../model/put.js';
import type { VerifiedFile, VerifyReport } from '../../model/verify-report.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { Random } from '../../simulation/random.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { addBadSector } from '../../testing/fakes/bad-sector.js';
import { settled } from '../../testing/fakes/stepped-engine.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { testSeed } from '../../testing/seed.js';

const SEED = testSeed(1);
const FLIPS = 120;
/** Small segments, so that the log has several; values of this size are stored apart. */
const MEMORY = { logSegment: 16 * 1024 };
const LARGE = 'large '.repeat(12_000);

const bad = ({ files }: VerifyReport): readonly VerifiedFile[] => files.filter(({ problems }) => problems.length > 0);
const kinds = ({ files }: VerifyReport) => [...new Set(files.map(({ kind }) => kind))].sort();
const pathOf = ({ files }: VerifyReport, kind: string) => files.find((file) => file.kind === kind)?.path ?? '';

/** Tables with every kind of block, two files each, and rows that only the log has. */
async function fill(connection: Connection): Promise<void> {
  await connection.ensureTable({
    name: 't',
    families: [
      { name: 'row', bloomFilter: 'ROW', blockSize: 1024 },
      { name: 'column', bloomFilter: 'ROWCOL', blockSize: 1024, compression: 'GZ' },
      {
        name: 'prefix',
        bloomFilter: 'ROWPREFIX_FIXED_LENGTH',
        configuration: { 'RowPrefixBloomFilter.prefix_length': '2' },
      },
      { name: 'none', bloomFilter: 'NONE', blockSize: 1024 },
    ],
  });
  const table = connection.getTable('t');
  for (let file = 0; file < 2; file++) {
    const puts = Array.from({ length: 60 }, (_, row) => {
      const put = new Put(`r${String(row).padStart(3, '0')}`);
      for (const family of ['row', 'column', 'prefix', 'none'])
        put.addColumn(family, `q${file}`, `value ${row}`.padEnd(60));
      return put;
    });
    await table.put([...puts, new Put('large').addColumn('row', 'q', LARGE)]);
    await table.delete({ row: 'r001', markers: [{ kind: 'family', family: 'column' }] });
    await connection.getAdmin().flush('t');
  }
  await table.put(Array.from({ length: 30 }, (_, row) => new Put(`s${row}`).addColumn('row', 'q', 'x'.repeat(1_000))));
}

async function filled(): Promise<{ readonly medium: MemoryMedium; readonly connection: Connection }> {
  const medium = memoryMedium();
  const { connection } = await openEngine(medium, { memory: MEMORY });
  await fill(connection);
  return { medium, connection };
}

describe('A check of a sound database', () => {
  it('finds nothing, and reads the catalog, its copy, the log and all store files', async () => {
    const { connection } = await filled();
    const report = await connection.verify();
    expect(bad(report)).toEqual([]);
    expect(report.ok).toBe(true);
    expect(kinds(report)).toEqual(['catalog', 'log', 'manifest', 'store file']);
    expect(report.files.filter(({ kind }) => kind === 'store file')).toHaveLength(8);
    expect(report.files.filter(({ kind }) => kind === 'log').length).toBeGreaterThan(1);
  });

  it('finds nothing in a new database, after a compaction, and after the next open', async () => {
    const medium = memoryMedium();
    const first = await openEngine(medium, { memory: MEMORY });
    expect(bad(await first.connection.verify())).toEqual([]);
    await fill(first.connection);
    await first.connection.getAdmin().majorCompact('t');
    expect(bad(await first.connection.verify())).toEqual([]);
    const killed = await openEngine(copyOf(medium), { memory: MEMORY });
    expect(bad(await killed.connection.verify())).toEqual([]);
    await first.connection.close();
    const next = await openEngine(copyOf(medium), { memory: MEMORY });
    expect(bad(await next.connection.verify())).toEqual([]);
  });

  it('finds nothing while rows are written, flushed and compacted, and while tables are dropped', async () => {
    const { connection } = await filled();
    const admin = connection.getAdmin();
    await connection.ensureTable({ name: 'u', families: ['f'] });
    const table = connection.getTable('u');
    for (let round = 0; round < 10; round++) {
      const check = connection.verify();
      await table.put(Array.from({ length: 20 }, (_, row) => new Put(`r${row}`).addColumn('f', 'q', `${round}`)));
      await admin.flush('u');
      if (round === 4) await admin.majorCompact('t');
      if (round === 8) {
        await admin.disableTable('t');
        await admin.deleteTable('t');
      }
      expect(bad(await check), `round ${round}`).toEqual([]);
    }
  });

  it('works in a database that is only read', async () => {
    const { medium } = await filled();
    const { connection } = await openEngine(copyOf(medium), { memory: MEMORY, open: 'read-only' });
    const report = await connection.verify();
    expect(bad(report)).toEqual([]);
    expect(kinds(report)).toContain('store file');
  });
});

/** A store file with its end, but without most of the bytes before it: a power cut may keep later writes and lose earlier ones. */
function torn(bytes: Uint8Array): Uint8Array {
  return bytes.slice().fill(0, 16, bytes.length - 40);
}

describe('A check after a power cut', () => {
  const list = ({ files }: VerifyReport) => files.filter(({ kind }) => kind === 'leftover' || kind === 'unknown');

  it.each(['normal', 'read-only', 'salvage'] as const)(
    'lists unfinished files without a problem at every open: %s',
    async (open) => {
      const { medium, connection } = await filled();
      const bytes = medium.files.bytesOf(pathOf(await connection.verify(), 'store file'));
      await connection.close();
      const later = copyOf(medium);
      later.files.setBytes('data/1-900', torn(bytes));
      later.files.setBytes('data/1-901', bytes.slice(0, 100));
      for (let round = 0; round < 3; round++) {
        const { connection: next } = await openEngine(later, { memory: MEMORY, open });
        const status = await next.status();
        expect([status.origin, status.lastRecovery.problems]).toEqual(['opened', []]);
        const report = await next.verify();
        const expected = [{ path: 'data/1-900', kind: 'leftover', problems: [] as string[] }];
        if (open !== 'normal') expected.push({ path: 'data/1-901', kind: 'leftover', problems: [] });
        expect([report.ok, list(report)]).toEqual([true, expected]);
        await next.close();
      }
    },
  );

  it(`is ok, whatever the power cut left of a flush and a compaction (seed ${SEED})`, async () => {
    let leftovers = 0;
    const random = new Random(SEED);
    for (let stopAt = 40 + random.below(3); stopAt < 120; stopAt += 3) {
      const machine = new SimMachine({ seed: stopAt, clock: new ManualClock(1_000_000), stopAt });
      const work = async (): Promise<void> => {
        const { connection } = await openEngine(machine);
        const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
        // Later, all names are old, so a power cut only loses bytes.
        machine.clock.advance(120_000);
        for (let file = 0; file < 3; file++) {
          await table.put(new Put(`r${file}`).addColumn('f', 'q', 'v'.repeat(6_000)).addColumn('g', 'q', 'v'));
          await connection.getAdmin().flush('t');
        }
        await connection.getAdmin().majorCompact('t');
      };
      await Promise.race([work().catch(() => {}), machine.counter.whenStopped]);
      if (!machine.counter.stopped) break;
      for (const open of ['read-only', 'normal'] as const) {
        for (let image = 0; image < 2; image++) {
          const seed = random.uint32();
          const left = machine.image({ kind: 'power-cut', unflushed: 'any', names: 'keep', seed });
          const { connection } = await openEngine(left, { open });
          const report = await connection.verify();
          const where = `stopped at ${stopAt}, image ${seed}, ${open}`;
          expect([where, report.ok, bad(report)]).toEqual([where, true, []]);
          expect([
            where,
            (await connection.status()).lastRecovery.problems.filter((one) => one.includes('data/')),
          ]).toEqual([where, []]);
          leftovers += report.files.filter(({ kind }) => kind === 'leftover').length;
          await connection.close();
        }
      }
    }
    expect(leftovers).toBeGreaterThan(0);
  });
});

describe('A check of a damaged database', () => {
  it(`finds each flipped byte of a store file (seed ${SEED}, ${FLIPS} flips)`, async () => {
    const { medium, connection } = await filled();
    const paths = (await connection.verify()).files.filter(({ kind }) => kind === 'store file').map(({ path }) => path);
    const random = new Random(SEED);
    for (let flip = 0; flip < FLIPS; flip++) {
      const path = paths[flip % paths.length] as string;
      const bytes = medium.files.bytesOf(path);
      // First the header, which reads do not need.
      const at = flip < 16 ? flip : random.below(bytes.length);
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] as number) ^ (1 << random.below(8));
      medium.files.setBytes(path, flipped);
      const report = await connection.verify();
      expect([report.ok, bad(report).map((file) => file.path)], `${path} at ${at} of ${bytes.length}`).toEqual([
        false,
        [path],
      ]);
      medium.files.setBytes(path, bytes);
    }
    expect((await connection.verify()).ok).toBe(true);
  });

  it('names each damaged block, not only the first', async () => {
    const { medium, connection } = await filled();
    const { files } = await connection.verify();
    // Of the family `none`, whose blocks are small and not compressed.
    const path = files.filter(({ kind }) => kind === 'store file')[2]?.path ?? '';
    const bytes = medium.files.bytesOf(path);
    const damaged = bytes.slice();
    for (const at of [100, 3_000]) damaged[at] = (damaged[at] as number) ^ 1;
    medium.files.setBytes(path, damaged);
    const [file] = bad(await connection.verify());
    expect(file?.problems.length).toBe(2);
    expect(file?.problems[0]).toMatch(/data\/1-\d+.*checksum/);
  });

  it('finds store files that are short, empty or gone', async () => {
    const { medium, connection } = await filled();
    const path = pathOf(await connection.verify(), 'store file');
    const bytes = medium.files.bytesOf(path);
    for (const length of [bytes.length - 1, bytes.length >> 1, 0]) {
      medium.files.setBytes(path, bytes.slice(0, length));
      expect(
        bad(await connection.verify()).map((file) => file.path),
        `${length} bytes`,
      ).toEqual([path]);
    }
  });

  it('finds damaged log segments', async () => {
    const { medium, connection } = await filled();
    await connection.getTable('t').put(new Put('z').addColumn('row', 'q', 'v').setDurability('FSYNC_WAL'));
    const { files } = await connection.verify();
    // The last one that is full: the records of the first ones are in store files.
    const full = files.filter(({ kind, path }) => kind === 'log' && medium.files.bytesOf(path).length > 8_000);
    const path = full.at(-1)?.path ?? '';
    const bytes = medium.files.bytesOf(path);
    const flipped = bytes.slice();
    flipped[4_000] = (flipped[4_000] as number) ^ 1;
    medium.files.setBytes(path, flipped);
    const found = bad(await connection.verify());
    expect(found.map((file) => [file.path, file.kind])).toEqual([[path, 'log']]);
    expect(found[0]?.problems.join()).toContain('is damaged between the offsets');
  });

  it('finds a catalog and a copy of it that do not contain the current list of files', async () => {
    const { medium, connection } = await filled();
    const report = await connection.verify();
    const { image } = medium.catalog;
    if (image === null) throw new Error('no image');
    await medium.catalog.replace({ ...image, tables: [] });
    expect(bad(await connection.verify())).toEqual([
      { path: 'catalog', kind: 'catalog', problems: ['It does not contain the current list of tables and files.'] },
    ]);
    await medium.catalog.replace(image);
    const path = pathOf(report, 'manifest');
    const bytes = medium.files.bytesOf(path);
    medium.files.setBytes(path, new Uint8Array(bytes.length));
    expect(bad(await connection.verify()).map((file) => [file.path, file.kind])).toEqual([[path, 'manifest']]);
  });

  it('finds files that nothing refers to, and changes none', async () => {
    const { medium, connection } = await filled();
    const path = pathOf(await connection.verify(), 'store file');
    await connection.close();
    const later = copyOf(medium);
    later.files.setBytes('data/1-900', medium.files.bytesOf(path));
    later.files.setBytes('notes.txt', new Uint8Array(3));
    const next = await openEngine(later, { memory: MEMORY });
    const report = await next.connection.verify();
    expect(bad(report).map((file) => [file.path, file.kind])).toEqual([
      ['data/1-900', 'unknown'],
      ['notes.txt', 'unknown'],
    ]);
    expect([later.files.has('data/1-900'), later.files.has('notes.txt')]).toEqual([true, true]);
  });

  it('finds damaged files that nothing refers to, if the log is damaged too', async () => {
    const { medium, connection } = await filled();
    await connection.getTable('t').put(new Put('z').addColumn('row', 'q', 'v').setDurability('FSYNC_WAL'));
    const { files } = await connection.verify();
    const full = files.filter(({ kind, path }) => kind === 'log' && medium.files.bytesOf(path).length > 8_000);
    const log = full.at(-1)?.path ?? '';
    const later = copyOf(medium);
    later.files.setBytes('data/1-900', torn(medium.files.bytesOf(pathOf({ ok: true, files }, 'store file'))));
    const bytes = later.files.bytesOf(log).slice();
    bytes[4_000] = (bytes[4_000] as number) ^ 1;
    later.files.setBytes(log, bytes);
    const next = await openEngine(later, { memory: MEMORY });
    expect(bad(await next.connection.verify()).map((file) => file.kind)).toContain('unknown');
    expect((await next.connection.status()).lastRecovery.problems.join()).toContain('data/1-900 is not listed');
  });

  it('lists a file that could not be opened', async () => {
    const { medium, connection } = await filled();
    const path = pathOf(await connection.verify(), 'store file');
    // Until then, the table would go back to its state before the flush.
    medium.clock.advance(120_000);
    await connection.getTable('t').put({ row: 'z', cells: { row: { q: 'v' } } });
    await connection.getAdmin().flush('t');
    const later = copyOf(medium);
    later.files.setBytes(path, new Uint8Array(100));
    const { connection: next } = await openEngine(later, { memory: MEMORY });
    expect(bad(await next.verify()).map((file) => file.path)).toContain(path);
  });
});

describe('A check of a file that the device cannot read', () => {
  it('reports the file, wherever the bad sector is, and checks the rest', async () => {
    const medium = memoryMedium();
    const sector = addBadSector(medium.files);
    const { connection } = await openEngine(medium, { memory: MEMORY });
    await fill(connection);
    const before = (await connection.verify()).files;
    const paths = before.filter(({ kind }) => kind === 'store file').map(({ path }) => path);
    for (const path of [paths[0], paths[6]] as string[]) {
      const size = medium.files.bytesOf(path).length;
      for (let from = 0; from < size; from += 512) {
        Object.assign(sector, { path, from, to: from + 512 });
        const report = await connection.verify();
        expect([path, from, bad(report).map((file) => file.path)]).toEqual([path, from, [path]]);
        expect(report.files.map((file) => file.path)).toEqual(before.map((file) => file.path));
      }
    }
  });

  it('opens it again if the browser has ended its handle', async () => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
    const { connection } = await openEngine(machine, { memory: MEMORY });
    await fill(connection);
    machine.files.killHandles(/^data/);
    expect(bad(await connection.verify())).toEqual([]);
  });
});

describe('A check', () => {
  it('reports its progress in bytes, and once at the end', async () => {
    const { connection } = await filled();
    const told: { done: number; total: number; unit: string }[] = [];
    await connection.verify({ onProgress: (progress) => told.push(progress) });
    expect(told.length).toBeGreaterThan(3);
    expect(new Set(told.map(({ unit }) => unit))).toEqual(new Set(['bytes']));
    const last = told.at(-1);
    expect(last?.done).toBe(last?.total);
    expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).sort((a, b) => a - b));
  });

  it('rejects with the reason of its signal', async () => {
    const { connection } = await filled();
    const controller = new AbortController();
    const check = connection.verify({ signal: controller.signal }).catch((error: unknown) => error);
    controller.abort('enough');
    expect(await check).toBe('enough');
    expect((await connection.verify()).ok).toBe(true);
  });

  it('ends with its connection', async () => {
    const { connection } = await filled();
    const check = connection.verify().catch(({ code }: { code: string }) => code);
    await settled();
    await connection.close();
    expect(['CONNECTION_CLOSED', true]).toContain(await check.then((end) => (typeof end === 'string' ? end : end.ok)));
  });

  it('refuses options that do not exist', async () => {
    const { connection } = await filled();
    await expect(connection.verify({ deep: true } as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

it('A check passes over a log segment that is removed while it runs', async () => {
  const { medium, connection } = await filled();
  await connection.close();
  const later = copyOf(medium);
  const path = 'wal/1-999';
  later.files.setBytes(path, new Uint8Array());
  const { connection: next } = await openEngine(later, { memory: MEMORY });
  const list = later.files.list.bind(later.files);
  let lists = 0;
  later.files.list = async (directory) => {
    const names = await list(directory);
    // First all files are listed, and then the log is read.
    if (directory === 'wal' && ++lists === 2) await later.files.remove(path);
    return names;
  };
  expect(bad(await next.verify())).toEqual([]);
});

it('A check reads a large log segment in several steps', async () => {
  let yields = 0;
  const yielder = async (): Promise<void> => {
    yields++;
  };
  const { connection } = await openEngine(memoryMedium(), {}, { yielder });
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  for (let row = 0; row < 4; row++) await table.put({ row: `${row}`, cells: { f: { q: 'x'.repeat(1 << 20) } } });
  yields = 0;
  expect((await connection.verify()).ok).toBe(true);
  expect(yields).toBe(3);
});
