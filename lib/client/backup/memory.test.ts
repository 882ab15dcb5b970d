import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import type { BackupMemory } from '../../testing/backup-memory.js';

const CELLS = 300_000;
const LIMIT = 40 * 1024 * 1024;

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

describe('the memory of a backup', () => {
  it('does not grow with the backup, in either direction', { timeout: 180_000 }, async () => {
    const input = await bundle('../../testing/backup-memory.ts');
    const flags = ['--expose-gc', '--input-type=module', '-', String(CELLS)];
    const { fileBytes, ...parts } = JSON.parse(
      execFileSync(process.execPath, flags, { input, encoding: 'utf8' }),
    ) as BackupMemory;
    expect(fileBytes).toBeGreaterThan(LIMIT);
    for (const { bytes } of [parts.exported, parts.imported, parts.exportedAgain]) expect(bytes).toBeLessThan(LIMIT);
    expect(parts.same).toBe(true);
    expect(parts.abortSeconds).toBeLessThan(5);
  });
});
