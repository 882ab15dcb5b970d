import type { Table } from '../../../client/table.js';
import { Get } from '../../../model/get.js';
import { Scan } from '../../../model/scan.js';
import type { FamilyLike } from '../../../model/schema/family-descriptor.js';
import { assertEqual, assertThrows } from '../assert.js';
import { rowTexts, type TableTests, versions } from './table-tests.js';

/** Both keep ten versions of a cell; `g` keeps deleted ones too. */
const FAMILIES: readonly FamilyLike[] = [
  { name: 'f', maxVersions: 10 },
  { name: 'g', maxVersions: 10, keepDeletedCells: 'TRUE' },
];

/** Writes `f:q` and `g:q` of row `r` at 2, 4 and 6, and `f:q` of row `s` at 5. */
async function fill(table: Table): Promise<void> {
  for (const timestamp of [2, 4, 6]) {
    for (const family of ['f', 'g']) {
      await table.put({ row: 'r', cells: [{ family, qualifier: 'q', timestamp, value: `v${timestamp}` }] });
    }
  }
  await table.put({ row: 's', cells: [{ family: 'f', qualifier: 'q', timestamp: 5, value: 'v5' }] });
}

const at = (family: string, ...times: number[]): string[] => times.map((time) => `${family}:q@${time}=v${time}`);

export function timeRangeTests(tests: TableTests): void {
  tests.data(
    'a time range reads from its begin up to, and without, its end (N-54, R-31)',
    async ({ table, settle }) => {
      await fill(table);
      await settle();
      const read = async (min: number, max: number, count = 99) =>
        versions(await table.get(new Get('r').addFamily('f').setTimeRange(min, max).readVersions(count)));
      assertEqual(await read(2, 6), at('f', 4, 2), '[2, 6)');
      assertEqual(await read(0, 7), at('f', 6, 4, 2), '[0, 7)');
      assertEqual(await read(3, 7, 1), at('f', 6), 'newest of [3, 7)');
      assertEqual(await read(0, 6, 1), at('f', 4), 'newest of [0, 6)');
      assertEqual(await read(4, 4), [], 'empty range');
      assertEqual(await read(7, 100), [], 'nothing there');
      const column = await table.get({ row: 'r', columns: ['f:q'], timeRange: [2, 6], versions: 'all' });
      assertEqual(versions(column), at('f', 4, 2), 'column');
    },
    FAMILIES,
  );

  tests.data(
    'a timestamp reads the version of exactly this time (R-37)',
    async ({ table, settle }) => {
      await fill(table);
      await settle();
      assertEqual(versions(await table.get(new Get('r').setTimestamp(4))), [...at('f', 4), ...at('g', 4)], 'there');
      assertEqual(versions(await table.get({ row: 'r', timestamp: 5 })), [], 'not there');
      assertEqual(await table.exists({ row: 's', timestamp: new Date(5) }), true, 'exists');
      assertEqual(await table.exists({ row: 's', timestamp: 6 }), false, 'does not exist');
    },
    FAMILIES,
  );

  tests.data(
    'a scan with a time range leaves rows out that have nothing in it',
    async ({ table, settle }) => {
      await fill(table);
      await settle();
      assertEqual(await rowTexts(table.getScanner({ timeRange: [5, 6] })), ['s'], 'one');
      assertEqual(await rowTexts(table.getScanner({ timeRange: [4, 6], reversed: true })), ['s', 'r'], 'both');
      assertEqual(await rowTexts(table.getScanner(new Scan().setTimestamp(3))), [], 'none');
    },
    FAMILIES,
  );

  tests.data(
    'as of a time is the newest version up to, and at, that time (R-38)',
    async ({ table, settle }) => {
      await fill(table);
      await settle();
      const asOf = async (time: number) => versions(await table.get(new Get('r').addFamily('f').asOf(time)));
      assertEqual(await asOf(1), [], '1');
      assertEqual(await asOf(2), at('f', 2), '2');
      assertEqual(await asOf(5), at('f', 4), '5');
      assertEqual(await asOf(99), at('f', 6), '99');
      const rows = await table.getScanner({ columns: ['f'], asOf: new Date(5) }).toArray();
      assertEqual(rows.map(versions), [at('f', 4), at('f', 5)], 'scan');
    },
    FAMILIES,
  );

  tests.data(
    'a family has its own time range where one is given (R-11)',
    async ({ table, settle }) => {
      await fill(table);
      await settle();
      const read = async (get: Get) => versions(await table.get(get.readAllVersions()));
      const own = new Get('r').setColumnFamilyTimeRange('g', 3, 5);
      assertEqual(await read(own), [...at('f', 6, 4, 2), ...at('g', 4)], 'own');
      assertEqual(await read(own.setTimeRange(5, 9)), [...at('f', 6), ...at('g', 4)], 'beside that of the get');
      assertEqual(await read(new Get('r').setColumnFamilyTimeRange('nope', 3, 5)), await read(new Get('r')), 'unknown');
      const rows = await table.getScanner({ familyTimeRange: { f: [5, 6], g: [0, 0] } }).toArray();
      assertEqual(rows.map(versions), [at('f', 5)], 'scan');
    },
    FAMILIES,
  );

  tests.data(
    'a read of a range before a delete finds the deleted cells where the family keeps them (R-20, R-21)',
    async ({ table, settle }) => {
      await fill(table);
      await settle();
      await table.delete({ row: 'r', timestamp: 8 });
      await settle();
      assertEqual((await table.get('r')).isEmpty, true, 'now');
      assertEqual(versions(await table.get(new Get('r').asOf(7))), at('g', 6), 'before');
      assertEqual(versions(await table.get(new Get('r').asOf(5).readAllVersions())), at('g', 4, 2), 'long before');
      assertEqual((await table.get(new Get('r').asOf(8))).isEmpty, true, 'at the delete');
      assertEqual((await table.get(new Get('r').setTimeRange(1, 9))).isEmpty, true, 'over the delete');
    },
    FAMILIES,
  );

  tests.table('a range that ends before it begins is refused at once (N-54)', async ({ table }) => {
    assertThrows(() => new Get('r').setTimeRange(5, 4), 'get', 'INVALID_ARGUMENT');
    assertThrows(() => table.getScanner({ timeRange: [-1, 4] }), 'scan', 'INVALID_ARGUMENT');
  });
}
