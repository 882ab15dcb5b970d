import { createStore } from 'tinybase';
import { createIndexedDbPersister } from 'tinybase/persisters/persister-indexed-db';
import { bytesOf, textOf } from './binary-text.js';
import type { Row, Rows, Store } from './store.js';

const TABLE = 'rows';
const CELL = 'value';

/**
 * TinyBase: a table in the page's memory. After each change, its persister saves the complete table to IndexedDB. A put
 * resolves when the table has changed, like a call of an app. Cells cannot contain bytes, so a value is a text with a
 * character for each byte; the conversion is part of each call.
 *
 * It sorts all row ids in each call that reads them in order, and no call reads the rows from a given key on. So its
 * facts list it as not sorted, and it takes no part in workloads with ranges.
 */
export class TinyBaseStore implements Store {
  private name!: string;
  private readonly store = createStore();
  private persister!: ReturnType<typeof createIndexedDbPersister>;
  private saving: Promise<unknown> = Promise.resolve();

  async open(name: string): Promise<void> {
    this.name = name;
    this.persister = createIndexedDbPersister(this.store, name);
    await this.persister.load();
    // Its first step saves everything, and no read has to wait for that.
    this.saving = this.persister.startAutoSave();
  }

  async close(): Promise<void> {
    // Each change has added another save of the whole table to the persister's queue. One save replaces them.
    await this.saving;
    await this.persister.destroy();
    const last = createIndexedDbPersister(this.store, this.name);
    await last.save();
    await last.destroy();
  }

  async load(rows: readonly Row[]): Promise<void> {
    await this.saving;
    // A save of the whole table after each batch would take minutes. `flush` saves once and turns automatic saves on
    // again.
    await this.persister.stopAutoSave();
    this.store.transaction(() => {
      for (const { key, value } of rows) this.store.setCell(TABLE, key, CELL, textOf(value));
    });
  }

  async flush(): Promise<void> {
    await this.persister.startAutoSave();
  }

  async put({ key, value }: Row): Promise<void> {
    await this.saving;
    this.store.setCell(TABLE, key, CELL, textOf(value));
  }

  async get(key: string): Promise<Uint8Array | null> {
    const value = this.store.getCell(TABLE, key, CELL);
    return value === undefined ? null : bytesOf(value as string);
  }

  getMany(keys: readonly string[]): Promise<readonly (Uint8Array | null)[]> {
    return Promise.all(keys.map((key) => this.get(key)));
  }

  scan(): Promise<Rows> {
    throw new Error(NO_RANGES);
  }

  async scanAll(): Promise<Rows> {
    const keys = this.store.getSortedRowIds(TABLE);
    return { keys, values: keys.map((key) => bytesOf(this.store.getCell(TABLE, key, CELL) as string)) };
  }

  deleteMany(): Promise<void> {
    throw new Error(NO_RANGES);
  }

  loadVersions(): Promise<void> {
    throw new Error(NO_RANGES);
  }

  latest(): Promise<Rows> {
    throw new Error(NO_RANGES);
  }

  asOf(): Promise<Rows> {
    throw new Error(NO_RANGES);
  }

  newest(): Promise<readonly (readonly Uint8Array[])[]> {
    throw new Error(NO_RANGES);
  }
}

const NO_RANGES = 'TinyBase takes no part in workloads with ranges';
