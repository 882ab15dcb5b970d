import { describe, expect, it } from 'vitest';
import { joinRuns } from './join-runs.js';
import type { RawLine } from './summary.js';
import { MACHINE, syntheticLine } from './synthetic-lines.js';

const line = (more: Partial<RawLine> = {}) => syntheticLine('bigtab', { 'get-256': 1 }, more);
const LATER = '2001-01-01T02:00:00.000Z';

describe('joinRuns', () => {
  it('joins files with different workloads and different sizes', () => {
    const files = [
      { name: 'a', lines: [line(), line({ round: 2 })] },
      { name: 'b', lines: [line({ workload: 'W1', started: LATER })] },
      { name: 'c', lines: [line({ cells: 5_000, started: LATER })] },
    ];
    expect(joinRuns(files)).toHaveLength(4);
  });

  it.each([
    [
      'commit',
      { commit: 'abc1234 with uncommitted changes' },
      'one table needs one commit: a has abc1234, b has abc1234 with uncommitted changes',
    ],
    [
      'browser',
      { machine: { ...MACHINE, browser: 'Chromium 2' } },
      'one table needs one browser: a has Chromium 1.2.3.4, b has Chromium 2',
    ],
    ['machine', { machine: { ...MACHINE, cores: 64 } }, /one machine: a has .*2 cores.*, b has .*64 cores/],
  ])('refuses another %s and names both', (_, other, message) => {
    const files = [
      { name: 'a', lines: [line()] },
      { name: 'b', lines: [line({ workload: 'W1', started: LATER, ...other })] },
    ];
    expect(() => joinRuns(files)).toThrow(message);
    const inOneFile = [{ name: 'a', lines: files.flatMap(({ lines }) => lines) }];
    expect(() => joinRuns(inOneFile)).toThrow('one table needs one');
  });

  it('refuses two runs of the same workload and size, even in one file', () => {
    const [first, second] = [line(), line({ started: LATER })];
    const files = [
      { name: 'a', lines: [first] },
      { name: 'b', lines: [second] },
    ];
    expect(() => joinRuns(files)).toThrow('a and b both measured W3 with 1,000 cells');
    expect(() => joinRuns([{ name: 'a', lines: [first, second] }])).toThrow('both measured W3');
  });

  it('refuses the same file twice', () => {
    const file = { name: 'a', lines: [line()] };
    expect(() => joinRuns([file, file])).toThrow('a and a both measured');
  });

  it('refuses files without runs', () => {
    expect(() => joinRuns([])).toThrow('no runs');
    expect(() => joinRuns([{ name: 'a', lines: [] }])).toThrow('a has no runs');
  });
});
