import type { ManualClock } from '../../simulation/manual-clock.js';

/** A call settles within this time, in milliseconds; it has this number of turns before a second passes. */
const LONGEST_WAIT = 300_000;
const TURNS = 2000;

/**
 * Lets time pass while the call waits, as writes do on a full device until obsolete files may be removed. Throws if it
 * takes more than `LONGEST_WAIT`.
 */
export async function inTime<T>(clock: ManualClock, call: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = (): void => {
    isSettled = true;
  };
  call.then(settle, settle);
  for (let waited = 0; waited <= LONGEST_WAIT; waited += 1000) {
    for (let turn = 0; turn < TURNS && !isSettled; turn++) await null;
    if (isSettled) return call;
    clock.advance(1000);
  }
  throw new Error(`a call did not settle within ${LONGEST_WAIT} ms`);
}
