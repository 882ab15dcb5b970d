// npm run bench: measures Bigtab and other stores. For the options, see `npm run bench -- --help`.
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
  // Modules find the repository by their own address. In the bundle, all of them use that of lib/build/package/places.
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
