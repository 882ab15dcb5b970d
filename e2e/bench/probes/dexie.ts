import { Dexie, type EntityTable } from 'dexie';
import type { Row } from '../stores/store.js';
import type { Probe } from './probe.js';

/** Uses the bulk methods that Dexie's documentation recommends, and `toArray` of a table. */
export class DexieProbe implements Probe {
  private database!: Dexie;
  private rows!: EntityTable<Row, 'key'>;

  async open(name: string): Promise<void> {
    this.database = new Dexie(name, { chromeTransactionDurability: 'relaxed' });
    this.database.version(1).stores({ rows: 'key' });
    await this.database.open();
    this.rows = this.database.table('rows');
  }

  async close(): Promise<void> {
    this.database.close();
  }

  async load(rows: readonly Row[]): Promise<void> {
    await this.rows.bulkPut(rows as Row[]);
  }

  async scanAll(): Promise<number> {
    return (await this.rows.toArray()).length;
  }

  async getMany(keys: readonly string[]): Promise<number> {
    return (await this.rows.bulkGet(keys as string[])).filter((row) => row !== undefined).length;
  }

  async put(row: Row): Promise<void> {
    await this.rows.put(row);
  }

  async get(key: string): Promise<number> {
    return (await this.rows.get(key))?.value.length ?? 0;
  }
}
