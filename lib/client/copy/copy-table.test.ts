import { describe, expect, it } from 'vitest';
import { BigtabError } from '../../errors.js';
import { openMemory } from '../../memory.js';
import type { Cell } from '../../model/cell.js';
import { Delete } from '../../model/delete.js';
import { KEEP_HISTORY } from '../../model/keep-history.js';
import { Put } from '../../model/put.js';
import type { ScanLike } from '../../model/scan.js';
import type { TableLike } from '../../model/schema/table-descriptor.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import type { Connection } from '../connection.js';
import type { Table } from '../table.js';
import type { CopyProgress } from './copy-options.js';
import { copyTable } from './copy-table.js';

const NOW = 1_000_000;

interface Sides {
  readonly clock: ManualClock;
  readonly connections: readonly [Connection, Connection];
  readonly from: Table;
  readonly to: Table;
}

/** Two connections, each with a table. */
async function open(like: Omit<TableLike, 'name'>, target: Omit<TableLike, 'name'> = like): Promise<Sides> {
  const clock = new ManualClock(NOW);
  const connections = [await openMemory({ clock }), await openMemory({ clock })] as const;
  const from = (await connections[0].ensureTable({ ...like, name: 'a' })) as unknown as Table;
  const to = (await connections[1].ensureTable({ ...target, name: 'b' })) as unknown as Table;
  return { clock, connections, from, to };
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function shown({ row, family, qualifier, timestamp, type, value }: Cell): string {
  const column = `${decode(family)}:${decode(qualifier)}`;
  return `${decode(row)} ${column} ${timestamp} ${type === 'Put' ? decode(value) : type}`;
}

async function cellsOf(table: Table, scan: ScanLike = {}): Promise<string[]> {
  const rows = await table.getScanner({ versions: 'all', ...scan }).toArray();
  return rows.flatMap(({ cells }) => cells.map(shown));
}

async function expectSame(from: Table, to: Table): Promise<void> {
  expect(await cellsOf(to)).toEqual(await cellsOf(from));
  expect(await cellsOf(to, { raw: true })).toEqual(await cellsOf(from, { raw: true }));
}

/** The table with some of its calls replaced. */
function changed(table: Table, calls: Partial<Table>): Table {
  return Object.assign(Object.create(table), calls) as Table;
}

async function failure(call: Promise<unknown>): Promise<BigtabError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(BigtabError);
  return error as BigtabError;
}

const positionOf = ({ details }: BigtabError) => details.position as string;

/** Rows of this many bytes: a page has about four of those with 300,000. */
async function fill(table: Table, rows: number, bytes: number): Promise<void> {
  for (let row = 0; row < rows; row++)
    await table.put({ row: `row ${String(row).padStart(4, '0')}`, cells: { f: { q: 'x'.repeat(bytes) } } });
}

