// The parts of wa-sqlite that are used here; the package declares its types for other paths.

declare module '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs' {
  const createModule: () => Promise<object>;
  export default createModule;
}

declare module '@journeyapps/wa-sqlite/src/examples/OPFSWriteAheadVFS.js' {
  export const OPFSWriteAheadVFS: { create(name: string, module: object): Promise<object> };
}

declare module '@journeyapps/wa-sqlite/src/sqlite-api.js' {
  export const SQLITE_ROW: number;
  export interface SqliteApi {
    vfs_register(vfs: object, makeDefault: boolean): number;
    open_v2(name: string): Promise<number>;
    close(database: number): Promise<number>;
    exec(database: number, sql: string): Promise<number>;
    statements(database: number, sql: string, options: { readonly unscoped: boolean }): AsyncIterable<number>;
    bind(statement: number, index: number, value: string | number | Uint8Array): number;
    step(statement: number): Promise<number>;
    reset(statement: number): Promise<number>;
    finalize(statement: number): Promise<number>;
    column_text(statement: number, column: number): string;
    column_blob(statement: number, column: number): Uint8Array;
  }
  export function Factory(module: object): SqliteApi;
}
