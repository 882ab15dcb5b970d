// npm run conformance -- [--transport direct|thread|browser] FILES…: plays recorded histories; see README.md.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

// Bundled, because an engine in one module runs much faster than one that a loader splits into many.
async function load(path) {
  const bundle = new URL(`../../../.out/conformance/${process.pid}.mjs`, import.meta.url);
  await build({
    entryPoints: [fileURLToPath(new URL(path, import.meta.url))],
    outfile: fileURLToPath(bundle),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    // Modules find the repository by their own address. In the bundle, all of them use that of
    // lib/build/package/places.
    define: { 'import.meta.url': JSON.stringify(new URL('../../build/package/places.ts', import.meta.url).href) },
  });
  try {
    return await import(`${bundle.href}?${path}`);
  } finally {
    await rm(bundle);
  }
}

const { runConformance } = await load('./run-conformance.ts');
const openBrowserPlayer = async () => (await load('../../../e2e/vectors/browser-player.ts')).openBrowserPlayer();
process.exit(await runConformance(process.argv.slice(2), openBrowserPlayer));
