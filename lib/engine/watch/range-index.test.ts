import { expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { Random } from '../../simulation/random.js';
import { RangeIndex } from './range-index.js';
import type { RowRange } from './watched-read.js';

const range = (low: string, high: string | null): RowRange => ({
  low: encodeText(low),
  high: high === null ? null : encodeText(high),
});

function found(index: RangeIndex<string>, row: string): string {
  const items: string[] = [];
  index.find(encodeText(row), (item) => items.push(item));
  return items.sort().join(' ');
}

it('A range index finds the ranges that contain a row, as they are added and removed', () => {
  const random = new Random(1);
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const index = new RangeIndex<string>();
  const all = new Map<string, readonly [string, string | null]>();
  for (let round = 0; round < 2_000; round++) {
    if (random.chance(0.6)) {
      const [low, high] = [random.pick([...letters]), random.pick([...letters])].sort() as [string, string];
      const end = random.chance(0.1) ? null : high;
      index.add(range(low, end), String(round));
      all.set(String(round), [low, end]);
    } else if (all.size > 0) {
      const item = random.pick([...all.keys()]);
      const [low, end] = all.get(item) as readonly [string, string | null];
      index.delete(range(low, end), item);
      all.delete(item);
    }
    const row = random.pick([...letters]);
    const expected = [...all].filter(([, [low, high]]) => low <= row && (high === null || row < high));
    expect(found(index, row)).toBe(
      expected
        .map(([item]) => item)
        .sort()
        .join(' '),
    );
  }
  expect(index.size).toBe(all.size);
});
