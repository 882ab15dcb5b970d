import { describe, expect, it } from 'vitest';
import { gate } from './gate.js';

describe('gate', () => {
  it('runs up to its width of tasks at the same time, in the order of arrival', async () => {
    const pass = gate(2);
    const events: string[] = [];
    const end: (() => void)[] = [];
    const works = ['a', 'b', 'c', 'd'].map((name) =>
      pass(async () => {
        events.push(name);
        await new Promise<void>((resolve) => end.push(resolve));
        return name;
      }),
    );
    expect(events).toEqual(['a', 'b']);
    end[1]?.();
    await works[1];
    await Promise.resolve();
    expect(events).toEqual(['a', 'b', 'c']);
    end[0]?.();
    end[2]?.();
    await works[2];
    await Promise.resolve();
    end[3]?.();
    expect(await Promise.all(works)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('runs the next task after a failure', async () => {
    const pass = gate(1);
    const failed = pass(() => Promise.reject(new Error('full')));
    const next = pass(async () => 'next');
    await expect(failed).rejects.toThrow('full');
    expect(await next).toBe('next');
  });
});
