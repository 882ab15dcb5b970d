import type { WaSqliteFileSystem } from './wa-sqlite-store.js';

/*
 * All of the database is in the memory of the page, and each commit is also an IndexedDB transaction. There is no
 * strict form: the file system leaves that transaction at the browser's default durability, which does not wait for the
 * device.
 */

export const IDB_MIRROR: WaSqliteFileSystem = {
  async load() {
    const [{ default: createModule }, { IDBMirrorVFS }] = await Promise.all([
      // This build suspends through Asyncify, so that a call that need not wait returns at once. In the one with JSPI
      // every step waits.
      import('@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs'),
      import('@journeyapps/wa-sqlite/src/examples/IDBMirrorVFS.js'),
    ]);
    return { createModule, FileSystem: IDBMirrorVFS };
  },
  isExclusive: true,
  // Pages of 4 KiB made no difference that was larger than those between two runs. Only a commit may wait: a journal
  // file, and pages that leave the cache early, would wait too. The journal protects nothing here, as IndexedDB commits
  // all pages of a transaction together.
  pragmas: 'PRAGMA page_size = 16384; PRAGMA journal_mode = MEMORY; PRAGMA cache_spill = OFF;',
  isAsynchronous: true,
};
