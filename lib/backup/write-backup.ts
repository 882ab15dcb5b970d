import { crc32c } from '../bytes/crc32c.js';
import { kindOf } from '../bytes/kind.js';
import { corruption, invalidArgument } from '../errors.js';
import {
  type BackupTarget,
  type DirectoryHandleLike,
  type FileWriterLike,
  isDirectory,
  type WritableBytes,
} from './backup-files.js';
import { ByteSource } from './byte-source.js';

/** What was written. */
export interface WrittenBackup {
  /** The name of the file in the directory; null if a stream was written. */
  readonly file: string | null;
  readonly bytes: number;
  /** From which an increment continues; null if none can. */
  readonly token: string | null;
}

/** What is written, chunk by chunk. Its `next` rejects when the backup is cancelled. */
export interface BackupChunks {
  next(): Promise<Uint8Array | null>;
  /** Settles as `wait` does, or rejects when the backup is cancelled: a target may never answer. */
  whileWanted<T>(wait: Promise<T>): Promise<T>;
  readonly source: { readonly token: string | null };
}

/** Throws INVALID_ARGUMENT for a value to which no backup can be written. */
export function checkTarget(target: unknown): BackupTarget {
  if (isDirectory(target) || typeof (target as Partial<WritableBytes> | null | undefined)?.getWriter === 'function')
    return target as BackupTarget;
  throw invalidArgument(
    `a backup is written to a directory of the File System API or a WritableStream; got ${kindOf(target)}`,
  );
}

/**
 * Writes a backup to the file `name` of a directory, or to a stream. A file is read back, and its checksum compared; one
 * that existed is replaced only when the new one is complete. If it fails, the rest of a file is discarded, and a stream is
 * aborted. Rejects with CORRUPTION if the file is not what was written.
 */
export async function writeBackup(chunks: BackupChunks, target: BackupTarget, name: string): Promise<WrittenBackup> {
  if (!isDirectory(target)) {
    const { bytes, token } = await copy(chunks, streamWriter(target));
    return { file: null, bytes, token };
  }
  const handle = await target.getFileHandle(name, { create: true });
  if (handle.createWritable === undefined)
    throw invalidArgument('the files of this directory cannot be written: they have no createWritable');
  const written = await copy(chunks, await handle.createWritable());
  await verify(target, name, written);
  return { file: name, bytes: written.bytes, token: written.token };
}

interface Written {
  readonly bytes: number;
  readonly token: string | null;
  readonly checksum: number;
}

async function copy(chunks: BackupChunks, writer: FileWriterLike): Promise<Written> {
  let bytes = 0;
  let checksum = 0;
  try {
    for (let chunk = await chunks.next(); chunk !== null; chunk = await chunks.next()) {
      bytes += chunk.length;
      checksum = crc32c(chunk, 0, chunk.length, checksum);
      await chunks.whileWanted(writer.write(chunk));
    }
    await chunks.whileWanted(writer.close());
  } catch (error) {
    await chunks.whileWanted(writer.abort(error)).catch(() => {});
    throw error;
  }
  return { bytes, checksum, token: chunks.source.token };
}

/** Waits until the stream wants more, so that it never holds more than a chunk. */
function streamWriter(stream: WritableBytes): FileWriterLike {
  const writer = stream.getWriter();
  return {
    async write(chunk) {
      await writer.ready;
      // An error of the stream rejects `ready`, or `close`.
      writer.write(chunk).catch(() => {});
    },
    close: () => writer.close(),
    abort: (reason) => writer.abort(reason),
  };
}

/** Reads the file again. */
async function verify(directory: DirectoryHandleLike, name: string, written: Written): Promise<void> {
  const file = await (await directory.getFileHandle(name)).getFile();
  const source = new ByteSource(file.stream());
  let bytes = 0;
  let checksum = 0;
  for (let chunk = await source.next(); chunk !== null; chunk = await source.next()) {
    bytes += chunk.length;
    checksum = crc32c(chunk, 0, chunk.length, checksum);
  }
  if (bytes === written.bytes && checksum === written.checksum) return;
  throw corruption(name, 0, `${written.bytes} bytes were written, but reading returns ${bytes} bytes, or others`);
}
