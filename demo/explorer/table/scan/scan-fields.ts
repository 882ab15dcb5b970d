import type { ColumnLike, ScanLike } from 'bigtab';
import { type TypedForm, typedBytes, typedColumn } from '../../fields/typed-bytes.js';
import { typedTime } from '../../ui/times.js';
import type { ShownIndex } from '../indexes/shown-index.js';
import { type IndexValues, NO_VALUES, toIndexScan } from './index-values.js';

export interface ScanFields extends IndexValues {
  readonly form: TypedForm;
  readonly rows: 'all' | 'range' | 'prefix' | 'index';
  readonly start: string;
  readonly startInclusive: boolean;
  readonly stop: string;
  readonly stopInclusive: boolean;
  readonly prefix: string;
  readonly reversed: boolean;
  /** One `family` or `family:qualifier` per line. Empty: every family. */
  readonly columns: string;
  /** A number. Empty: all. */
  readonly versions: string;
  readonly time: 'any' | 'asOf' | 'range' | 'at';
  /** The timestamp of `asOf` and `at`, or the start of `range`. */
  readonly from: string;
  /** The exclusive end of `range`. */
  readonly to: string;
  /** The limit of rows. Empty: no limit. */
  readonly limit: string;
  readonly raw: boolean;
}

export const EMPTY_SCAN: ScanFields = {
  ...NO_VALUES,
  form: 'text',
  rows: 'all',
  start: '',
  startInclusive: true,
  stop: '',
  stopInclusive: false,
  prefix: '',
  reversed: false,
  columns: '',
  versions: '1',
  time: 'any',
  from: '',
  to: '',
  limit: '100',
  raw: false,
};

/**
 * The typed scan, without options at their defaults. `index`: the chosen index, which a scan by an index needs. Throws for
 * a malformed time or number.
 */
export function toScanLike(fields: ScanFields, index: ShownIndex | null = null): ScanLike {
  const columns = toColumns(fields);
  const byIndex = fields.rows === 'index';
  if (byIndex && index === null) throw new RangeError('this table has no complete index');
  const limit = toCount(fields.limit, 'a limit');
  return {
    ...(byIndex && index !== null ? toIndexScan(fields, index, fields.form) : toBounds(fields)),
    ...(columns.length > 0 && { columns }),
    ...(fields.reversed && { reversed: true }),
    ...(!byIndex && toVersions(fields, columns)),
    ...(limit !== null && { limit }),
  };
}

/** The options that select versions and markers, which an index does not have. */
function toVersions(fields: ScanFields, columns: readonly ColumnLike[]): ScanLike {
  if (fields.raw && columns.some(isOfOneColumn)) {
    throw new RangeError('a raw scan reads whole families: list only families, or turn Raw off');
  }
  const versions = toCount(fields.versions, 'the number of versions');
  return {
    ...(versions !== 1 && { versions: versions ?? 'all' }),
    ...toTimes(fields),
    ...(fields.raw && { raw: true }),
  };
}

function toBounds({ rows, form, start, startInclusive, stop, stopInclusive, prefix }: ScanFields): ScanLike {
  if (rows === 'prefix') return prefix === '' ? {} : { prefix: typedBytes(prefix, form) };
  if (rows === 'all') return {};
  return {
    ...(start !== '' && { start: typedBytes(start, form), ...(!startInclusive && { startInclusive }) }),
    ...(stop !== '' && { stop: typedBytes(stop, form), ...(stopInclusive && { stopInclusive }) }),
  };
}

function toTimes({ time, from, to }: ScanFields): ScanLike {
  if (time === 'any') return {};
  const first = typedTime(from);
  if (time === 'range') return { timeRange: [first ?? 0, typedTime(to) ?? Number.MAX_SAFE_INTEGER] };
  if (first === null) throw new RangeError('enter a time such as 2026-11-21 09:30, or a number of milliseconds');
  return time === 'asOf' ? { asOf: first } : { timestamp: first };
}

function toColumns({ columns, form }: ScanFields): readonly ColumnLike[] {
  const lines = columns.split('\n').filter((line) => line !== '');
  return lines.map((line) => typedColumn(line, form));
}

function isOfOneColumn(column: ColumnLike): boolean {
  return typeof column === 'string' ? column.includes(':') : column.length > 1;
}

/** Returns null if nothing was typed. */
function toCount(typed: string, what: string): number | null {
  const text = typed.trim();
  if (text === '') return null;
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new RangeError(`${what} must be a whole number above 0, or empty for all`);
}
