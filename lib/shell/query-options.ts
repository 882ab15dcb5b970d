import { toStringBinary } from '../bytes/text.js';
import { parseFilter } from '../filter/language/parse-filter.js';
import type { Filter } from '../model/filter.js';
import type { Get } from '../model/get.js';
import type { Scan } from '../model/scan.js';
import type { CellStyle } from './cell-printer.js';
import { parseReadColumn } from './column-spec.js';
import type { Options } from './options.js';
import { timestampOf } from './plain-values.js';
import { argumentError } from './ruby-error.js';
import { isList, ShellText, type ShellValue } from './shell-value.js';
import { formatterOf } from './value-converter.js';

/** Options for a distributed server, which do not change an answer. */
const HINTS = ['ATTRIBUTES', 'CONSISTENCY', 'REGION_REPLICA_ID'] as const;

/**
 * Reads the options that `get`, `scan` and `count` share: columns, times and how cells are printed. `columns`: the
 * columns that were given without a hash.
 */
export function readQueryOptions(query: Get | Scan, options: Options, columns: readonly ShellValue[] = []): CellStyle {
  const specs = [...columns, ...(options.list('COLUMNS', 'COLUMN') ?? [])].map(parseReadColumn);
  for (const { family, qualifier } of specs) {
    if (qualifier === null) query.addFamily(family);
    else query.addColumn(family, qualifier);
  }
  const range = options.take('TIMERANGE');
  if (range !== undefined) query.setTimeRange(...rangeOf(range));
  const timestamp = options.take('TIMESTAMP');
  if (timestamp !== undefined) query.setTimestamp(timestampOf(timestamp));
  const filter = options.take('FILTER');
  if (filter !== undefined) query.setFilter(filterOf(filter));
  options.ignore(...HINTS);
  return readStyle(options, specs);
}

function readStyle(options: Options, columns: CellStyle['columns']): CellStyle {
  const method = options.text('FORMATTER');
  const className = options.text('FORMATTER_CLASS') ?? null;
  const formatter = method === undefined ? toStringBinary : formatterOf(method);
  const nameFormatter = className === null ? formatter : formatterOf(method ?? 'toStringBinary', className);
  return { columns, formatter, nameFormatter, maxLength: options.integer('MAXLENGTH') ?? -1 };
}

/** A filter written in the filter language (H-13). */
function filterOf(value: ShellValue): Filter {
  if (!(value instanceof ShellText)) throw argumentError('FILTER must be a string of the filter language');
  return parseFilter(value.bytes);
}

function rangeOf(value: ShellValue): [min: number, max: number] {
  const [min, max] = isList(value) ? value : [];
  if (min === undefined || max === undefined) throw argumentError('TIMERANGE must be an array [min, max]');
  return [timestampOf(min), timestampOf(max)];
}
