/*
 * What the engine needs from a medium. Operations on names are asynchronous, operations on bytes are synchronous.
 *
 * A medium guarantees:
 *  1. `write` writes all bytes or throws; after it throws, any part of them may be in the file.
 *  2. Bytes written before a successful `flush` survive a power cut if the file's name does; any part of the others
 *     may survive.
 *  3. A power cut may undo a name younger than 60 s, and also a removal (the file then exists again).
 *  4. A created file may exist after a crash without its bytes.
 *  5. A path is open at most once. Nothing is renamed.
 */

/** An open file. Offsets exceed 32 bits: do not use bitwise operators on them. */
export interface FileHandle {
  /** Length in bytes. */
  size(): number;
  /**
   * Fills `into` from offset `at` and returns the number of bytes read, which is smaller than the length of `into` only
   * at the end of the file.
   */
  read(into: Uint8Array, at: number): number;
  /** Writes all of `from` at offset `at`, or throws: QUOTA_EXCEEDED if there is no room. */
  write(from: Uint8Array, at: number): void;
  truncate(size: number): void;
  /** Forces the file's bytes to the device. If it throws, the handle must never be trusted again. */
  flush(): void;
  close(): void;
}

/**
 * Files below one root. A path such as `wal/7-12` consists of names joined by `/`, without a leading or trailing `/`. A
 * directory is created with the first file in it.
 */
export interface FileSystem {
  /** Creates a new, empty file and opens it. Rejects with an Error named `AlreadyExistsError` if the path exists. */
  create(path: string): Promise<FileHandle>;
  /**
   * Opens an existing file. Rejects with an Error named `NotFoundError` if there is none, and with DATABASE_BUSY if it
   * is already open, in a browser after 5 s of retries.
   */
  open(path: string): Promise<FileHandle>;
  /** Names of the files directly in `directory`, sorted; empty if the directory does not exist. */
  list(directory: string): Promise<readonly string[]>;
  /**
   * Names of the directories directly in `directory`, sorted; empty if it does not exist. A directory without files may
   * or may not be listed.
   */
  listDirectories(directory: string): Promise<readonly string[]>;
  /** Removes a file; succeeds if there is none. REQUIRES that it is not open. */
  remove(path: string): Promise<void>;
  /** Removes a directory with its content; succeeds if there is none. REQUIRES that nothing in it is open. */
  removeDirectory(path: string): Promise<void>;
}
