import type { Connection, Progress } from 'bigtab';
import { inBytes, inTime } from '../ui/amounts.js';

/** What a backup contains: all tables, one table, or one snapshot. */
export interface BackupSubject {
  readonly kind: 'all' | 'table' | 'snapshot';
  readonly name: string;
}

/** A backup in a file that the user can keep. */
export interface SavedBackup {
  readonly fileName: string;
  readonly content: Blob;
  /** A sentence about the outcome. */
  readonly sentence: string;
}

/** How an import treats tables that exist: it refuses them, or adds the cells of the backup to theirs. */
export type ImportMode = 'create' | 'merge';

/** Makes a backup. `onProgress` receives a few words for the user. */
export async function saveBackup(
  connection: Connection,
  { kind, name }: BackupSubject,
  signal: AbortSignal,
  onProgress: (words: string) => void,
): Promise<SavedBackup> {
  const began = performance.now();
  const stream = connection.exportStream({
    ...(kind === 'table' && { tables: [name] }),
    ...(kind === 'snapshot' && { snapshot: name }),
    signal,
    onProgress: (progress) => onProgress(wordsOf('Saving', progress)),
  });
  const content = await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).blob();
  const day = new Date().toISOString().slice(0, 10);
  const subject = kind === 'all' ? connection.name : name.replace(':', '.');
  const time = inTime(performance.now() - began);
  return {
    fileName: `${subject}-${day}.ndjson`,
    content,
    sentence: `Made a backup of ${inBytes(content.size)} in ${time}.`,
  };
}

/** Reads a backup into the database, and resolves to a sentence about the outcome. */
export async function importBackup(
  connection: Connection,
  file: Blob & { readonly name: string },
  mode: ImportMode,
  signal: AbortSignal,
  onProgress: (words: string) => void,
): Promise<string> {
  const began = performance.now();
  await connection.importStream(file, {
    mode,
    signal,
    onProgress: (progress) => onProgress(wordsOf('Importing', progress)),
  });
  return `Imported ${file.name} (${inBytes(file.size)}) in ${inTime(performance.now() - began)}.`;
}

function wordsOf(what: string, { done, total }: Progress): string {
  return `${what}: ${Math.min(100, Math.floor((100 * done) / Math.max(1, total)))} %`;
}
