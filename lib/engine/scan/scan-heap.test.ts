import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import type { ScanHeapGrowth } from '../../testing/scan-heap-growth.js';

/** The program is bundled like the built engine: otherwise the test runner's own imports would be measured too. */
async function bundle(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(path, import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
  });
  return (outputFiles[0] as { text: string }).text;
}

/** The young generation is large enough for all that a scan can allocate, so that nothing is collected during it. */
const FLAGS = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64', '--input-type=module', '-'];

describe('the heap during a scan of 100,000 cells', () => {
  it('grows by less than 8 bytes per cell, apart from the reply', async () => {
    const input = await bundle('../../testing/scan-heap-growth.ts');
    const output = execFileSync(process.execPath, FLAGS, { input, encoding: 'utf8' });
    const growth = JSON.parse(output) as ScanHeapGrowth;
    expect(growth).toMatchObject({ cells: 100_000, collections: 0 });
    expect(growth.bytesPerCell).toBeLessThan(8);
  });
});
