import { type Plugin, rolldown } from 'rolldown';
import { minify } from 'terser';
import { inRoot } from './places.js';

/** A script, and the JSON of its source map, which contains the sources. */
export interface MappedScript {
  readonly code: string;
  readonly map: string;
}

/**
 * The engine's worker as one text without imports and exports, so that it runs as a classic and as a module script and
 * needs no other file. It contains comlink, idb and fflate.
 *
 * Two minifiers process it, because the second one still removes a twentieth of the first one's output. They shorten
 * the names of # members, but not those of other members.
 */
export async function bundleWorker(options: {
  readonly minify: boolean;
  /** Changes the sources. */
  readonly plugins?: readonly Plugin[];
}): Promise<MappedScript> {
  const bundle = await rolldown({
    cwd: inRoot('.'),
    input: inRoot('worker/main.ts'),
    platform: 'browser',
    plugins: [...(options.plugins ?? [])],
    // The compiler's settings determine how fields are created; they are repeated here.
    tsconfig: false,
    transform: {
      target: 'es2022',
      // Constructors assign each field once, so a declaration before that would be sent and run in vain.
      typescript: { removeClassFieldsWithoutInitializer: true },
      assumptions: { setPublicClassFields: true },
    },
    // idb adds shortcuts and asynchronous iterators, which the catalog does not use.
    treeshake: { manualPureFunctions: ['replaceTraps'] },
  });
  const { output } = await bundle.generate({
    format: 'iife',
    codeSplitting: false,
    minify: options.minify,
    // The output path determines the names of the sources in the map.
    file: inRoot('dist/worker.js'),
    sourcemap: 'hidden',
  });
  await bundle.close();
  const [chunk, ...others] = output.filter(({ type }) => type === 'chunk');
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('the worker must be one file');
  const map = JSON.stringify(chunk.map);
  if (!options.minify) return { code: chunk.code, map };
  // Licences are in a separate file.
  const smaller = await minify(chunk.code, {
    ecma: 2022,
    compress: { passes: 3 },
    format: { comments: false },
    sourceMap: { content: map, filename: 'worker.js', includeSources: true },
  });
  if (smaller.code === undefined) throw new Error('the worker was minified to nothing');
  return { code: smaller.code, map: String(smaller.map) };
}