describe('copyTable', () => {
  it('copies cells with their timestamps, of all families and rows', async () => {
    const { from, to } = await open({ families: ['f', 'g'] });
    await from.put([
      { row: 'r1', cells: { f: { a: '1', b: '2' }, g: { c: '3' } }, timestamp: 7 },
      { row: 'r2', cells: { g: { '': '' } } },
      { row: 'r3', cells: [{ family: 'f', qualifier: Uint8Array.of(0, 255), value: Uint8Array.of(255, 0) }] },
    ]);
    const { checksum, ...counts } = await copyTable(from, to);
    expect(counts).toEqual({ rows: 3, cells: 5 });
    expect(checksum).toMatch(/^[0-9a-f]{8}$/);
    await expectSame(from, to);
  });

  it('copies an empty table', async () => {
    const { from, to } = await open({ families: ['f'] });
    const told: CopyProgress[] = [];
    expect(await copyTable(from, to, { onProgress: (progress) => told.push(progress) })).toEqual({
      rows: 0,
      cells: 0,
      checksum: '00000000',
    });
    expect(told).toMatchObject([{ done: 0, total: 0, unit: 'cells' }]);
  });

  it('copies to another table of the same connection', async () => {
    const { connections, from } = await open({ families: ['f'] });
    await from.put({ row: 'r', cells: { f: { q: 'v' } } });
    await connections[0].getAdmin().cloneTableSchema('a', 'c');
    const to = connections[0].getTable('c') as unknown as Table;
    expect(await copyTable(from, to)).toMatchObject({ rows: 1, cells: 1 });
    await expectSame(from, to);
  });

  it('returns the same checksum for the same cells, and another one for others', async () => {
    const { from, to, connections } = await open({ families: ['f'] });
    await from.put({ row: 'r', cells: { f: { q: 'v' } }, timestamp: 5 });
    const first = await copyTable(from, to);
    const third = (await connections[1].ensureTable({ name: 'c', families: ['f', 'g'] })) as unknown as Table;
    expect(await copyTable(to, third)).toEqual(first);
    await from.put({ row: 'r', cells: { f: { q: 'w' } }, timestamp: 5 });
    expect((await copyTable(from, to)).checksum).not.toBe(first.checksum);
  });

  it('copies all versions', async () => {
    const { from, to } = await open({ families: [{ name: 'f', maxVersions: 5 }] });
    for (let version = 1; version <= 5; version++)
      await from.put({ row: 'r', cells: { f: { q: `${version}` } }, timestamp: version });
    expect(await copyTable(from, to)).toMatchObject({ rows: 1, cells: 5 });
    await expectSame(from, to);
  });

  it('copies markers of all kinds with what they hide', async () => {
    const { from, to } = await open({ families: ['f', 'g', 'h'].map((name) => ({ name, ...KEEP_HISTORY })) });
    for (const row of ['r1', 'r2', 'r3'])
      for (let timestamp = 1; timestamp <= 9; timestamp++)
        await from.put({
          row,
          cells: { f: { '': 'e', a: 'v', b: 'v' }, g: { a: 'v' }, h: { a: 'v' } },
          timestamp,
        });
    await from.delete(
      new Delete('r1')
        .addFamily('g', 5)
        .addFamilyVersion('g', 7)
        .addFamilyVersion('f', 3)
        .addColumns('f', 'a', 2)
        .addColumn('f', 'b', 8)
        .addColumn('f', '', 9),
    );
    for (const timestamp of [2, 6, 4]) await from.delete(new Delete('r2', timestamp));
    await from.delete(new Delete('r4', 6));
    await copyTable(from, to);
    await expectSame(from, to);
    const asOf = { asOf: 6 };
    expect(await cellsOf(to, asOf)).toEqual(await cellsOf(from, asOf));
  });

  it('applies deletes to the cells of an earlier copy', async () => {
    const { from, to, clock } = await open({ families: ['f'] });
    await from.put([1, 2].map((row) => ({ row: `r${row}`, cells: { f: { q: 'v' } } })));
    await copyTable(from, to);
    clock.advance(10);
    await from.delete(new Delete('r1'));
    expect(await copyTable(from, to, { since: NOW + 5 })).toMatchObject({ rows: 0, cells: 0 });
    expect(await cellsOf(to)).toEqual([`r2 f:q ${NOW} v`]);
  });

  it('returns puts that were written after a newer delete, in a family with NEW_VERSION_BEHAVIOR', async () => {
    const { from, to } = await open({ families: [{ name: 'f', newVersionBehavior: true, maxVersions: 3 }] });
    await from.put({ row: 'r', cells: { f: { q: 'old' } }, timestamp: 2 });
    await from.delete(new Delete('r').addColumns('f', 'q', 9));
    await from.put({ row: 'r', cells: { f: { q: 'new' } }, timestamp: 4 });
    expect(await copyTable(from, to)).toMatchObject({ rows: 1, cells: 1 });
    expect(await cellsOf(to)).toEqual(['r f:q 4 new']);
    expect(await cellsOf(to, { raw: true })).toEqual(['r f:q 9 DeleteColumn', 'r f:q 4 new']);
  });

  it('does not bring back cells that have expired, where the target keeps them longer', async () => {
    const { from, to, clock } = await open({ families: [{ name: 'f', timeToLive: 10 }] }, { families: ['f'] });
    await from.put({ row: 'old', cells: { f: { q: 'v' } } });
    clock.advance(11_000);
    await from.put({ row: 'young', cells: { f: { q: 'v' } } });
    expect(await copyTable(from, to)).toMatchObject({ rows: 1, cells: 1 });
    expect(await cellsOf(to)).toEqual(await cellsOf(from));
  });

  it('copies only what has a timestamp from since on', async () => {
    const { from, to } = await open({ families: [{ name: 'f', maxVersions: 3 }] });
    for (const timestamp of [4, 5, 6]) await from.put({ row: 'r', cells: { f: { q: 'v' } }, timestamp });
    await from.delete(new Delete('r').addColumns('f', 'p', 4));
    expect(await copyTable(from, to, { since: new Date(5) })).toMatchObject({ rows: 1, cells: 2 });
    expect(await cellsOf(to, { raw: true })).toEqual(['r f:q 6 v', 'r f:q 5 v']);
  });

  it('leaves out later timestamps, also those of writes that are made meanwhile', async () => {
    const { from, to, clock } = await open({ families: ['f'] });
    await fill(from, 8, 300_000);
    await from.put({ row: 'future', cells: { f: { q: 'v' } }, timestamp: NOW + 1 });
    let late: Promise<unknown> | null = null;
    const onProgress = () => {
      if (late !== null) return;
      clock.advance(1);
      late = from.put({ row: 'row 9', cells: { f: { q: 'v' } } });
    };
    expect(await copyTable(from, to, { onProgress })).toMatchObject({ rows: 8, cells: 8 });
    await late;
    expect((await cellsOf(from)).length).toBe(10);
    expect((await cellsOf(to)).length).toBe(8);
  });

  it('copies timestamps of the engine that are ahead of the clock', async () => {
    const { from, to } = await open({ families: [{ name: 'f', ...KEEP_HISTORY }] });
    for (let version = 0; version < 50; version++) await from.put({ row: 'r', cells: { f: { q: `${version}` } } });
    expect(await copyTable(from, to)).toMatchObject({ rows: 1, cells: 50 });
    await expectSame(from, to);
  });

  it('ignores what the target has beside', async () => {
    const { from, to } = await open({ families: ['f'] }, { families: ['f', 'other'] });
    await from.put([1, 3].map((row) => ({ row: `r${row}`, cells: { f: { q: 'v' } } })));
    await to.put([1, 2].map((row) => ({ row: `r${row}`, cells: { f: { p: 'own' }, other: { q: 'own' } } })));
    expect(await copyTable(from, to)).toMatchObject({ rows: 2, cells: 2 });
    expect((await cellsOf(to)).length).toBe(6);
  });
});

