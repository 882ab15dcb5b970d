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
    const times = new RowTimes(1_000, () => true);
    const order = Array.from({ length: 300 }, (_, index) => (index * 7_919) % 300);
    for (const index of order) times.set(row(index), index);
    expect([times.earliest, dueOf(times, 299).length]).toEqual([0, 300]);
    for (const index of order) times.set(row(index), index);
    const seen = Array.from({ length: 300 }, (_, now) => dueOf(times, now));
    expect(seen).toEqual(Array.from({ length: 300 }, (_, index) => [new TextDecoder().decode(row(index))]));
    expect(times.earliest).toBe(Number.POSITIVE_INFINITY);
  });

  it('forgets the earlier times of a row whose time changes often', () => {
    const times = new RowTimes(300, () => true);
    for (let time = 1; time <= 5_000; time++) times.set(row(time % 2), time);
    expect(times.isLost(10_000)).toBe(false);
    expect(dueOf(times, 5_000).length).toBeLessThanOrEqual(300);
  });

  it('forgets rows that no longer matter when it makes room', () => {
    let first = 0;
    const times = new RowTimes(1_000, (one) => one >= row(first));
    for (let index = 0; index < 9_000; index++) {
      first = Math.max(0, index - 10);
      times.set(row(index), 10_000 + index);
    }
    expect(times.isLost(20_000)).toBe(false);
    expect(dueOf(times, 20_000).length).toBeLessThan(300);
  });

  it('keeps those with the earliest times, and knows the earliest of the others', () => {
    const times = new RowTimes(4, () => true);
    for (const time of [50, 60, 70, 80, 40, 90, 65]) times.set(row(time), time);
    expect([times.earliest, times.isLost(69), times.isLost(70)]).toEqual([40, false, true]);
    expect(dueOf(times, 69)).toEqual(['r0040', 'r0050', 'r0060', 'r0065']);
    times.clear();
    expect([times.earliest, times.isLost(100)]).toEqual([Number.POSITIVE_INFINITY, false]);
  });
});

describe('TouchedRows', () => {
  it('forgets rows that no longer matter when it makes room', () => {
    const touched = new TouchedRows((one) => one > row(9_000));
    for (let index = 0; index < 9_500; index++) touched.add(row(index));
    expect(touched.size).toBeLessThan(1_300);
    expect(touched.take().length).toBeGreaterThanOrEqual(499);
  });

  it('returns each row once, in order, and does not grow with repetitions', () => {
    const touched = new TouchedRows(() => true);
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
