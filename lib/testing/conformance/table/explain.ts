import { ColumnCountGetFilter } from '../../../filter/column-count-get-filter.js';
import { FilterList } from '../../../filter/filter-list.js';
import { FuzzyRowFilter } from '../../../filter/fuzzy-row-filter.js';
import { PageFilter } from '../../../filter/page-filter.js';
import { PrefixFilter } from '../../../filter/prefix-filter.js';
import { RandomRowFilter } from '../../../filter/random-row-filter.js';
import { SkipFilter } from '../../../filter/skip-filter.js';
import { WhileMatchFilter } from '../../../filter/while-match-filter.js';
import type { Filter } from '../../../model/filter.js';
import { Get } from '../../../model/get.js';
import { Scan } from '../../../model/scan.js';
import type { Explanation } from '../../../service/explanation.js';
import { assertEqual, assertRejects } from '../assert.js';
import { putRows, type TableTests } from './table-tests.js';

/** Each family with its sources: the verdict and the number of cells that were read. */
function shown({ families }: Explanation): string[] {
  return families.map(({ family, cellsReturned, sources }) => {
    const parts = sources.map(({ kind, verdict, cells }) => `${kind} ${verdict} ${cells}`);
    return `${family}: ${cellsReturned} of ${parts.join(', ')}`;
  });
}

/** The internal state that the engine reports. */
export function explainTests(tests: TableTests): void {
  tests.table('explain reports what a get or scan reads of each family, and returns no cells', async (test) => {
    const { connection, name, table } = test;
    await putRows(table, ['a', 'c']);
    await connection.getAdmin().flush(name);
    await putRows(table, ['x']);
    const get = ['f: 1 of memstore read 0, file read 1', 'g: 0 of memstore read 0'];
    assertEqual(shown(await table.explain('a')), get, 'row');
    assertEqual(shown(await table.explain({ row: 'a' })), get, 'literal of a get');
    assertEqual(shown(await table.explain(new Get('a').addFamily('f'))), get.slice(0, 1), 'Get');
    assertEqual(shown(await table.explain('x')), ['f: 1 of memstore read 1, file key 0', get[1]], 'key');
    const scan = ['f: 3 of memstore read 1, file read 2', 'g: 0 of memstore read 0'];
    assertEqual(shown(await table.explain({})), scan, 'literal of a scan');
    const limited = await table.explain(new Scan().addFamily('f').setLimit(1));
    assertEqual([limited.table, limited.rows, limited.complete], [name, 1, true], 'Scan');
    assertEqual((await table.explain({}, { maxCells: 1_000 })).complete, true, 'bound');
  });

  tests.table('explain names the filters that count rows', async ({ table }) => {
    const countingFilters = async (filter: Filter) => (await table.explain({ filter })).countingFilters;
    const page = new PageFilter(5);
    const list = new FilterList([new PrefixFilter('a'), new WhileMatchFilter(new SkipFilter(page)), page]);
    assertEqual(await countingFilters(list), ['WhileMatchFilter', 'PageFilter'], 'in a list, each once');
    const others = [new RandomRowFilter(0.5), new ColumnCountGetFilter(2), new FuzzyRowFilter([['a', '\0']])];
    assertEqual(
      await Promise.all(others.map(countingFilters)),
      [['RandomRowFilter'], ['ColumnCountGetFilter'], ['FuzzyRowFilter']],
      'alone',
    );
    assertEqual(await countingFilters(new PrefixFilter('a')), [], 'a filter that judges each row by itself');
    assertEqual((await table.explain('a')).countingFilters, [], 'no filter');
  });

  tests.table('explain reports invalid requests (R-4, R-53, S-30)', async ({ connection, name, table }) => {
    await assertRejects(connection.getTable(`${name}x`).explain('a'), 'table', 'TABLE_NOT_FOUND');
    await assertRejects(table.explain(new Get('a').addFamily('x')), 'family', 'NO_SUCH_COLUMN_FAMILY');
    await assertRejects(table.explain(''), 'row', 'INVALID_ARGUMENT');
    await assertRejects(table.explain({ rows: 'a' } as never), 'literal', 'INVALID_ARGUMENT');
    await assertRejects(table.explain({ raw: true, columns: [['f', 'q']] }), 'raw', 'INVALID_OPERATION');
    await assertRejects(table.explain({}, { maxCells: 0 }), 'bound', 'INVALID_ARGUMENT');
    await connection.getAdmin().disableTable(name);
    await assertRejects(table.explain('a'), 'disabled', 'TABLE_NOT_ENABLED');
  });

  tests.table('getRegionMetrics reports memstores and store files, even of a disabled table', async (test) => {
    const { connection, name, table } = test;
    const admin = connection.getAdmin();
    await putRows(table, ['a', 'c']);
    const [memory] = (await admin.getRegionMetrics(name)).stores;
    assertEqual([memory?.family, memory?.memstoreCells, memory?.storeFiles.length], ['f', 2, 0], 'in memory');
    await admin.disableTable(name);
    const metrics = await admin.getRegionMetrics(`default:${name}`);
    assertEqual([metrics.table, metrics.state, metrics.damage], [name, 'DISABLED', null], 'table');
    const [f] = metrics.stores;
    const [file] = f?.storeFiles ?? [];
    assertEqual([file?.minKey, file?.maxKey, file?.cells, file?.markers], ['a', 'c', 2, 0], 'file');
    assertEqual([f?.memstoreCells, f?.storeFileBytes], [0, file?.sizeBytes], 'store');
    await assertRejects(admin.getRegionMetrics(`${name}x`), 'missing', 'TABLE_NOT_FOUND');
  });
}
