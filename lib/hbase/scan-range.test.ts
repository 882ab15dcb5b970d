import { describe, expect, it } from 'vitest';
import { compareBytes } from '../bytes/compare.js';
import { toBytesBinary, toStringBinary } from '../bytes/text.js';
import { MAX_ROW_LENGTH } from '../model/limits.js';
import { inRange, scanRange } from './scan-range.js';

const KEYS = [
  '\\x00',
  '\\x00\\x00',
  'a',
  'a\\x00',
  'a\\x00\\x00',
  'a\\xFF',
  'a\\xFF\\xFF',
  'b',
  'b\\x00',
  'c',
  '\\xFF',
];
const SORTED = KEYS.map(toBytesBinary).sort(compareBytes);
const EMPTY = new Uint8Array(0);

interface Bounds {
  readonly start: Uint8Array;
  readonly startInclusive: boolean;
  readonly stop: Uint8Array;
  readonly stopInclusive: boolean;
  readonly reversed: boolean;
}

/** The rows that the gateway returns: from an inclusive start to an exclusive stop. */
function atGateway(
  sorted: readonly Uint8Array[],
  startRow: Uint8Array,
  stopRow: Uint8Array,
  reversed: boolean,
): readonly Uint8Array[] {
  const direction = reversed ? -1 : 1;
  const rows = reversed ? [...sorted].reverse() : sorted;
  return rows.filter(
    (row) =>
      (startRow.length === 0 || compareBytes(row, startRow) * direction >= 0) &&
      (stopRow.length === 0 || compareBytes(row, stopRow) * direction < 0),
  );
}

function expected(
  { start, startInclusive, stop, stopInclusive, reversed }: Bounds,
  sorted = SORTED,
): readonly Uint8Array[] {
  const direction = reversed ? -1 : 1;
  const rows = reversed ? [...sorted].reverse() : sorted;
  return rows.filter((row) => {
    const fromStart = compareBytes(row, start) * direction;
    const fromStop = compareBytes(row, stop) * direction;
    return (
      (start.length === 0 || fromStart > 0 || (startInclusive && fromStart === 0)) &&
      (stop.length === 0 || fromStop < 0 || (stopInclusive && fromStop === 0))
    );
  });
}

function read(bounds: Bounds, sorted = SORTED): readonly Uint8Array[] {
  const range = scanRange(bounds);
  if (range.isEmpty) return [];
  const { startRow = EMPTY, stopRow = EMPTY } = range.bounds;
  const rows = atGateway(sorted, startRow, stopRow, bounds.reversed).map((row) => ({ row, columnValues: [] }));
  return inRange(range, rows).rows.map(({ row }) => row as Uint8Array);
}

describe('scanRange', () => {
  it('reads exactly the rows of every pair of bounds, in both directions', () => {
    const ends = [EMPTY, ...SORTED];
    let tried = 0;
    for (const reversed of [false, true])
      for (const start of ends)
        for (const stop of ends)
          for (const startInclusive of [false, true])
            for (const stopInclusive of [false, true]) {
              const bounds = { start, startInclusive, stop, stopInclusive, reversed };
              const text = JSON.stringify({ ...bounds, start: toStringBinary(start), stop: toStringBinary(stop) });
              expect(read(bounds).map(toStringBinary), text).toEqual(expected(bounds).map(toStringBinary));
              tried++;
            }
    expect(tried).toBe(2 * 12 * 12 * 4);
  });

  it('sends no bounds that are longer than a row can be', () => {
    const longest = (last: number, fill = 0x61) => new Uint8Array(MAX_ROW_LENGTH).fill(fill).fill(last, -1);
    const rows: Uint8Array[] = [longest(0), longest(0x61), longest(0x62), Uint8Array.of(0x62), longest(0xff, 0xff)];
    for (const [index, start] of rows.entries())
      for (const stop of [EMPTY, ...rows])
        for (const flags of [0, 1, 2, 3, 4, 5, 6, 7]) {
          const bounds = {
            start,
            stop,
            startInclusive: flags < 4,
            stopInclusive: flags % 4 < 2,
            reversed: flags % 2 > 0,
          };
          const numbers = (found: readonly Uint8Array[]) => found.map((row) => rows.indexOf(row));
          expect(numbers(read(bounds, rows)), `${index} ${rows.indexOf(stop)} ${flags}`).toEqual(
            numbers(expected(bounds, rows)),
          );
          const { startRow = EMPTY, stopRow = EMPTY } = scanRange(bounds).bounds;
          expect(Math.max(startRow.length, stopRow.length)).toBeLessThanOrEqual(MAX_ROW_LENGTH);
        }
  });

  it('reads at most one row more than the range has, before its first row', () => {
    for (const start of SORTED) {
      const range = scanRange({ start, startInclusive: false, stop: EMPTY, stopInclusive: false, reversed: true });
      expect(range.extra).toBe(1);
    }
  });

  it('sends nothing for a range that no row can be in', () => {
    const bounds = { start: toBytesBinary('b'), startInclusive: true, stop: toBytesBinary('b'), stopInclusive: false };
    expect(scanRange({ ...bounds, reversed: false }).isEmpty).toBe(true);
    expect(scanRange({ ...bounds, reversed: true }).isEmpty).toBe(true);
    expect(scanRange({ ...bounds, stopInclusive: true, reversed: false }).isEmpty).toBe(false);
  });
});
