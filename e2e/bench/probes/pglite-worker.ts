import { PGlite, protocol } from '@electric-sql/pglite';
import { OpfsAhpFS } from '@electric-sql/pglite/opfs-ahp';
import { copyStream } from '../stores/copy-stream.js';
import type { PackedRows } from '../stores/packed-rows.js';
import type { PackedValues } from '../stores/packed-values.js';
import { MessageReader, type OnRow, runMessages, textArray } from '../stores/postgres-messages.js';

export type PgliteProbeCall =
  | { readonly method: 'open'; readonly name: string }
  | { readonly method: 'close' | 'scanAll' }
  | { readonly method: 'load'; readonly rows: PackedRows }
  | { readonly method: 'getMany'; readonly keys: PackedValues }
  | { readonly method: 'get'; readonly key: string }
  | { readonly method: 'put'; readonly key: string; readonly value: Uint8Array };

const STATEMENTS = {
  get: 'SELECT value FROM rows WHERE key = $1',
  put: 'INSERT INTO rows VALUES ($1, $2)',
  scanAll: 'SELECT key, value FROM rows ORDER BY key',
  getMany: 'SELECT key, value FROM rows WHERE key = ANY ($1::text[])',
};

let database: PGlite;
const decoder = new TextDecoder();

async function answer(call: PgliteProbeCall): Promise<unknown> {
  switch (call.method) {
    case 'open':
      return open(call.name);
    case 'close':
      return database.close();
    case 'load':
      await database.query("COPY rows FROM '/dev/blob' WITH (FORMAT binary)", [], { blob: copyStream(call.rows) });
      return null;
    case 'scanAll':
      // The page reads the server's messages as they arrive.
      await send(runMessages('scanAll', []), (chunk) => {
        const copy = chunk.slice();
        postMessage(copy, { transfer: [copy.buffer] });
      });
      return null;
    case 'getMany': {
      // The rows arrive in the server's order, so a caller finds them by their keys.
      const values = new Map<string, Uint8Array>();
      await run('getMany', textArray(call.keys), (bytes, view, at) => {
        const keyEnd = at + 6 + view.getInt32(at + 2);
        const key = decoder.decode(bytes.subarray(at + 6, keyEnd));
        values.set(key, bytes.slice(keyEnd + 4, keyEnd + 4 + view.getInt32(keyEnd)));
      });
      return values;
    }
    case 'put': {
      const reader = new MessageReader(() => {});
      await send(runMessages('put', [call.key, call.value]), (chunk) => reader.add(chunk), true);
      reader.end();
      return null;
    }
    case 'get': {
      let value: Uint8Array | null = null;
      await run('get', call.key, (bytes, view, at) => {
        value = bytes.slice(at + 6, at + 6 + view.getInt32(at + 2));
      });
      return value;
    }
  }
}

async function open(name: string): Promise<void> {
  // The page cache of every engine that has one is 64 MiB.
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=64MB'];
  database = await PGlite.create({ fs: new OpfsAhpFS(name), relaxedDurability: true, startParams });
  await database.exec('CREATE TABLE IF NOT EXISTS rows (key text COLLATE "C" PRIMARY KEY, value bytea)');
  for (const [name, text] of Object.entries(STATEMENTS)) {
    await database.execProtocol(protocol.serialize.parse({ name, text }), { syncToFs: false });
  }
  await database.execProtocol(protocol.serialize.sync(), { syncToFs: false });
}

/** Runs a statement that was prepared once. */
async function run(statement: keyof typeof STATEMENTS, value: string | Uint8Array, onRow: OnRow): Promise<void> {
  const reader = new MessageReader(onRow);
  await send(runMessages(statement, [value]), (chunk) => reader.add(chunk));
  reader.end();
}

async function send(messages: Uint8Array, onRawData: (chunk: Uint8Array) => void, syncToFs = false): Promise<void> {
  await database.execProtocolRawStream(messages, { syncToFs, onRawData });
}

addEventListener('message', async ({ data }) => {
  postMessage(await answer(data as PgliteProbeCall));
});

// The page learns of errors, not of rejected promises.
addEventListener('unhandledrejection', ({ reason }) => {
  throw reason;
});
