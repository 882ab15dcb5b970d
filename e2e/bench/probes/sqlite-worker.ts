import sqlite3InitModule, { type Database, type Sqlite3Static } from '@sqlite.org/sqlite-wasm';

/*
 * SQLite's own build on its pool of access handles: the C functions that its WebAssembly module exports, prepared
 * statements, and bytes that are copied to and from its memory without creating an object for each value.
 */

const SQLITE_ROW = 100;
const BATCH_BYTES = 256 * 1024;

/** All keys and all values, concatenated, and where each ends. An end of 0 means that there is no value. */
export interface Packed {
  readonly keys: Uint8Array;
  readonly keyEnds: Int32Array;
  readonly values: Uint8Array;
  readonly valueEnds: Int32Array;
}

export type ProbeMessage =
  | { readonly open: string }
  | { readonly close: true }
  | { readonly load: Packed }
  | { readonly scanAll: true }
  | { readonly getMany: { readonly keys: Uint8Array; readonly keyEnds: Int32Array } }
  | { readonly get: string }
  | { readonly put: string; readonly value: Uint8Array };

let sqlite3: Sqlite3Static;
let database: Database;
// biome-ignore lint/suspicious/noExplicitAny: the package declares no types for what its module exports.
let c: any;
let [insert, select, all, begin, commit, parameters] = [0, 0, 0, 0, 0, 0];

addEventListener('message', async ({ data }) => {
  const message = data as ProbeMessage;
  if ('open' in message) await open(message.open);
  else if ('load' in message) load(message.load);
  else if ('put' in message) put(message.put, message.value);
  else if ('getMany' in message) return getMany(message.getMany);
  else if ('get' in message) return get(message.get);
  else if ('scanAll' in message) return scanAll();
  else database.close();
  postMessage(null);
});

// Errors reach the page, but rejected promises do not.
addEventListener('unhandledrejection', ({ reason }) => {
  throw reason;
});

async function open(name: string): Promise<void> {
  sqlite3 = await sqlite3InitModule();
  c = sqlite3.wasm.exports;
  const pool = await sqlite3.installOpfsSAHPoolVfs({ name, directory: `/${name}` });
  database = new pool.OpfsSAHPoolDb('/probe');
  database.exec(`PRAGMA page_size = 16384; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    PRAGMA cache_size = -65536; CREATE TABLE IF NOT EXISTS rows (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;`);
  insert = database.prepare('INSERT INTO rows VALUES (?, ?)').pointer as number;
  select = database.prepare('SELECT value FROM rows WHERE key = ?').pointer as number;
  all = database.prepare('SELECT key, value FROM rows ORDER BY key').pointer as number;
  begin = database.prepare('BEGIN').pointer as number;
  commit = database.prepare('COMMIT').pointer as number;
  parameters = sqlite3.wasm.alloc(BATCH_BYTES);
}

function load({ keys, keyEnds, values, valueEnds }: Packed): void {
  const value = parameters + keys.length;
  sqlite3.wasm.heap8u().set(keys, parameters);
  sqlite3.wasm.heap8u().set(values, value);
  run(begin);
  for (let at = 0, keyStart = 0, valueStart = 0; at < keyEnds.length; at++) {
    const keyEnd = keyEnds[at] as number;
    const valueEnd = valueEnds[at] as number;
    c.sqlite3_bind_text(insert, 1, parameters + keyStart, keyEnd - keyStart, 0);
    c.sqlite3_bind_blob(insert, 2, value + valueStart, valueEnd - valueStart, 0);
    run(insert);
    keyStart = keyEnd;
    valueStart = valueEnd;
  }
  run(commit);
}

function put(key: string, bytes: Uint8Array): void {
  const { written } = new TextEncoder().encodeInto(key, sqlite3.wasm.heap8u().subarray(parameters, parameters + 256));
  sqlite3.wasm.heap8u().set(bytes, parameters + written);
  c.sqlite3_bind_text(insert, 1, parameters, written, 0);
  c.sqlite3_bind_blob(insert, 2, parameters + written, bytes.length, 0);
  run(insert);
}

function run(statement: number): void {
  c.sqlite3_step(statement);
  if (c.sqlite3_reset(statement) !== 0) throw new Error(sqlite3.capi.sqlite3_errmsg(database));
}

function scanAll(): void {
  for (let more = true; more; ) {
    const keys = new Uint8Array(BATCH_BYTES);
    const values = new Uint8Array(BATCH_BYTES);
    const keyEnds = new Int32Array(2_000);
    const valueEnds = new Int32Array(2_000);
    let [count, keyEnd, valueEnd] = [0, 0, 0];
    while (count < keyEnds.length) {
      more = c.sqlite3_step(all) === SQLITE_ROW;
      if (!more) break;
      const key = c.sqlite3_column_text(all, 0);
      const value = c.sqlite3_column_blob(all, 1);
      const keyBytes = c.sqlite3_column_bytes(all, 0);
      const valueBytes = c.sqlite3_column_bytes(all, 1);
      const memory = sqlite3.wasm.heap8u();
      keys.set(memory.subarray(key, key + keyBytes), keyEnd);
      values.set(memory.subarray(value, value + valueBytes), valueEnd);
      keyEnds[count] = keyEnd += keyBytes;
      valueEnds[count++] = valueEnd += valueBytes;
    }
    const batch: Packed = {
      keys: keys.subarray(0, keyEnd),
      keyEnds: keyEnds.subarray(0, count),
      values,
      valueEnds: valueEnds.subarray(0, count),
    };
    postMessage(batch, { transfer: [keys.buffer, values.buffer, keyEnds.buffer, valueEnds.buffer] });
  }
  c.sqlite3_reset(all);
  postMessage(null);
}

function getMany({ keys, keyEnds }: { readonly keys: Uint8Array; readonly keyEnds: Int32Array }): void {
  const values = new Uint8Array(keyEnds.length * 128);
  const valueEnds = new Int32Array(keyEnds.length);
  let [keyStart, valueEnd] = [0, 0];
  sqlite3.wasm.heap8u().set(keys, parameters);
  run(begin);
  for (let at = 0; at < keyEnds.length; at++) {
    const keyEnd = keyEnds[at] as number;
    c.sqlite3_bind_text(select, 1, parameters + keyStart, keyEnd - keyStart, 0);
    if (c.sqlite3_step(select) === SQLITE_ROW) {
      const value = c.sqlite3_column_blob(select, 0);
      const bytes = c.sqlite3_column_bytes(select, 0);
      values.set(sqlite3.wasm.heap8u().subarray(value, value + bytes), valueEnd);
      valueEnds[at] = valueEnd += bytes;
    }
    c.sqlite3_reset(select);
    keyStart = keyEnd;
  }
  run(commit);
  postMessage({ values, valueEnds }, { transfer: [values.buffer, valueEnds.buffer] });
}

function get(key: string): void {
  const { written } = new TextEncoder().encodeInto(key, sqlite3.wasm.heap8u().subarray(parameters, parameters + 256));
  c.sqlite3_bind_text(select, 1, parameters, written, 0);
  c.sqlite3_step(select);
  const value = c.sqlite3_column_blob(select, 0);
  const bytes = c.sqlite3_column_bytes(select, 0);
  const found = sqlite3.wasm.heap8u().slice(value, value + bytes);
  c.sqlite3_reset(select);
  postMessage(found);
}
