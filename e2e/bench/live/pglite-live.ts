import { live } from '@electric-sql/pglite/live';
import { PGliteWorker } from '@electric-sql/pglite/worker';
import type { Row } from '../stores/store.js';
import type { LiveList, LiveStore } from './live-store.js';

const CREATE = 'CREATE TABLE IF NOT EXISTS rows (key text COLLATE "C" PRIMARY KEY, value bytea)';
const PUT = 'INSERT INTO rows VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value';
const PUT_ALL = `INSERT INTO rows SELECT * FROM unnest($1::text[], $2::bytea[])
  ON CONFLICT (key) DO UPDATE SET value = excluded.value`;

/** PGlite in a worker that the tabs share, as its documentation recommends for several tabs. */
export class PgliteLive implements LiveStore {
  private database!: PGliteWorker & { readonly live: ReturnType<typeof liveOf> };

  async open(name: string): Promise<void> {
    const worker = new Worker('/bench/live-pglite.js', { type: 'module' });
    this.database = (await PGliteWorker.create(worker, { id: name, meta: { name }, extensions: { live } })) as never;
    await this.database.exec(CREATE);
  }

  async load(rows: readonly Row[]): Promise<void> {
    await this.database.query(PUT_ALL, [rows.map(({ key }) => key), rows.map(({ value }) => value)]);
  }

  async put({ key, value }: Row): Promise<void> {
    await this.database.query(PUT, [key, value]);
  }

  async watch(from: string, to: string | null, show: (list: LiveList) => void): Promise<() => Promise<void>> {
    const range = to === null ? 'key >= $1' : 'key >= $1 AND key < $2';
    const tell = ({ rows }: { readonly rows: readonly Row[] }) =>
      show({ size: rows.length, valueAt: (place) => rows[place]?.value ?? null });
    const { initialResults, unsubscribe } = await this.database.live.incrementalQuery<Row>({
      query: `SELECT key, value FROM rows WHERE ${range} ORDER BY key`,
      params: to === null ? [from] : [from, to],
      key: 'key',
      callback: tell,
    });
    tell(initialResults);
    return () => unsubscribe();
  }
}

/** The functions that the extension adds. */
function liveOf(found: Awaited<ReturnType<(typeof live)['setup']>>) {
  return found.namespaceObj as NonNullable<typeof found.namespaceObj>;
}
