import { describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { RowTimes } from './row-times.js';
import { TouchedRows } from './touched-rows.js';

const row = (index: number) => encodeText(`r${String(index).padStart(4, '0')}`);

function dueOf(times: RowTimes, now: number): string[] {
  const due: string[] = [];
  for (let one = times.takeDue(now); one !== null; one = times.takeDue(now)) due.push(new TextDecoder().decode(one));
  return due;
}

describe('RowTimes', () => {
  it('reports rows in the order of their times', () => {
    const times = new RowTimes(1_000);
    const order = Array.from({ length: 300 }, (_, index) => (index * 7_919) % 300);
    for (const index of order) times.set(row(index), index);
    expect([times.earliest, dueOf(times, 299).length]).toEqual([0, 300]);
    for (const index of order) times.set(row(index), index);
    const seen = Array.from({ length: 300 }, (_, now) => dueOf(times, now));
    expect(seen).toEqual(Array.from({ length: 300 }, (_, index) => [new TextDecoder().decode(row(index))]));
    expect(times.earliest).toBe(Number.POSITIVE_INFINITY);
  });

  it('forgets the earlier times of a row whose time changes often', () => {
    const times = new RowTimes(300);
    for (let time = 1; time <= 5_000; time++) times.set(row(time % 2), time);
    expect(times.isLost(10_000)).toBe(false);
    expect(dueOf(times, 5_000).length).toBeLessThanOrEqual(300);
  });

  it('knows the earliest of those that it cannot keep', () => {
    const times = new RowTimes(3);
    for (const time of [50, 60, 70, 40, 90]) times.set(row(time), time);
    expect([times.earliest, times.isLost(39), times.isLost(40)]).toEqual([40, false, true]);
    times.clear();
    expect([times.earliest, times.isLost(100)]).toEqual([Number.POSITIVE_INFINITY, false]);
  });
});

describe('TouchedRows', () => {
  it('returns each row once, in order, and does not grow with repetitions', () => {
    const touched = new TouchedRows();
    for (let round = 0; round < 5_000; round++) touched.add(row((round * 7) % 5));
    expect(touched.size).toBeLessThan(600);
    expect(touched.take().map((one) => new TextDecoder().decode(one))).toEqual([
      'r0000',
      'r0001',
      'r0002',
      'r0003',
      'r0004',
    ]);
    expect(touched.take()).toEqual([]);
  });
});