describe('The size of what copyTable sends', () => {
  it('is bounded, in lists of rows', async () => {
    const { from, to } = await open({ families: ['f'] });
    await fill(from, 40, 100_000);
    const lists: number[] = [];
    const counted = changed(to, {
      put: (puts: unknown) => {
        lists.push((puts as Put[]).length);
        return to.put(puts as Put[]);
      },
    });
    expect(await copyTable(from, counted)).toMatchObject({ rows: 40, cells: 40 });
    expect(Math.max(...lists)).toBeLessThanOrEqual(11);
    expect(lists.length).toBeGreaterThanOrEqual(4);
    await expectSame(from, to);
  });

  /** A row of about seven pages, with deleted cells and markers everywhere, between two others. */
  async function fillWide(table: Table): Promise<void> {
    const value = 'x'.repeat(20_000);
    for (const family of ['f', 'g'])
      for (let column = 0; column < 60; column++) {
        const qualifier = `q${String(column).padStart(3, '0')}`;
        for (const timestamp of [10, 20, 30])
          await table.put(new Put('wide').addColumn(family, qualifier, timestamp, value));
      }
    await table.delete(new Delete('wide').addFamily('f', 10).addFamily('g', 9).addFamilyVersion('g', 20));
    await table.delete(new Delete('wide').addColumns('f', 'q030', 20).addColumn('f', 'q031', 30));
    await table.put(['a', 'z'].map((row) => ({ row, cells: { f: { q: 'v' } } })));
  }

  const WIDE = { families: ['f', 'g'].map((name) => ({ name, ...KEEP_HISTORY })) };

  it('is bounded within a row, and no part of it shows a deleted cell', async () => {
    const { from, to } = await open(WIDE);
    await fillWide(from);
    const visible = new Set(await cellsOf(from));
    let parts = 0;
    const onProgress = () => {
      parts++;
      seen.push(cellsOf(to));
    };
    const seen: Promise<string[]>[] = [];
    await copyTable(from, to, { onProgress });
    expect(parts).toBeGreaterThan(5);
    for (const cells of await Promise.all(seen)) expect(cells.filter((cell) => !visible.has(cell))).toEqual([]);
    await expectSame(from, to);
  });

  it('keeps deleted cells hidden if the target removes markers between two parts of a row', async () => {
    const { from, to, connections } = await open({ families: ['f', 'g'].map((name) => ({ name, maxVersions: 3 })) });
    await fillWide(from);
    const visible = await cellsOf(from);
    const compacted =
      <A extends unknown[]>(call: (...args: A) => Promise<unknown>) =>
      async (...args: A) => {
        await call.apply(to, args);
        await connections[1].getAdmin().majorCompact('b');
      };
    const calls = { put: compacted(to.put), delete: compacted(to.delete), batch: compacted(to.batch) };
    await copyTable(from, changed(to, calls as unknown as Partial<Table>));
    expect(await cellsOf(to)).toEqual(visible);
  });

  it('is bounded if a row is too long to be read at once', async () => {
    const { from, to } = await open(WIDE);
    await fillWide(from);
    const refusing = (table: Table) => {
      const getScanner = (scan: ScanLike, options?: object) => {
        if (scan.batch === undefined) throw new BigtabError('ROW_TOO_BIG', 'too big');
        return table.getScanner({ ...scan, batch: 7 }, options);
      };
      return changed(table, { getScanner } as unknown as Partial<Table>);
    };
    await copyTable(refusing(from), refusing(to));
    await expectSame(from, to);
  });
});

