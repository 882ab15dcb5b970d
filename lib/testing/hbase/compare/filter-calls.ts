import { ProtobufMessage } from '../protobuf-message.js';
import { protobuf } from '../protobuf-writer.js';
import { tableOf } from '../send-call.js';
import { bytes as b, ComparisonList } from './comparison-list.js';
import { comparator, filter, someFilters } from './some-filters.js';

const T = b('compared_filters');

/** Why the fake answers a scan otherwise: forward, reversed, or with a batch size of 1. */
interface FilterDifferences {
  readonly forward?: string;
  readonly reversed?: string;
  readonly batch?: string;
}

const LAST_COLUMN = '`partial` after the last column that a filter wants';

/** By the names of the filters' classes. */
const DIFFERENCES: Readonly<Record<string, FilterDifferences>> = {
  ColumnCountGetFilter: { forward: 'A-48', reversed: 'A-48', batch: LAST_COLUMN },
  ColumnPaginationFilter: { batch: LAST_COLUMN },
  MultiRowRangeFilter: { reversed: 'A-47' },
};

/** Gets and scans with every kind of filter, and with bytes that are none. */
export function filterCalls(): ComparisonList {
  const list = new ComparisonList();
  const columns = [{ name: b('f'), attributes: [[b('VERSIONS'), b('3')] as const] }, { name: b('g') }];
  list.add('createTable', { descriptor: { tableName: tableOf('compared_filters'), columns } });
  const puts = ['aa1', 'ab2', 'ba1', 'bb2', 'cc3'].flatMap((row, at) =>
    [5, 6].map((timestamp) => ({
      row: b(row),
      columnValues: [
        { family: b('f'), qualifier: b('p'), value: b(`v${at}${timestamp}`), timestamp },
        { family: b('f'), qualifier: b('q'), value: b(row), timestamp: timestamp + 1 },
        { family: b('g'), qualifier: b('long'), value: b(`\0\0\0\0\0\0\0${String.fromCharCode(at)}`), timestamp },
      ],
    })),
  );
  list.add('putMultiple', { table: T, puts });
  for (const filterBytes of someFilters()) {
    const differs = DIFFERENCES[new ProtobufMessage(filterBytes).text(1).replace(/.*\./, '')] ?? {};
    const scan = (of: keyof FilterDifferences, more: object = {}) => {
      const args = { table: T, scan: { filterBytes, ...more }, rows: 20 };
      const reason = differs[of];
      if (reason === undefined) list.add('getScannerResults', args);
      else list.addDifferent(reason, 'getScannerResults', args);
    };
    scan('forward');
    scan('reversed', { maxVersions: 3, reversed: true });
    list.add('get', { table: T, get: { row: b('bb2'), filterBytes, maxVersions: 2 } });
    list.add('exists', { table: T, get: { row: b('aa1'), filterBytes } });
    list.add('openScanner', { table: T, scan: { filterBytes, batchSize: 1 } });
    scan('batch', { batchSize: 1, columns: [{ family: b('f') }] });
  }
  const scan = (filterBytes: Uint8Array) =>
    list.add('getScannerResults', { table: T, scan: { filterBytes }, rows: 20 });
  for (const bad of ['', '\0\x01', '\x0a\x04abcd', '\x0a\x7f']) scan(b(bad));
  const odd = protobuf([
    [1, 0],
    [2, comparator('NoSuchComparator')],
  ]);
  scan(filter('RowFilter', [[1, odd]]));
  scan(filter('ColumnPrefixFilter'));
  scan(filter('RowFilter'));
  return list;
}
