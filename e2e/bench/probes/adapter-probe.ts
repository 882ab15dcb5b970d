import type { Row, Store } from '../stores/store.js';
import type { Probe } from './probe.js';

/** An adapter used as a probe, so that both are measured in the same way. */
export class AdapterProbe implements Probe {
  private readonly store: Store;

  /** REQUIRES a store that is not open. */
  constructor(store: Store) {
    this.store = store;
  }

  open(name: string): Promise<void> {
    return this.store.open(name, 'relaxed');
  }

  close(): Promise<void> {
    return this.store.close();
  }

  load(rows: readonly Row[]): Promise<void> {
    return this.store.load(rows);
  }

  async scanAll(): Promise<number> {
    const { keys, values } = await this.store.scanAll();
    return Math.min(keys.length, values.length);
  }

  async getMany(keys: readonly string[]): Promise<number> {
    return (await this.store.getMany(keys)).filter((value) => value !== null).length;
  }

  put(row: Row): Promise<void> {
    return this.store.put(row);
  }

  async get(key: string): Promise<number> {
    return (await this.store.get(key))?.length ?? 0;
  }
}
