import type { BackupSource } from '../../backup/backup-files.js';
import type { ByteSource } from '../../backup/byte-source.js';
import { notAllowed } from '../../bytes/kind.js';
import { requireVersion } from '../../model/app-version.js';
import { type CallOptions, checkOptions } from '../calls/call-options.js';
import type { Closeable, Session } from '../calls/session.js';
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
    const running = new RunningImport(session, new ByteSource(stream), signal);
    try {
      const tell = (done: number) => onProgress?.({ done, total: Math.max(done, size), unit: 'bytes' });
      const bytes = await importBackup(portOf(session), running.source, { mode, version, onProgress: tell });
      onProgress?.({ done: bytes, total: bytes, unit: 'bytes' });
    } finally {
      running.end();
    }
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw asOwn(error);
  }
}

/** An import that ends when its signal is aborted, or when the connection closes. */
class RunningImport implements Closeable {
  readonly source: ByteSource;
  readonly #session: Session;
  readonly #signal: CallOptions['signal'];
  readonly #reference: WeakRef<RunningImport>;
  readonly #abort = (): void => this.source.cancel(this.#signal?.reason);

  constructor(session: Session, source: ByteSource, signal: CallOptions['signal']) {
    this.#session = session;
    this.source = source;
    this.#signal = signal;
    this.#reference = new WeakRef(this);
    session.open.add(this.#reference);
    signal?.addEventListener('abort', this.#abort);
    if (signal?.aborted) this.#abort();
  }

  async close(): Promise<void> {
    this.source.cancel(this.#session.closedError());
  }

  end(): void {
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#session.open.delete(this.#reference);
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
