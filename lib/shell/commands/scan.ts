import { CellPrinter } from '../cell-printer.js';
import type { Command } from '../command.js';
import { readScanOptions } from '../scan-options.js';
import { scannedRows } from '../scanned-rows.js';

export const scan: Command = {
  name: 'scan',
  group: 'dml',
  arity: [1, 2],
  help: `Prints the cells of rows, in the byte order of the row keys: all rows, or those that the options select:

  scan 't'
  scan 't', {COLUMNS => ['f:a', 'g'], LIMIT => 10, STARTROW => 'a', STOPROW => 'b'}
  scan 't', {ROWPREFIXFILTER => 'row', FILTER => "QualifierFilter(>=, 'binary:x')"}
  scan 't', {TIMERANGE => [0, 1000], VERSIONS => 3}
  scan 't', {RAW => true, VERSIONS => 10}
  scan 't', {STARTROW => 'z', REVERSED => true}

STARTROW is the first row, and STOPROW is the first row that is excluded; with REVERSED, rows are printed from the last to the first. RAW shows markers and
deleted cells too. BATCH is the number of cells of a row that are read at once, and CACHE is the number of rows; neither changes what is printed. MAXLENGTH,
converters and FORMATTER: see help "get".`,
  async run({ connection, output, timestampText, signal }, args) {
    const options = args.options();
    const { scan, style } = readScanOptions(options);
    options.finish();
    const printer = new CellPrinter(style, timestampText);
    output.header('ROW', 'COLUMN+CELL');
    let rows = 0;
    const scanner = connection.getTable(args.table()).getScanner(scan, { signal });
    for await (const { row, result, isSameRow } of scannedRows(scanner)) {
      if (!isSameRow) rows++;
      for (const cell of result.rawCells()) {
        output.row(printer.row(row), `column=${printer.column(cell)}, ${printer.cell(cell)}`);
      }
    }
    output.footer(rows);
  },
};
