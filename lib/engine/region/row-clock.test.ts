import { describe, expect, it } from 'vitest';
import { LATEST_TIMESTAMP } from '../../model/mutation.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { type ClockedTable, type ImplicitTimes, RowClock } from './row-clock.js';

const row = Uint8Array.of(1, 2, 3);
const other = Uint8Array.of(9);
const UNREAD = (): ImplicitTimes => {
  throw new Error('the row was read');
};

/** A table whose rows need not be read, unless `newestImplicit` returns their contents. */
function tableOf(id: number, newestImplicit: ClockedTable['newestImplicit'] = UNREAD): ClockedTable {
  return { id, keepsVersions: false, maxForeignTime: -1, newestImplicit };
}

/** Like `tableOf`, for a family with several versions. */
function historyOf(id: number, newestImplicit: ClockedTable['newestImplicit'] = UNREAD): ClockedTable {
  return { id, keepsVersions: true, maxForeignTime: -1, newestImplicit };
}

const table = tableOf(1);
const history = historyOf(1);

function clockAt(now: number): ManualClock {
  const clock = new ManualClock();
  clock.set(now);
  return clock;
}

/** The timestamp of a counter's new cell in `row`, if the old one has the timestamp `current`. */
function count(clock: RowClock, current: number): number {
  const base = clock.forPut(table, row, 0, 3, false);
  const time = clock.forCounter(current, base);
  clock.settle(table, row, base, time, false);
  return time;
}

describe('RowClock, ordered (A-10)', () => {
  it('assigns a later timestamp to a put after a delete of its row in the same millisecond', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    expect(clock.forPut(table, row, 0, 3, false)).toBe(1000);
    expect(clock.forDelete(table, row, 0, 3, false)).toBe(1000);
    expect(clock.forPut(table, row, 0, 3, false)).toBe(1001);
    expect(clock.forPut(table, other, 0, 1, false)).toBe(1000);
  });

  it('assigns at least the newest implicit timestamp of the row to a delete', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    clock.forDelete(table, row, 0, 3, false);
    expect(clock.forPut(table, row, 0, 3, false)).toBe(1001);
    expect(clock.forDelete(table, row, 0, 3, false)).toBe(1001);
    expect(clock.forPut(table, row, 0, 3, false)).toBe(1002);
  });

  it('keeps rows of different tables separate', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    clock.forDelete(table, row, 0, 3, false);
    expect(clock.forPut(tableOf(2), row, 0, 3, false)).toBe(1000);
  });

  it('forgets a row once the clock has passed it', () => {
    const wall = clockAt(1000);
    const clock = new RowClock(wall, 'ordered', 0);
    clock.tick();
    clock.forDelete(table, row, 0, 3, false);
    wall.set(1001);
    clock.tick();
    expect(clock.forPut(table, row, 0, 3, false)).toBe(1001);
    expect(clock.forDelete(table, row, 0, 3, false)).toBe(1001);
    expect(clock.forPut(table, row, 0, 3, false)).toBe(1002);
  });

  it('lets a delete cover a counter that is ahead of the clock', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    expect(count(clock, 1000)).toBe(1001);
    expect(count(clock, 1001)).toBe(1002);
    expect(clock.forDelete(table, row, 0, 3, false)).toBe(1002);
    expect(clock.forPut(table, row, 0, 3, false)).toBe(1003);
  });

  it('assigns at least the timestamp of a counter that is ahead of the clock to a put', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    expect(count(clock, 1000)).toBe(1001);
    expect(clock.forPut(table, row, 0, 3, false)).toBe(1001);
    expect(clock.forPut(table, other, 0, 1, false)).toBe(1000);
  });

  it('does not exceed the largest timestamp (A-30)', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    expect(clock.forCounter(LATEST_TIMESTAMP - 1, 1000)).toBe(LATEST_TIMESTAMP - 1);
  });

  it('is not moved ahead by a counter over an explicit timestamp in the future', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    expect(count(clock, 9_000_000)).toBe(9_000_001);
    expect(clock.largestGiven).toBe(1000);
    expect(clock.forDelete(table, row, 0, 3, false)).toBe(1000);
  });

  it('counts a row once that is ahead of the clock by itself and above a timestamp in the future', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    clock.forDelete(table, row, 0, 3, false);
    clock.settle(table, row, 1000, 5001, false);
    clock.settle(table, other, 1000, 7001, false);
    expect(clock.lead).toEqual({ rowsAhead: 2, largestLeadMs: 6001 });
  });

  it('is behind the timestamps in its table that it did not assign, and those of the same action', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    const foreign = { ...table, maxForeignTime: 2000 };
    expect([2000, 2001].map((time) => clock.mayBeBehind(foreign, time, -1))).toEqual([true, false]);
    expect([2000, 2001].map((time) => clock.mayBeBehind(table, time, 2000))).toEqual([true, false]);
    expect(new RowClock(clockAt(1000), 'wall', 0).mayBeBehind(foreign, 1000, 2000)).toBe(false);
  });
});

