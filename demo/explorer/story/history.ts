import { Bytes, type Cell, type Result, Scan, type Table } from 'bigtab';
import { beginningOf, familyName, toReadable, withoutDirections } from '../ui/cell-text.js';

/** The largest number of rows. The panel below shows the others, so that table and timeline fit on one screen. */
const MOST_ROWS = 12;

/** A point in time at which something was written or deleted. */
export interface Moment {
  readonly timestamp: number;
  /** `delete` if there were only deletes. */
  readonly kind: 'write' | 'delete';
  /** What happened, in words. */
  readonly what: string;
}

/** A row that exists or existed. It keeps its place among the others even while it does not exist. */
export interface Slot {
  readonly id: string;
  readonly key: Uint8Array;
  readonly name: string;
  readonly firstWritten: number;
}

/** A column that a row has or had. */
export interface Column {
  readonly id: string;
  readonly family: string;
  readonly qualifier: string;
  readonly familyBytes: Uint8Array;
  readonly qualifierBytes: Uint8Array;
}

/** Everything that ever happened to the first rows of a table. */
export interface History {
  /** The moments, oldest first. */
  readonly moments: readonly Moment[];
  readonly slots: readonly Slot[];
  readonly columns: readonly Column[];
  /** Whether the table has further rows. */
  readonly isCut: boolean;
}

/** The cells of a table at one point in time, by `cellId`. */
export type Cells = ReadonlyMap<string, Cell>;

/** Finds every write with a raw scan, which also returns deleted cells and the markers. */
export async function readHistory(table: Table): Promise<History> {
  const { families } = await table.getDescriptor();
  const rows = await table.getScanner({ raw: true, versions: 'all', limit: MOST_ROWS + 1 }).toArray();
  return { ...historyOf(rows.slice(0, MOST_ROWS), families.length), isCut: rows.length > MOST_ROWS };
}

/** Reads the rows of the history as of a timestamp, or as they are now for null. */
export async function readCells(table: Table, { slots }: History, asOf: number | null): Promise<Cells> {
  const last = slots.at(-1);
  if (last === undefined) return new Map();
  const scan = new Scan(asOf === null ? {} : { asOf }).withStopRow(last.key, true);
  const rows = await table.getScanner(scan).toArray();
  return new Map(rows.flatMap(({ cells }) => cells).map((cell) => [cellIdOf(cell), cell]));
}

export function cellId(rowId: string, columnId: string): string {
  return `${rowId} ${columnId}`;
}

function cellIdOf(cell: Cell): string {
  return cellId(Bytes.toStringBinary(cell.row), columnIdOf(cell));
}

function columnIdOf({ family, qualifier }: Cell): string {
  return `${Bytes.toStringBinary(family)}:${Bytes.toStringBinary(qualifier)}`;
}

/** The history in the Results of a raw scan. A delete of all `familyCount` families is a delete of the row. */
function historyOf(rows: readonly Result[], familyCount: number): Omit<History, 'isCut'> {
  const slots: Slot[] = [];
  const columns = new Map<string, Column>();
  const byTime = new Map<number, Cell[]>();
  for (const { row, cells } of rows) {
    const puts = cells.filter(({ type }) => type === 'Put');
    for (const cell of cells) byTime.set(cell.timestamp, [...(byTime.get(cell.timestamp) ?? []), cell]);
    for (const cell of puts) if (!columns.has(columnIdOf(cell))) columns.set(columnIdOf(cell), columnOf(cell));
    if (row === null || puts.length === 0) continue;
    const firstWritten = Math.min(...puts.map(({ timestamp }) => timestamp));
    slots.push({ id: Bytes.toStringBinary(row), key: row, name: toReadable(row).text, firstWritten });
  }
  const moments = [...byTime]
    .sort(([a], [b]) => a - b)
    .map(([timestamp, cells]) => ({ timestamp, ...describe(cells, familyCount) }));
  return { moments, slots, columns: [...columns.values()].sort(inByteOrder) };
}

function columnOf(cell: Cell): Column {
  return {
    id: columnIdOf(cell),
    family: withoutDirections(familyName(cell.family)),
    qualifier: toReadable(cell.qualifier).text,
    familyBytes: cell.family,
    qualifierBytes: cell.qualifier,
  };
}

function inByteOrder(a: Column, b: Column): number {
  return Bytes.compare(a.familyBytes, b.familyBytes) || Bytes.compare(a.qualifierBytes, b.qualifierBytes);
}

function describe(cells: readonly Cell[], familyCount: number): Pick<Moment, 'kind' | 'what'> {
  const puts = cells.filter(({ type }) => type === 'Put');
  const sentences: string[] = [];
  const [first] = puts;
  if (first !== undefined) {
    const rows = new Set(puts.map(({ row }) => Bytes.toStringBinary(row)));
    const where = rows.size === 1 ? toReadable(first.row).text : `${rows.size} rows`;
    sentences.push(
      puts.length === 1
        ? `${nameOf(first)} of ${where} is now “${shortened(first.value)}”`
        : `${puts.length} values of ${where} written`,
    );
  }
  const markers = cells.filter(({ type }) => type !== 'Put');
  for (const row of new Set(markers.map(rowNameOf))) {
    const own = markers.filter((marker) => rowNameOf(marker) === row);
    const families = own.filter(({ type }) => type === 'DeleteFamily').length;
    const what = own.length > 1 ? `${own.length} columns of ${row}` : `${own.map(nameOf)} of ${row}`;
    sentences.push(`${families === familyCount ? row : what} deleted`);
  }
  return { kind: first === undefined ? 'delete' : 'write', what: sentences.join(', ') };
}

function shortened(value: Uint8Array): string {
  const { text, rest } = beginningOf(value, 240);
  return rest > 0 || text.length > 60 ? `${text.slice(0, 60)} …` : text;
}

function rowNameOf({ row }: Cell): string {
  return toReadable(row).text;
}

function nameOf({ family, qualifier, type }: Cell): string {
  const name = withoutDirections(familyName(family));
  return type.startsWith('DeleteFamily') ? name : `${name}:${toReadable(qualifier).text}`;
}
