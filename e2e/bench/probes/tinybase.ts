import { createStore } from 'tinybase';
import { createIndexedDbPersister } from 'tinybase/persisters/persister-indexed-db';
import { bytesOf, textOf } from '../stores/binary-text.js';
import type { Row } from '../stores/store.js';
import type { Probe } from './probe.js';

/**
 * Cells of a table in memory. A value is text, because cells cannot contain bytes; it is converted as in the adapter.
 */
export class TinyBaseProbe implements Probe {
  private readonly store = createStore();
  private persister!: ReturnType<typeof createIndexedDbPersister>;

  async open(name: string): Promise<void> {
    this.persister = createIndexedDbPersister(this.store, name);
    await this.persister.load();
  }

  async close(): Promise<void> {
    await this.persister.save();
    await this.persister.destroy();
  }

  async load(rows: readonly Row[]): Promise<void> {
    this.store.transaction(() => {
      for (const { key, value } of rows) this.store.setCell('rows', key, 'value', textOf(value));
    });
  }

  async scanAll(): Promise<number> {
    const values = this.store.getSortedRowIds('rows').map((key) => this.valueOf(key));
    return values.filter((value) => value !== null).length;
  }

  async getMany(keys: readonly string[]): Promise<number> {
    return keys.map((key) => this.valueOf(key)).filter((value) => value !== null).length;
  }

  async put({ key, value }: Row): Promise<void> {
    this.store.setCell('rows', key, 'value', textOf(value));
  }

  async get(key: string): Promise<number> {
    return this.valueOf(key)?.length ?? 0;
  }

  private valueOf(key: string): Uint8Array | null {
    const value = this.store.getCell('rows', key, 'value');
    return typeof value === 'string' ? bytesOf(value) : null;
  }
}