describe('RowClock, ordered, in a table with several versions (A-10)', () => {
  it('assigns a new timestamp to every write of a row that touches such a family, including deletes', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    const times = [
      clock.forPut(history, row, 0, 3, true),
      clock.forPut(history, row, 0, 3, true),
      clock.forDelete(history, row, 0, 3, true),
      clock.forPut(history, row, 0, 3, true),
      clock.forPut(history, other, 0, 1, true),
    ];
    expect(times).toEqual([1000, 1001, 1002, 1003, 1000]);
  });

  it('assigns the newest implicit timestamp of the row to a write that touches no such family', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    clock.forPut(history, row, 0, 3, true);
    clock.forPut(history, row, 0, 3, true);
    expect(clock.forPut(history, row, 0, 3, false)).toBe(1001);
    expect(clock.forDelete(history, row, 0, 3, false)).toBe(1001);
    expect(clock.forPut(history, row, 0, 3, false)).toBe(1002);
  });

  it('follows the wall clock once it has passed the row', () => {
    const wall = clockAt(1000);
    const clock = new RowClock(wall, 'ordered', 0);
    clock.tick();
    for (let put = 0; put < 5; put++) clock.forPut(history, row, 0, 3, true);
    wall.set(1004);
    clock.tick();
    expect(clock.forPut(history, row, 0, 3, true)).toBe(1005);
    wall.set(1010);
    clock.tick();
    expect(clock.forPut(history, row, 0, 3, true)).toBe(1010);
  });

  it('assigns no timestamp below 0 (A-30)', () => {
    const clock = new RowClock(clockAt(-5000), 'ordered', 0);
    expect(clock.tick()).toBe(0);
  });

  it('assigns no timestamp above the largest (A-30)', () => {
    const clock = new RowClock(clockAt(LATEST_TIMESTAMP - 1), 'ordered', 0);
    clock.tick();
    clock.forPut(history, row, 0, 3, true);
    expect(clock.forPut(history, row, 0, 3, true)).toBe(LATEST_TIMESTAMP - 1);
  });
});

describe('RowClock and its doubt mark (A-10)', () => {
  const NOTHING: ImplicitTimes = { newest: -1, deleted: false };

  it('reads no row while the wall clock moves forward', () => {
    const wall = clockAt(1001);
    const clock = new RowClock(wall, 'ordered', 1000);
    for (let ms = 0; ms < 10; ms++) {
      wall.set(1001 + ms);
      clock.tick();
      expect(clock.inDoubt).toBe(false);
      for (let put = 0; put < 3; put++) clock.forPut(history, row, 0, 3, true);
      clock.forDelete(table, other, 0, 1, false);
    }
  });

  it('is the largest timestamp of the last run: up to it, each row is read once, and gets the real time if nothing is found', () => {
    const asked: unknown[] = [];
    const found = new Map<number, ImplicitTimes>([[1, { newest: 4000, deleted: false }]]);
    const read: ClockedTable['newestImplicit'] = (key, from, upTo) => {
      asked.push([...key, from, upTo]);
      return found.get(key[0] as number) ?? NOTHING;
    };
    const clock = new RowClock(clockAt(1000), 'ordered', 5000);
    clock.tick();
    const keeper = historyOf(1, read);
    expect(clock.inDoubt).toBe(true);
    expect([clock.forPut(keeper, row, 0, 3, true), clock.forPut(keeper, row, 0, 3, true)]).toEqual([4001, 4002]);
    expect([clock.forPut(keeper, other, 0, 1, true), clock.forPut(keeper, other, 0, 1, true)]).toEqual([1000, 1001]);
    expect(asked).toEqual([
      [1, 2, 3, 1000, 5000],
      [9, 1000, 5000],
    ]);
  });

  it('lets a put follow the delete that was read in its row', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 5000);
    clock.tick();
    const deleted = tableOf(1, () => ({ newest: 4000, deleted: true }));
    expect(clock.forPut(deleted, row, 0, 3, false)).toBe(4001);
    expect(clock.forPut(deleted, row, 0, 3, false)).toBe(4001);
  });

  it('rises to the largest assigned timestamp if the wall clock goes back, while rows that are ahead stay remembered', () => {
    const wall = clockAt(9000);
    const clock = new RowClock(wall, 'ordered', 0);
    const asked: number[] = [];
    const keeper = historyOf(1, (key, from, upTo) => {
      asked.push(key[0] as number, from, upTo);
      return NOTHING;
    });
    clock.tick();
    clock.forPut(keeper, row, 0, 3, true);
    wall.set(1000);
    clock.tick();
    expect(clock.forPut(keeper, row, 0, 3, true)).toBe(9001);
    expect(clock.forPut(keeper, other, 0, 1, true)).toBe(1000);
    expect(asked).toEqual([9, 1000, 9000]);
    expect(clock.lead).toEqual({ rowsAhead: 2, largestLeadMs: 8001 });
    wall.set(9001);
    clock.tick();
    expect(clock.inDoubt).toBe(false);
  });

  it('rises to the newest timestamp of a row that is forgotten because too many are ahead', () => {
    const key = (index: number): Uint8Array => new Uint8Array(new Uint32Array([index]).buffer);
    const given = new Map<string, ImplicitTimes>();
    let reads = 0;
    const keeper = historyOf(1, (read) => {
      reads++;
      return given.get(read.join()) ?? NOTHING;
    });
    const wall = clockAt(9000);
    const clock = new RowClock(wall, 'ordered', 0);
    const put = (bytes: Uint8Array): number => {
      const time = clock.forPut(keeper, bytes, 0, bytes.length, true);
      expect(time).toBeGreaterThan(given.get(bytes.join())?.newest ?? 0);
      given.set(bytes.join(), { newest: time, deleted: false });
      return time;
    };
    clock.tick();
    put(row);
    wall.set(1000);
    clock.tick();
    for (let index = 0; index < 70_000; index++) put(key(index));
    const before = reads;
    // The row that is furthest ahead is among those that are kept.
    expect(put(row)).toBe(9001);
    expect(reads).toBe(before);
    for (let index = 0; index < 70_000; index += 499) expect(put(key(index))).toBe(1001);
    expect(reads).toBeGreaterThan(before);
    expect(clock.lead.rowsAhead).toBeLessThanOrEqual(65_536);
  });

  it('does not rise if rows that the clock has passed are forgotten in the middle of a list', () => {
    let ms = 1000;
    const clock = new RowClock({ now: () => ms, monotonic: () => 0, after: () => () => {} }, 'ordered', 0);
    clock.tick();
    const bytes = new Uint8Array(4);
    for (let index = 0; index < 70_000; index++) {
      new DataView(bytes.buffer).setUint32(0, index);
      if (index === 60_000) ms = 1001;
      clock.forPut(history, bytes, 0, 4, true);
    }
    expect(clock.inDoubt).toBe(false);
  });
});

