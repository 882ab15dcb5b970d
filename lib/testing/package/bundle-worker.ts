import { build } from 'vite';
import { inRoot } from './places.js';

/**
 * The engine's worker as one text: no import, no export, so that it runs as a classic and as a module script and
 * needs no file beside it. comlink and idb are in it.
 */
export async function bundleWorker(options: { readonly minify: boolean }): Promise<string> {
  const result = await build({
    configFile: false,
    root: inRoot('.'),
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      minify: options.minify,
      lib: { entry: inRoot('worker/main.ts'), formats: ['iife'], name: 'bigtabWorker', fileName: () => 'worker.js' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const outputs = Array.isArray(result) ? result.flatMap((one) => one.output) : 'output' in result ? result.output : [];
  const [chunk, ...others] = outputs;
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('the worker must be one file');
  return chunk.code;
}
