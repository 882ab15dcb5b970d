import type { Note, NoteColumn, NoteTable } from './notes.js';
import { packKeys, unpackKeys } from './packed-keys.js';
import { packNotes, toNotes } from './packed-notes.js';
import { type PackedBatch, packRows } from './packed-rows.js';
import { unpackValues } from './packed-values.js';
import type { Durability, Row, Rows, Store, Version } from './store.js';
import type { StoreRequest } from './store-request.js';

/**
 * The page's side of a `ServedStore`. Packs the data that it writes, and unpacks the data that it reads, batch by
 * batch.
 */
export abstract class RequestingStore implements Store {
  /** Resolves with the value that `get` reads. Every batch of rows is passed on as soon as it arrives. */
  protected abstract ask(request: StoreRequest, onBatch?: (batch: PackedBatch) => void): Promise<Uint8Array | null>;

  async open(name: string, durability: Durability): Promise<void> {
    await this.ask({ method: 'open', name, durability });
  }

  async close(): Promise<void> {
    await this.ask({ method: 'close' });
  }

  async load(rows: readonly Row[]): Promise<void> {
    await this.ask({ method: 'load', rows: packRows(rows) });
  }

  async flush(): Promise<void> {
    await this.ask({ method: 'flush' });
  }

  async put({ key, value }: Row): Promise<void> {
    await this.ask({ method: 'put', key, value });
  }

  get(key: string): Promise<Uint8Array | null> {
    return this.ask({ method: 'get', key });
  }

  exchange({ key, value }: Row): Promise<Uint8Array | null> {
    return this.ask({ method: 'exchange', key, value });
  }

  getMany(keys: readonly string[]): Promise<readonly (Uint8Array | null)[]> {
    return this.values({ method: 'getMany', keys: packKeys(keys) });
  }

  scan(from: string, limit: number): Promise<Rows> {
    return this.rows({ method: 'scan', key: from, limit });
  }

  scanAll(): Promise<Rows> {
    return this.rows({ method: 'scanAll' });
  }

  async deleteMany(keys: readonly string[]): Promise<void> {
    await this.ask({ method: 'deleteMany', keys: packKeys(keys) });
  }

  async loadVersions(versions: readonly Version[]): Promise<void> {
    const timestamps = Float64Array.from(versions, ({ timestamp }) => timestamp);
    await this.ask({ method: 'loadVersions', rows: packRows(versions), timestamps });
  }

  latest(): Promise<Rows> {
    return this.rows({ method: 'latest' });
  }

  asOf(timestamp: number): Promise<Rows> {
    return this.rows({ method: 'asOf', timestamp });
  }

  async newest(keys: readonly string[], count: number): Promise<readonly (readonly Uint8Array[])[]> {
    const values = await this.values({ method: 'newest', keys: packKeys(keys), count });
    return keys.map((_, index) =>
      values.slice(index * count, (index + 1) * count).filter((value): value is Uint8Array => value !== null),
    );
  }

  async openNotes(isIndexed: boolean): Promise<NoteTable> {
    await this.ask({ method: 'openNotes', isIndexed });
    return {
      put: async (note: Note) => void (await this.ask({ method: 'putNote', note })),
      putAll: async (notes: readonly Note[]) => void (await this.ask({ method: 'putNotes', rows: packNotes(notes) })),
      scan: async (from: string, limit: number) => toNotes(await this.rows({ method: 'scanNotes', key: from, limit })),
      find: async (column: NoteColumn, text: string) => toNotes(await this.rows({ method: 'findNotes', column, text })),
    };
  }

  async compact(): Promise<void> {
    await this.ask({ method: 'compact' });
  }

  private async rows(request: StoreRequest): Promise<Rows> {
    const keys: string[] = [];
    // A row always has a value.
    const values: (Uint8Array | null)[] = [];
    await this.ask(request, (batch) => {
      if (batch.keys !== null) unpackKeys(batch.keys, keys);
      unpackValues(batch.values, values);
    });
    return { keys, values: values as Uint8Array[] };
  }

  private async values(request: StoreRequest): Promise<(Uint8Array | null)[]> {
    const values: (Uint8Array | null)[] = [];
    await this.ask(request, (batch) => void unpackValues(batch.values, values));
    return values;
  }
}
