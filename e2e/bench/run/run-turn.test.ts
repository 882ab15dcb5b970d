import { describe, expect, it } from 'vitest';
import { lineOf, messageOf } from './run-turn.js';

describe('lineOf', () => {
  const run = {
    round: 2,
    store: 'idb',
    workload: 'W3',
    cells: 2_000,
    roundTrip: 30,
    figures: { 'get-single': 9_680 },
  } as const;

  it('names the measured values', () => {
    expect(lineOf(run, 'idb')).toBe('2 W3 idb: get-single 9,680 (round trip 30 µs)');
  });

  it('begins with the failure if there is one', () => {
    expect(lineOf({ ...run, figures: {}, error: 'row 7 is wrong' }, 'idb')).toBe('FAILED: 2 W3 idb: row 7 is wrong');
  });
});

describe('messageOf', () => {
  it('leaves out the output of the browser', () => {
    const error = new Error('the browser has been closed\nBrowser logs:\n\n<launching> chromium\n[err] no bus');
    expect(messageOf(error)).toBe('the browser has been closed');
    expect(messageOf('full')).toBe('full');
  });
});
