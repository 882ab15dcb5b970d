import type { BackupSource } from '../../backup/backup-files.js';
import { notAllowed } from '../../bytes/kind.js';
import { requireVersion } from '../../model/app-version.js';
import { type CallOptions, checkOptions } from '../calls/call-options.js';
import type { Session } from '../calls/session.js';
import { asOwn, loadBackup, portOf } from './load-backup.js';

/** The options of `importStream`. */
export interface ImportOptions extends CallOptions {
  /**
   * `create`: the tables must not exist, and become visible together at the end. `merge`: the tables may exist, and the
   * cells are added to theirs.
   */
  readonly mode: 'create' | 'merge';
  /** The version of the app whose data a backup has that does not tell it, because an older build made it. Default: none. */
  readonly version?: number | undefined;
}

/** Implements `Connection.importStream`. */
export async function importStream(session: Session, from: BackupSource, options: ImportOptions): Promise<void> {
  const { mode, version, signal, onProgress } = readOptions(options);
  const { ByteSource, importBackup, openSource } = await loadBackup();
  try {
    const { stream, size } = await openSource(from);
    const source = new ByteSource(stream);
    const abort = (): void => source.cancel(signal?.reason);
    const stop = session.onEnd((error) => source.cancel(error));
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    try {
      const tell = (done: number) => onProgress?.({ done, total: Math.max(done, size), unit: 'bytes' });
      const bytes = await importBackup(portOf(session), source, { mode, version, onProgress: tell });
      onProgress?.({ done: bytes, total: bytes, unit: 'bytes' });
    } finally {
      signal?.removeEventListener('abort', abort);
      stop();
    }
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw asOwn(error);
  }
}

/** Throws as `checkOptions` does. */
function readOptions(options: ImportOptions): ImportOptions {
  checkOptions(options, ['mode', 'version']);
  const { mode, version } = options;
  if (version !== undefined) requireVersion(version);
  if (mode !== 'create' && mode !== 'merge') throw notAllowed('mode', "'create' or 'merge'", mode);
  return options;
}
