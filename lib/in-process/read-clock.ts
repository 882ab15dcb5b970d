import { type Clock, systemClock } from '../clock.js';
import { invalidArgument } from '../errors.js';

/** A clock that a user passes. Only its time is required. */
export interface ClockLike {
  /** The time, in milliseconds since 1970. */
  now(): number;
}

/** The clock of an option `clock`. Throws INVALID_ARGUMENT. */
export function readClock(clock: unknown): Clock {
  if (clock === undefined) return systemClock;
  const given = clock as Partial<Clock> | null;
  if (typeof given?.now !== 'function')
    throw invalidArgument('clock must be an object with now(), which returns milliseconds');
  // Clocks such as `performance` return fractions of milliseconds; timestamps have none.
  const now = () => Math.floor((given as Clock).now());
  const isTime = (time: number) => Number.isSafeInteger(time) && time >= 0;
  let last = now();
  if (!isTime(last)) throw invalidArgument(`clock.now() must return milliseconds since 1970; got ${last}`);
  const { monotonic, after } = hasTimers(given) ? given : systemClock;
  return {
    monotonic: () => monotonic.call(given),
    after: (ms, task) => after.call(given, ms, task),
    // If the clock breaks later, the last time is used: the engine's internal work has no caller to report an error to.
    now: () => {
      const time = now();
      if (isTime(time)) last = time;
      return last;
    },
  };
}

function hasTimers(clock: Partial<Clock>): clock is Clock {
  return typeof clock.monotonic === 'function' && typeof clock.after === 'function';
}
