import { toStringBinary } from '../../bytes/text.js';
import type { Command } from '../command.js';
import { firstKeys } from '../first-keys.js';
import { readScanOptions } from '../scan-options.js';
import { scannedRows } from '../scanned-rows.js';

/** Rows between two lines of progress. */
const DEFAULT_INTERVAL = 1000;

export const count: Command = {
  name: 'count',
  group: 'dml',
  arity: [1, 2],
  help: `Counts the rows of a table or of a scan, and prints its progress every 1000 rows or every INTERVAL rows:

  count 't'
  count 't', 100000
  count 't', {INTERVAL => 10, STARTROW => 'a', STOPROW => 'b', COLUMNS => ['f:a']}

It also accepts the options of scan.`,
  async run({ connection, output, signal }, args) {
    const options = args.options();
    const interval = args.integer(1, 'INTERVAL') ?? options.integer('INTERVAL') ?? DEFAULT_INTERVAL;
    const { scan } = readScanOptions(options);
    options.finish();
    // A filter may need the complete row.
    if (scan.filter === null) scan.setFilter(firstKeys());
    const table = connection.getTable(args.table());
    let rows = 0;
    for await (const { row, isSameRow } of scannedRows(table.getScanner(scan, { signal }))) {
      if (isSameRow) continue;
      rows++;
      if (interval > 0 && rows % interval === 0) output.line(`Current count: ${rows}, row: ${toStringBinary(row)}`);
    }
    output.footer(rows);
    return BigInt(rows);
  },
};
