import { kindOf } from '../bytes/kind.js';
import { BigtabError, invalidArgument } from '../errors.js';
import type { ByteStreamLike } from './byte-source.js';

/** The part of the platform's Blob that Bigtab needs. */
export interface BlobLike {
  readonly size: number;
  stream(): ByteStreamLike;
}

/** The part of the platform's FileSystemFileHandle that Bigtab needs. */
export interface FileHandleLike {
  getFile(): Promise<BlobLike>;
  createWritable?(): Promise<FileWriterLike>;
}

/** The part of the platform's FileSystemWritableFileStream that Bigtab needs. */
export interface FileWriterLike {
  write(chunk: Uint8Array): Promise<unknown>;
  close(): Promise<unknown>;
  abort(reason?: unknown): Promise<unknown>;
}

/** The part of the platform's FileSystemDirectoryHandle that Bigtab needs. */
export interface DirectoryHandleLike {
  getFileHandle(name: string, options?: { readonly create?: boolean }): Promise<FileHandleLike>;
}

/** The part of the platform's WritableStream of bytes that Bigtab needs. */
export interface WritableBytes {
  getWriter(): {
    readonly ready: Promise<unknown>;
    write(chunk: Uint8Array): Promise<unknown>;
    close(): Promise<unknown>;
    abort(reason?: unknown): Promise<unknown>;
  };
}

/** Where a backup is written. */
export type BackupTarget = DirectoryHandleLike | WritableBytes;

/** Where a backup is read. */
export type BackupSource = ByteStreamLike | BlobLike | FileHandleLike;

export function isDirectory(given: unknown): given is DirectoryHandleLike {
  return typeof (given as Partial<DirectoryHandleLike> | null | undefined)?.getFileHandle === 'function';
}

/** Opens a backup. `size`: its bytes, 0 if they are not known. Rejects with INVALID_ARGUMENT. */
export async function openSource(from: unknown): Promise<{ readonly stream: ByteStreamLike; readonly size: number }> {
  const given = from as Partial<FileHandleLike & BlobLike & ByteStreamLike> | null | undefined;
  if (typeof given?.getFile === 'function') return openSource(await given.getFile());
  if (typeof given?.stream === 'function') return { stream: given.stream(), size: Number(given.size) };
  if (typeof given?.getReader === 'function') return { stream: from as ByteStreamLike, size: 0 };
  throw invalidArgument(
    `a backup is read from a ReadableStream of bytes, a Blob or a file of the File System API; got ${kindOf(from)}`,
  );
}

/** The file of this name if `from` is a directory, otherwise `from`. Rejects with INVALID_ARGUMENT if there is none. */
export async function fileIn(from: BackupSource | DirectoryHandleLike, name: string): Promise<BackupSource> {
  if (!isDirectory(from)) return from;
  try {
    return await from.getFileHandle(name);
  } catch (cause) {
    throw new BigtabError('INVALID_ARGUMENT', `The directory has no file '${name}' that can be read.`, {
      details: { file: name },
      cause,
    });
  }
}
