import { connect, type Table } from 'bigtab';
import type { Row } from '../stores/store.js';
import type { LiveList, LiveStore } from './live-store.js';

const FAMILY = 'f';
const QUALIFIER = 'v';

export class BigtabLive implements LiveStore {
  private rows!: Table;

  async open(name: string): Promise<void> {
    const connection = await connect(name);
    await connection.ensureTable({ name: 'rows', families: [FAMILY] });
    this.rows = connection.getTable('rows');
  }

  load(rows: readonly Row[]): Promise<void> {
    return this.rows.put(rows.map(({ key, value }) => ({ row: key, cells: { [FAMILY]: { [QUALIFIER]: value } } })));
  }

  put({ key, value }: Row): Promise<void> {
    return this.rows.put({ row: key, cells: { [FAMILY]: { [QUALIFIER]: value } } });
  }

  async watch(from: string, to: string | null, show: (list: LiveList) => void): Promise<() => Promise<void>> {
    const live = this.rows.watch({ start: from, ...(to !== null && { stop: to }) });
    const tell = () => {
      const { rows } = live.getSnapshot();
      show({ size: rows.length, valueAt: (place) => rows[place]?.getValue(FAMILY, QUALIFIER) ?? null });
    };
    live.subscribe(tell);
    await live.ready();
    return async () => live.close();
  }
}
