import { PGlite } from '@electric-sql/pglite';
import { OpfsAhpFS } from '@electric-sql/pglite/opfs-ahp';
import { copyStream } from '../stores/copy-stream.js';
import type { PackedRows } from '../stores/packed-rows.js';

export type PgliteProbeCall =
  | { readonly method: 'open'; readonly name: string }
  | { readonly method: 'close' | 'scanAll' }
  | { readonly method: 'load'; readonly rows: PackedRows }
  | { readonly method: 'getMany'; readonly keys: readonly string[] }
  | { readonly method: 'get'; readonly key: string };

let database: PGlite;

async function answer(call: PgliteProbeCall): Promise<unknown> {
  switch (call.method) {
    case 'open':
      database = await PGlite.create({ fs: new OpfsAhpFS(call.name), relaxedDurability: true });
      return database.exec('CREATE TABLE IF NOT EXISTS rows (key text COLLATE "C" PRIMARY KEY, value bytea)');
    case 'close':
      return database.close();
    case 'load':
      await database.query("COPY rows FROM '/dev/blob' WITH (FORMAT binary)", [], { blob: copyStream(call.rows) });
      return null;
    case 'scanAll': {
      const sql = "COPY (SELECT key, value FROM rows ORDER BY key) TO '/dev/blob' WITH (FORMAT binary)";
      const { blob } = await database.query(sql);
      return new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0));
    }
    case 'getMany': {
      const sql = 'SELECT key, value FROM rows WHERE key = ANY ($1)';
      const { rows } = await database.query<[string, Uint8Array]>(sql, [call.keys], { rowMode: 'array' });
      const found = new Map(rows);
      return call.keys.map((key) => found.get(key)?.slice()).filter((value) => value !== undefined);
    }
    case 'get': {
      const { rows } = await database.query<[Uint8Array]>('SELECT value FROM rows WHERE key = $1', [call.key], {
        rowMode: 'array',
      });
      return rows[0]?.[0].slice() ?? null;
    }
  }
}

addEventListener('message', async ({ data }) => {
  const value = await answer(data as PgliteProbeCall);
  postMessage(value, { transfer: data.method === 'scanAll' ? [(value as Uint8Array).buffer] : [] });
});

// The page learns of errors, not of rejected promises.
addEventListener('unhandledrejection', ({ reason }) => {
  throw reason;
});
