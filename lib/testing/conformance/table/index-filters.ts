import { encodeText } from '../../../bytes/text.js';
import type { Result } from '../../../client/answers/result.js';
import { ColumnPrefixFilter } from '../../../filter/column-prefix-filter.js';
import { BinaryComparator } from '../../../filter/comparators/binary-comparator.js';
import { FilterList } from '../../../filter/filter-list.js';
import { FirstKeyOnlyFilter } from '../../../filter/first-key-only-filter.js';
import { FirstKeyValueMatchingQualifiersFilter } from '../../../filter/first-key-value-matching-qualifiers-filter.js';
import { FuzzyRowFilter } from '../../../filter/fuzzy-row-filter.js';
import { InclusiveStopFilter } from '../../../filter/inclusive-stop-filter.js';
import { MultiRowRangeFilter } from '../../../filter/multi-row-range-filter.js';
import { PageFilter } from '../../../filter/page-filter.js';
import { PrefixFilter } from '../../../filter/prefix-filter.js';
import { RowFilter } from '../../../filter/row-filter.js';
import { SingleColumnValueFilter } from '../../../filter/single-column-value-filter.js';
import { SkipFilter } from '../../../filter/skip-filter.js';
import { WhileMatchFilter } from '../../../filter/while-match-filter.js';
import type { Filter } from '../../../model/filter.js';
import { assertEqual } from '../assert.js';
import type { TableTests } from './table-tests.js';

/** Filters in scans by an index, whose rows are not in the order of their keys. */
export function indexFilterTests(tests: TableTests): void {
  tests.connection(
    'a filter passes the same rows in a scan by an index as in one without',
    async (connection, name) => {
      const indexes = { byType: { on: 'e:type' } };
      const table = await connection.ensureTable({ name, families: ['e', 'tag'], indexes });
      await table.put(
        Array.from({ length: 10 }, (_, row) => ({
          row: `r${row}`,
          cells: { e: { type: `${9 - row}` }, tag: { [`q${row % 3}`]: '' } },
        })),
      );
      const fuzzy = () => new FuzzyRowFilter([[encodeText('r3'), new Uint8Array(2)]]);
      const ranges = () =>
        new MultiRowRangeFilter([
          { startRow: 'r2', startRowInclusive: true, stopRow: 'r4', stopRowInclusive: true },
          { startRow: 'r7', startRowInclusive: true, stopRow: 'r8', stopRowInclusive: false },
        ]);
      const one = (...filters: Filter[]) => new FilterList('MUST_PASS_ONE', filters);
      const filters: readonly (readonly [string, Filter])[] = [
        ['prefix', new PrefixFilter('r3')],
        ['stop', new InclusiveStopFilter('r5')],
        ['fuzzy', fuzzy()],
        ['ranges', ranges()],
        ['row', new RowFilter('LESS', new BinaryComparator('r4'))],
        ['all', new FilterList([ranges(), new InclusiveStopFilter('r3')])],
        ['all, with hints', new FilterList([ranges(), fuzzy()])],
        ['one', one(new PrefixFilter('r8'), fuzzy(), new PrefixFilter('r1'))],
        ['lists in a list', one(new FilterList([ranges(), new PrefixFilter('r3')]), new PrefixFilter('r9'))],
        ['one, with cells', one(new PrefixFilter('r8'), new ColumnPrefixFilter('q1'))],
        ['skip', new SkipFilter(new RowFilter('LESS', new BinaryComparator('r4')))],
        ['skip, with a prefix', new SkipFilter(new PrefixFilter('r3'))],
        ['first cell', new FirstKeyOnlyFilter()],
        ['first cells', new FirstKeyValueMatchingQualifiersFilter([encodeText('type')])],
        ['column', new SingleColumnValueFilter('tag', 'q1', 'EQUAL', '')],
      ];
      const cells = (results: readonly Result[]) =>
        results.map((row) => [
          row.key,
          row.cells.map(({ family, qualifier }) => [...(family ?? []), ...(qualifier ?? [])].join()),
        ]);
      for (const [what, filter] of filters) {
        const inKeyOrder = await table.getScanner({ filter }).toArray();
        const expected = cells(inKeyOrder);
        const forward = { index: 'byType', filter };
        for (const caching of [-1, 1]) {
          const scan = { ...forward, caching };
          assertEqual(cells(await table.getScanner(scan).toArray()), expected.toReversed(), what);
          assertEqual(
            cells(await table.getScanner({ ...scan, reversed: true }).toArray()),
            expected,
            `${what}, reversed`,
          );
        }
        assertEqual(await table.count(forward), expected.length, `${what}, counted`);
        const page = table.getScanner({ ...forward, limit: 1 });
        const first = await page.toArray();
        const rest =
          page.position === null ? [] : await table.getScanner({ ...forward, after: page.position }).toArray();
        assertEqual(cells([...first, ...rest]), expected.toReversed(), `${what}, in pages`);
      }
      const counting: readonly (readonly [Filter, readonly string[]])[] = [
        [new PageFilter(2), ['r9', 'r8']],
        [new FilterList([new InclusiveStopFilter('r5'), new PageFilter(2)]), ['r5', 'r4']],
        [new WhileMatchFilter(new RowFilter('GREATER', new BinaryComparator('r7'))), ['r9', 'r8']],
      ];
      for (const [filter, expected] of counting)
        assertEqual(
          (await table.getScanner({ index: 'byType', filter, caching: 1 }).toArray()).map(({ key }) => key),
          expected,
          filter.constructor.name,
        );
    },
  );
}
