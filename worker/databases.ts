import type { Clock } from '../lib/clock.js';
import { removeDatabase } from '../lib/engine/recovery/remove-database.js';
import { Database, type DatabaseOptions } from '../lib/engine/server/database.js';
import type { StorageReport } from '../lib/model/status-report.js';
import { AnsweringCatalog } from '../lib/storage/catalog/answering-catalog.js';
import { AnsweringFileSystem } from '../lib/storage/fs/answering-file-system.js';
import { DATABASES_DIRECTORY, databaseRoot } from '../lib/storage/fs/file-names.js';
import { createYielder } from '../lib/yielder.js';
import type { DatabaseHost, Databases } from './gateway.js';
import { IdbCatalog } from './idb-catalog.js';
import { deleteIdbCatalog } from './idb-connection.js';
import { OpfsFileSystem } from './opfs-file-system.js';

/** Covers one open of a database on a full device, and 1 MiB of markers of deletes. */
const RESERVE_BYTES = 4 << 20;
/** The excess of obsolete files at which they are removed early, if this is safe. */
const OBSOLETE_LIMIT = 64 << 20;

/** The databases of a site: files below `bigtab/` in its file storage, catalogs in IndexedDB. */
export class OpfsDatabases implements Databases {
  readonly #root: FileSystemDirectoryHandle;
  readonly #clock: Clock;
  readonly #end: () => void;
  readonly #room: (() => Promise<number>) | undefined;
  readonly #storage: (() => Promise<StorageReport>) | undefined;

  /**
   * `end` ends this worker when another writer has opened its database. `room`, `storage`: see `roomLeft` and
   * `storageReport`.
   */
  constructor(
    root: FileSystemDirectoryHandle,
    clock: Clock,
    end: () => void,
    room?: () => Promise<number>,
    storage?: () => Promise<StorageReport>,
  ) {
    this.#root = root;
    this.#clock = clock;
    this.#end = end;
    this.#room = room;
    this.#storage = storage;
  }

  open(options: DatabaseOptions, { onLost, onStep, tabs }: DatabaseHost = {}): Promise<Database> {
    const clock = this.#clock;
    const { name } = options;
    const { yield: rest } = createYielder();
    return Database.open(
      {
        files: this.#files(databaseRoot(name)),
        catalog: new IdbCatalog({ name, clock }),
        clock,
        yielder: () => {
          onStep?.();
          return rest();
        },
        random: Math.random,
        backend: 'opfs',
        // Chromium keeps a file locked if it was deleted while open, so no name may be used twice.
        firstEpoch: clock.now(),
        tabs,
        room: this.#room,
        storage: this.#storage,
        reserveBytes: RESERVE_BYTES,
        obsoleteLimit: OBSOLETE_LIMIT,
        onFenced: this.#end,
        // A record without its files would corrupt the next database; if the files still exist, they contain a copy of
        // it.
        onCleared: (error) => {
          const tell = () => onLost?.(error);
          deleteIdbCatalog(name, clock).then(tell, tell);
        },
      },
      options,
    );
  }

  async remove(name: string): Promise<void> {
    const clock = this.#clock;
    const files = new AnsweringFileSystem(this.#files(databaseRoot(name)), clock);
    await removeDatabase(files, new AnsweringCatalog(new IdbCatalog({ name, clock }), clock));
    await this.#files('').removeDirectory(databaseRoot(name));
  }

  list(): Promise<readonly string[]> {
    return this.#files('').listDirectories(DATABASES_DIRECTORY);
  }

  #files(path: string): OpfsFileSystem {
    return new OpfsFileSystem({ root: this.#root, path, clock: this.#clock, random: Math.random });
  }
}
