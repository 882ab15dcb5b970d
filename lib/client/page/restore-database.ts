import { type BackupSource, type DirectoryHandleLike, fileIn } from '../../backup/backup-files.js';
import { BigtabError } from '../../errors.js';
import { requireVersion } from '../../model/app-version.js';
import { type CallOptions, checkOptions } from '../calls/call-options.js';
import type { Connection } from '../connection.js';
import { pagePlatform } from './connect.js';
import { connectOn } from './connect-on.js';
import type { ConnectOptions } from './connect-options.js';
import { deleteDatabaseOn } from './delete-database.js';
import type { Platform } from './platform.js';

/** The options of `restoreDatabase`: those of `connect`, and those of a long call. */
export interface RestoreDatabaseOptions
  extends Omit<ConnectOptions, 'name' | 'signal' | 'version' | 'upgrade' | 'existed' | 'open'>,
    CallOptions {
  /** The name of the file, if `from` is a directory. Default: the name of the database and `.ndjson`. */
  readonly file?: string | undefined;
  /**
   * The version of the app whose data the backup has, if an older build made it: it does not tell the version, as others
   * do. Default: none.
   */
  readonly version?: number | undefined;
}

/**
 * Creates the database `name` from a backup: a stream, a Blob or File, or a file or directory of the File System API. It
 * gets the version of the backed up one, from which the next `connect` upgrades it.
 * Resolves to a connection to it. Its secondary indexes are built in the background then, as by `importStream`, with which
 * increments are merged into it, one after the other. `onProgress`
 * reports `bytes`.
 *
 * Rejects with TABLE_EXISTS if the database exists and has tables, and with the errors of `connect` and `importStream`. Then a
 * database that did not exist before is removed again.
 */
export async function restoreDatabase(
  from: BackupSource | DirectoryHandleLike,
  name: string,
  options: RestoreDatabaseOptions = {},
): Promise<Connection> {
  return restoreDatabaseOn(pagePlatform(), from, name, options);
}

/** `restoreDatabase` in a given page. */
export async function restoreDatabaseOn(
  platform: Platform,
  from: BackupSource | DirectoryHandleLike,
  name: string,
  { file = `${name}.ndjson`, version, onProgress, ...options }: RestoreDatabaseOptions,
): Promise<Connection> {
  const { signal } = options;
  checkOptions({ signal, onProgress });
  if (version !== undefined) requireVersion(version);
  const connection = await connectOn(platform, name, options);
  let isNew = false;
  try {
    isNew = (await connection.status()).origin === 'created';
    const tables = await connection.getAdmin().listTableNames();
    if (tables.length > 0) throw exists(name, tables);
    await connection.importStream(await fileIn(from, file), { mode: 'create', version, signal, onProgress });
    return connection;
  } catch (error) {
    await connection.close().catch(() => {});
    if (isNew) await deleteDatabaseOn(platform, name, { worker: options.worker }).catch(() => {});
    throw error;
  }
}

function exists(name: string, tables: readonly string[]): BigtabError {
  const message = `Database '${name}' exists and has tables: ${tables.join(', ')}. Choose another name, or import the backup with importStream.`;
  return new BigtabError('TABLE_EXISTS', message, { details: { database: name, tables } });
}
