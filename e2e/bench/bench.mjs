// npm run bench: measures Bigtab beside other stores; `npm run bench -- --help` says how.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const bundle = new URL(`../../.out/bench/${process.pid}.mjs`, import.meta.url);
await build({
  entryPoints: [fileURLToPath(new URL('./run/run-bench.ts', import.meta.url))],
  outfile: fileURLToPath(bundle),
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
  // A module asks for its place to find the repository: that of lib/build/package/places stands for all of them.
  define: { 'import.meta.url': JSON.stringify(new URL('../../lib/build/package/places.ts', import.meta.url).href) },
});
try {
  const { runBench } = await import(bundle.href);
  process.exitCode = await runBench(process.argv.slice(2));
} catch (error) {
  console.error(`npm run bench: ${error.message}`);
  process.exitCode = error.name === 'Interrupted' ? 130 : 1;
} finally {
  await rm(bundle);
}
