import { type Plugin, rolldown } from 'rolldown';
import { minify } from 'terser';
import { internalNames } from './internal-names.js';
import { inRoot } from './places.js';
import { unusedCode } from './unused-code.js';

/** A script, and the JSON of its source map, which contains the sources. */
export interface MappedScript {
  readonly code: string;
  readonly map: string;
}

/**
 * The engine's worker as one text without imports and exports, so that it runs as a classic and as a module script and
 * needs no other file. It contains comlink, idb and fflate.
 *
 * Two minifiers process it, because together they remove a twentieth more than one of them. The second one also shortens
 * names: of variables, of # members, and of the other members that nothing outside the worker can see.
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
    plugins: [...(options.plugins ?? []), unusedCode, ...(options.minify ? [compressor] : [])],
    checks: { pluginTimings: false },
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
    minify: options.minify && { mangleProps: { include: new RegExp(`^(?:${internalNames().join('|')})$`) } },
    // Licences are in a separate file.
    comments: !options.minify,
    // The output path determines the names of the sources in the map.
    file: inRoot('dist/worker.js'),
    sourcemap: 'hidden',
  });
  await bundle.close();
  const [chunk, ...others] = output.filter(({ type }) => type === 'chunk');
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('the worker must be one file');
  return { code: chunk.code, map: JSON.stringify(chunk.map) };
}

/** The first minifier, which keeps the names. */
const compressor: Plugin = {
  name: 'compressor',
  async renderChunk(chunk) {
    const { code, map } = await minify(chunk, {
      ecma: 2022,
      compress: { passes: 3 },
      mangle: false,
      sourceMap: { asObject: true },
    });
    if (code === undefined) throw new Error('the worker was minified to nothing');
    return { code, map: map as never };
  },
};
