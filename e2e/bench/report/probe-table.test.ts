import { describe, expect, it } from 'vitest';
import type { ProbeRun, Side } from '../probes/probe-figures.js';
import { probeLines, probeTable } from './probe-table.js';

function run(round: number, side: Side, scanAll: number): ProbeRun {
  return { round, store: 'sqlite', side, figures: { load: 100, scanAll, getMany: 100, get: 100, put: 100 } };
}

describe('probeLines', () => {
  it('compares the sides within a round', () => {
    const runs = [
      run(1, 'probe', 100),
      run(1, 'adapter', 90),
      run(2, 'adapter', 190),
      run(2, 'probe', 200),
      run(3, 'probe', 50),
      run(3, 'adapter', 50),
    ];
    const line = probeLines(runs).find(({ figure }) => figure === 'scanAll');
    expect(line?.probe.median).toBe(100);
    expect(line?.adapter.median).toBe(90);
    expect(line?.shares).toMatchObject({ least: 0.9, median: 0.95, most: 1, count: 3 });
  });

  it('leaves out a round in which one side is missing', () => {
    const lines = probeLines([run(1, 'probe', 100), run(1, 'adapter', 80), run(2, 'probe', 100)]);
    expect(lines.find(({ figure }) => figure === 'scanAll')?.shares).toMatchObject({ median: 0.8, count: 1 });
    expect(probeLines([run(1, 'probe', 100)])).toEqual([]);
  });
});

describe('probeTable', () => {
  it('marks shares below nine tenths, and no others', () => {
    const table = probeTable(probeLines([run(1, 'probe', 500_000), run(1, 'adapter', 445_000)]), ['One machine.']);
    expect(table).toContain(
      '| SQLite | full scan (rows/s) | 500,000 (500,000–500,000) | 445,000 (445,000–445,000) | **0.89 (0.89–0.89)**, less than 0.9 | 1 |',
    );
    expect(table).toContain('| SQLite | single gets (gets/s) | 100 (100–100) | 100 (100–100) | 1.00 (1.00–1.00) | 1 |');
    expect(table).toMatch(/\n\nOne machine\.\n$/);
  });
});
