import { rolldown } from 'rolldown';
import { inRoot } from './places.js';

/** Package entries for pages, and the source of each. */
export const PAGE_ENTRIES = { index: 'lib/index.ts', memory: 'lib/memory.ts', shell: 'lib/shell.ts' } as const;

/**
 * Requests and encodings that a page may leave out, but that the connection, which is fetched later, knows. They have a
 * chunk of their own: in one with what every page needs, a bundler of the page could not part them again.
 */
const RARE_REQUESTS =
  /lib\/(bytes\/(decimal|key-arithmetic|numbers)|model\/(append|bytes-map|check-and-mutate|compare-operator|increment|read-modify-write|row-mutations))\.ts$/;

/**
 * What reads a regular expression and what follows it share these, and nothing with the rest: a page that only sends
 * one needs no matcher, and one that lists tables by a pattern fetches both when it does. A bundler would cut the
 * page's first file in two for what they shared with it.
 */
const REGEX_PARTS = /lib\/regex\/(automaton|state-set)\.ts$/;
const REGEX_MATCHER = /lib\/regex\/(edge-tests|regex-matcher)\.ts$/;

/** What a page without a worker leaves out of the connection. */
const WORKER_CONTROL = /comlink|lib\/client\/calls\/worker-control\.ts$/;

/**
 * Writes the page entries and the chunks they share into `folder`. The names of chunks contain a hash of their content
 * and the names of what they export stay long: a chunk of another build, out of a cache, is not found or does not link,
 * and never links to the wrong function. `inlineWorker`: the name of the module with the worker's text. Plain rolldown,
 * because Vite's library mode rewrites
 * `new Worker(new URL('./worker.js', import.meta.url))` into a form that no other bundler recognises.
 *
 * Nothing is minified: whoever bundles the page does that, and a stack trace stays readable.
 */
export async function bundlePages(folder: string, inlineWorker: string): Promise<void> {
  const bundle = await rolldown({
    cwd: inRoot('.'),
    input: Object.fromEntries(Object.entries(PAGE_ENTRIES).map(([name, path]) => [name, inRoot(path)])),
    platform: 'browser',
    // So that a part which is fetched late can say the protocol without sharing code with the first file.
    optimization: { inlineConst: { mode: 'all', pass: 1 } },
    // Groups that leave out what their files need ask for it; the entries export the same all the same.
    preserveEntrySignatures: 'allow-extension',
    plugins: [
      {
        name: 'bigtab:inline-worker',
        // The worker's text is a file of its own, loaded only when no other start worked.
        resolveId: (source) =>
          source.endsWith('/inline-worker.js') ? { id: `./${inlineWorker}`, external: 'relative' } : null,
      },
    ],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    chunkFileNames: 'shared-[name]-[hash].js',
    minifyInternalExports: false,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'requests', test: RARE_REQUESTS },
        { name: 'worker-control', test: WORKER_CONTROL },
        { name: 'regex-parts', test: REGEX_PARTS },
        { name: 'regex-matcher', test: REGEX_MATCHER },
      ],
    },
    minify: false,
    sourcemap: true,
  });
  await bundle.close();
}
