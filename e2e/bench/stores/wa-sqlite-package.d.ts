// The parts of wa-sqlite that are used here; the package declares its types for other paths.

declare module '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs' {
  /** The exports and the memory of the WebAssembly module. A call may replace `HEAPU8` if the memory grows. */
  export interface WaSqliteModule {
    readonly HEAPU8: Uint8Array;
    /** The promises that the file system waits for after it refused a call. */
    retryOps: Promise<unknown>[];
    UTF8ToString(address: number): string;
    _sqlite3_malloc(bytes: number): number;
    _sqlite3_free(address: number): void;
    _sqlite3_errmsg(database: number): number;
    _sqlite3_step(statement: number): number;
    _sqlite3_reset(statement: number): number;
    _sqlite3_bind_text(statement: number, index: number, address: number, bytes: number, destructor: number): number;
    _sqlite3_bind_blob(statement: number, index: number, address: number, bytes: number, destructor: number): number;
    _sqlite3_bind_double(statement: number, index: number, value: number): number;
    _sqlite3_column_text(statement: number, column: number): number;
    _sqlite3_column_blob(statement: number, column: number): number;
    _sqlite3_column_bytes(statement: number, column: number): number;
  }
  /** Fetches the bytes if they are not passed. */
  const createModule: (options?: { readonly wasmBinary: Uint8Array }) => Promise<WaSqliteModule>;
  export default createModule;
}

declare module '@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs' {
  export { default } from '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs';
}

declare module '@journeyapps/wa-sqlite/src/VFS.js' {
  export interface FileSystem {
    close(): void | Promise<void>;
  }
  export interface FileSystemClass {
    create(name: string, module: object): Promise<FileSystem>;
  }
}

declare module '@journeyapps/wa-sqlite/src/examples/OPFSWriteAheadVFS.js' {
  export const OPFSWriteAheadVFS: import('@journeyapps/wa-sqlite/src/VFS.js').FileSystemClass;
}

declare module '@journeyapps/wa-sqlite/src/examples/AccessHandlePoolVFS.js' {
  export const AccessHandlePoolVFS: import('@journeyapps/wa-sqlite/src/VFS.js').FileSystemClass;
}

declare module '@journeyapps/wa-sqlite/src/examples/IDBMirrorVFS.js' {
  export const IDBMirrorVFS: import('@journeyapps/wa-sqlite/src/VFS.js').FileSystemClass;
}

declare module '@journeyapps/wa-sqlite/src/examples/MemoryVFS.js' {
  export class MemoryVFS {
    protected readonly _module: import('@journeyapps/wa-sqlite/dist/wa-sqlite.mjs').WaSqliteModule;
    static create(name: string, module: object): Promise<MemoryVFS>;
    constructor(name: string, module: object);
    isReady(): Promise<boolean>;
    close(): void;
    jLock(file: number, type: number): number;
  }
}

declare module '@journeyapps/wa-sqlite/src/sqlite-api.js' {
  export interface SqliteApi {
    vfs_register(vfs: object, makeDefault: boolean): number;
    open_v2(name: string): Promise<number>;
    close(database: number): Promise<number>;
    exec(database: number, sql: string): Promise<number>;
    statements(database: number, sql: string, options: { readonly unscoped: boolean }): AsyncIterable<number>;
    step(statement: number): Promise<number>;
    reset(statement: number): Promise<number>;
    finalize(statement: number): Promise<number>;
  }
  export function Factory(module: object): SqliteApi;
}
