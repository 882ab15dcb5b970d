import { describe, expect, it } from 'vitest';
import { Random } from '../../simulation/random.js';
import { testSeeds } from '../../testing/seed.js';
import { MOST_ROWS, RememberedRows } from './remembered-rows.js';

const name = new Uint8Array(4);
const view = new DataView(name.buffer);

/** The newest timestamp of the row whose name is this number. */
function find(rows: RememberedRows, row: number): number {
  view.setUint32(0, row);
  return rows.find(1, name, 0, 4);
}

function remember(rows: RememberedRows, row: number, newest: number, deleted = false): void {
  find(rows, row);
  rows.set(newest, deleted);
}

describe('RememberedRows', () => {
  it('distinguishes rows by table and by every byte', () => {
    const rows = new RememberedRows();
    const row = Uint8Array.of(7, 1, 2, 3, 7);
    rows.find(1, row, 1, 3);
    rows.set(1000, false);
    expect(rows.find(1, Uint8Array.of(1, 2, 3), 0, 3)).toBe(1000);
    for (const [tableId, offset, length] of [
      [2, 1, 3],
      [1, 1, 2],
      [1, 0, 3],
      [1, 2, 3],
    ] as const) {
      expect(rows.find(tableId, row, offset, length)).toBe(-1);
    }
  });

  it('does not confuse any of 65,536 rows of a few tables', () => {
    const rows = new RememberedRows();
    let strangers = 0;
    for (let row = 0; row < MOST_ROWS; row++) {
      view.setUint32(0, row >>> 2);
      if (rows.find(row & 3, name, 0, 4) >= 0) strangers++;
      rows.set(row, false);
    }
    expect([strangers, rows.size]).toEqual([0, MOST_ROWS]);
  });

  it('remembers the same rows as a map', () => {
    for (const seed of testSeeds(5)) {
      const random = new Random(seed);
      const rows = new RememberedRows();
      const model = new Map<number, [number, boolean]>();
      for (let step = 0; step < 20_000; step++) {
        const row = random.below(6_000);
        const value: [number, boolean] = [Math.max(random.below(1e6), model.get(row)?.[0] ?? 0), random.chance(0.5)];
        remember(rows, row, ...value);
        model.set(row, value);
        if (random.chance(0.0002)) {
          rows.clear();
          model.clear();
        }
      }
      for (let row = 0; row < 6_000; row++) {
        const found = [find(rows, row), rows.isDeleted];
        expect(found, `seed ${seed}, row ${row}`).toEqual(model.get(row) ?? [-1, false]);
      }
      expect(rows.size).toBe(model.size);
      expect(rows.largest).toBe(Math.max(-1, ...[...model.values()].map(([newest]) => newest)));
    }
  });

  it('remembers a row that was found before the others were forgotten', () => {
    const rows = new RememberedRows();
    for (let row = 0; row < 10; row++) remember(rows, row, 1000 + row);
    find(rows, 77);
    rows.clear();
    rows.set(5, true);
    expect([find(rows, 77), rows.isDeleted, rows.size]).toEqual([5, true, 1]);
  });

  it('first forgets the rows that the wall clock has passed, and returns -1 if that is enough', () => {
    const rows = new RememberedRows();
    for (let row = 0; row < MOST_ROWS; row++) remember(rows, row, row);
    expect([find(rows, 0), rows.lacksRoom]).toEqual([0, false]);
    expect([find(rows, MOST_ROWS), rows.lacksRoom]).toEqual([-1, true]);
    expect(rows.makeRoom(MOST_ROWS - 10)).toBe(-1);
    expect([rows.size, rows.lacksRoom]).toEqual([10, false]);
    expect(find(rows, MOST_ROWS - 1)).toBe(MOST_ROWS - 1);
  });

  it('then forgets the half that is least ahead, and returns its largest timestamp', () => {
    const rows = new RememberedRows();
    for (let row = 0; row < MOST_ROWS; row++) remember(rows, row, 1000 + row);
    expect(rows.makeRoom(1000)).toBe(1000 + MOST_ROWS / 2);
    expect(rows.size).toBe(MOST_ROWS / 2 - 1);
    expect(find(rows, MOST_ROWS / 2)).toBe(-1);
    expect(find(rows, MOST_ROWS - 1)).toBe(1000 + MOST_ROWS - 1);
    expect(rows.countFrom(1000 + MOST_ROWS - 5)).toBe(5);
  });
});
