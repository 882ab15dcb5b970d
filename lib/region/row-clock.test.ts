import { describe, expect, it } from 'vitest';
import { LATEST_TIMESTAMP } from '../model/mutation.js';
import { ManualClock } from '../testing/manual-clock.js';
import { RowClock } from './row-clock.js';

const row = Uint8Array.of(1, 2, 3);
const other = Uint8Array.of(9);

function clockAt(now: number): ManualClock {
  const clock = new ManualClock();
  clock.set(now);
  return clock;
}

describe('RowClock, ordered (A-10)', () => {
  it('gives a put after a delete of its row in the same millisecond a later timestamp', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    expect(clock.forPut(1, row, 0, 3)).toBe(1000);
    expect(clock.forDelete(1, row, 0, 3)).toBe(1000);
    expect(clock.forPut(1, row, 0, 3)).toBe(1001);
    expect(clock.forPut(1, other, 0, 1)).toBe(1000);
  });

  it('gives a delete at least the newest implicit timestamp of its row', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    clock.forDelete(1, row, 0, 3);
    expect(clock.forPut(1, row, 0, 3)).toBe(1001);
    expect(clock.forDelete(1, row, 0, 3)).toBe(1001);
    expect(clock.forPut(1, row, 0, 3)).toBe(1002);
  });

  it('keeps rows of different tables apart', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    clock.forDelete(1, row, 0, 3);
    expect(clock.forPut(2, row, 0, 3)).toBe(1000);
  });

  it('never goes back with the wall clock', () => {
    const wall = clockAt(1000);
    const clock = new RowClock(wall, 'ordered', 0);
    clock.tick();
    expect(clock.forPut(1, row, 0, 3)).toBe(1000);
    wall.set(500);
    clock.tick();
    expect(clock.forPut(1, row, 0, 3)).toBe(1000);
  });

  it('starts behind the largest time of the last run, so that a forgotten delete masks no put', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 5000);
    clock.tick();
    expect(clock.forPut(1, row, 0, 3)).toBe(5001);
  });

  it('forgets a row when the clock has passed it', () => {
    const wall = clockAt(1000);
    const clock = new RowClock(wall, 'ordered', 0);
    clock.tick();
    clock.forDelete(1, row, 0, 3);
    wall.set(1001);
    clock.tick();
    expect(clock.forPut(1, row, 0, 3)).toBe(1001);
    expect(clock.forDelete(1, row, 0, 3)).toBe(1001);
    expect(clock.forPut(1, row, 0, 3)).toBe(1002);
  });

  it('lets a delete cover a counter that ran ahead of the clock', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    expect(clock.forCounter(1, row, 1000, clock.forPut(1, row, 0, 3))).toBe(1001);
    expect(clock.forCounter(1, row, 1001, clock.forPut(1, row, 0, 3))).toBe(1002);
    expect(clock.forDelete(1, row, 0, 3)).toBe(1002);
    expect(clock.forPut(1, row, 0, 3)).toBe(1003);
  });

  it('gives a put at least the timestamp of a counter that ran ahead of the clock', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    expect(clock.forCounter(1, row, 1000, clock.forPut(1, row, 0, 3))).toBe(1001);
    expect(clock.forPut(1, row, 0, 3)).toBe(1001);
    expect(clock.forPut(1, other, 0, 1)).toBe(1000);
  });

  it('counts no further than the largest timestamp (A-30)', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    expect(clock.forCounter(1, row, LATEST_TIMESTAMP - 1, 1000)).toBe(LATEST_TIMESTAMP - 1);
  });

  it('remembers a bounded number of rows while the wall clock stands still, and masks no put all the same', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    const key = (index: number): Uint8Array => new Uint8Array(new Uint32Array([index]).buffer);
    clock.tick();
    const deleted = Array.from({ length: 70_000 }, (_, index) => clock.forDelete(1, key(index), 0, 4));
    expect(deleted[65_535]).toBe(1000);
    expect(clock.tick()).toBe(1001);
    for (let index = 0; index < 70_000; index += 499) {
      expect(clock.forPut(1, key(index), 0, 4)).toBeGreaterThan(deleted[index] as number);
    }
  });

  it('is not moved ahead by a counter over an explicit timestamp in the future', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    expect(clock.forCounter(1, row, 9_000_000, clock.forPut(1, row, 0, 3))).toBe(9_000_001);
    expect(clock.largestSeen).toBe(1000);
    expect(clock.forDelete(1, row, 0, 3)).toBe(1000);
  });
});

describe('RowClock and the deleted newest version (W-24, A-10)', () => {
  const putAfter = (mode: 'ordered' | 'strict' | 'wall', deleted: number): number => {
    const clock = new RowClock(clockAt(1000), mode, 0);
    clock.tick();
    clock.deletedVersion(1, row, deleted);
    return clock.forPut(1, row, 0, 3);
  };

  it('lets the next put have a later timestamp than a version of this millisecond', () => {
    expect([putAfter('ordered', 1000), putAfter('strict', 1000), putAfter('wall', 1000)]).toEqual([1001, 1001, 1000]);
  });

  it('does not follow an older version, nor one that the user set in the future', () => {
    expect([putAfter('ordered', 999), putAfter('ordered', 9_000_000), putAfter('strict', 9_000_000)]).toEqual([
      1000, 1000, 1000,
    ]);
  });

  it('follows a counter that ran ahead of the clock', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    expect(clock.forCounter(1, row, 1000, clock.forPut(1, row, 0, 3))).toBe(1001);
    clock.deletedVersion(1, row, 1001);
    expect(clock.forPut(1, row, 0, 3)).toBe(1002);
  });
});

describe('RowClock, strict (A-10)', () => {
  it('gives every mutation of a row a new timestamp', () => {
    const wall = clockAt(1000);
    const clock = new RowClock(wall, 'strict', 0);
    clock.tick();
    expect(clock.forPut(1, row, 0, 3)).toBe(1000);
    expect(clock.forPut(1, row, 0, 3)).toBe(1001);
    expect(clock.forDelete(1, row, 0, 3)).toBe(1002);
    expect(clock.forPut(1, other, 0, 1)).toBe(1000);
    wall.set(1001);
    clock.tick();
    expect(clock.forPut(1, row, 0, 3)).toBe(1003);
  });
});

describe('RowClock, wall (W-3)', () => {
  it('repeats the wall clock, backwards too', () => {
    const wall = clockAt(1000);
    const clock = new RowClock(wall, 'wall', 5000);
    clock.tick();
    expect(clock.forPut(1, row, 0, 3)).toBe(1000);
    expect(clock.forDelete(1, row, 0, 3)).toBe(1000);
    expect(clock.forPut(1, row, 0, 3)).toBe(1000);
    wall.set(900);
    clock.tick();
    expect(clock.forPut(1, row, 0, 3)).toBe(900);
    expect(clock.forCounter(1, row, 900, 900)).toBe(901);
  });
});
