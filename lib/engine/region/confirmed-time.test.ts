import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../simulation/manual-clock.js';
import { Random } from '../../simulation/random.js';
import type { DatabaseRecord } from '../../storage/catalog/catalog.js';
import { sampleDatabase } from '../../testing/samples/sample-images.js';
import { testSeeds } from '../../testing/seed.js';
import { ConfirmedTime } from './confirmed-time.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const NOW = 1_600_000_000_000;

/** The database record of a session that ended. */
function ended(session: ConfirmedTime | null, more: Partial<DatabaseRecord> = {}): DatabaseRecord {
  return { ...sampleDatabase(1, 1), ...session?.record, ...more };
}

function begun(clock: ManualClock, before: ConfirmedTime | null = null): ConfirmedTime {
  return new ConfirmedTime(clock, 'ordered', before === null ? null : ended(before));
}

describe('ConfirmedTime', () => {
  it('is the wall clock in a new database, and follows it while it is at most a day ahead', () => {
    const clock = new ManualClock(NOW);
    const confirmed = begun(clock);
    expect(confirmed.now).toBe(NOW);
    clock.advance(HOUR);
    expect(confirmed.now).toBe(NOW + HOUR);
    clock.set(NOW + HOUR + DAY);
    expect(confirmed.now).toBe(NOW + HOUR + DAY);
  });

  it('is never above the wall clock', () => {
    const clock = new ManualClock(NOW);
    const confirmed = begun(clock);
    clock.set(NOW - YEAR);
    expect(confirmed.now).toBe(NOW - YEAR);
    clock.set(NOW);
    expect(confirmed.now).toBe(NOW - YEAR);
  });

  it('advances with the running time while the clock is further ahead', () => {
    const clock = new ManualClock(NOW);
    const confirmed = begun(clock);
    clock.set(NOW + DAY + 1);
    expect(confirmed.now).toBe(NOW);
    clock.advance(5 * HOUR);
    expect(confirmed.now).toBe(NOW + 5 * HOUR);
  });

  it('accepts a larger jump after 24 hours of running', () => {
    const clock = new ManualClock(NOW);
    const confirmed = begun(clock);
    clock.set(NOW + YEAR);
    expect(confirmed.now).toBe(NOW);
    clock.advance(DAY - 1);
    expect(confirmed.now).toBe(NOW + DAY - 1);
    clock.advance(1);
    expect(confirmed.now).toBe(NOW + YEAR + DAY);
  });

  it('accepts it after that time also if only its own timer read the clock', () => {
    const clock = new ManualClock(NOW);
    const confirmed = begun(clock);
    confirmed.start(async () => {});
    clock.advance(10 * MINUTE);
    clock.set(NOW + YEAR);
    clock.advance(DAY);
    expect(confirmed.now).toBe(NOW + YEAR + DAY);
    confirmed.stop();
    expect(clock.waiting).toBe(0);
  });

  it('counts no hours of a jump that was reverted', () => {
    const clock = new ManualClock(NOW);
    const confirmed = begun(clock);
    for (let turn = 0; turn < 4; turn++) {
      clock.set(clock.now() + YEAR);
      expect(confirmed.now).toBeLessThan(NOW + 3 * DAY);
      clock.advance(20 * HOUR);
      expect(confirmed.now).toBeLessThan(NOW + 5 * DAY);
      clock.set(clock.now() - YEAR);
      expect(confirmed.now).toBe(clock.now());
    }
  });

  it('accepts of two jumps only the one that lasted', () => {
    const clock = new ManualClock(NOW);
    const confirmed = begun(clock);
    clock.set(NOW + YEAR);
    expect(confirmed.now).toBe(NOW);
    clock.advance(23 * HOUR);
    clock.set(clock.now() + 10 * YEAR);
    clock.advance(HOUR);
    expect(confirmed.now).toBe(NOW + YEAR + DAY);
    clock.advance(DAY + MINUTE);
    expect(confirmed.now).toBe(clock.now());
  });

  it('does not confirm a jump after three reloads', () => {
    const clock = new ManualClock(NOW);
    let session = begun(clock);
    clock.set(NOW + YEAR);
    for (let reload = 0; reload < 30; reload++) {
      session = begun(clock, session);
      clock.advance(MINUTE);
    }
    expect(session.now).toBe(NOW + 30 * MINUTE);
  });

  it('becomes the first of three openings that were ahead, if the last is 24 hours later', () => {
    const clock = new ManualClock(NOW);
    let session = begun(clock);
    for (const reading of [NOW + YEAR, NOW + YEAR + HOUR, NOW + YEAR + DAY - 1]) {
      clock.set(reading);
      session = begun(clock, session);
      expect(session.now).toBe(NOW);
    }
    clock.set(NOW + YEAR + DAY + 2 * HOUR);
    session = begun(clock, session);
    expect(session.now).toBe(NOW + YEAR + HOUR);
  });

  it('lags by two or three weeks in an app that is opened weekly', () => {
    const clock = new ManualClock(NOW);
    let session = begun(clock);
    const lags: number[] = [];
    for (let week = 1; week <= 8; week++) {
      clock.set(NOW + 7 * week * DAY);
      session = begun(clock, session);
      lags.push((clock.now() - session.now) / DAY);
    }
    expect(lags).toEqual([7, 14, 14, 14, 14, 14, 14, 14]);
  });

  it('does not lag indefinitely in an app that is opened many times a day after a long pause', () => {
    const clock = new ManualClock(NOW);
    let session = begun(clock);
    clock.set(NOW + 30 * DAY);
    for (let opening = 0; opening < 60; opening++) {
      session = begun(clock, session);
      expect(session.record.openings.length).toBeLessThanOrEqual(8);
      clock.set(clock.now() + HOUR);
    }
    expect(clock.now() - session.now).toBeLessThan(3 * DAY);
  });

  it('starts to count openings again after one that was not ahead, and after the clock was right while it ran', () => {
    const clock = new ManualClock(NOW);
    const ahead = (days: number) => clock.set(NOW + YEAR + days * DAY);
    let session = begun(clock);
    for (let turn = 0; turn < 5; turn++) {
      ahead(2 * turn);
      session = begun(clock, session);
      ahead(2 * turn + 1);
      session = begun(clock, session);
      clock.set(NOW + turn * HOUR);
      if (turn % 2 === 0) session = begun(clock, session);
      expect(session.now).toBe(NOW + turn * HOUR);
    }
  });

  it('does not count an opening whose reading an earlier one disproved', () => {
    const clock = new ManualClock(NOW);
    let session = begun(clock);
    for (const days of [5000, 400, 4000, 300, 3000, 200]) {
      clock.set(NOW + days * DAY);
      session = begun(clock, session);
    }
    expect(session.now).toBe(NOW);
  });

  it('begins with the last write in a database that never stored it', () => {
    const last = NOW - 30 * DAY;
    const stored = ended(null, { largestTimeSeen: last });
    expect(new ConfirmedTime(new ManualClock(NOW), 'ordered', stored).now).toBe(last);
    const untouched = ended(null, { largestTimeSeen: 0 });
    expect(new ConfirmedTime(new ManualClock(NOW), 'ordered', untouched).now).toBe(NOW);
  });

  it('is the wall clock in the mode `wall`', () => {
    const clock = new ManualClock(NOW);
    const confirmed = new ConfirmedTime(clock, 'wall', ended(begun(clock)));
    clock.set(NOW + YEAR);
    expect(confirmed.now).toBe(NOW + YEAR);
    expect(confirmed.record).toEqual({ confirmedTime: NOW, openings: [] });
  });

  it('is stored at least once an hour, one store after the other', () => {
    const clock = new ManualClock(NOW);
    const confirmed = begun(clock);
    let stored = 0;
    confirmed.start(() => {
      stored++;
      void confirmed.record;
      return new Promise(() => {});
    });
    clock.advance(59 * MINUTE);
    expect(stored).toBe(0);
    clock.advance(10 * HOUR);
    expect(stored).toBe(1);
    confirmed.stop();
  });

  it('is never above the smallest clock that was near or lasted, whatever the clock does', () => {
    for (const seed of testSeeds(30)) {
      const random = new Random(seed);
      const clock = new ManualClock(NOW);
      let session = begun(clock);
      // The true time: the running time, and the time between two sessions.
      let truth = NOW;
      for (let step = 0; step < 60; step++) {
        const pick = random.below(4);
        if (pick === 0) {
          const ms = random.below(10 * HOUR);
          clock.advance(ms);
          truth += ms;
        } else if (pick === 1) {
          // A clock that is wrong for a while, but for less than 24 hours and never across a reload.
          clock.set(truth + random.below(10 * YEAR) + DAY);
          expect(session.now, `seed ${seed}`).toBeLessThanOrEqual(truth + DAY);
          const ms = random.below(20 * HOUR);
          clock.advance(ms);
          truth += ms;
          expect(session.now, `seed ${seed}`).toBeLessThanOrEqual(truth + DAY);
          clock.set(truth);
        } else {
          truth += random.below(20 * DAY);
          clock.set(truth);
          session = begun(clock, session);
        }
        expect(session.now, `seed ${seed}`).toBeLessThanOrEqual(clock.now());
      }
    }
  });
});
