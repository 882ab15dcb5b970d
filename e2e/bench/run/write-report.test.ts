import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inRoot } from '../../../lib/build/package/places.js';
import { RESULTS } from '../report/published.js';
import type { RawLine } from '../report/summary.js';
import { roundsOf } from '../report/synthetic-lines.js';
import { treeCommit } from './build-commit.js';
import { storeVersion } from './store-version.js';
import { writeAgreement, writeReport } from './write-report.js';

const folder = await mkdtemp(join(tmpdir(), 'bigtab-report-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

async function fileOf(name: string, lines: readonly RawLine[]): Promise<string> {
  const file = `${folder}/${name}`;
  await writeFile(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  return file;
}

describe('writeReport', () => {
  it('writes the report of files that form one run', async () => {
    const [get, load] = [
      await fileOf('get', roundsOf('bigtab', 'get-256', [1, 2, 3])),
      await fileOf('load', roundsOf('bigtab', 'load-random', [4, 5, 6], { workload: 'W1' })),
    ];
    expect(await writeReport([get, load], false, folder)).toBe(0);
    expect(await readFile(`${folder}/results.md`, 'utf8')).toContain('| Bigtab | 2 (1 to 3) |');
    expect(await readdir(folder)).toContain('results.svg');
  });

  it('publishes no results with too few rounds, and names them', async () => {
    const published = await readFile(inRoot(RESULTS), 'utf8');
    const file = await fileOf('few', roundsOf('bigtab', 'get-256', [1, 2, 3]));
    await expect(writeReport([file], true, folder)).rejects.toThrow(
      'these results cannot be published:\n- fewer than 5 rounds: Bigtab, W3 gets, 256 in flight, warm, 1,000 cells (3)',
    );
    expect(await readFile(inRoot(RESULTS), 'utf8')).toBe(published);
  });

  it('fails if a run failed', async () => {
    const [good, bad] = roundsOf('bigtab', 'get-256', [1, 2]) as [RawLine, RawLine];
    const file = await fileOf('failed', [good, { ...bad, error: 'row 7 is wrong' }]);
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await writeReport([file], false, folder)).toBe(1);
    expect(printed.mock.calls).toEqual([['FAILED in 1 round: bigtab, W3, 1,000 cells: row 7 is wrong']]);
    expect(await readFile(`${folder}/results.md`, 'utf8')).toContain('1 round: row 7 is wrong');
  });
});

describe('writeAgreement', () => {
  it('compares two runs', async () => {
    const first = await fileOf('first', roundsOf('bigtab', 'get-256', [1, 2]));
    const again = await fileOf('again', roundsOf('bigtab', 'get-256', [2, 3], { started: '2001-01-01T02:00:00.000Z' }));
    expect(await writeAgreement([first], [again], folder)).toBe(0);
    expect(await readFile(`${folder}/agreement.md`, 'utf8')).toContain('overlap in 1 of 1 numbers');
    expect(await readFile(`${folder}/agreement.md`, 'utf8')).toContain('the second one at 2001-01-01T02:00:00.000Z.');
  });

  it('refuses the same run twice', async () => {
    const file = await fileOf('once', roundsOf('bigtab', 'get-256', [1, 2]));
    await expect(writeAgreement([file], [file], folder)).rejects.toThrow(
      'the run that started at 2001-01-01T00:00:00.000Z is given twice',
    );
  });
});

describe('raw lines', () => {
  it('name the commit of the tree, and whether it had changes', async () => {
    expect(await treeCommit()).toMatch(/^[0-9a-f]{7,}( with uncommitted changes)?$/);
  });

  it('name the version of a package, and none for stores that are made here', async () => {
    expect(await storeVersion('idb')).toMatch(/^\d+\.\d+\.\d+/);
    expect(await storeVersion('bigtab')).toBeNull();
  });
});
