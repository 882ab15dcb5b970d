/*
 * What the engine asks of a medium. Naming a file is asynchronous, its bytes are synchronous.
 *
 * What a medium promises:
 *  1. `write` writes all bytes or throws; after a throw any part of them may stand in the file.
 *  2. Bytes before the last `flush` that returned survive a power cut if the file's name does; others may survive in any part.
 *  3. A name younger than 60 s may be undone by a power cut; so may a removal (then the file is back).
 *  4. A created file may exist after a crash without its bytes.
 *  5. A path is open at most once. Nothing is renamed.
 */

/** An open file. Offsets are plain numbers: no bitwise operator may touch them. */
export interface FileHandle {
  /** Length in bytes. */
  size(): number;
  /** Fills `into` from offset `at` and gives the number of bytes read: fewer than asked only at the end of the file. */
  read(into: Uint8Array, at: number): number;
  /** Writes all of `from` at offset `at`, or throws: QUOTA_EXCEEDED when there is no room. */
  write(from: Uint8Array, at: number): void;
  truncate(size: number): void;
  /** Forces the file's bytes to the device. When it throws, the handle is never to be trusted again. */
  flush(): void;
  close(): void;
}

/**
 * Files under one root, by paths such as `wal/7-12`: names joined by `/`, no leading or trailing one.
 * Directories come into being with the first file in them.
 */
export interface FileSystem {
  /** Makes a new, empty file and opens it. Rejects with an Error named `AlreadyExistsError` when the path exists. */
  create(path: string): Promise<FileHandle>;
  /**
   * Opens an existing file. Rejects with an Error named `NotFoundError` when there is none, and with DATABASE_BUSY, in
   * a browser after 5 s of retries, when it is open already.
   */
  open(path: string): Promise<FileHandle>;
  /** Names of the files directly in `directory`, sorted; empty when the directory does not exist. */
  list(directory: string): Promise<readonly string[]>;
  /**
   * Names of the directories directly in `directory`, sorted; empty when it does not exist. One without files may or
   * may not be named.
   */
  listDirectories(directory: string): Promise<readonly string[]>;
  /** Removes a file; no error when there is none. REQUIRES that it is not open. */
  remove(path: string): Promise<void>;
  /** Removes a directory and all in it; no error when there is none. REQUIRES that nothing in it is open. */
  removeDirectory(path: string): Promise<void>;
}
