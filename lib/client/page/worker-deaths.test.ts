import { expect, it } from 'vitest';
import { ManualClock } from '../../simulation/manual-clock.js';
import { WorkerDeaths } from './worker-deaths.js';

const CRASHED = { fellSilent: false, trying: null };
const silent = (trying: string | null = null) => ({ fellSilent: true, trying });

it('A worker that crashes is replaced once within a minute', () => {
  const clock = new ManualClock();
  const deaths = new WorkerDeaths(clock);
  expect([deaths.mayReplace(CRASHED), deaths.deaf]).toEqual([true, undefined]);
  clock.advance(59_999);
  expect(deaths.mayReplace(null)).toBe(false);
  clock.advance(60_000);
  expect([deaths.mayReplace(CRASHED), deaths.deaf]).toEqual([true, undefined]);
});

it('One that falls silent is replaced again while each time another packet is the reason', () => {
  const clock = new ManualClock();
  const deaths = new WorkerDeaths(clock);
  expect([deaths.mayReplace(silent()), deaths.deaf]).toEqual([true, []]);
  clock.advance(31_000);
  expect([deaths.mayReplace(silent('a')), deaths.deaf]).toEqual([true, ['a']]);
  clock.advance(31_000);
  expect([deaths.mayReplace(silent('b')), deaths.deaf]).toEqual([true, ['a', 'b']]);
  expect(deaths.mayReplace(silent('b'))).toBe(false);
  expect(deaths.mayReplace(silent())).toBe(false);
  expect(deaths.mayReplace({ fellSilent: false, trying: 'c' })).toBe(false);
  clock.advance(60_000);
  expect([deaths.mayReplace(CRASHED), deaths.deaf]).toEqual([true, undefined]);
});

it('The reason is known even if the second silence was noticed late', () => {
  const clock = new ManualClock();
  const deaths = new WorkerDeaths(clock);
  deaths.mayReplace(silent());
  clock.advance(90_000);
  expect([deaths.mayReplace(silent('a')), deaths.deaf]).toEqual([true, ['a']]);
});
