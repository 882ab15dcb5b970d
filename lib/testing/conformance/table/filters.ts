import { ColumnValueFilter } from '../../../filter/column-value-filter.js';
import { BinaryComparator } from '../../../filter/comparators/binary-comparator.js';
import { FilterList } from '../../../filter/filter-list.js';
import { PageFilter } from '../../../filter/page-filter.js';
import { PrefixFilter } from '../../../filter/prefix-filter.js';
import { SingleColumnValueFilter } from '../../../filter/single-column-value-filter.js';
import { ValueFilter } from '../../../filter/value-filter.js';
import { CheckAndMutate } from '../../../model/check-and-mutate.js';
import type { CompareOperator } from '../../../model/compare-operator.js';
import { Filter } from '../../../model/filter.js';
import { Get } from '../../../model/get.js';
import { Put } from '../../../model/put.js';
import { Scan } from '../../../model/scan.js';
import { assert, assertEqual, assertRejects, assertThrows } from '../assert.js';
import { putRows, rowTexts, type TableTests, values, versions } from './table-tests.js';

const ROWS = ['a', 'ab', 'abc', 'b', 'ba', 'c'];

/** A filter that the engine does not support. */
class UnknownFilter extends Filter {
  encode(): void {}

  toString(): string {
    return 'UnknownFilter ()';
  }
}

function byValue(op: CompareOperator, value: string): ValueFilter {
  return new ValueFilter(op, new BinaryComparator(value));
}

