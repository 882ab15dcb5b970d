import { describe, expect, it } from 'vitest';
import { Delete } from '../../model/delete.js';
import { Get } from '../../model/get.js';
import { Increment } from '../../model/increment.js';
import type { MemoryOptions } from '../../model/memory-options.js';
import type { OpenMode } from '../../model/open-mode.js';
import { Put } from '../../model/put.js';
import { Scan } from '../../model/scan.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import type { CatalogImage } from '../../storage/catalog/catalog.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';

const KIB = 1024;
const BAD = 'data/1-3';
const CORRUPTION = { code: 'CORRUPTION', details: expect.objectContaining({ file: BAD }) };
const REFUSED = { code: 'STORAGE_UNAVAILABLE', details: expect.objectContaining({ file: BAD }) };

async function open(machine: SimMachine, mode: OpenMode = 'normal', memory: MemoryOptions = {}) {
  const { connection } = await openEngine(machine, { open: mode, memory });
  const table = connection.getTable('t');
  const value = async (row: string, family = 'f') =>
    (await table.get(new Get(row).addFamily(family))).getText(family, 'q');
  const problems = async () => (await connection.status()).lastRecovery.problems;
  return { machine, connection, admin: connection.getAdmin(), table, value, problems };
}

type Opened = Awaited<ReturnType<typeof open>>;

const put = (row: string, value: string, family = 'f') => new Put(row).addColumn(family, 'q', value);

/** Waits until no power cut can undo what was committed. */
async function old({ machine, table, admin }: Opened): Promise<void> {
  machine.clock.advance(61_000);
  await settle();
  await table.put(put('z', 'last', 'g'));
  await admin.flush('t');
}

/**
 * Family `f` has three files: rows a … z, the rows m … p in `BAD`, which contains a newer version of m and deletes n, and
 * the rows a and z. Family `g` has all rows too.
 */
async function sample(): Promise<SimMachine> {
  const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
  const made = await open(machine);
  await made.connection.ensureTable({ name: 't', families: [{ name: 'f', maxVersions: 3 }, 'g'] });
  await made.admin.compactionSwitch(false);
  const rows = ['a', 'c', 'm', 'n', 'p', 'r', 'z'];
  await made.table.put(rows.map((row) => put(row, `${row}1`).addColumn('g', 'q', `${row}g`)));
  await made.admin.flush('t');
  await made.table.put([put('m', 'm2'), put('p', 'p2')]);
  await made.table.delete(new Delete('n').addColumns('f', 'q'));
  await made.admin.flush('t');
  await made.table.put([put('a', 'a3'), put('z', 'z3')]);
  await made.admin.flush('t');
  await old(made);
  return machine.image({ kind: 'process-death', seed: 3 });
}

async function broken(mode?: OpenMode, memory?: MemoryOptions): Promise<Opened> {
  const machine = await sample();
  machine.files.fail({ operation: 'open', path: BAD, error: 'IO', times: 1_000_000 });
  const made = await open(machine, mode, memory);
  if (mode === undefined) await made.admin.compactionSwitch(false);
  return made;
}

/** The rows that a scan of `f` returns, and the error with which it ends. */
async function scanned({ table }: Opened, scan = new Scan()): Promise<{ rows: string; error: unknown }> {
  let rows = '';
  try {
    for await (const result of table.getScanner(scan.addFamily('f')))
      rows += new TextDecoder().decode(result.row as Uint8Array);
    return { rows, error: null };
  } catch (error) {
    return { rows, error };
  }
}

