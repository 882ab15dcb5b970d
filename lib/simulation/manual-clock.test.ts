import { describe, expect, it } from 'vitest';
import { ManualClock } from './manual-clock.js';

describe('ManualClock', () => {
  it('does not move until it is advanced', () => {
    const clock = new ManualClock(1000);
    expect([clock.now(), clock.monotonic()]).toEqual([1000, 0]);
    clock.advance(5);
    expect([clock.now(), clock.monotonic()]).toEqual([1005, 5]);
  });

  it('runs tasks in order of their due times, each at its own time', () => {
    const clock = new ManualClock(1000);
    const seen: string[] = [];
    const note = (name: string) => () => seen.push(`${name}@${clock.monotonic()}`);
    clock.after(10, note('late'));
    clock.after(5, note('early'));
    clock.after(5, note('second'));
    clock.after(0, note('now'));
    clock.after(11, note('never'));
    expect(seen).toEqual([]);
    clock.advance(10);
    expect(seen).toEqual(['now@0', 'early@5', 'second@5', 'late@10']);
    expect(clock.waiting).toBe(1);
  });

  it('runs a task that another task sets up if it is due within the same advance', () => {
    const clock = new ManualClock();
    const seen: number[] = [];
    clock.after(2, () => clock.after(3, () => seen.push(clock.monotonic())));
    clock.advance(4);
    expect(seen).toEqual([]);
    clock.advance(1);
    expect(seen).toEqual([5]);
  });

  it('does not run a cancelled task', () => {
    const clock = new ManualClock();
    const cancel = clock.after(1, () => expect.unreachable());
    cancel();
    cancel();
    clock.advance(10);
    expect(clock.waiting).toBe(0);
  });

  it('changes only the wall clock when it is set', () => {
    const clock = new ManualClock(1000);
    clock.after(1, () => expect.unreachable());
    clock.set(500_000);
    clock.set(10);
    expect([clock.now(), clock.monotonic()]).toEqual([10, 0]);
  });
});
