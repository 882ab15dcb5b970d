import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import type { SqliteFunctions } from './sqlite-functions.js';

/** The functions of SQLite's own build, as its WebAssembly module exports them. */
export function functionsOf({ capi, wasm }: Sqlite3Static, database: Database): SqliteFunctions {
  // Properties of a small object are found faster than those of the object with all exports.
  const exports = wasm.exports as SqliteFunctions;
  return {
    sqlite3_step: exports.sqlite3_step,
    sqlite3_reset: exports.sqlite3_reset,
    sqlite3_bind_text: exports.sqlite3_bind_text,
    sqlite3_bind_blob: exports.sqlite3_bind_blob,
    sqlite3_bind_double: exports.sqlite3_bind_double,
    sqlite3_column_text: exports.sqlite3_column_text,
    sqlite3_column_blob: exports.sqlite3_column_blob,
    sqlite3_column_bytes: exports.sqlite3_column_bytes,
    memory: wasm.heap8u,
    allocate: wasm.alloc,
    free: wasm.dealloc,
    error: () => new Error(capi.sqlite3_errmsg(database)),
  };
}
