/*
 * The page makes the engine's worker itself, so that it can also end it. Vite finds the worker by this very expression: it
 * serves the sources' worker in development and copies the package's into a build.
 */
export function startWorker(): Worker {
  return new Worker(new URL('bigtab/worker', import.meta.url), { name: 'bigtab' });
}
