import type { Result } from '../../../client/answers/result.js';
import type { Table } from '../../../client/table.js';
import { Get } from '../../../model/get.js';
import { Scan } from '../../../model/scan.js';
import type { FamilyLike } from '../../../model/schema/family-descriptor.js';
import { assertEqual, assertRejects, assertThrows } from '../assert.js';
import { rowText, type TableTests, versions } from './table-tests.js';

/** `f` keeps five versions of a cell, `g` one. */
const FAMILIES: readonly FamilyLike[] = [{ name: 'f', maxVersions: 5 }, 'g'];

/** Writes `family:q` of row `r` at these times, the value being `v` and the time. */
async function putAt(table: Table, family: string, times: readonly number[]): Promise<void> {
  for (const timestamp of times) {
    await table.put({ row: 'r', cells: [{ family, qualifier: 'q', timestamp, value: `v${timestamp}` }] });
  }
}

const shown = (family: string, times: readonly number[]): string[] =>
  times.map((time) => `${family}:q@${time}=v${time}`);

export function versionTests(tests: TableTests): void {
  tests.data(
    'a read returns one version of a cell, as many as it requests, or all (R-6)',
    async ({ table, settle }) => {
      await putAt(table, 'f', [1, 2, 3]);
      await settle();
      const read = async (get: Get) => versions(await table.get(get));
      assertEqual(await read(new Get('r')), shown('f', [3]), 'one');
      assertEqual(await read(new Get('r').readVersions(2)), shown('f', [3, 2]), 'two');
      assertEqual(await read(new Get('r').readVersions(99)), shown('f', [3, 2, 1]), '99');
      assertEqual(await read(new Get('r').readAllVersions()), shown('f', [3, 2, 1]), 'all');
      assertEqual(versions(await table.get({ row: 'r', versions: 'all' })), shown('f', [3, 2, 1]), 'literal');
      assertEqual(await read(new Get('r').addColumn('f', 'q').readVersions(2)), shown('f', [3, 2]), 'column');
      const scanned = await table.getScanner({ versions: 2 }).toArray();
      assertEqual(scanned.map(versions), [shown('f', [3, 2])], 'scan');
      const reversed = await table.getScanner({ versions: 'all', reversed: true }).toArray();
      assertEqual(reversed.map(versions), [shown('f', [3, 2, 1])], 'reversed');
    },
    FAMILIES,
  );

  tests.data(
    'a read never returns more versions than the family keeps (R-12)',
    async ({ table, settle }) => {
      await putAt(table, 'f', [1, 2, 3, 4, 5, 6, 7]);
      await putAt(table, 'g', [1, 2]);
      await settle();
      const all = await table.get({ row: 'r', versions: 'all' });
      assertEqual(versions(all), [...shown('f', [7, 6, 5, 4, 3]), ...shown('g', [2])], 'all');
      const column = await table.get({ row: 'r', columns: ['f:q', 'g:q'], versions: 'all' });
      assertEqual(versions(column), versions(all), 'columns');
    },
    FAMILIES,
  );

  tests.data(
    'the newest version is that of the largest timestamp, not the last written; of one timestamp the last written counts (R-32, R-33)',
    async ({ table, settle }) => {
      await putAt(table, 'f', [5, 9, 7]);
      await settle();
      await table.put({ row: 'r', cells: [{ family: 'f', qualifier: 'q', timestamp: 7, value: 'again' }] });
      await settle();
      assertEqual(versions(await table.get('r')), shown('f', [9]), 'newest');
      const all = await table.get({ row: 'r', versions: 'all' });
      assertEqual(versions(all), ['f:q@9=v9', 'f:q@7=again', 'f:q@5=v5'], 'all');
      assertEqual([...(all.getMap()?.get('f')?.get('q')?.keys() ?? [])], [9, 7, 5], 'map');
      assertEqual(all.getText('f', 'q'), 'v9', 'value');
      assertEqual(
        all.getColumnCells('f', 'q').map(({ timestamp }) => timestamp),
        [9, 7, 5],
        'column cells',
      );
    },
    FAMILIES,
  );

  tests.data(
    'deleted versions are not counted (R-24, R-30)',
    async ({ table, settle }) => {
      await putAt(table, 'f', [1, 2, 3, 4]);
      await settle();
      await table.delete({ row: 'r', markers: [{ kind: 'columns', family: 'f', qualifier: 'q', timestamp: 1 }] });
      await table.delete({ row: 'r', markers: [{ kind: 'familyVersion', family: 'f', timestamp: 4 }] });
      await settle();
      for (const columns of [[], ['f:q']]) {
        const name = columns.join();
        assertEqual(versions(await table.get({ row: 'r', columns })), shown('f', [3]), `one ${name}`);
        assertEqual(versions(await table.get({ row: 'r', columns, versions: 2 })), shown('f', [3, 2]), `two ${name}`);
        assertEqual(versions(await table.get({ row: 'r', columns, versions: 9 })), shown('f', [3, 2]), `nine ${name}`);
      }
    },
    FAMILIES,
  );

  tests.data(
    'a raw scan returns puts and markers, each with its type (R-50 … R-52, R-55)',
    async ({ table, settle }) => {
      await putAt(table, 'f', [1, 2, 3]);
      await settle();
      await table.delete({ row: 'r', markers: [{ kind: 'columns', family: 'f', qualifier: 'q', timestamp: 2 }] });
      await table.delete({ row: 'r', markers: [{ kind: 'familyVersion', family: 'f', timestamp: 3 }] });
      await table.delete({ row: 'r', markers: [{ kind: 'family', family: 'g', timestamp: 9 }] });
      await settle();
      assertEqual(await table.exists('r'), false, 'all is deleted');
      const read = async (scan: Scan) => (await table.getScanner(scan).toArray()).flatMap(typed);
      const familyMarkers = ['f:@3 DeleteFamilyVersion'];
      const column = ['f:q@3 Put', 'f:q@2 DeleteColumn', 'f:q@2 Put', 'f:q@1 Put'];
      const all = [...familyMarkers, ...column, 'g:@9 DeleteFamily'];
      assertEqual(await read(new Scan().setRaw(true).readAllVersions()), all, 'all versions');
      const one = [...familyMarkers, 'f:q@3 Put', 'f:q@2 DeleteColumn', 'g:@9 DeleteFamily'];
      assertEqual(await read(new Scan().setRaw(true)), one, 'one version');
      assertEqual(
        await read(new Scan().setRaw(true).addFamily('g').readAllVersions()),
        ['g:@9 DeleteFamily'],
        'family',
      );
      assertEqual(await read(new Scan().setRaw(true).setReversed(true).readAllVersions()), all, 'reversed');
    },
    FAMILIES,
  );

  tests.table(
    'a raw scan with columns is refused, but an unknown family is refused first (R-53)',
    async ({ table }) => {
      await putAt(table, 'f', [1]);
      const raw = (columns: string[]) => table.getScanner(new Scan({ columns, raw: true })).next();
      const error = await assertRejects(raw(['f:q']), 'column', 'INVALID_OPERATION');
      assertEqual(error.message, 'Cannot specify any column for a raw scan', 'message');
      await assertRejects(raw(['f:q', 'x']), 'unknown family', 'NO_SUCH_COLUMN_FAMILY');
      assertEqual(rowText((await raw(['f'])) as Result), 'r', 'whole family');
    },
    FAMILIES,
  );

  tests.table('a read of no versions is refused at once (A-4)', async ({ table }) => {
    assertThrows(() => new Get('r').readVersions(0), 'get', 'INVALID_ARGUMENT');
    assertThrows(() => table.getScanner({ versions: -1 }), 'scan', 'INVALID_ARGUMENT');
    await assertRejects(table.get({ row: 'r', versions: 0 }), 'literal', 'INVALID_ARGUMENT');
  });
}

function typed(result: Result): string[] {
  return result.cells.map(({ type }, index) => `${versions(result)[index]?.replace(/=.*/, '')} ${type}`);
}
