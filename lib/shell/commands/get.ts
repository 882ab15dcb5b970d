import { Get } from '../../model/get.js';
import { CellPrinter } from '../cell-printer.js';
import type { Command } from '../command.js';
import { readQueryOptions } from '../query-options.js';
import { isList, type ShellValue } from '../shell-value.js';

export const get: Command = {
  name: 'get',
  group: 'dml',
  arity: [2, Number.POSITIVE_INFINITY],
  help: `Prints the cells of a row: all of them, or those of columns and families:

  get 't', 'row'
  get 't', 'row', 'family:qualifier', 'family'
  get 't', 'row', {COLUMN => ['f:a', 'f:b'], VERSIONS => 4}
  get 't', 'row', {TIMERANGE => [0, 1000], VERSIONS => 4}
  get 't', 'row', {COLUMN => 'f:a', TIMESTAMP => 1000}
  get 't', 'row', {FILTER => "ValueFilter(=, 'binary:abc')"}

VERSIONS is the maximum number of versions of each cell, by default one. TIMERANGE excludes its upper end. MAXLENGTH limits how much is
printed of a cell. A column may end in a converter, 'f:a:toLong', and FORMATTER => 'toString' converts the names and values of all columns.`,
  async run({ connection, output, timestampText }, args) {
    const options = args.options();
    const request = new Get(args.bytes(1));
    const versions = options.integer('VERSIONS');
    if (versions !== undefined) request.readVersions(versions);
    const style = readQueryOptions(request, options, flat(args.from(2)));
    options.finish();
    const result = await connection.getTable(args.table()).get(request);
    const printer = new CellPrinter(style, timestampText);
    output.header('COLUMN', 'CELL');
    for (const cell of result.rawCells()) output.row(printer.column(cell), printer.cell(cell));
    output.footer(result.isEmpty ? 0 : 1);
  },
};

function flat(values: readonly ShellValue[]): readonly ShellValue[] {
  return values.flatMap((value) => (isList(value) ? flat(value) : [value]));
}
