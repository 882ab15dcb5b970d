/*
 * The catalog in IndexedDB: store `database` with one record, store `tables` with one record for each table.
 *
 * Every change is one strict transaction that first reads the stored epoch and generation, so that an older writer can
 * change nothing, however late its transaction starts. The two stores are created if they are missing, in any version
 * of the schema, so that tabs of different builds can share a catalog. Only `replace` creates a catalog, so a catalog
 * that was deleted while it was in use does not reappear empty.
 */
import { deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type { Clock } from '../lib/clock.js';
import { BigtabError } from '../lib/errors.js';
import type {
  Catalog,
  CatalogEdit,
  CatalogImage,
  DatabaseRecord,
  TableRecord,
} from '../lib/storage/catalog/catalog.js';
import { checkImage } from '../lib/storage/catalog/catalog-image.js';
import { admitCommit, admitReplace } from '../lib/storage/catalog/catalog-rules.js';
import { databaseRoot } from '../lib/storage/fs/file-names.js';
import { within } from './within.js';

/** The time limit for opening or deleting. */
const OPEN_LIMIT_MS = 5000;

const RECORD_KEY = 'database';

interface Schema {
  readonly database: { readonly key: string; readonly value: unknown };
  readonly tables: { readonly key: number; readonly value: unknown };
}

type Connection = IDBPDatabase<Schema>;
type StoreName = 'database' | 'tables';
const STORES: readonly StoreName[] = ['database', 'tables'];
type Writing = IDBPTransaction<Schema, StoreName[], 'readwrite'>;

export interface IdbCatalogOptions {
  /** Name of the database, as the user specified it. */
  readonly name: string;
  readonly clock: Clock;
}

export class IdbCatalog implements Catalog {
  onEnded: () => void = () => {};
  readonly #path: string;
  readonly #where: string;
  readonly #clock: Clock;
  #connection: Promise<Connection | null> | null = null;

  constructor(options: IdbCatalogOptions) {
    this.#path = databaseRoot(options.name);
    this.#where = `catalog ${this.#path}`;
    this.#clock = options.clock;
  }

  async open(): Promise<CatalogImage | null> {
    return this.#run(async (connection) => {
      if (connection === null) return null;
      const transaction = connection.transaction([...STORES], 'readonly');
      const [database, tables] = await Promise.all([
        transaction.objectStore('database').get(RECORD_KEY),
        transaction.objectStore('tables').getAll(),
        transaction.done,
      ]);
      return database === undefined ? null : checkImage({ database, tables }, this.#where);
    });
  }

  async replace(image: CatalogImage): Promise<void> {
    await this.#change(
      image.database,
      (stored) => {
        admitReplace(stored, image);
        return true;
      },
      (transaction) => [transaction.objectStore('tables').clear(), ...putTables(transaction, image.tables)],
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
      (transaction) => [
        ...(edit.remove ?? []).map((id) => transaction.objectStore('tables').delete(id)),
        ...putTables(transaction, edit.put ?? []),
      ],
    );
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
    write: (transaction: Writing) => Promise<unknown>[],
    create = false,
  ): Promise<void> {
    await this.#run(async (connection, isSecond) => {
      if (connection === null) return void admit(null, isSecond);
      const transaction = connection.transaction([...STORES], 'readwrite', { durability: 'strict' });
      const done = transaction.done;
      done.catch(() => {});
      try {
        const stored = ((await transaction.objectStore('database').get(RECORD_KEY)) ?? null) as DatabaseRecord | null;
        if (!admit(stored, isSecond)) return;
        const record = transaction.objectStore('database').put(database, RECORD_KEY);
        await Promise.all([done, record, ...write(transaction)]);
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

/** Deletes the catalog of a database; does nothing if it does not exist. DATABASE_BUSY if another tab keeps it open. */
export async function deleteIdbCatalog(name: string, clock: Clock): Promise<void> {
  const path = databaseRoot(name);
  let blocked = false;
  const deleting = async (): Promise<void> => deleteDB(path, { blocked: () => (blocked = true) });
  await within(deleting(), clock, OPEN_LIMIT_MS, () => lateError(path, blocked));
}

/**
 * Null if there is no catalog, unless `create`. `onEnd` is called when the connection can no longer be used: another
 * tab wants to change or delete the catalog, or the browser ended it.
 */
async function connectTo(path: string, clock: Clock, create: boolean, onEnd: () => void): Promise<Connection | null> {
  let blocked = false;
  let missing = false;
  let isLate = false;
  const open = async (version: number | undefined): Promise<Connection> => {
    const connection = await openDB<Schema>(path, version, {
      upgrade: (connection, oldVersion, _newVersion, transaction) => {
        missing = oldVersion === 0 && !create;
        if (!missing) return makeStores(connection);
        // Aborted, so that nothing of it remains.
        transaction.done.catch(() => {});
        transaction.abort();
      },
      blocked: () => {
        blocked = true;
      },
      blocking: (_current, _wanted, event) => {
        (event.target as IDBDatabase).close();
        onEnd();
      },
      terminated: onEnd,
    });
    if (isLate) connection.close();
    return connection;
  };
  const opening = async (): Promise<Connection> => {
    const connection = await open(undefined);
    if (STORES.every((name) => connection.objectStoreNames.contains(name))) return connection;
    const version = connection.version + 1;
    connection.close();
    return open(version);
  };
  try {
    return await within(opening(), clock, OPEN_LIMIT_MS, () => {
      isLate = true;
      return lateError(path, blocked);
    });
  } catch (error) {
    if (missing) return null;
    throw BigtabError.is(error) || isLost(error) ? error : unavailable(path, 'cannot be opened', error);
  }
}

function makeStores(connection: Connection): void {
  for (const name of STORES) {
    if (connection.objectStoreNames.contains(name)) continue;
    if (name === 'tables') connection.createObjectStore(name, { keyPath: 'id' });
    else connection.createObjectStore(name);
  }
}

function putTables(transaction: Writing, tables: readonly TableRecord[]): Promise<unknown>[] {
  return tables.map((table) => transaction.objectStore('tables').put(table));
}

function abort(transaction: Writing): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}

/** Errors by which browsers report that a connection, or its server, is lost. */
const LOST = new Set(['InvalidStateError', 'UnknownError', 'AbortError', 'TransactionInactiveError']);

function isLost(error: unknown): boolean {
  return error instanceof Error && !BigtabError.is(error) && LOST.has(error.name);
}

function lateError(path: string, blocked: boolean): BigtabError {
  if (!blocked) return unavailable(path, `did not answer within ${OPEN_LIMIT_MS / 1000} s`);
  return new BigtabError('DATABASE_BUSY', `Another tab has the catalog '${path}' open in an older format`);
}

function unavailable(path: string, what: string, cause?: unknown): BigtabError {
  return new BigtabError('STORAGE_UNAVAILABLE', `IndexedDB ${what}: catalog '${path}'`, {
    details: { reason: 'io-error' },
    cause,
  });
}

function translate(error: unknown, where: string): unknown {
  if (!(error instanceof Error) || error.name !== 'QuotaExceededError') return error;
  return new BigtabError('QUOTA_EXCEEDED', `Not enough storage to change the ${where}`, { cause: error });
}
