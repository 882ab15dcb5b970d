import type { Row } from '../stores/store.js';
import type { Probe } from './probe.js';
import { ArrivedRows, countOf, packKeys, packRows } from './sqlite.js';
import { WaSqliteRows } from './wa-sqlite-rows.js';

/** wa-sqlite with its IDBMirrorVFS, on the page. */
export class WaSqliteMirrorProbe implements Probe {
  private rows!: WaSqliteRows;

  async open(name: string): Promise<void> {
    const [{ default: createModule }, { IDBMirrorVFS }] = await Promise.all([
      import('@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs'),
      import('@journeyapps/wa-sqlite/src/examples/IDBMirrorVFS.js'),
    ]);
    // Without a journal file, and with all changes in the cache, only a commit has to wait.
    const pragmas =
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; PRAGMA cache_spill = OFF; PRAGMA synchronous = FULL;';
    this.rows = await WaSqliteRows.open(name, createModule, IDBMirrorVFS, pragmas);
  }

  close(): Promise<void> {
    return this.rows.close();
  }

  load(rows: readonly Row[]): Promise<void> {
    return this.rows.load(packRows(rows));
  }

  async scanAll(): Promise<number> {
    const arrived = new ArrivedRows();
    this.rows.scanAll((batch) => arrived.add(batch));
    return arrived.keys.length;
  }

  async getMany(keys: readonly string[]): Promise<number> {
    return countOf(this.rows.getMany(packKeys(keys)));
  }

  put(row: Row): Promise<void> {
    return this.load([row]);
  }

  async get(key: string): Promise<number> {
    return this.rows.get(key).length;
  }
}