describe('RowClock and the deleted newest version (W-24, A-10)', () => {
  const putAfter = (mode: 'ordered' | 'strict' | 'wall', deleted: number): number => {
    const clock = new RowClock(clockAt(1000), mode, 0);
    clock.tick();
    clock.deletedVersion(table, row, deleted);
    return clock.forPut(table, row, 0, 3, false);
  };

  it('assigns a later timestamp to the next put than that of a version of this millisecond', () => {
    expect([putAfter('ordered', 1000), putAfter('strict', 1000), putAfter('wall', 1000)]).toEqual([1001, 1001, 1000]);
  });

  it('does not follow an older version, nor one that the user set in the future', () => {
    expect([putAfter('ordered', 999), putAfter('ordered', 9_000_000), putAfter('strict', 9_000_000)]).toEqual([
      1000, 1000, 1000,
    ]);
  });

  it('follows a counter that is ahead of the clock', () => {
    const clock = new RowClock(clockAt(1000), 'ordered', 0);
    clock.tick();
    expect(count(clock, 1000)).toBe(1001);
    clock.deletedVersion(table, row, 1001);
    expect(clock.forPut(table, row, 0, 3, false)).toBe(1002);
  });
});

describe('RowClock, strict (A-10)', () => {
  it('assigns a new timestamp to every mutation of a row', () => {
    const wall = clockAt(1000);
    const clock = new RowClock(wall, 'strict', 0);
    clock.tick();
    expect(clock.forPut(table, row, 0, 3, false)).toBe(1000);
    expect(clock.forPut(table, row, 0, 3, false)).toBe(1001);
    expect(clock.forDelete(table, row, 0, 3, false)).toBe(1002);
    expect(clock.forPut(table, other, 0, 1, false)).toBe(1000);
    wall.set(1001);
    clock.tick();
    expect(clock.forPut(table, row, 0, 3, false)).toBe(1003);
  });
});

describe('RowClock, wall (W-3)', () => {
  it('returns the wall clock, even if it goes backwards', () => {
    const wall = clockAt(1000);
    const clock = new RowClock(wall, 'wall', 5000);
    clock.tick();
    expect(clock.forPut(table, row, 0, 3, false)).toBe(1000);
    expect(clock.forDelete(table, row, 0, 3, false)).toBe(1000);
    expect(clock.forPut(table, row, 0, 3, false)).toBe(1000);
    wall.set(900);
    clock.tick();
    expect(clock.forPut(table, row, 0, 3, false)).toBe(900);
    expect(clock.forCounter(900, 900)).toBe(901);
  });
});
