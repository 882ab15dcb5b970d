// node lib/build/version-cost/measure-versions.mjs: measures the cost of 1,000 versions of a cell. The engine is
// bundled first, because users run a bundled engine.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const input = fileURLToPath(new URL('./measure-versions.ts', import.meta.url));
const file = fileURLToPath(new URL('../../../.out/measure-versions.mjs', import.meta.url));
const bundle = await rolldown({ input, platform: 'node' });
await bundle.write({ file, format: 'esm' });
const { measureVersions } = await import(pathToFileURL(file).href);
await measureVersions();
