import type { WaSqliteFileSystem } from './wa-sqlite-store.js';

/*
 * The whole database is in the page's memory, and each commit is also an IndexedDB transaction. Strict durability is
 * not supported: the file system uses the browser's default durability for that transaction, which does not wait for
 * the device.
 */

export const IDB_MIRROR: WaSqliteFileSystem = {
  async load() {
    const [{ default: createModule }, { IDBMirrorVFS }] = await Promise.all([
      // This build suspends through Asyncify, so a call that does not have to wait returns at once. In the build with
      // JSPI, every step waits.
      import('@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs'),
      import('@journeyapps/wa-sqlite/src/examples/IDBMirrorVFS.js'),
    ]);
    return { createModule, FileSystem: IDBMirrorVFS };
  },
  isExclusive: true,
  // Pages of 4 KiB made no difference that was larger than the difference between two runs. Only a commit may wait: a
  // journal file, and pages that are evicted from the cache early, would also wait. The journal is not needed here,
  // because IndexedDB commits all pages of a transaction together.
  pragmas: 'PRAGMA page_size = 16384; PRAGMA journal_mode = MEMORY; PRAGMA cache_spill = OFF;',
  isAsynchronous: true,
};
