import { type MinifyOptions, rolldown } from 'rolldown';
import { minify } from 'terser';
import { internalNames } from './internal-names.js';
import { inRoot } from './places.js';

/**
 * The engine's worker as one text: no import, no export, so that it runs as a classic and as a module script and
 * needs no file beside it. comlink, idb and fflate are in it.
 *
 * Minified, names that nobody outside sees are short, and it has gone through two minifiers, because the second still finds a twentieth
 * of what the first left.
 */
export async function bundleWorker(options: { readonly minify: boolean }): Promise<string> {
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
  });
  await bundle.close();
  const [chunk, ...others] = output;
  if (others.length > 0) throw new Error('the worker must be one file');
  if (!options.minify) return chunk.code;
  // Licences stand in a file of their own.
  const { code } = await minify(chunk.code, { ecma: 2022, compress: { passes: 3 }, format: { comments: false } });
  if (code === undefined) throw new Error('the worker was minified to nothing');
  return code;
}

function minifying(): MinifyOptions {
  return { mangleProps: { include: new RegExp(`^(?:${internalNames().join('|')})$`) } };
}
