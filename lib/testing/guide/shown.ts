import { Bytes, type Cell, type Result, type ResultScanner } from '../../index.js';

/** A cell in readable form: column, timestamp, value. */
export type Shown = readonly [column: string, timestamp: number, value: string];

/** The cells of a row, in order. */
export function shown(result: Result): readonly Shown[] {
  return result.cells.map((cell) => [columnOf(cell), cell.timestamp, Bytes.toText(cell.value)]);
}

/** The rows of a scan, in order, each with its cells. */
export async function rowsOf(scanner: ResultScanner): Promise<readonly (readonly [row: string, ...Shown[]])[]> {
  const results = await scanner.toArray();
  return results.map((result) => [Bytes.toText(result.row as Uint8Array), ...shown(result)]);
}

/** The row keys of a scan, in order. */
export async function rowKeysOf(scanner: ResultScanner): Promise<readonly string[]> {
  return (await rowsOf(scanner)).map(([row]) => row);
}

/** The cells that a raw scan returns: row, column, timestamp, and the value of a put or the type of a marker. */
export async function rawCellsOf(
  scanner: ResultScanner,
): Promise<readonly (readonly [string, string, number, string])[]> {
  const cells = (await scanner.toArray()).flatMap((result) => result.cells);
  return cells.map((cell) => [
    Bytes.toText(cell.row),
    columnOf(cell),
    cell.timestamp,
    cell.type === 'Put' ? Bytes.toText(cell.value) : cell.type,
  ]);
}

/** A row in the form of the guide: a map from family to column to timestamp to value. */
export function asMap(result: Result): Record<string, Record<string, Record<number, string>>> {
  const map: Record<string, Record<string, Record<number, string>>> = {};
  for (const [family, columns] of result.getMap() ?? []) {
    const name = Bytes.toText(family);
    map[name] = {};
    for (const [qualifier, versions] of columns) {
      const texts = [...versions].map(([timestamp, value]) => [timestamp, Bytes.toText(value)]);
      map[name][`${name}:${Bytes.toText(qualifier)}`] = Object.fromEntries(texts);
    }
  }
  return map;
}

function columnOf({ family, qualifier }: Cell): string {
  return `${Bytes.toText(family)}:${Bytes.toText(qualifier)}`;
}
