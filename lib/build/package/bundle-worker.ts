import { type MinifyOptions, rolldown } from 'rolldown';
import { minify } from 'terser';
import { internalNames } from './internal-names.js';
import { inRoot } from './places.js';

/** A script, and the JSON of its source map, which holds the sources. */
export interface MappedScript {
  readonly code: string;
  readonly map: string;
}

/**
 * The engine's worker as one text: no import, no export, so that it runs as a classic and as a module script and
 * needs no file beside it. comlink, idb and fflate are in it.
 *
 * Minified, names that nobody outside sees are short, and it has gone through two minifiers, because the second still
 * finds a twentieth of what the first left.
 */
export async function bundleWorker(options: { readonly minify: boolean }): Promise<MappedScript> {
  const bundle = await rolldown({
    cwd: inRoot('.'),
    input: inRoot('worker/main.ts'),
    platform: 'browser',
    // The compiler's settings say how fields are made; here they are said anew.
    tsconfig: false,
    transform: {
      target: 'es2022',
      // Constructors assign each field once; a declaration before that would only be sent and run in vain.
      typescript: { removeClassFieldsWithoutInitializer: true },
      assumptions: { setPublicClassFields: true },
    },
    // idb adds shortcuts and asynchronous iterators with it, which the catalog does without.
    treeshake: { manualPureFunctions: ['replaceTraps'] },
  });
  const { output } = await bundle.generate({
    format: 'iife',
    codeSplitting: false,
    minify: options.minify && minifying(),
    // Where it is written decides how the map names the sources.
    file: inRoot('dist/worker.js'),
    sourcemap: 'hidden',
  });
  await bundle.close();
  const [chunk, ...others] = output.filter(({ type }) => type === 'chunk');
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('the worker must be one file');
  const map = JSON.stringify(chunk.map);
  if (!options.minify) return { code: chunk.code, map };
  // Licences stand in a file of their own.
  const smaller = await minify(chunk.code, {
    ecma: 2022,
    compress: { passes: 3 },
    format: { comments: false },
    sourceMap: { content: map, filename: 'worker.js', includeSources: true },
  });
  if (smaller.code === undefined) throw new Error('the worker was minified to nothing');
  return { code: smaller.code, map: String(smaller.map) };
}

function minifying(): MinifyOptions {
  return { mangleProps: { include: new RegExp(`^(?:${internalNames().join('|')})$`) } };
}
