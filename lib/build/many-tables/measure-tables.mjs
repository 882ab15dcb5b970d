// node lib/build/many-tables/measure-tables.mjs [TABLES]: measures a database with many tables of three families on the
// files of this machine. The engine is bundled first, because users run a bundled engine.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const input = fileURLToPath(new URL('./measure-tables.ts', import.meta.url));
const file = fileURLToPath(new URL('../../../.out/measure-tables.mjs', import.meta.url));
const bundle = await rolldown({ input, platform: 'node' });
await bundle.write({ file, format: 'esm', codeSplitting: false });
const { status } = spawnSync(process.execPath, ['--expose-gc', file, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