describe('A copy that fails', () => {
  /** A table that refuses the write of a page. */
  function refusing(to: Table, page: number): Table {
    let pages = 0;
    const put = (puts: Put[]) => {
      if (++pages === page) return Promise.reject(new BigtabError('REGION_TOO_BUSY', 'busy', { details: { a: 1 } }));
      return to.put(puts);
    };
    return changed(to, { put } as unknown as Partial<Table>);
  }

  it('continues at its position, with the same result as an undisturbed one', async () => {
    const { from, to, connections, clock } = await open({ families: ['f'] });
    await fill(from, 20, 300_000);
    const error = await failure(copyTable(from, refusing(to, 3)));
    expect(error).toMatchObject({ code: 'REGION_TOO_BUSY', message: 'busy', details: { a: 1 } });
    expect((await cellsOf(to)).length).toBe(8);
    clock.advance(10);
    await from.put({ row: 'row 0019 later', cells: { f: { q: 'v' } } });
    const written: Uint8Array[] = [];
    const counted = changed(to, {
      put: (puts: unknown) => {
        written.push(...(puts as Put[]).map(({ row }) => row));
        return to.put(puts as Put[]);
      },
    });
    const resumed = await copyTable(from, counted, { after: positionOf(error) });
    expect(written.map(decode)[0]).toBe('row 0008');
    expect(written.length).toBe(12);
    const other = (await connections[1].ensureTable({ name: 'c', families: ['f'] })) as unknown as Table;
    await from.delete(new Delete('row 0019 later'));
    expect(await copyTable(from, other)).toEqual(resumed);
    expect(resumed).toMatchObject({ rows: 20, cells: 20 });
  });

  it('has a position before its first row, which keeps the time of its start', async () => {
    const { from, to, clock } = await open({ families: ['f'] });
    await from.put({ row: 'r', cells: { f: { q: 'v' } } });
    const error = await failure(copyTable(from, refusing(to, 1), { since: 5 }));
    clock.advance(10);
    await from.put({ row: 'later', cells: { f: { q: 'v' } } });
    expect(await copyTable(from, to, { after: positionOf(error) })).toMatchObject({ rows: 1, cells: 1 });
    expect(await copyTable(from, to, { after: positionOf(error), since: 5 })).toMatchObject({ rows: 1 });
    const other = copyTable(from, to, { after: positionOf(error), since: 6 });
    await expect(other).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/since must be that of the copy/),
    });
  });

  it('copies a row again of which it has copied a part', async () => {
    const { from, to } = await open({ families: ['f'] });
    await fill(from, 2, 10);
    for (let column = 0; column < 8; column++)
      await from.put(new Put('row 0000 wide').addColumn('f', `q${column}`, 'x'.repeat(400_000)));
    const error = await failure(copyTable(from, refusing(to, 3)));
    expect((await cellsOf(to)).length).toBe(4);
    expect(await copyTable(from, to, { after: positionOf(error) })).toMatchObject({ rows: 3, cells: 10 });
    await expectSame(from, to);
  });

  it('tells its progress, and rejects with the reason when it is aborted', async () => {
    const { from, to } = await open({ families: ['f'] });
    await fill(from, 20, 300_000);
    const controller = new AbortController();
    const told: CopyProgress[] = [];
    const onProgress = (progress: CopyProgress) => {
      told.push(progress);
      if (told.length === 2) controller.abort('enough');
    };
    await expect(copyTable(from, to, { signal: controller.signal, onProgress })).rejects.toBe('enough');
    expect(told).toMatchObject([
      { done: 4, total: 4, unit: 'cells' },
      { done: 8, total: 8, unit: 'cells' },
    ]);
    const rest: number[] = [];
    const after = told[1]?.position;
    const result = await copyTable(from, to, { after, onProgress: ({ done }) => rest.push(done) });
    expect(result).toMatchObject({ rows: 20, cells: 20 });
    expect(rest).toEqual([12, 16, 20, 20]);
    await expectSame(from, to);
  });

  it('does nothing if it is aborted before', async () => {
    const { from, to } = await open({ families: ['f'] });
    await fill(from, 1, 10);
    await expect(copyTable(from, to, { signal: AbortSignal.abort('never') })).rejects.toBe('never');
    expect(await cellsOf(to)).toEqual([]);
  });

  it('ends when a connection closes', async () => {
    const { from, to, connections } = await open({ families: ['f'] });
    await fill(from, 8, 300_000);
    const onProgress = () => void connections[0].close();
    const error = await failure(copyTable(from, to, { onProgress }));
    expect(error).toMatchObject({ code: 'CONNECTION_CLOSED', details: { position: expect.any(String) } });
  });

  it('rejects with the error that onProgress throws', async () => {
    const { from, to } = await open({ families: ['f'] });
    const onProgress = () => {
      throw new RangeError('mine');
    };
    await expect(copyTable(from, to, { onProgress })).rejects.toThrow(new RangeError('mine'));
  });
});

