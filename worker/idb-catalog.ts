/*
 * The catalog in IndexedDB: store `database` with the database record and one for each snapshot, store `tables` with one
 * record for each table (see `idb-records`).
 *
 * Every change is one strict transaction that first reads the stored epoch and generation, so that an older writer can
 * change nothing, however late its transaction starts. The two stores are created if they are missing, in any version
 * of the schema, so that tabs of different builds can share a catalog. Only `replace` creates a catalog, so a catalog
 * that was deleted while it was in use does not reappear empty.
 */
import type { Clock } from '../lib/clock.js';
import type { Catalog, CatalogEdit, CatalogImage, DatabaseRecord } from '../lib/storage/catalog/catalog.js';
import { admitCommit, admitReplace } from '../lib/storage/catalog/catalog-rules.js';
import { databaseRoot } from '../lib/storage/fs/file-names.js';
import {
  type Connection,
  connectTo,
  deleteIdbCatalog,
  isLost,
  STORES,
  translate,
  type Writing,
} from './idb-connection.js';
import { clearRecords, putDatabase, putEdit, readDatabase, readImage } from './idb-records.js';

export interface IdbCatalogOptions {
  /** Name of the database, as the user specified it. */
  readonly name: string;
  readonly clock: Clock;
}

export class IdbCatalog implements Catalog {
  onEnded: () => void = () => {};
  readonly #name: string;
  readonly #path: string;
  readonly #where: string;
  readonly #clock: Clock;
  #connection: Promise<Connection | null> | null = null;

  constructor(options: IdbCatalogOptions) {
    this.#name = options.name;
    this.#path = databaseRoot(options.name);
    this.#where = `catalog ${this.#path}`;
    this.#clock = options.clock;
  }

  async open(): Promise<CatalogImage | null> {
    return this.#run(async (connection) => {
      if (connection === null) return null;
      const transaction = connection.transaction([...STORES], 'readonly');
      return readImage(transaction, this.#where);
    });
  }

  async replace(image: CatalogImage): Promise<void> {
    await this.#change(
      image.database,
      (stored) => {
        admitReplace(stored, image);
        return true;
      },
      (transaction) => {
        const { database, tables, snapshots = [] } = image;
        clearRecords(transaction);
        putEdit(transaction, { database, put: tables, putSnapshots: snapshots });
      },
      true,
    );
  }

  async commit(edit: CatalogEdit): Promise<void> {
    const { epoch, generation } = edit.database;
    await this.#change(
      edit.database,
      (stored, isSecond) => {
        // If the connection was lost in the first try, it is unknown whether that try succeeded; no other writer
        // creates this generation.
        if (isSecond && stored?.epoch === epoch && stored.generation === generation) return false;
        admitCommit(stored, edit, this.#where);
        return true;
      },
      (transaction) => putEdit(transaction, edit),
    );
  }

  async reset(): Promise<void> {
    await this.close();
    await deleteIdbCatalog(this.#name, this.#clock);
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    (await connection?.catch(() => null))?.close();
  }

  /**
   * Runs one strict transaction. `admit` throws if the change may not follow the stored state; false: the change is
   * already stored. `create`: whether a missing catalog is created.
   */
  async #change(
    database: DatabaseRecord,
    admit: (stored: DatabaseRecord | null, isSecond: boolean) => boolean,
    write: (transaction: Writing) => void,
    create = false,
  ): Promise<void> {
    await this.#run(async (connection, isSecond) => {
      if (connection === null) return void admit(null, isSecond);
      const transaction = connection.transaction([...STORES], 'readwrite', { durability: 'strict' });
      const done = transaction.done;
      done.catch(() => {});
      try {
        const stored = await readDatabase(transaction);
        if (!admit(stored, isSecond)) return;
        write(transaction);
        putDatabase(transaction, database);
        await done;
      } catch (error) {
        abort(transaction);
        throw error;
      }
    }, create);
  }

  /** Runs `work` on the connection, and once more on a new one if the connection turns out to be lost. */
  async #run<T>(work: (connection: Connection | null, isSecond: boolean) => Promise<T>, create = false): Promise<T> {
    try {
      return await work(await this.#connect(create), false);
    } catch (error) {
      if (!isLost(error)) throw translate(error, this.#where);
    }
    await this.close();
    try {
      return await work(await this.#connect(create), true);
    } catch (error) {
      throw translate(error, this.#where);
    }
  }

  /** Null if there is no catalog and none may be created. */
  async #connect(create: boolean): Promise<Connection | null> {
    // A connection that is being opened may be for a caller that must not create a catalog.
    return (await (this.#connection ?? this.#begin(create))) ?? (create ? this.#connect(true) : null);
  }

  #begin(create: boolean): Promise<Connection | null> {
    const connection = connectTo(this.#path, this.#clock, create, () => {
      forget();
      this.onEnded();
    });
    const forget = () => {
      if (this.#connection === connection) this.#connection = null;
    };
    this.#connection = connection;
    connection.then((opened) => opened ?? forget(), forget);
    return connection;
  }
}

function abort(transaction: Writing): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}
