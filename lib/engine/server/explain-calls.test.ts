import { describe, expect, it } from 'vitest';
import type { Explanation, SourceExplanation } from '../../service/explanation.js';
import { connectTo, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { Database } from './database.js';

/** Writes `f:q` of each of these rows with these timestamps, and flushes each list into a separate file. */
async function tableOf(files: readonly (readonly [row: string, timestamp: number])[][], family: object = {}) {
  const medium = memoryMedium();
  const { connection } = await openEngine(medium);
  const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', maxVersions: 3, ...family }] });
  for (const cells of files) {
    await table.put(cells.map(([row, timestamp]) => ({ row, timestamp, cells: { f: { q: `${timestamp}` } } })));
    await connection.getAdmin().flush('t');
  }
  return { connection, table, clock: medium.clock };
}

/** The sources of the one family, `verdict cells`, from new to old. */
function sources({ families }: Explanation): string[] {
  return (families[0]?.sources ?? []).map(({ kind, verdict, cells }) => `${kind} ${verdict} ${cells}`);
}

const blocks = ({ families }: Explanation): Pick<SourceExplanation, 'blocksRead' | 'blocksCached'>[] =>
  (families[0]?.sources ?? []).map(({ blocksRead, blocksCached }) => ({ blocksRead, blocksCached }));

describe('An explained read', () => {
  it('reports for each source whether it was read, and if not why', async () => {
    const { connection, table } = await tableOf([
      [
        ['a', 1],
        ['c', 1],
      ],
      [['b', 1]],
      [['a', 9]],
      [['x', 5]],
    ]);
    await table.put({ row: 'c', timestamp: 2, cells: { f: { q: '2' } } });
    expect(sources(await table.explain('a'))).toEqual([
      'memstore read 0',
      'file key 0',
      'file read 1',
      'file key 0',
      'file read 1',
    ]);
    expect(sources(await table.explain('b'))).toEqual([
      'memstore read 0',
      'file key 0',
      'file key 0',
      'file read 1',
      'file bloom 0',
    ]);
    expect(sources(await table.explain({ row: 'a', timeRange: [0, 5] }))).toEqual([
      'memstore read 0',
      'file key 0',
      'file time 0',
      'file key 0',
      'file read 1',
    ]);
    expect(sources(await table.explain({ versions: 'all' }))).toEqual([
      'memstore read 1',
      'file read 1',
      'file read 1',
      'file read 1',
      'file read 2',
    ]);
    await connection.close();
  });

  it('uses the same file names as the metrics of the region', async () => {
    const { connection, table } = await tableOf([[['a', 1]], [['b', 1]]]);
    const [store] = (await connection.getAdmin().getRegionMetrics('t')).stores;
    const { families } = await table.explain('a');
    expect(families[0]?.sources.map(({ number }) => number)).toEqual([
      undefined,
      ...(store?.storeFiles.map(({ number }) => number) ?? []),
    ]);
    await connection.close();
  });

  it('reports that all cells of a file have expired', async () => {
    const { connection, table, clock } = await tableOf([[['a', 1_000_000]]], { timeToLive: 1 });
    clock.advance(2000);
    expect(sources(await table.explain('a'))).toEqual(['memstore read 0', 'file expired 0']);
    await connection.close();
  });

  it('counts blocks from the medium and from the cache, and leaves them in the cache', async () => {
    const { connection, table } = await tableOf(
      [
        [
          ['a', 1],
          ['c', 1],
        ],
      ],
      { bloomFilter: 'NONE' },
    );
    expect(blocks(await table.explain('a'))[1]).toEqual({ blocksRead: 2, blocksCached: 0 });
    expect(blocks(await table.explain('a'))[1]).toEqual({ blocksRead: 0, blocksCached: 2 });
    await connection.close();
  });

  it('counts the bloom filter of a file that it skips', async () => {
    const { connection, table } = await tableOf([
      [
        ['a', 1],
        ['c', 1],
      ],
    ]);
    const explained = await table.explain('b');
    expect(sources(explained)).toEqual(['memstore read 0', 'file bloom 0']);
    expect(blocks(explained)[1]?.blocksRead).toBeGreaterThan(0);
    await connection.close();
  });

  it('counts visited cells that it does not return', async () => {
    const { connection, table } = await tableOf([[['a', 1]], [['a', 2]], [['a', 3]]]);
    await table.delete({ row: 'a', markers: [{ kind: 'family', family: 'f', timestamp: 2 }] });
    const explained = await table.explain({ row: 'a', versions: 'all' });
    expect(sources(explained)).toEqual(['memstore read 1', 'file read 1', 'file read 1', 'file read 1']);
    expect([explained.rows, explained.families[0]?.cellsReturned, explained.complete]).toEqual([1, 1, true]);
    await connection.close();
  });

  it('reports the results of the read: rows up to a limit, markers of a raw scan, one cell for a check of existence', async () => {
    const { connection, table } = await tableOf([
      [
        ['a', 1],
        ['b', 1],
        ['c', 1],
      ],
    ]);
    await table.delete({ row: 'b' });
    const given = ({ rows, complete, families }: Explanation): unknown[] => [
      rows,
      families[0]?.cellsReturned,
      complete,
    ];
    expect(given(await table.explain({}))).toEqual([2, 2, true]);
    expect(given(await table.explain({ raw: true }))).toEqual([3, 4, true]);
    expect(given(await table.explain({ limit: 1, reversed: true }))).toEqual([1, 1, true]);
    expect(given(await table.explain('b'))).toEqual([0, 0, true]);
    expect(given(await table.explain({ row: 'a', checkExistenceOnly: true }))).toEqual([1, 1, true]);
    expect(given(await table.explain({ row: 'b', checkExistenceOnly: true }))).toEqual([0, 0, true]);
    await connection.close();
  });

  it('stops at its limit and reports it', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => [`r${1000 + index}`, 1] as const);
    const { connection, table } = await tableOf([rows]);
    const explained = await table.explain({}, { maxCells: 100 });
    expect(explained.complete).toBe(false);
    expect(explained.rows).toBeGreaterThanOrEqual(100);
    expect(explained.rows).toBeLessThan(300);
    expect((await table.explain({}, { maxCells: 5000 })).rows).toBe(1000);
    for (const maxCells of [0, -1, 1.5, 'x' as never]) {
      await expect(table.explain({}, { maxCells })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
    await expect(table.explain({}, { cells: 1 } as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await connection.close();
  });
});

describe('A long explained read', () => {
  /** A table whose scan takes several turns, and a gate between turns. */
  async function longTable(medium: MemoryMedium = memoryMedium()) {
    let gate = Promise.resolve();
    const { files, catalog, clock } = medium;
    const database = await Database.open(
      { files, catalog, clock, yielder: () => gate, random: () => 0.5, backend: 'sim' },
      { name: 'test' },
    );
    const connection = connectTo(database, clock);
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    const value = new Uint8Array(400_000);
    for (let row = 0; row < 9; row++) await table.put({ row: `r${row}`, cells: { f: { q: value } } });
    await connection.getAdmin().flush('t');
    /** Starts a scan and stops it after its first turn. */
    const begin = () => {
      let open = (): void => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return { explained: table.explain({}), goOn: () => open() };
    };
    return { medium, database, connection, table, begin };
  }

  it('lets other requests run in between, and does not see their writes', async () => {
    const { connection, table, begin } = await longTable();
    const { explained, goOn } = begin();
    await table.put({ row: 'r9', cells: { f: { q: 'later' } } });
    expect((await table.get('r9')).isEmpty).toBe(false);
    goOn();
    expect(await explained).toMatchObject({ complete: true, rows: 9 });
    await connection.close();
  });

  it('counts only its own blocks', async () => {
    const { connection, table, begin } = await longTable();
    await table.explain({});
    const alone = blocks(await table.explain({}))[1];
    const { explained, goOn } = begin();
    await table.get('r8');
    goOn();
    expect(blocks(await explained)[1]).toEqual(alone);
    await connection.close();
  });

  it('fails when its table is disabled meanwhile', async () => {
    const { connection, begin } = await longTable();
    const { explained, goOn } = begin();
    const rejected = expect(explained).rejects.toMatchObject({ code: 'TABLE_NOT_ENABLED' });
    await connection.getAdmin().disableTable('t');
    goOn();
    await rejected;
    await connection.close();
  });

  it('ends at once with the database, and leaves no file open', async () => {
    const { medium, database, begin } = await longTable();
    const { explained, goOn } = begin();
    // The request is on its way.
    await new Promise((resolve) => setImmediate(resolve));
    const closed = database.close();
    await new Promise((resolve) => setImmediate(resolve));
    goOn();
    expect(await explained).toMatchObject({ complete: false });
    await closed;
    const { connection } = await openEngine(medium);
    expect(await connection.getTable('t').exists('r8')).toBe(true);
    await connection.close();
  });
});