describe('A target', () => {
  it('without families of the source is refused before anything is written', async () => {
    const { from, to } = await open({ families: ['a', 'f', 'z'] }, { families: ['f'] });
    await from.put({ row: 'r', cells: { f: { q: 'v' } } });
    const error = await failure(copyTable(from, to));
    expect(error).toMatchObject({ code: 'NO_SUCH_COLUMN_FAMILY', details: { table: 'b', families: ['a', 'z'] } });
    expect(error.message).toContain("'a', 'z'");
    expect(await cellsOf(to)).toEqual([]);
  });

  it('can be created from the descriptor of the source', async () => {
    const { from, connections } = await open({ families: [{ name: 'f', maxVersions: 7 }, 'g'] });
    await from.put({ row: 'r', cells: { f: { q: 'v' } } });
    const descriptor = await from.getDescriptor();
    const to = (await connections[1].ensureTable({ ...descriptor, name: 'made' })) as unknown as Table;
    expect(await copyTable(from, to)).toMatchObject({ rows: 1, cells: 1 });
  });

  it('that keeps fewer versions is reported, with both counts and the first difference', async () => {
    const { from, to } = await open({ families: [{ name: 'f', maxVersions: 3 }] }, { families: ['f'] });
    for (const timestamp of [1, 2]) await from.put({ row: 'r', cells: { f: { q: 'v' } }, timestamp });
    const error = await failure(copyTable(from, to));
    expect(error).toMatchObject({
      code: 'SCHEMA_MISMATCH',
      details: {
        from: { rows: 1, cells: 2, checksum: expect.any(String) },
        to: { rows: 1, cells: 1, checksum: expect.any(String) },
        row: 'r',
        column: 'f:q',
        timestamp: 1,
        differences: [{ family: 'f', attribute: 'maxVersions', from: 3, to: 1 }],
        position: expect.any(String),
      },
    });
    expect(error.message).toContain('maxVersions is 1 there, and 3 in the source');
  });

  it('with fewer versions is good enough for cells that have no more', async () => {
    const { from, to } = await open({ families: [{ name: 'f', maxVersions: 3 }] }, { families: ['f'] });
    await from.put({ row: 'r', cells: { f: { q: 'v' } }, timestamp: 1 });
    expect(await copyTable(from, to)).toMatchObject({ rows: 1, cells: 1 });
  });

  it('whose cells expire earlier is reported', async () => {
    const { from, to } = await open({ families: ['f'] }, { families: [{ name: 'f', timeToLive: 10 }] });
    await from.put({ row: 'r', cells: { f: { q: 'v' } }, timestamp: NOW - 11_000 });
    const error = await failure(copyTable(from, to));
    expect(error).toMatchObject({ code: 'SCHEMA_MISMATCH', details: { to: { rows: 0, cells: 0 } } });
    expect(error.details.differences).toMatchObject([{ attribute: 'timeToLive', to: 10 }]);
  });

  it('in which a later delete hides the cells is reported', async () => {
    const { from, to } = await open({ families: ['f'] });
    await from.put(['r1', 'r2'].map((row) => ({ row, cells: { f: { q: 'v' } } })));
    await to.delete(new Delete('r2', NOW + 5));
    const error = await failure(copyTable(from, to));
    expect(error).toMatchObject({
      code: 'CORRUPTION',
      details: { from: { rows: 2, cells: 2 }, to: { rows: 1, cells: 1 }, row: 'r2', timestamp: NOW },
    });
  });

  it('that returns another value is reported, in long rows too', async () => {
    const { from, to } = await open({ families: ['f'] });
    for (let column = 0; column < 8; column++)
      await from.put(new Put('r').addColumn('f', `q${column}`, 'x'.repeat(400_000)));
    const put = async (puts: Put[]) => {
      await to.put(puts);
      await to.put({ row: 'r', cells: { f: { q5: 'other' } }, timestamp: NOW });
    };
    const error = await failure(copyTable(from, changed(to, { put } as unknown as Partial<Table>)));
    expect(error).toMatchObject({ code: 'CORRUPTION', details: { row: 'r', column: 'f:q5' } });
    const { from: ofSource, to: ofTarget } = error.details as { from: { cells: number }; to: { cells: number } };
    expect(ofTarget.cells).toBe(ofSource.cells);
    expect(ofTarget).not.toEqual(ofSource);
  });

  it('may lose what expires meanwhile in both tables', async () => {
    const { from, to, clock } = await open({ families: [{ name: 'f', timeToLive: 10 }] });
    await from.put({ row: 'r1', cells: { f: { q: 'v' } }, timestamp: NOW - 9_000 });
    await from.put({ row: 'r2', cells: { f: { q: 'v' } } });
    const put = async (puts: Put[]) => {
      await to.put(puts);
      clock.advance(5_000);
    };
    const slow = changed(to, { put } as unknown as Partial<Table>);
    expect(await copyTable(from, slow)).toMatchObject({ rows: 1, cells: 1 });
  });
});

