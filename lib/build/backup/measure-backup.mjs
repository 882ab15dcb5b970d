// node lib/build/backup/measure-backup.mjs [CELLS]: exports, imports and exports again a database of a million cells, or
// of this number, on the files of this machine. Prints times and memory, and fails above 64 MiB. The engine is bundled
// first, because users run a bundled engine.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const LIMIT = 64 * 1024 * 1024;
const cells = process.argv[2] ?? '1000000';
const input = fileURLToPath(new URL('../../testing/backup-memory.ts', import.meta.url));
const file = fileURLToPath(new URL('../../../.out/backup-memory.mjs', import.meta.url));
const bundle = await rolldown({ input, platform: 'node' });
await bundle.write({ file, format: 'esm', codeSplitting: false });
const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
const { stdout, status } = spawnSync(process.execPath, ['--expose-gc', file, cells], options);
if (status !== 0) process.exit(1);
const { fileBytes, exported, imported, exportedAgain, same, abortSeconds } = JSON.parse(stdout);
console.log(`${cells} cells, ${(fileBytes / 1e6).toFixed(1)} MB`);
for (const [what, { seconds, bytes }] of Object.entries({ exported, imported, 'exported again': exportedAgain })) {
  console.log(
    `${what.padEnd(16)}${seconds.toFixed(1).padStart(8)} s, at most ${(bytes / 2 ** 20).toFixed(1)} MiB in addition`,
  );
  if (bytes > LIMIT) process.exitCode = 1;
}
console.log(
  `aborted after ${(1000 * abortSeconds).toFixed(0)} ms; both exports are ${same ? 'the same' : 'DIFFERENT'}`,
);
if (!same) process.exitCode = 1;
