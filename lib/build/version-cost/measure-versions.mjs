// node lib/build/version-cost/measure-versions.mjs: what 1,000 versions of a cell cost. The engine is bundled first, as users run it.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const input = fileURLToPath(new URL('./measure-versions.ts', import.meta.url));
const file = fileURLToPath(new URL('../../../.out/measure-versions.mjs', import.meta.url));
const bundle = await rolldown({ input, platform: 'node' });
await bundle.write({ file, format: 'esm' });
const { measureVersions } = await import(pathToFileURL(file).href);
await measureVersions();
