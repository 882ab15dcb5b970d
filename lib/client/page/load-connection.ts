import { notLoaded, ofThisBuild } from '../calls/load-code.js';

/** The connection and what belongs to it, which a page fetches while its worker starts. Rejects with VERSION_CONFLICT and WORKER_START_FAILED. */
export function loadConnection(): Promise<typeof import('../connection.js')> {
  return import('../connection.js').then(ofThisBuild, notLoaded);
}
