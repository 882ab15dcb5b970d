import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { contentPolicy } from './demo/content-policy.js';
import { guidePages } from './demo/guide/guide-plugin.js';
import { bundleWorker } from './lib/build/package/bundle-worker.js';
import { siteNotices } from './lib/build/package/site-notices.js';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * The package's names, as served from the sources. Builds map nothing: they find `dist/` through the package's exports.
 */
const SOURCES = [
  { find: /^bigtab$/, replacement: `${root}lib/index.ts` },
  { find: /^bigtab\/memory$/, replacement: `${root}lib/memory.ts` },
  { find: /^bigtab\/shell$/, replacement: `${root}lib/shell.ts` },
  { find: /^bigtab\/worker$/, replacement: `${root}worker/main.ts` },
];

/** The path used for an address that is not a path on this server. */
const NO_ADDRESS = '/no-address';

/**
 * Answers 400 to requests such as `GET //`. Their address is not a valid URL, so code that parses it throws, including
 * code in Vite. If a middleware throws, the page shows a stack trace with paths of this machine.
 */
function refusesNoAddresses(): Plugin {
  return {
    name: 'bigtab:refuses-no-addresses',
    apply: 'serve',
    configureServer(server) {
      // This runs before any middleware, because some addresses end the process before the first one runs.
      server.httpServer?.prependListener('request', (request: { url?: string }) => {
        const { url = '' } = request;
        const isPath = /^\/(?![/\\])/.test(url) && URL.canParse(url, 'http://server');
        if (!isPath) request.url = NO_ADDRESS;
      });
      server.middlewares.use((request, response, next) => {
        if (request.url !== NO_ADDRESS) return next();
        response.statusCode = 400;
        response.end('Nothing is served at this address.');
      });
    },
  };
}

/**
 * Answers requests for the worker's address while sources are served. Without it, Vite answers with the page, and the
 * worker fails without a message. The worker is bundled again at each start, so it is one classic script, as in the
 * package.
 */
function workerFromSources(): Plugin {
  return {
    name: 'bigtab:worker-from-sources',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://server');
        if (!/\/lib\/client\/page\/worker\.js$|\/worker\/main\.ts$/.test(pathname)) return next();
        bundleWorker({ minify: false }).then(({ code }) => {
          response.setHeader('content-type', 'text/javascript; charset=utf-8');
          response.setHeader('cache-control', 'no-store');
          response.end(code);
        }, next);
      });
    },
  };
}

export default defineConfig(({ command }) => ({
  root: `${root}demo`,
  // Addresses are relative, so the built page works in any folder of a site.
  base: './',
  publicDir: false,
  plugins: [refusesNoAddresses(), workerFromSources(), guidePages(), contentPolicy(), siteNotices()],
  resolve: { alias: command === 'serve' ? SOURCES : [] },
  server: { host: '127.0.0.1', fs: { allow: [root] } },
  build: { outDir: `${root}.out/demo`, emptyOutDir: true, target: 'es2022' },
  test: {
    root,
    include: ['{lib,worker,demo,e2e}/**/*.test.ts'],
    // A test that hangs fails instead of waiting forever. The longest take half a minute on an idle machine, and ten times as
    // long beside many other programs.
    testTimeout: 400_000,
    hookTimeout: 400_000,
    pool: 'forks',
    // By default, Vitest leaves one core idle, even if there are only two.
    maxWorkers: availableParallelism(),
    // Scripts that tests have bundled.
    server: { deps: { external: [/\/\.out\/bundles\//] } },
    typecheck: {
      include: ['lib/**/*.test-d.ts'],
      tsconfig: `${root}lib/testing/tsconfig.json`,
      // The build of all projects checks the sources.
      ignoreSourceErrors: true,
    },
  },
}));
