import { mkdir, writeFile } from 'node:fs/promises';
import { build as esbuild } from 'esbuild';
import { rolldown } from 'rolldown';
import webpack from 'webpack';

/* Common bundlers with their default settings, except that they minify. */

export type Bundler = 'rolldown' | 'esbuild' | 'webpack';

/**
 * Bundles `source` in the app `folder`, minified, into `folder/built`; the entry is `built/main.js`. Only rolldown can leave
 * out packages, which are `external`.
 */
export async function bundleApp(
  bundler: Bundler,
  folder: string,
  source: string,
  external: readonly string[] = [],
): Promise<void> {
  await mkdir(`${folder}/built`, { recursive: true });
  const entry = `${folder}/main.js`;
  await writeFile(entry, source);
  await BUNDLERS[bundler](folder, entry, [...external]);
}

const BUNDLERS: Readonly<Record<Bundler, (folder: string, entry: string, external: string[]) => Promise<void>>> = {
  rolldown: async (folder, entry, external) => {
    const bundle = await rolldown({
      input: { main: entry },
      cwd: folder,
      platform: 'browser',
      tsconfig: false,
      external,
    });
    await bundle.write({ dir: `${folder}/built`, format: 'esm', minify: true });
    await bundle.close();
  },
  esbuild: async (folder, entry) => {
    await esbuild({
      entryPoints: [entry],
      absWorkingDir: folder,
      outdir: `${folder}/built`,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
      minify: true,
      logLevel: 'error',
    });
  },
  webpack: (folder, entry) =>
    new Promise((resolve, reject) => {
      webpack(
        {
          mode: 'production',
          context: folder,
          entry: { main: entry },
          output: { path: `${folder}/built`, publicPath: 'auto' },
          performance: false,
        },
        (error, stats) => {
          if (error !== null && error !== undefined) reject(error);
          else if (stats?.hasErrors() === true) reject(new Error(stats.toString('errors-only')));
          else resolve();
        },
      );
    }),
};
