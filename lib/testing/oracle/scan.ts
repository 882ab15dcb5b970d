/* The rows that a scan visits, their order, and how its Results are cut. */
import type { ScanStep } from '../vectors/history.js';
import { judgedRows } from './judged-rows.js';
import { makeFilter } from './make-filter.js';
import { checkFamilies, queryOf, readRow } from './read-row.js';
import { refuse } from './refusal.js';
import { cellsOf, type Families } from './store.js';
import { compareTexts, distinct, type StoredCell } from './stored-cell.js';

const LONGEST_ROW = 32767;

/** The cells of each Result. */
export function scan(families: Families, fields: ScanStep, now: number): StoredCell[][] {
  const { filter: given, limit = 0, batch, onDemandFamilies: onDemand = true, reversed = false } = fields;
  const query = queryOf(fields, fields.raw ?? false);
  const filter = given === undefined ? null : makeFilter(given);
  if (filter?.hasFilterRow && batch !== undefined) refuse('IncompatibleFilterException', 'batch beside a row filter');
  const bounds = boundsOf(fields);
  checkFamilies(families, query);
  const rows = distinct(families.flatMap(cellsOf).map((cell) => cell.row)).filter((row) => isWithin(row, bounds));
  if (reversed) rows.reverse();
  const found =
    filter === null
      ? rows.map((row) => readRow(families, row, query, now)).filter((cells) => cells.length > 0)
      : judgedRows(families, rows, { filter, query, onDemand, reversed, now });
  return (limit > 0 ? found.slice(0, limit) : found).flatMap((cells) => pieces(cells, batch ?? 0));
}

/** */
function pieces(cells: readonly StoredCell[], batch: number): StoredCell[][] {
  if (batch <= 0) return [[...cells]];
  const count = Math.ceil(cells.length / batch);
  return Array.from({ length: count }, (_, piece) => cells.slice(piece * batch, (piece + 1) * batch));
}

interface Bounds {
  readonly start: string;
  readonly startInclusive: boolean;
  readonly stop: string;
  readonly stopInclusive: boolean;
  readonly reversed: boolean;
}

function boundsOf(fields: ScanStep): Bounds {
  const { start = '', startInclusive = true, stop = '', stopInclusive = false, reversed = false, prefix } = fields;
  if (start.length > LONGEST_ROW || stop.length > LONGEST_ROW) {
    refuse('IllegalArgumentException', "row's length must be less than or equal to 32767"); // N-31
  }
  if (prefix === undefined) return { start, startInclusive, stop, stopInclusive, reversed };
  return { start: prefix, startInclusive: true, stop: afterPrefix(prefix), stopInclusive: false, reversed };
}

/** O-11: the smallest row greater than all rows with this prefix; empty if there is none. */
function afterPrefix(prefix: string): string {
  const kept = prefix.replace(/\xff+$/, '');
  if (kept === '') return '';
  return kept.slice(0, -1) + String.fromCharCode(kept.charCodeAt(kept.length - 1) + 1);
}

/** R-80…R-84. */
function isWithin(row: string, { start, startInclusive, stop, stopInclusive, reversed }: Bounds): boolean {
  const direction = reversed ? -1 : 1;
  const fromStart = start === '' ? 1 : direction * compareTexts(row, start);
  const fromStop = stop === '' ? -1 : direction * compareTexts(row, stop);
  return (fromStart > 0 || (fromStart === 0 && startInclusive)) && (fromStop < 0 || (fromStop === 0 && stopInclusive));
}
