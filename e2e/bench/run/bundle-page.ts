import { build, type Plugin } from 'esbuild';
import { inRoot } from '../../../lib/build/package/places.js';

/** Modules that a page loads as they were published, because they find their other files by their own address. */
const AS_PUBLISHED: Readonly<Record<string, string>> = {
  bigtab: '/dist/index.js',
  '@sqlite.org/sqlite-wasm': '/modules/@sqlite.org/sqlite-wasm/dist/index.mjs',
  '@electric-sql/pglite': '/modules/@electric-sql/pglite/dist/index.js',
  '@electric-sql/pglite/opfs-ahp': '/modules/@electric-sql/pglite/dist/fs/opfs-ahp.js',
  '@electric-sql/pglite/live': '/modules/@electric-sql/pglite/dist/live/index.js',
  '@electric-sql/pglite/worker': '/modules/@electric-sql/pglite/dist/worker/index.js',
};

const PUBLISHED_MODULES: Plugin = {
  name: 'published-modules',
  setup({ onResolve }) {
    onResolve({ filter: /^(bigtab$|@)/ }, ({ path }) => ({
      path: AS_PUBLISHED[path] ?? `/modules/${path}`,
      external: true,
    }));
  },
};

/** Bundles the page and the workers of the stores into `folder`. */
export async function bundlePage(folder: string): Promise<void> {
  await build({
    entryPoints: {
      page: inRoot('e2e/bench/page/main.ts'),
      echo: inRoot('e2e/bench/page/echo.ts'),
      sqlite: inRoot('e2e/bench/stores/sqlite.ts'),
      'probe-sqlite': inRoot('e2e/bench/probes/sqlite-worker.ts'),
      'wa-sqlite': inRoot('e2e/bench/stores/wa-sqlite.ts'),
      'wa-sqlite-pool': inRoot('e2e/bench/stores/wa-sqlite-pool.ts'),
      'probe-wa-sqlite': inRoot('e2e/bench/probes/wa-sqlite-worker.ts'),
      'probe-wa-sqlite-pool': inRoot('e2e/bench/probes/wa-sqlite-pool-worker.ts'),
      pglite: inRoot('e2e/bench/stores/pglite.ts'),
      'probe-pglite': inRoot('e2e/bench/probes/pglite-worker.ts'),
      'live-pglite': inRoot('e2e/bench/live/pglite-worker.ts'),
      yardstick: inRoot('e2e/bench/stores/yardstick-worker.ts'),
    },
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'warning',
    plugins: [PUBLISHED_MODULES],
  });
}