describe('The arguments of copyTable', () => {
  it('are two different tables', async () => {
    const { from, to, connections } = await open({ families: ['f'] });
    const same = [from, connections[0].getTable('a')] as const;
    await expect(copyTable(...same)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/the same table, 'a'/),
    });
    for (const [bad, message] of [
      [null, /got null/],
      ['a', /got a?.*text/],
      [{ table: from, getScanner() {} }, /of a typed table, its property table/],
    ] as const) {
      await expect(copyTable(bad as never, to)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: expect.stringMatching(message),
      });
      await expect(copyTable(from, bad as never)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: expect.stringMatching(/^to must/),
      });
    }
  });

  it('are refused if they are malformed', async () => {
    const { from, to } = await open({ families: ['f'] });
    for (const options of [
      { since: -1 },
      { since: 'now' },
      { since: NOW + 2 },
      { after: 7 },
      { until: 5 },
      { onProgress: 1 },
      { signal: new AbortController() },
      null,
    ])
      await expect(copyTable(from, to, options as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('include a position of a copy between the same tables, complete and unchanged', async () => {
    const { from, to, connections } = await open({ families: ['f'] });
    await fill(from, 1, 10);
    let position = '';
    const onProgress = (progress: CopyProgress) => {
      position = progress.position;
    };
    await copyTable(from, to, { onProgress });
    expect(position).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(await copyTable(from, to, { after: position })).toMatchObject({ rows: 1, cells: 1 });
    const other = (await connections[1].ensureTable({ name: 'c', families: ['f'] })) as unknown as Table;
    const bad = expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining('after is not') });
    await expect(copyTable(from, other, { after: position })).rejects.toEqual(bad);
    await expect(copyTable(to, from, { after: position })).rejects.toEqual(bad);
    for (const after of ['', 'AAAA', '!', position.slice(1), position.slice(0, -1), `${position}A`, ` ${position}`])
      await expect(copyTable(from, to, { after })).rejects.toEqual(bad);
  });

  it('are disabled or missing tables', async () => {
    const { from, to, connections } = await open({ families: ['f'] });
    await expect(copyTable(connections[0].getTable('x'), to)).rejects.toMatchObject({ code: 'TABLE_NOT_FOUND' });
    await connections[0].getAdmin().disableTable('a');
    await expect(copyTable(from, to)).rejects.toMatchObject({ code: 'TABLE_NOT_ENABLED' });
  });
});