/** The behavior of reads with a filter, whatever the filter. */
export function filterTests(tests: TableTests): void {
  tests.data(
    'a filter runs after the versions of the family and before those of the read (R-13, R-14, R-44)',
    async ({ table, settle }) => {
      for (const [timestamp, value] of ['A', 'B', 'A', 'B', 'B'].entries()) {
        await table.put(new Put('r').addColumn('f', 'q', timestamp + 1, value));
      }
      await settle();
      const filter = byValue('EQUAL', 'A');
      assertEqual(versions(await table.get({ row: 'r', filter })), ['f:q@3=A'], 'one version');
      assertEqual(versions(await table.get({ row: 'r', filter, versions: 'all' })), ['f:q@3=A'], 'as the family keeps');
    },
    [{ name: 'f', maxVersions: 3 }, 'g'],
  );

  tests.data(
    'a filter applies to scans in both directions, and can end them (R-45, R-47)',
    async ({ table, settle }) => {
      await putRows(table, ROWS);
      await settle();
      const rows = (scan: Scan) => rowTexts(table.getScanner(scan));
      assertEqual(await rows(new Scan().setFilter(new PrefixFilter('ab'))), ['ab', 'abc'], 'forward');
      const reversed = new Scan().setFilter(new PrefixFilter('ab')).setReversed(true);
      assertEqual(await rows(reversed), ['abc', 'ab'], 'reversed');
      assertEqual(await rows(new Scan({ filter: new PageFilter(2) })), ['a', 'ab'], 'a page');
      assertEqual(
        await rows(new Scan({ filter: new PageFilter(4), caching: 1 })),
        ['a', 'ab', 'abc', 'b'],
        'transfers',
      );
      assertEqual(await rows(new Scan({ filter: new PageFilter(4), limit: 3 })), ['a', 'ab', 'abc'], 'a limit');
      assertEqual(await rows(new Scan().setFilter(new PageFilter(2)).setFilter(null)), ROWS, 'no filter');
    },
  );

  tests.data('filters apply to exists and to lists of gets (R-7)', async ({ table, settle }) => {
    await putRows(table, ROWS);
    await settle();
    const gets = ROWS.map((row) => new Get(row).setFilter(byValue('LESS', 'abc')));
    assertEqual((await table.get(gets)).map(values), [['f:q=a'], ['f:q=ab'], [], [], [], []], 'gets');
    assertEqual(await table.exists(gets), [true, true, false, false, false, false], 'exist');
    const [asked] = await table.get(gets.map((get) => get.setCheckExistenceOnly(true)));
    assertEqual(asked?.getExists(), true, 'existence only');
  });

  tests.data('batches cut rows after a filter that judges cells (R-71, R-73)', async ({ table, settle }) => {
    await table.put({ row: 'r', cells: { f: { a: '1', b: '2', c: '1', d: '1' }, g: { a: '1' } } });
    await settle();
    const results = await table.getScanner({ filter: byValue('EQUAL', '1'), batch: 2 }).toArray();
    assertEqual(
      results.map(values),
      [
        ['f:a=1', 'f:c=1'],
        ['f:d=1', 'g:a=1'],
      ],
      'pieces',
    );
  });

  tests.table('a batch together with a filter that judges rows is refused (R-72)', async ({ table }) => {
    const scan = new Scan().setFilter(new PageFilter(3));
    for (const batch of [2, 0, -1]) assertThrows(() => scan.setBatch(batch), 'a batch', 'INCOMPATIBLE_FILTER');
    const later = new Scan().setBatch(1000).setFilter(new PageFilter(3));
    await assertRejects(table.getScanner(later).next(), 'a batch', 'INCOMPATIBLE_FILTER');
    const both = table.getScanner({ filter: new PageFilter(3), batch: 2 });
    await assertRejects(both.next(), 'a batch', 'INCOMPATIBLE_FILTER');
    new Scan().setFilter(new PrefixFilter('a')).setBatch(2);
  });

  tests.data('a filter that judges rows disables partial results (R-77)', async ({ table, settle }) => {
    const cells = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`q${index}`, 'x'.repeat(100)]));
    await table.put(['a', 'b', 'c'].map((row) => ({ row, cells: { f: cells } })));
    await settle();
    const partial = new Scan({ allowPartialResults: true, maxResultSize: 500 });
    assert((await table.getScanner(partial).toArray()).length > 3, 'pieces');
    partial.setFilter(new PageFilter(2));
    assertEqual(
      (await table.getScanner(partial).toArray()).map(({ size }) => size),
      [20, 20],
      'whole rows',
    );
  });

  tests.data('a condition matches if its filter keeps any cell of the row (W-51, W-54)', async ({ table, settle }) => {
    await table.put(new Put('r').addColumn('f', 'a', 5, '1').addColumn('f', 'b', 9_999_999_999_999, '2'));
    await settle();
    const check = (filter: Filter, value: string) =>
      CheckAndMutate.newBuilder('r')
        .ifMatches(filter)
        .build(new Put('r').addColumn('g', 'done', value));
    const checks = ['1', '3', '2'].map((value) => check(byValue('EQUAL', value), value));
    const results = await table.checkAndMutate(checks);
    assertEqual(
      results.map(({ success }) => success),
      [true, false, true],
      'matches',
    );
    // The second put is not older than the checked cell (W-55).
    const done = (await table.get({ row: 'r', columns: ['g'] })).cells[0];
    assertEqual([done?.timestamp], [9_999_999_999_999], 'time of the put');
    const late = CheckAndMutate.newBuilder('r').ifMatches(byValue('EQUAL', '2')).timeRange([0, 100]);
    assertEqual(
      (await table.checkAndMutate(late.build(new Put('r').addColumn('g', 'x', 'y')))).success,
      false,
      'range',
    );
  });

  tests.data(
    'families that a filter does not need are read only for the rows it has found (R-86)',
    async ({ table, settle }) => {
      await table.put([
        { row: 'a', cells: { f: { q: '1' }, g: { x: 'a' } } },
        { row: 'b', cells: { f: { q: '2' }, g: { x: 'b' } } },
        { row: 'c', cells: { g: { x: 'c' } } },
      ]);
      await settle();
      const byColumn = (missing: boolean) =>
        new SingleColumnValueFilter('f', 'q', 'EQUAL', '2').setFilterIfMissing(missing);
      const found = async (scan: Scan) => (await table.getScanner(scan).toArray()).map(values);
      const scan = new Scan().setFilter(byColumn(true));
      assertEqual(await found(scan), [['f:q=2', 'g:x=b']], 'on demand');
      const { families } = await table.explain(scan);
      const looked = families.map(({ sources }) => sources.reduce((sum, { cells }) => sum + cells, 0));
      assertEqual(looked, [2, 1], 'cells looked at');
      assertEqual(await found(scan.setReversed(true)), [['f:q=2', 'g:x=b']], 'reversed, at once (A-9)');
      scan.setReversed(false).setLoadColumnFamiliesOnDemand(false);
      assertEqual(await found(scan), [['f:q=2', 'g:x=b']], 'at once');
      // A row that is only in such a family is found only if all families are read at once.
      const either = new FilterList('MUST_PASS_ONE', [byColumn(true), new ColumnValueFilter('f', 'z', 'EQUAL', '')]);
      assertEqual(await found(new Scan({ filter: either, columns: ['g'] })), [], 'nothing the filter needs');
      assertEqual(
        await found(new Scan({ filter: byColumn(false) })),
        [['f:q=2', 'g:x=b'], ['g:x=c']],
        'all are needed',
      );
    },
  );

  tests.data('families are returned in order, whichever was read first (O-10, R-86)', async ({ table, settle }) => {
    await table.put({ row: 'r', cells: { f: { a: '1', b: '2' }, g: { q: '3' } } });
    await settle();
    const filter = new SingleColumnValueFilter('g', 'q', 'EQUAL', '3').setFilterIfMissing(true);
    assertEqual(values(await table.get({ row: 'r', filter })), ['f:a=1', 'f:b=2', 'g:q=3'], 'order');
  });

  tests.data('explain counts the cells that a filter keeps (R-45)', async ({ table, settle }) => {
    await putRows(table, ROWS);
    await settle();
    const { rows, families } = await table.explain({ filter: byValue('LESS', 'b') });
    assertEqual([rows, families[0]?.cellsReturned], [3, 3], 'cells');
    const page = await table.explain({ filter: new PageFilter(2) });
    assertEqual([page.rows, page.families[0]?.cellsReturned], [2, 2], 'rows');
  });

  tests.table('an unknown filter, or an object that is not a filter, is refused', async ({ table }) => {
    await assertRejects(table.get({ row: 'r', filter: new UnknownFilter() }), 'an unknown filter', 'INVALID_ARGUMENT');
    await assertRejects(
      table.getScanner({ filter: new UnknownFilter() }).next(),
      'an unknown filter',
      'INVALID_ARGUMENT',
    );
    const check = CheckAndMutate.newBuilder('r').ifMatches(new UnknownFilter());
    await assertRejects(
      table.checkAndMutate(check.build(new Put('r').addColumn('f', 'q', 'v'))),
      'an unknown filter',
      'INVALID_ARGUMENT',
    );
    assertEqual(await table.exists('r'), false, 'nothing was written');
    for (const filter of ['PageFilter(1)', {}, 1, []]) {
      assertThrows(() => new Get('r').setFilter(filter as never), 'no filter', 'INVALID_ARGUMENT');
    }
  });
}
