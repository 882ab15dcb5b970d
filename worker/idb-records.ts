/*
 * The records of a catalog in IndexedDB. A record that is too long for one value contains the number of its parts
 * instead; the parts are in the store `database`, at keys that are lists. Snapshots are in that store too, because
 * another store would need another version of its schema.
 */
import {
  type CatalogEdit,
  type CatalogImage,
  type DatabaseRecord,
  imageOf,
  type SnapshotRecord,
  type TableRecord,
} from '../lib/storage/catalog/catalog.js';
import { checkImage } from '../lib/storage/catalog/catalog-image.js';
import { joinRecord, splitRecord } from '../lib/storage/catalog/split-record.js';
import { RECORD_KEY, type Reading, SNAPSHOT_PREFIX, type Whole, type Writing } from './idb-connection.js';

interface Part {
  readonly of: Whole;
  readonly text: string;
}

/** The stored image, or null. Throws CORRUPTION and FORMAT_TOO_NEW, which name `where`. */
export async function readImage(transaction: Reading, where: string): Promise<CatalogImage | null> {
  const [database, tables, snapshots, parts] = await Promise.all([
    transaction.objectStore('database').get(RECORD_KEY),
    transaction.objectStore('tables').getAll(),
    transaction.objectStore('database').getAll(allSnapshots()),
    transaction.objectStore('database').getAll(allParts()),
    transaction.done,
  ]);
  if (database === undefined) return null;
  const whole = joined(parts as Part[]);
  const image = imageOf(
    whole(RECORD_KEY, database) as DatabaseRecord,
    tables.map((table) => whole((table as TableRecord).id, table) as TableRecord),
    snapshots.map((snapshot) => whole(keyOf(snapshot as SnapshotRecord), snapshot) as SnapshotRecord),
  );
  return checkImage(image, where);
}

/** The stored epoch and generation, and more if the record is short; null if there is no image. */
export async function readDatabase(transaction: Writing): Promise<DatabaseRecord | null> {
  return ((await transaction.objectStore('database').get(RECORD_KEY)) ?? null) as DatabaseRecord | null;
}

/* The following only make requests: the transaction rejects with the error of a request that fails. */

/** Removes the records of all tables and snapshots, and the parts of all records. */
export function clearRecords(transaction: Writing): void {
  request(transaction.objectStore('tables').clear());
  request(transaction.objectStore('database').delete(allSnapshots()));
  request(transaction.objectStore('database').delete(allParts()));
}

/** Removes and stores tables and snapshots. */
export function putEdit(transaction: Writing, edit: CatalogEdit): void {
  const { remove = [], put = [], removeSnapshots = [], putSnapshots = [] } = edit;
  for (const id of remove) removeTable(transaction, id);
  for (const table of put) putTable(transaction, table);
  for (const name of removeSnapshots) removeSnapshot(transaction, name);
  for (const snapshot of putSnapshots) putSnapshot(transaction, snapshot);
}

export function putDatabase(transaction: Writing, record: DatabaseRecord): void {
  const { format, features, epoch, generation } = record;
  const texts = splitRecord(record);
  const value = texts.length === 0 ? record : { format, features, epoch, generation, parts: texts.length };
  request(transaction.objectStore('database').put(value, RECORD_KEY));
  putParts(transaction, RECORD_KEY, texts);
}

function putTable(transaction: Writing, record: TableRecord): void {
  const { id } = record;
  const texts = splitRecord(record);
  request(transaction.objectStore('tables').put(texts.length === 0 ? record : { id, parts: texts.length }));
  putParts(transaction, id, texts);
}

function removeTable(transaction: Writing, id: number): void {
  request(transaction.objectStore('tables').delete(id));
  putParts(transaction, id, []);
}

function putSnapshot(transaction: Writing, record: SnapshotRecord): void {
  const { name } = record;
  const texts = splitRecord(record);
  const value = texts.length === 0 ? record : { name, parts: texts.length };
  request(transaction.objectStore('database').put(value, keyOf(record)));
  putParts(transaction, keyOf(record), texts);
}

function removeSnapshot(transaction: Writing, name: string): void {
  const key = keyOf({ name });
  request(transaction.objectStore('database').delete(key));
  putParts(transaction, key, []);
}

/** Stores the parts of a record instead of those that it had. */
function putParts(transaction: Writing, of: Whole, texts: readonly string[]): void {
  const store = transaction.objectStore('database');
  request(store.delete(IDBKeyRange.bound([of], [of, []])));
  for (const [index, text] of texts.entries()) request(store.put({ of, text } satisfies Part, [of, index]));
}

function request(answer: Promise<unknown>): void {
  answer.catch(() => {});
}

/** Every key that is a list, which sorts after all texts and numbers. */
function allParts(): IDBKeyRange {
  return IDBKeyRange.lowerBound([]);
}

/**
 * Returns the function that puts a record together from its parts, which are in the order of their keys. If some are
 * missing, it returns what is stored instead of the record, which is no valid one.
 */
function joined(parts: readonly Part[]): (of: Whole, stored: unknown) => unknown {
  const texts = new Map<Whole, string[]>();
  for (const { of, text } of parts) {
    const known = texts.get(of);
    if (known === undefined) texts.set(of, [text]);
    else known.push(text);
  }
  return (of, stored) => {
    const count = (stored as { readonly parts?: unknown } | null)?.parts;
    const own = texts.get(of) ?? [];
    return count === undefined || count !== own.length ? stored : (joinRecord(own) ?? stored);
  };
}

function keyOf({ name }: Pick<SnapshotRecord, 'name'>): Whole {
  return `${SNAPSHOT_PREFIX}${name}`;
}

/** Every key that begins with the prefix, which ends with a colon. */
function allSnapshots(): IDBKeyRange {
  return IDBKeyRange.bound(SNAPSHOT_PREFIX, `${SNAPSHOT_PREFIX.slice(0, -1)};`, false, true);
}
