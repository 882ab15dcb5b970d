import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Imports a module of this repository, at `path` from its root, with everything it uses as one script: an engine in
 * one module runs much faster than one that a loader splits into many.
 */
export async function importBundled(path) {
  const root = new URL('../../', import.meta.url);
  const name = path.replaceAll(/\W/g, '-');
  const bundle = new URL(`.out/bundles/${process.pid}-${name}.mjs`, root);
  await build({
    entryPoints: [fileURLToPath(new URL(path, root))],
    outfile: fileURLToPath(bundle),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    // Modules find the repository by their own address. In the bundle, all of them use that of
    // lib/build/package/places.
    define: { 'import.meta.url': JSON.stringify(new URL('lib/build/package/places.ts', root).href) },
  });
  try {
    return await import(/* @vite-ignore */ bundle.href);
  } finally {
    await rm(bundle);
  }
}
