import { BrowserLevel } from 'browser-level';
import type { Row } from '../stores/store.js';
import type { Probe } from './probe.js';

/** Uses batches, `getMany`, and one call for all entries of an iterator. */
export class BrowserLevelProbe implements Probe {
  private level!: BrowserLevel<string, Uint8Array>;

  async open(name: string): Promise<void> {
    this.level = new BrowserLevel(name, { valueEncoding: 'view' });
    await this.level.open();
  }

  close(): Promise<void> {
    return this.level.close();
  }

  load(rows: readonly Row[]): Promise<void> {
    return this.level.batch(rows.map(({ key, value }) => ({ type: 'put', key, value })));
  }

  async scanAll(): Promise<number> {
    return (await this.level.iterator().all()).length;
  }

  async getMany(keys: readonly string[]): Promise<number> {
    return (await this.level.getMany(keys as string[])).filter((value) => value !== undefined).length;
  }

  put({ key, value }: Row): Promise<void> {
    return this.level.put(key, value);
  }

  async get(key: string): Promise<number> {
    return (await this.level.get(key))?.length ?? 0;
  }
}
