/* Opening and deleting the IndexedDB database of a catalog, and what its errors mean. */
import { deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type { Clock } from '../lib/clock.js';
import { BigtabError } from '../lib/errors.js';
import { databaseRoot } from '../lib/storage/fs/file-names.js';
import { within } from '../lib/within.js';

/** The time limit for opening or deleting. */
const OPEN_LIMIT_MS = 5000;

/** The key of the database record. */
export const RECORD_KEY = 'database';

/** A snapshot is at this prefix and its name. */
export const SNAPSHOT_PREFIX = 'snapshot:';

/** The record that a part belongs to: a table's id, or the key of the database record or of a snapshot. */
export type Whole = typeof RECORD_KEY | `${typeof SNAPSHOT_PREFIX}${string}` | number;

interface Schema {
  /** The database record and snapshots at their keys, and the parts of all records at `[of, index]`. */
  readonly database: { readonly key: string | readonly [Whole, number]; readonly value: unknown };
  readonly tables: { readonly key: number; readonly value: unknown };
}

export type Connection = IDBPDatabase<Schema>;
type StoreName = 'database' | 'tables';
export const STORES: readonly StoreName[] = ['database', 'tables'];
export type Reading = IDBPTransaction<Schema, StoreName[], 'readonly'>;
export type Writing = IDBPTransaction<Schema, StoreName[], 'readwrite'>;

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
export async function connectTo(
  path: string,
  clock: Clock,
  create: boolean,
  onEnd: () => void,
): Promise<Connection | null> {
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

/** Errors by which browsers report that there is no room; DataError: Chromium, for a large value on a full device. */
const FULL = new Set(['QuotaExceededError', 'DataError']);

/** Errors by which browsers report that a connection, or its server, is lost. */
const LOST = new Set(['InvalidStateError', 'UnknownError', 'AbortError', 'TransactionInactiveError']);

export function isLost(error: unknown): boolean {
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

/** The error that the engine sees. */
export function translate(error: unknown, where: string): unknown {
  if (!(error instanceof Error) || !FULL.has(error.name)) return error;
  return new BigtabError('QUOTA_EXCEEDED', `Not enough storage to change the ${where}`, { cause: error });
}
