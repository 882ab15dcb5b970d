import { serveStore } from './serve-store.js';
import { tablesFor } from './sqlite-statements.js';
import { WaSqliteStore } from './wa-sqlite-store.js';

serveStore(
  new WaSqliteStore(
    {
      async load() {
        const [{ default: createModule }, { OPFSWriteAheadVFS }] = await Promise.all([
          import('@journeyapps/wa-sqlite/dist/wa-sqlite.mjs'),
          import('@journeyapps/wa-sqlite/src/examples/OPFSWriteAheadVFS.js'),
        ]);
        return { createModule, FileSystem: OPFSWriteAheadVFS };
      },
      // With EXCLUSIVE, pages of acknowledged commits are missing after the tab is killed.
      isExclusive: false,
      // It always keeps its own write-ahead log. With pages of 4 KiB, loads reach half the speed or less, and the
      // differences of single puts were smaller than those between two runs.
      pragmas: 'PRAGMA page_size = 16384;',
      isAsynchronous: false,
    },
    tablesFor(location),
  ),
);
