import type { TScan } from '../../../hbase/thrift/structs.js';
import { tableOf } from '../send-call.js';
import { bytes as b, ComparisonList } from './comparison-list.js';

const T = b('compared_scans');
const MISSING = b('compared_missing');
const RAW = [[b('_raw_'), b('\xff')]] as const;

/** Scans of a table of two regions. */
export function scanCalls(): ComparisonList {
  const list = new ComparisonList();
  const columns = [{ name: b('f'), attributes: [[b('VERSIONS'), b('3')] as const] }, { name: b('g') }];
  const descriptor = { tableName: tableOf('compared_scans'), columns };
  list.add('createTable', { descriptor, splitKeys: [b('m')] });
  const puts = ['a', 'b', 'c', 'n', 'o'].flatMap((row) =>
    [6, 7].map((timestamp) => ({
      row: b(row),
      columnValues: ['1', '2', '3'].map((name) => ({
        family: b(name === '3' ? 'g' : 'f'),
        qualifier: b(name),
        value: b(row + name + timestamp),
        timestamp,
      })),
    })),
  );
  list.add('putMultiple', { table: T, puts });
  results(list);
  scanners(list);
  list.add('getAllRegionLocations', { table: T });
  list.add('getAllRegionLocations', { table: MISSING });
  return list;
}

function results(list: ComparisonList): void {
  const scan = (given: TScan, rows = 20) => list.add('getScannerResults', { table: T, scan: given, rows });
  for (const rows of [20, 0, -1, 2]) scan({}, rows);
  for (const limit of [2, -3]) scan({ limit });
  for (const batchSize of [2, 0, -1]) scan({ batchSize });
  for (const batchSize of [1, 3])
    list.addDifferent('`partial` at the end of a region', 'getScannerResults', {
      table: T,
      scan: { batchSize },
      rows: 20,
    });
  scan({ batchSize: 2 }, 3);
  scan({ batchSize: 2, limit: 2 });
  const bounds = [
    ['b', 'n'],
    ['b', 'b'],
    ['n', 'b'],
    ['', 'b'],
    ['c', ''],
    ['bb', 'bb'],
    ['a', 'a\0'],
  ] as const;
  for (const [start, stop] of bounds)
    for (const reversed of [false, true]) scan({ startRow: b(start), stopRow: b(stop), reversed });
  scan({ reversed: true, limit: 2 });
  scan({ reversed: true, batchSize: 2 });
  for (const caching of [1, 0, -1]) scan({ caching });
  for (const family of ['x', 'g']) scan({ columns: [{ family: b(family) }] });
  scan({ columns: [{ family: b('f'), qualifier: b('2') }, { family: b('g') }] });
  const ranges = [
    [0, 7],
    [7, 8],
    [9, 8],
    [-1, 8],
  ] as const;
  for (const [minStamp, maxStamp] of ranges) {
    scan({ timeRange: { minStamp, maxStamp } });
    scan({ colFamTimeRangeMap: [[b('f'), { minStamp, maxStamp }]] });
  }
  scan({ colFamTimeRangeMap: [[b('x'), { minStamp: 0, maxStamp: 7 }]] });
  for (const maxVersions of [0, -1, 2, 9]) scan({ maxVersions });
  list.add('deleteSingle', {
    table: T,
    remove: { row: b('b'), columns: [{ family: b('f'), timestamp: 7 }], deleteType: 2 },
  });
  scan({ attributes: RAW, maxVersions: 9 });
  scan({ attributes: [[b('_raw_'), b('\0')]] });
  scan({ attributes: RAW, columns: [{ family: b('f'), qualifier: b('2') }] });
  scan({ consistency: 2, cacheBlocks: false });
  scan({ startRow: new Uint8Array(2 ** 15) });
  list.add('getScannerResults', { table: MISSING, scan: {}, rows: 2 });
  list.add('getScannerResults', { table: T, scan: { limit: 1 } } as never);
}

/** The ids are those of a gateway that has just started; the comparison adds the ids that were given before. */
function scanners(list: ComparisonList): void {
  const read = (scanner: number, rows: number) => list.add('getScannerRows', { scanner, rows });
  const open = (scan: TScan, table = T) => list.add('openScanner', { table, scan });
  open({});
  for (const rows of [2, 0, -1, 1, 10, 10]) read(0, rows);
  list.add('closeScanner', { scanner: 0 });
  list.add('closeScanner', { scanner: 0 });
  read(0, 2);
  list.add('closeScanner', { scanner: 99_999 });
  open({ columns: [{ family: b('x') }] });
  read(1, 2);
  read(1, 2);
  list.add('closeScanner', { scanner: 1 });
  open({}, MISSING);
  read(2, 2);
  open({ batchSize: 2 });
  read(3, 3);
  read(3, 20);
  open({}, b('.bad'));
}
