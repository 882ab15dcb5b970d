import { serveStore } from './serve-store.js';
import { tablesFor } from './sqlite-statements.js';
import { WaSqliteStore } from './wa-sqlite-store.js';

serveStore(
  new WaSqliteStore(
    {
      async load() {
        const [{ default: createModule }, { AccessHandlePoolVFS }] = await Promise.all([
          import('@journeyapps/wa-sqlite/dist/wa-sqlite.mjs'),
          import('@journeyapps/wa-sqlite/src/examples/AccessHandlePoolVFS.js'),
        ]);
        return { createModule, FileSystem: AccessHandlePoolVFS };
      },
      isExclusive: true,
      // With pages of 4 KiB, loads in random order reach half the speed, and single puts the same speed.
      pragmas: 'PRAGMA page_size = 16384; PRAGMA journal_mode = WAL;',
      isAsynchronous: false,
    },
    tablesFor(location),
  ),
);
