import { expect, it, vi } from 'vitest';
import { runSoak, type SoakHost } from './run-soak.js';

/** A host whose time is up after the first part. */
function fakeHost() {
  const lines: string[] = [];
  const started = vi.fn(() => Promise.reject(new Error('nothing may start')));
  let now = 0;
  const host: SoakHost = {
    openBrowserPlayer: started,
    killBrowsers: started,
    simulateTabs: started,
    runTabs: started,
    now: () => {
      now += 1_000_000;
      return now;
    },
    tell: (line) => void lines.push(line),
    memory: () => ({ heapUsed: 50 * 1024 * 1024, rss: 300 * 1024 * 1024 }),
  };
  return { host, lines, started };
}

it.each([
  [['--help'], 0],
  [['tabs', '--help'], 0],
  [['--kills', '3', '-h'], 0],
  [['--minute', '1'], 1],
  [['tab'], 1],
  [['--minutes', 'many'], 1],
  [['--transports', 'direct,treads'], 1],
] as const)('with the words %j explains its modes and options, and runs nothing', async (words, code) => {
  const { host, lines, started } = fakeHost();
  expect(await runSoak(words, host)).toBe(code);
  const told = lines.join('\n');
  for (const option of ['--minutes', '--seed', '--transports', '--kills', 'tabs', '--seeds', '--browser', '--leaks']) {
    expect(told).toContain(option);
  }
  expect(told).not.toContain('histories,');
  expect(started).not.toHaveBeenCalled();
});

it('prints the memory of the process with its progress', async () => {
  const { host, lines } = fakeHost();
  expect(await runSoak(['--minutes', '1', '--seed', '3', '--transports', 'watches'], host)).toBe(0);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^seed 3, live reads: \d+ histories; heap 50 MiB, process 300 MiB$/);
});
