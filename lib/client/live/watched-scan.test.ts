import { describe, expect, it } from 'vitest';
import { PageFilter } from '../../filter/page-filter.js';
import { Get } from '../../model/get.js';
import { Put } from '../../model/put.js';
import { Scan } from '../../model/scan.js';
import { WatchedTables } from '../../testing/fakes/watched-tables.js';
import { watchedScan } from './watched-scan.js';

const REFUSED: readonly (readonly [property: string, reads: readonly unknown[], reason: RegExp])[] = [
  ['asOf', [{ asOf: 5 }, { row: 'r', asOf: new Date(5) }], /flush or a compaction, without a write/],
  ['timeRange', [{ timeRange: [1, 5] }, new Scan().setTimeRange(1, 5), new Get('r').asOf(5)], /without a write/],
  ['timestamp', [{ timestamp: 5 }, { row: 'r', timestamp: 5 }], /without a write/],
  [
    'familyTimeRange',
    [{ familyTimeRange: { f: [1, 5] } }, new Get('r').setColumnFamilyTimeRange('f', 1, 5)],
    /without a write/,
  ],
  ['raw', [{ raw: true }, new Scan().setRaw(true)], /markers and deleted cells/],
  ['batch', [{ batch: 5 }, new Scan().setBatch(1)], /parts of rows/],
  ['allowPartialResults', [{ allowPartialResults: true }], /parts of rows/],
  ['needCursorResult', [{ needCursorResult: true }], /a cursor is not a row/],
  ['checkExistenceOnly', [{ row: 'r', checkExistenceOnly: true }, new Get('r').setCheckExistenceOnly(true)], /none/],
];

describe('A read that cannot be watched', () => {
  for (const [property, reads, reason] of REFUSED) {
    it(`because of ${property} is refused with the name of the property and the reason`, () => {
      const table = new WatchedTables().connection.getTable('t');
      for (const read of reads) {
        const error = caught(() => table.watch(read as Scan));
        expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', details: { property } });
        expect((error as Error).message).toMatch(reason);
        expect((error as Error).message).toContain(property);
      }
    });
  }

  it('because it is malformed, or not a read, is refused', () => {
    const table = new WatchedTables().connection.getTable('t');
    for (const read of [undefined, null, '', 5, [], { rows: 'r' }, { row: 'r', cells: {} }, new Put('r')])
      expect(
        caught(() => table.watch(read as never)),
        String(read),
      ).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('is refused before anything is sent, as are options that do not exist', async () => {
    const tables = new WatchedTables();
    const table = tables.connection.getTable('t');
    expect(caught(() => table.watch({}, { signal: 5 as never }))).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(caught(() => table.watch({}, { signals: undefined } as never))).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(caught(() => table.watch({}, null as never))).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(caught(() => table.watch({ raw: true }))).toMatchObject({ code: 'INVALID_ARGUMENT' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(tables.engine.packets).toEqual([]);
    expect(tables.engine.wants).toBeNull();
  });
});

describe('A read that can be watched', () => {
  it('may have the default values of the refused properties, and every other option', () => {
    const defaults = { raw: false, batch: -1, allowPartialResults: false, needCursorResult: false, asOf: undefined };
    expect(watchedScan({ ...defaults, familyTimeRange: {} })).toMatchObject({ raw: false, batch: -1 });
    const others = {
      limit: 5,
      versions: 3,
      filter: new PageFilter(3),
      reversed: true,
      snapshotRequired: true,
    } as const;
    expect(watchedScan(others)).toMatchObject({ limit: 5, maxVersions: 3, reversed: true });
    expect(watchedScan({ row: 'r', checkExistenceOnly: false })).toMatchObject({ limit: -1 });
  });
});

function caught(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
