// npm run bench:micro: compares the benchmarks next to the code with the baseline; see run-micro-bench.ts. They are
// bundled first, because users run a bundled engine.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';

const place = (path) => fileURLToPath(new URL(path, import.meta.url));
const out = place(`../../../.out/micro-bench-${process.pid}`);
const baseline = place('./baseline.json');
const ENDING = '.bench.ts';

// Those of lib/testing and lib/build measure complete calls, whose time is spent in many places: run them manually.
const files = readdirSync(place('../..'), { recursive: true })
  .filter((path) => path.endsWith(ENDING) && !/^(testing|build)\//.test(path))
  .map((path) => path.slice(0, -ENDING.length))
  .sort();

const bundle = await rolldown({
  input: {
    run: place('./run-micro-bench.ts'),
    measure: place('./measure-benchmarks.ts'),
    ...Object.fromEntries(files.map((file) => [file, place(`../../${file}${ENDING}`)])),
  },
  platform: 'node',
  resolve: { alias: { vitest: place('./collect.ts') } },
});
await bundle.write({ dir: out, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name].mjs' });
try {
  const { runMicroBench } = await import(pathToFileURL(`${out}/run.mjs`).href);
  process.exitCode = await runMicroBench(process.argv.slice(2), {
    measure: async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [`${out}/measure.mjs`, ...files]);
      return JSON.parse(stdout);
    },
    readBaseline: async () => JSON.parse(await readFile(baseline, 'utf8')),
    writeBaseline: (ratios) => writeFile(baseline, `${JSON.stringify(ratios, null, 2)}\n`),
    tell: console.log,
  });
} finally {
  await rm(out, { recursive: true });
}