describe('A store file that cannot be opened', () => {
  it('does not shut the database: reads outside its rows answer, and reads of its rows reject', async () => {
    const made = await broken();
    expect([await made.value('a'), await made.value('c'), await made.value('r')]).toEqual(['a3', 'c1', 'r1']);
    for (const row of ['m', 'n', 'o', 'p']) await expect(made.value(row), row).rejects.toMatchObject(REFUSED);
    expect([await made.value('m', 'g'), await made.value('n', 'g')]).toEqual(['mg', 'ng']);
    const [problem, ...others] = await made.problems();
    expect(others).toEqual([]);
    expect(problem).toContain(BAD);
    expect(problem).toContain("the rows from 'm' up to 'p'");
  });

  it('ends a scan where its rows begin, with the rows before them', async () => {
    const made = await broken();
    const refused = expect.objectContaining(REFUSED);
    expect(await scanned(made)).toEqual({ rows: 'ac', error: refused });
    expect(await scanned(made, new Scan().setReversed(true))).toEqual({ rows: 'zr', error: refused });
    expect(await scanned(made, new Scan().withStartRow('m'))).toEqual({ rows: '', error: refused });
    expect(await scanned(made, new Scan().withStartRow('b').withStopRow('n'))).toEqual({
      rows: 'c',
      error: refused,
    });
    expect(await scanned(made, new Scan().setCaching(1))).toEqual({ rows: 'ac', error: refused });
    expect(await scanned(made, new Scan().setCaching(2))).toEqual({ rows: 'ac', error: refused });
  });

  it('does not concern a scan that does not get to its rows', async () => {
    const made = await broken();
    expect(await scanned(made, new Scan().withStopRow('m'))).toEqual({ rows: 'ac', error: null });
    expect(await scanned(made, new Scan().withStartRow('p', false))).toEqual({ rows: 'rz', error: null });
    expect(await scanned(made, new Scan().setLimit(2))).toEqual({ rows: 'ac', error: null });
    const up = new Scan().setReversed(true).withStartRow('z').withStopRow('p', false);
    expect(await scanned(made, up)).toEqual({ rows: 'zr', error: null });
  });

  it('lets writes continue, and rejects those that must read its rows', async () => {
    const made = await broken();
    await made.table.put([put('m', 'm4'), put('c', 'c4')]);
    expect(await made.value('c')).toBe('c4');
    await expect(made.table.increment(new Increment('m').addColumn('f', 'q', 1))).rejects.toMatchObject(REFUSED);
    await made.admin.flush('t');
    await made.connection.close();
    const again = await open(made.machine.image({ kind: 'process-death', seed: 4 }));
    expect(await again.problems()).toEqual([]);
    expect([await again.value('m'), await again.value('c'), await again.value('n')]).toEqual(['m4', 'c4', null]);
    expect(await again.value('p')).toBe('p2');
  });

  it('takes part in no compaction: none is major, none joins its neighbors, and no cell of its rows is dropped', async () => {
    const made = await broken();
    for (const [index, row] of ['m', 'm', 'm', 'm'].entries()) {
      await made.table.put(put(row, `new${index}`));
      await made.table.delete(new Delete('p').addColumns('f', 'q'));
      await made.admin.flush('t');
    }
    await made.admin.compactionSwitch(true);
    await expect(made.admin.majorCompact('t')).rejects.toMatchObject(REFUSED);
    const { runs } = (made.machine.catalog.current as CatalogImage).tables[0]?.families[0] ?? { runs: [] };
    expect(runs.map((run) => run.map(({ number }) => number))).toEqual([[1], [3], [expect.any(Number)]]);
    const whole = await open(made.machine.image({ kind: 'process-death', seed: 4 }));
    const raw = new Scan().withStartRow('m').withStopRow('q').addFamily('f').setRaw(true).readAllVersions();
    const results = await whole.table.getScanner(raw).toArray();
    const cells = results
      .flatMap((result) => result.cells)
      .map(({ type, value }) => `${type}:${new TextDecoder().decode(value)}`);
    for (const kept of ['Put:new0', 'Put:new1', 'Put:new2', 'Put:new3', 'Put:m2', 'Put:m1', 'Put:p2', 'Put:p1'])
      expect(cells).toContain(kept);
    expect(cells.filter((cell) => cell.startsWith('DeleteColumn'))).toHaveLength(5);
    expect(await whole.value('p')).toBeNull();
    expect(await whole.value('m')).toBe('new3');
  });

  it('does not pin the log, while other tables are written', async () => {
    const log = 256 * KIB;
    const made = await broken(undefined, { log, logSegment: 32 * KIB });
    const { machine, connection, table } = made;
    const other = await connection.ensureTable({ name: 'other', families: ['f'] });
    const written = 1024 * KIB;
    for (let bytes = 0; bytes < written; bytes += 8 * KIB) {
      // A row that cannot be read, in the oldest unflushed edits.
      await table.put(put('m', `after ${bytes}`));
      await other.put(put(`row-${bytes}`, 'v'.repeat(8 * KIB)));
      machine.clock.advance(1_000);
      await settle();
      expect((await connection.status()).memory.log.used).toBeLessThan(log + 64 * KIB);
    }
    machine.clock.advance(61_000);
    await settle();
    const onDevice = machine.files.paths().filter((path) => path.startsWith('wal/'));
    const bytes = onDevice.reduce((sum, path) => sum + machine.files.bytesOf(path).length, 0);
    // Segments that are no longer needed stay for a minute.
    expect(bytes).toBeLessThan(2 * log);
    await expect(made.value('m')).rejects.toMatchObject(REFUSED);
  });

  it('is left out by salvage, which changes nothing', async () => {
    const made = await broken('salvage');
    expect(await scanned(made)).toEqual({ rows: 'acmnprz', error: null });
    expect([await made.value('m'), await made.value('n')]).toEqual(['m1', 'n1']);
    expect((await made.problems()).join()).toContain(BAD);
    const readOnly = await broken('read-only');
    await expect(readOnly.value('m')).rejects.toMatchObject(REFUSED);
    expect(await readOnly.value('c')).toBe('c1');
  });

  it('concerns its whole family if its record does not state its rows', async () => {
    const { files, catalog, clock } = await sample();
    const image = JSON.parse(JSON.stringify(catalog.current), (key, value) =>
      key === 'firstRow' || key === 'lastRow' ? undefined : value,
    ) as CatalogImage;
    const machine = new SimMachine({ seed: 1, clock, image }, files);
    machine.files.fail({ operation: 'open', path: BAD, error: 'IO', times: 1_000_000 });
    const made = await open(machine);
    for (const row of ['a', 'm', 'x']) await expect(made.value(row), row).rejects.toMatchObject(REFUSED);
    expect(await made.value('m', 'g')).toBe('mg');
    expect((await made.problems()).join()).toContain('all rows');
  });

  it('is read once the device answers again, and is no problem then', async () => {
    const made = await broken();
    await expect(made.value('m')).rejects.toMatchObject(REFUSED);
    made.machine.files.heal();
    expect([await made.value('m'), await made.value('n')]).toEqual(['m2', null]);
    expect(await scanned(made)).toEqual({ rows: 'acmprz', error: null });
    expect(await made.problems()).toEqual([]);
    expect((await made.connection.status()).origin).toBe('opened');
  });

  it.each(['open', 'size', 'read'] as const)('does no harm if one call of %s fails', async (operation) => {
    const machine = await sample();
    machine.files.fail({ operation, path: BAD, error: 'IO' });
    const made = await open(machine);
    expect(await made.value('m')).toBe('m2');
    expect(await made.problems()).toEqual([]);
  });

  it('does not let the table go back to an earlier state, which would lose what is not in the log', async () => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
    const made = await open(machine);
    await made.connection.ensureTable({ name: 't', families: ['f'] });
    await made.table.put(put('a', 'a1').setDurability('SKIP_WAL'));
    await made.admin.flush('t');
    const image = machine.image({ kind: 'process-death', seed: 3 });
    image.files.fail({ operation: 'open', path: 'data/1-1', error: 'IO' });
    const again = await open(image);
    expect(await again.value('a')).toBe('a1');
    expect(await again.problems()).toEqual([]);
  });

  it.each(['open', 'read'] as const)(
    'passes a check and a repair during which one call of %s fails',
    async (operation) => {
      const made = await broken();
      made.machine.files.heal();
      made.machine.files.fail({ operation, path: BAD, error: 'IO' });
      expect((await made.connection.verify()).ok).toBe(true);
      made.machine.files.fail({ operation, path: BAD, error: 'IO' });
      expect((await made.connection.repair()).lost).toEqual([]);
      expect([await made.value('m'), await made.value('n')]).toEqual(['m2', null]);
    },
  );

  it.each(['missing', 'short', 'damaged'] as const)('behaves the same if it is %s', async (fault) => {
    const machine = await sample();
    const bytes = machine.files.bytesOf(BAD);
    if (fault === 'missing') machine.files.takeAway(BAD);
    if (fault === 'short') machine.files.setBytes(BAD, bytes.slice(0, 30));
    if (fault === 'damaged') machine.files.setBytes(BAD, bytes.fill(7, bytes.length - 60, bytes.length - 50));
    const made = await open(machine);
    await expect(made.value('m')).rejects.toMatchObject(CORRUPTION);
    expect([await made.value('a'), await made.value('m', 'g')]).toEqual(['a3', 'mg']);
    expect((await made.problems()).join()).toContain(BAD);
    // The table can be dropped and created again.
    await made.admin.disableTable('t');
    await made.admin.truncateTable('t');
    expect(await made.value('m')).toBeNull();
  });
});

describe('A mirror that cannot be read', () => {
  it('is reported, and the catalog is used', async () => {
    const machine = await sample();
    machine.files.fail({ operation: 'open', path: /^manifest-/, error: 'IO', times: 1_000 });
    const made = await open(machine);
    expect(await made.value('m')).toBe('m2');
    expect((await made.problems()).join()).toContain('manifest-1-1');
  });
});
