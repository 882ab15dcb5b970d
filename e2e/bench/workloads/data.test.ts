import { describe, expect, it } from 'vitest';
import type { Note } from '../stores/notes.js';
import {
  keyAt,
  kindCount,
  kindName,
  noteAt,
  notesAt,
  randomFrom,
  rowsOfKind,
  shuffled,
  VALUE_BYTES,
  valueAt,
  versionIn,
} from './data.js';
import { zipfian } from './zipfian.js';

describe('keys', () => {
  it.each([10, 2_000, 1_000_000])('of %i rows have 16 characters and sort in the order of their indexes', (count) => {
    const indexes = Array.from({ length: 1_000 }, (_, at) => Math.floor((at * count) / 1_000));
    const keys = [...new Set(indexes)].map((index) => keyAt(index, count));
    expect(keys.every((key) => /^[0-9a-f]{16}$/.test(key))).toBe(true);
    expect(keys).toEqual([...new Set(keys)].sort());
  });
});

describe('notes', () => {
  it.each([2_000, 10_000, 12_345])('of %i rows have kinds of 100 rows and days of about 1,000', (count) => {
    const notes = notesAt(Array(count).keys(), count);
    const kinds = sizesBy(notes, ({ kind }) => kind);
    expect(kinds.size).toBe(kindCount(count));
    expect([...kinds.values()].every((size) => size === 100 || (size === 101 && count % 100 > 0))).toBe(true);
    const days = sizesBy(notes, ({ day }) => day);
    expect([...days.values()].every((size) => size > 850 && size < 1_200)).toBe(true);
    expect(notes[1]?.day).toMatch(/^2020-0[1-9]-\d\d$/);
  });

  it('of a kind are spread over all keys', () => {
    const rows = rowsOfKind(7, 12_345);
    const all = notesAt(Array(12_345).keys(), 12_345);
    expect(rows).toEqual([...all.keys()].filter((index) => all[index]?.kind === kindName(7)));
    expect(rows[0]).toBeLessThan(124);
    expect(rows.at(-1)).toBeGreaterThan(12_345 - 124);
  });

  it('have another kind and day in each version', () => {
    for (let version = 1; version < 100; version++) {
      const [before, after] = [noteAt(5, 10_000, version - 1), noteAt(5, 10_000, version)];
      expect([before.kind === after.kind, before.day === after.day]).toEqual([false, false]);
      expect(versionIn(after.value, 5)).toBe(version);
    }
  });
});

function sizesBy(notes: readonly Note[], textOf: (note: Note) => string): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const note of notes) sizes.set(textOf(note), (sizes.get(textOf(note)) ?? 0) + 1);
  return sizes;
}

describe('values', () => {
  it('contain their version', () => {
    expect(versionIn(valueAt(70_000, 9), 70_000)).toBe(9);
    expect(valueAt(3, 4)).toHaveLength(VALUE_BYTES);
  });

  it('are rejected for another row, if damaged, and if missing', () => {
    const damaged = valueAt(5);
    damaged[VALUE_BYTES - 1] = (damaged[VALUE_BYTES - 1] as number) ^ 1;
    expect(() => versionIn(damaged, 5)).toThrow('row 5: wrong at byte 99');
    expect(() => versionIn(valueAt(6), 5)).toThrow('row 5: wrong at byte 0');
    expect(() => versionIn(null, 5)).toThrow('row 5: a value of no bytes');
  });

  it('have separate buffers, so a store that clones buffers clones one value', () => {
    expect(valueAt(1).buffer.byteLength).toBe(VALUE_BYTES);
  });
});

describe('orders', () => {
  it('contain every row once, and are the same for the same seed', () => {
    expect([...shuffled(100, 1)].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, at) => at));
    expect(shuffled(100, 1)).toEqual(shuffled(100, 1));
    expect(shuffled(100, 1)).not.toEqual(shuffled(100, 2));
  });

  it('draw few rows often', () => {
    const draw = zipfian(1_000, randomFrom(1));
    const counts = new Map<number, number>();
    for (let count = 0; count < 20_000; count++) {
      const row = draw();
      counts.set(row, (counts.get(row) ?? 0) + 1);
    }
    const sorted = [...counts.values()].sort((a, b) => b - a);
    // The most frequent row has a share of 1 / H(1000, 0.99), about 13 %.
    expect((sorted[0] as number) / 20_000).toBeGreaterThan(0.1);
    expect((sorted[0] as number) / 20_000).toBeLessThan(0.16);
    expect(counts.size).toBeGreaterThan(500);
  });
});
