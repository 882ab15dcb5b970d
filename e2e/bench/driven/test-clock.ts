import type { Clock } from './clock.js';

/** A clock whose time advances only while something sleeps. */
export function testClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    async sleep(ms) {
      now += ms;
    },
  };
}
