import { type Plugin, rolldown } from 'rolldown';
import { inRoot } from './places.js';
import { type SeparateFiles, separateFiles } from './separate-files.js';

/** Package entries that share code, and the source of each. */
export const PAGE_ENTRIES: Readonly<Record<string, string>> = {
  index: 'lib/index.ts',
  memory: 'lib/memory.ts',
  hbase: 'lib/hbase.ts',
  shell: 'lib/shell.ts',
  testing: 'lib/kits/testing.ts',
  'testing-node': 'lib/kits/node/directory.ts',
};

/**
 * Requests and encodings that a page may leave out, but that the connection, which is loaded on demand, needs. They
 * have a separate chunk: in one chunk with code that every page needs, a page's bundler could not separate them again.
 */
const RARE_REQUESTS =
  /lib\/(client\/row-handle|bytes\/(decimal|json|key-arithmetic|long-numbers|numbers)|model\/(append|bytes-map|check-and-mutate|compare-operator|increment|read-modify-write|request-kind|row-condition|row-mutations|schema\/index-descriptor))\.ts$/;

/** Like `RARE_REQUESTS`: what `copyTable` and the connection need for checksums and positions. */
const CHECKSUMS = /lib\/bytes\/(base64|base64-url|crc32c)\.ts$/;

/**
 * The code that reads a regular expression and the code that runs it, each separate from all other modules. A page that
 * only sends an expression needs no matcher, and one that lists tables by a pattern loads both on demand. If these
 * modules shared code with the page's first file, a bundler would split that file.
 */
const REGEX_PARSER = /lib\/regex\/(?!regex-matcher|state-set|compile-regex)/;
const REGEX_MATCHER = /lib\/regex\/(regex-matcher|state-set)\.ts$/;

/**
 * The errors that a page's first file and the connection create, together with `BigtabError`, which all code imports.
 * An app's rolldown moves shared code into the first file only if all of that code has the same users. In a chunk that
 * the user's functions do not import, these modules would make it split the first file, and a page would wait for two.
 */
const ERRORS = /lib\/(errors|client\/calls\/(in-table|worker-lost))\.ts$/;

/**
 * What the first file and the code that is loaded while the worker starts have in common. Rolldown would leave it in the
 * entry, which the other chunk would then import, so that bundlers could not remove the entry any more.
 */
const START =
  /lib\/(tabs\/(candidacy|tab-platform)|client\/(calls\/(deferred|worker-messages)|page\/(platform|start-worker)))\.ts$/;

/**
 * What the code of a connection to a cluster has in common with the code that it loads on demand. As with START, the other
 * chunks would otherwise import the entry.
 */
const CLUSTER = /lib\/hbase\/(gateway|gateway-error|not-carried|row-call|send-row-calls|thrift\/[\w-]+)\.ts$/;

/** The parts of the connection that a page without a worker does not need. */
const WORKER_CONTROL = /comlink|lib\/client\/calls\/worker-control\.ts$/;

/**
 * Writes the page entries and the chunks they share into `folder`. The names of chunks contain a hash of their content,
 * and the names of their exports stay long. So a chunk of another build in a cache is not found or does not link, and
 * never links to the wrong function. `separate`: the names of the files that something else writes. `plugins` change the sources. Plain rolldown,
 * because Vite's library mode rewrites `new Worker(new URL('./worker.js', import.meta.url))` into a form that no other
 * bundler recognises.
 *
 * Nothing is minified: the page's bundler does that, and stack traces stay readable.
 */
export async function bundlePages(
  folder: string,
  separate: SeparateFiles,
  plugins: readonly Plugin[] = [],
): Promise<void> {
  const bundle = await rolldown({
    cwd: inRoot('.'),
    input: Object.fromEntries(Object.entries(PAGE_ENTRIES).map(([name, path]) => [name, inRoot(path)])),
    platform: 'browser',
    external: /^node:/,
    // So that code that is loaded on demand can report the protocol without sharing code with the first file.
    optimization: { inlineConst: { mode: 'all', pass: 1 } },
    // Groups that leave out dependencies of their files need this option; the entries export the same names anyway.
    preserveEntrySignatures: 'allow-extension',
    plugins: [...plugins, separateFiles(separate)],
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
        { name: 'checksums', test: CHECKSUMS },
        { name: 'worker-control', test: WORKER_CONTROL },
        { name: 'regex-parser', test: REGEX_PARSER },
        { name: 'regex-matcher', test: REGEX_MATCHER },
        { name: 'errors', test: ERRORS },
        { name: 'start', test: START },
        { name: 'cluster', test: CLUSTER },
      ],
    },
    minify: false,
    sourcemap: true,
  });
  await bundle.close();
}

/**
 * Entries in one file each. The `import()` of a service worker must not need anything to be fetched; it starts no worker, so
 * it contains no copy of one. The adapters have so little code that sharing it would cost more than it saves.
 */
export const SEPARATE_ENTRIES: Readonly<Record<string, string>> = {
  'service-worker': 'lib/service-worker.ts',
  react: 'lib/adapters/react.ts',
  vue: 'lib/adapters/vue.ts',
  svelte: 'lib/adapters/svelte.ts',
  playwright: 'lib/kits/playwright/fixtures.ts',
};

/** The frameworks of the adapters, which the user's app has. */
const FRAMEWORKS = ['react', 'vue'];

/** Writes these entries into `folder`. */
export async function bundleSeparateEntries(folder: string, files: SeparateFiles): Promise<void> {
  for (const [name, source] of Object.entries(SEPARATE_ENTRIES)) {
    const bundle = await rolldown({
      cwd: inRoot('.'),
      input: { [name]: inRoot(source) },
      platform: 'browser',
      external: FRAMEWORKS,
      // The entry for service workers starts none.
      plugins: name === 'playwright' ? [separateFiles(files)] : [],
    });
    await bundle.write({ dir: folder, format: 'esm', codeSplitting: false, minify: false, sourcemap: true });
    await bundle.close();
  }
}
