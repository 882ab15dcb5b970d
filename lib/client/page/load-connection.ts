import { notLoaded, ofThisBuild } from '../calls/load-code.js';

/** Loads the code of connections while the worker starts. Rejects with VERSION_CONFLICT and WORKER_START_FAILED. */
export function loadConnection(): Promise<typeof import('./connection-code.js')> {
  return import('./connection-code.js').then(ofThisBuild, notLoaded);
}
