import { mkdir, rm } from 'node:fs/promises';
import type { Site } from '../../site.js';
import { Session } from '../driven/session.js';
import { STORES, type StoreName } from '../stores/store-names.js';

/** The resources that a browser needs to run. */
export interface SessionPlace {
  readonly site: Site;
  /** The folder of its profile, which is created first and removed at the end. */
  readonly folder: string;
  /** When it aborts, the browser is ended at once, and pending calls reject. */
  readonly signal: AbortSignal;
}

/** Runs `work` with a browser for this store on a new profile. Both are removed at the end, even after a failure. */
export async function withSession<T>(
  { site, folder, signal }: SessionPlace,
  store: StoreName,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const session = new Session(folder, site, STORES[store]);
  const end = () => session.end();
  signal.addEventListener('abort', end);
  try {
    return await work(session);
  } finally {
    signal.removeEventListener('abort', end);
    await session.dispose();
  }
}
