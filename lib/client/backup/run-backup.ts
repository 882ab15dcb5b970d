import type { BackupTarget } from '../../backup/backup-files.js';
import type { WrittenBackup } from '../../backup/write-backup.js';
import { notAllowed } from '../../bytes/kind.js';
import { readLiteral } from '../../model/literal.js';
import type { Session } from '../calls/session.js';
import { type ExportOptions, openExport } from './export-stream.js';
import { asOwn, loadBackup } from './load-backup.js';

/** The options of `backup`. */
export interface BackupOptions extends ExportOptions {
  /** The name of the file in the directory. Default: the name of the database and `.ndjson`. */
  readonly file?: string | undefined;
}

/** Implements `Connection.backup`. `name`: that of the database. */
export async function runBackup(
  session: Session,
  name: string,
  target: BackupTarget,
  options: BackupOptions,
): Promise<WrittenBackup> {
  const names = ['file', 'tables', 'asOf', 'since', 'snapshot', 'signal', 'onProgress'] as const;
  const { file = `${name}.ndjson`, ...others } = readLiteral<BackupOptions>(options, 'set of options', names);
  if (typeof file !== 'string' || file === '') throw notAllowed('file', 'the name of a file', file);
  const { checkTarget, writeBackup } = await loadBackup();
  try {
    const checked = checkTarget(target);
    const { stream, source } = openExport(session, others as ExportOptions);
    const reader = stream.getReader();
    const next = async () => (await reader.read()).value ?? null;
    const whileWanted = <T>(wait: Promise<T>): Promise<T> => session.abortable(session.whileOpen(wait), options.signal);
    try {
      return await writeBackup({ next, whileWanted, source }, checked, file);
    } catch (error) {
      await reader.cancel(error).catch(() => {});
      throw error;
    }
  } catch (error) {
    throw asOwn(error);
  }
}
