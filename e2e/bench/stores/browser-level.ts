import { BrowserLevel } from 'browser-level';
import { newestByKey } from './newest-by-key.js';
import type { Row, Rows, Store, Version } from './store.js';

/**
 * Larger than every timestamp. The difference to it is written in 13 digits, so newer versions sort before older ones.
 */
const LAST = 9_999_999_999_999;
const DIGITS = 13;

/**
 * browser-level: batches, `getMany`, and iterators that read all their entries at once. It does not support strict
 * writes.
 */
export class BrowserLevelStore implements Store {
  private rows!: BrowserLevel<string, Uint8Array>;
  private versions!: BrowserLevel<string, Uint8Array>;

  async open(name: string): Promise<void> {
    const encodings = { keyEncoding: 'utf8', valueEncoding: 'view' } as const;
    this.rows = new BrowserLevel(name, encodings);
    this.versions = new BrowserLevel(`${name}-versions`, encodings);
    await Promise.all([this.rows.open(), this.versions.open()]);
  }

  async close(): Promise<void> {
    await Promise.all([this.rows.close(), this.versions.close()]);
  }

  load(rows: readonly Row[]): Promise<void> {
    return this.rows.batch(rows.map((row) => ({ type: 'put', ...row })));
  }

  async flush(): Promise<void> {
    // It has no option for strict durability.
  }

  put({ key, value }: Row): Promise<void> {
    return this.rows.put(key, value);
  }

  async get(key: string): Promise<Uint8Array | null> {
    return (await this.rows.get(key)) ?? null;
  }

  async getMany(keys: readonly string[]): Promise<readonly (Uint8Array | null)[]> {
    return (await this.rows.getMany(keys as string[])).map((value) => value ?? null);
  }

  scan(from: string, limit: number): Promise<Rows> {
    return read(this.rows, { gte: from, limit });
  }

  scanAll(): Promise<Rows> {
    return read(this.rows, {});
  }

  deleteMany(keys: readonly string[]): Promise<void> {
    return this.rows.batch(keys.map((key) => ({ type: 'del', key })));
  }

  loadVersions(versions: readonly Version[]): Promise<void> {
    return this.versions.batch(
      versions.map(({ key, timestamp, value }) => ({
        type: 'put',
        key: `${key}/${String(LAST - timestamp).padStart(DIGITS, '0')}`,
        value,
      })),
    );
  }

  latest(): Promise<Rows> {
    return this.asOf(LAST);
  }

  async asOf(timestamp: number): Promise<Rows> {
    const { keys, values } = await read(this.versions, {});
    return newestByKey(keys.map(split), values, timestamp);
  }

  newest(keys: readonly string[], count: number): Promise<readonly (readonly Uint8Array[])[]> {
    return Promise.all(
      keys.map(async (key) => (await read(this.versions, { gte: `${key}/`, lt: `${key}0`, limit: count })).values),
    );
  }
}

interface Range {
  readonly gte?: string;
  readonly lt?: string;
  readonly limit?: number;
}

async function read(level: BrowserLevel<string, Uint8Array>, range: Range): Promise<Rows> {
  const keys: string[] = [];
  const values: Uint8Array[] = [];
  for (const [key, value] of await level.iterator(range).all()) {
    keys.push(key);
    values.push(value);
  }
  return { keys, values };
}

function split(key: string): readonly [string, number] {
  const slash = key.length - DIGITS - 1;
  return [key.slice(0, slash), Number(key.slice(slash + 1)) - LAST];
}
