import { describe, expect, it } from 'vitest';
import type { CallsRun, FailoverRun, MemoryRun, TabRole, TabRuns } from '../tabs/tab-figures.js';
import { callLines, failoverLines, memoryLines, tabsPage } from './tabs-table.js';

const NOTHING: TabRuns = { calls: [], failovers: [], memory: [] };

function calls(round: number, role: TabRole, p50: number, call: CallsRun['call'] = 'get'): CallsRun {
  return { round, call, role, cold: 900, p50, p99: 900 };
}

function failover(round: number, megabytes: number, ms: number): FailoverRun {
  return { round, ending: 'close', megabytes, ms };
}

function memory(round: number, followers: number, megabytes: number): MemoryRun {
  return { round, followers, megabytes };
}

describe('callLines', () => {
  it('divides the times of both tabs within a round', () => {
    const runs = [
      calls(1, 'leader', 100),
      calls(1, 'follower', 300),
      calls(2, 'follower', 200),
      calls(2, 'leader', 50),
      calls(3, 'leader', 100),
      calls(3, 'follower', 500),
    ];
    const line = callLines({ ...NOTHING, calls: runs }).find(({ reading }) => reading === 'p50');
    expect(line?.leader).toMatchObject({ least: 50, median: 100, most: 100, count: 3 });
    expect(line?.values).toMatchObject({ least: 200, median: 300, most: 500 });
    expect(line?.ratios).toMatchObject({ least: 3, median: 4, most: 5 });
  });

  it('leaves out a round in which one tab is missing', () => {
    const runs = [calls(1, 'leader', 100), calls(1, 'follower', 300), calls(2, 'leader', 100)];
    expect(callLines({ ...NOTHING, calls: runs })[0]?.ratios.count).toBe(1);
    expect(callLines({ ...NOTHING, calls: runs.slice(2) })).toEqual([]);
  });

  it('begins with missed goals, then with the largest ratio', () => {
    const runs = [
      calls(1, 'leader', 300),
      calls(1, 'follower', 601),
      calls(1, 'leader', 100, 'scan'),
      calls(1, 'follower', 400, 'scan'),
    ];
    const [first, second, third] = callLines({ ...NOTHING, calls: runs });
    expect(first).toMatchObject({ call: 'get', reading: 'p50', goal: { most: 600, isMet: false } });
    expect(second).toMatchObject({ call: 'scan', reading: 'p50', goal: null });
    expect(third?.ratios.median).toBe(1);
  });
});

describe('failoverLines', () => {
  it('compare the longest time with the goal, which is shorter for less than a MiB', () => {
    const times = [failover(1, 0, 100), failover(2, 0, 310), failover(3, 0, 100), failover(1, 16, 310)];
    expect(failoverLines({ ...NOTHING, failovers: times })).toMatchObject([
      { ending: 'close', megabytes: 0, values: { median: 100, most: 310 }, goal: { most: 300, isMet: false } },
      { ending: 'close', megabytes: 16, goal: { most: 1_000, isMet: true } },
    ]);
  });
});

describe('memoryLines', () => {
  it('divide the growth by the number of followers', () => {
    const readings = [memory(1, 1, 1), memory(1, 5, 4), memory(2, 5, 5), memory(3, 5, 6)];
    expect(memoryLines({ ...NOTHING, memory: readings })).toMatchObject([
      { followers: 1, values: { median: 1 }, goal: { isMet: true } },
      { followers: 5, values: { least: 0.8, median: 1, most: 1.2 } },
    ]);
  });
});

describe('tabsPage', () => {
  it('counts the missed goals and marks each', () => {
    const page = tabsPage(
      {
        calls: [calls(1, 'leader', 200), calls(1, 'follower', 500)],
        failovers: [failover(1, 4, 1_200)],
        memory: [memory(1, 9, 18)],
      },
      ['One machine.'],
    );
    expect(page).toContain('One machine. Every number is the median of 1 round');
    expect(page).toContain('Of 3 goals, 2 are missed.');
    expect(page).toContain('| one get | p50 | 200 (200 to 200) | 500 (500 to 500) | 2.5 (2.5 to 2.5) | at most 600 |');
    expect(page).toContain('| its tab is closed | 4 | 1,200 (1,200 to 1,200) | **missed**: at most 1,000 |');
    expect(page).toContain('| 9 | 2 (2 to 2) | **missed**: at most 1.05 |');
  });

  it('says that no goal is missed', () => {
    expect(tabsPage({ ...NOTHING, memory: [memory(1, 1, 1)] }, [])).toContain('Of 1 goal, none is missed.');
  });
});
