import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../simulation/manual-clock.js';
import { type SilenceWatch, watchSilence } from './watch-silence.js';

function setUp(): { readonly clock: ManualClock; readonly silence: SilenceWatch; readonly seen: string[] } {
  const clock = new ManualClock();
  const seen: string[] = [];
  const silence = watchSilence(
    clock,
    () => seen.push('ping'),
    () => seen.push('silent'),
  );
  return { clock, silence, seen };
}

describe('a watch over a worker', () => {
  it('pings each second, and reports when nothing arrived for that long', () => {
    const { clock, silence, seen } = setUp();
    silence.watch(5000);
    clock.advance(4999);
    expect(seen).toEqual(Array(5).fill('ping'));
    clock.advance(1);
    expect(seen).toEqual([...Array(5).fill('ping'), 'silent']);
    expect(clock.waiting).toBe(0);
  });

  it('starts again with each message', () => {
    const { clock, silence, seen } = setUp();
    silence.watch(5000);
    for (let second = 0; second < 100; second++) {
      clock.advance(1000);
      silence.heard(true);
    }
    expect(seen).not.toContain('silent');
    clock.advance(5000);
    expect(seen).toContain('silent');
  });

  it('counts each watch from its own start', () => {
    const { clock, silence, seen } = setUp();
    silence.watch(30_000);
    clock.advance(20_000);
    silence.watch(5000);
    clock.advance(4999);
    expect(seen).not.toContain('silent');
    clock.advance(1);
    expect(seen).toContain('silent');
  });

  it('may be shorter at first', () => {
    const { clock, silence, seen } = setUp();
    silence.watch(30_000, { firstMs: 5000 });
    clock.advance(4000);
    silence.heard(true);
    clock.advance(29_000);
    expect(seen).not.toContain('silent');
    clock.advance(1000);
    expect(seen).toContain('silent');
  });

  it('sends nothing without pings, and answers to the pings of another watch do not count', () => {
    const { clock, silence, seen } = setUp();
    silence.watch(5000, { pings: false });
    clock.advance(1000);
    expect(seen).toEqual([]);
    silence.heard(false);
    silence.watch(30_000);
    for (let second = 0; second < 4; second++) {
      clock.advance(1000);
      silence.heard(true);
    }
    expect(seen).not.toContain('silent');
    clock.advance(1000);
    expect(seen).toContain('silent');
  });

  it('ends with the last watch', () => {
    const { clock, silence, seen } = setUp();
    const stops = [silence.watch(5000), silence.watch(5000)];
    stops[0]?.();
    expect(clock.waiting).toBe(1);
    stops[1]?.();
    stops[1]?.();
    expect(clock.waiting).toBe(0);
    silence.watch(1000);
    silence.end();
    clock.advance(60_000);
    expect(seen).not.toContain('silent');
  });
});
