import { BigtabError } from '../../errors.js';
import type { Sender } from '../../service/packet-codec.js';
import type { Engine } from '../region/engine.js';

/** The version of the database, which `connect` raises; 0 if it never did. */
export function storedVersion({ commit }: Pick<Engine, 'commit'>): number {
  return commit.image.database.version ?? 0;
}

/**
 * The error of the calls of a connection for whose code the tables are too new: an upgrade has raised the version above
 * the one that it requests. Null for any other connection.
 */
export function outdated(engine: Pick<Engine, 'commit'>, { version }: Sender): BigtabError | null {
  if (version === 0) return null;
  const stored = storedVersion(engine);
  if (stored <= version) return null;
  return new BigtabError(
    'DATABASE_NEWER',
    `The database has been upgraded to version ${stored}, but this connection requested version ${version}. Reload the page`,
    { details: { stored, version } },
  );
}
