import { Dexie, type EntityTable, liveQuery } from 'dexie';
import type { Row } from '../stores/store.js';
import type { LiveList, LiveStore } from './live-store.js';

export class DexieLive implements LiveStore {
  private database!: Dexie & { readonly rows: EntityTable<Row, 'key'> };

  async open(name: string): Promise<void> {
    this.database = new Dexie(name, { chromeTransactionDurability: 'relaxed' }) as typeof this.database;
    this.database.version(1).stores({ rows: 'key' });
    await this.database.open();
  }

  async load(rows: readonly Row[]): Promise<void> {
    await this.database.rows.bulkPut(rows as Row[]);
  }

  async put(row: Row): Promise<void> {
    await this.database.rows.put(row);
  }

  watch(from: string, to: string | null, show: (list: LiveList) => void): Promise<() => Promise<void>> {
    const { rows } = this.database;
    const read = () =>
      (to === null ? rows.where('key').aboveOrEqual(from) : rows.where('key').between(from, to)).toArray();
    return new Promise((resolve, reject) => {
      const subscription = liveQuery(read).subscribe({
        next(found) {
          show({ size: found.length, valueAt: (place) => found[place]?.value ?? null });
          // The first list may come before `subscribe` returns.
          queueMicrotask(() => resolve(async () => subscription.unsubscribe()));
        },
        error: reject,
      });
    });
  }
}
