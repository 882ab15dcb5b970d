/*
 * The only place that builds and parses names of files. Paths are relative to the root of one database:
 *
 *   wal/<epoch>-<number>               log segment, numbered per epoch
 *   data/<epoch>-<number>              store file; its number is unique in the database
 *   data/<table id>/<epoch>-<number>   store file that was written in format 1
 *   manifest-<epoch>-<number>          mirror of the catalog; a second number only after the first file failed
 *   reserve-<epoch>-<number>           room for a full device; only its size matters
 *
 * Every name contains the epoch of its writer, so two writers never use the same file, and no name is used twice.
 * Numbers are decimal without leading zeros, so each valid name has exactly one spelling.
 */
import { invalidArgument } from '../../errors.js';

/** What a name contains about its writer. */
export interface NumberedName {
  readonly epoch: number;
  readonly number: number;
}

/** Directory of all databases of an origin. */
export const DATABASES_DIRECTORY = 'bigtab';
/** Directory of the log segments. */
export const WAL_DIRECTORY = 'wal';
/** Directory of the store files, and of the tables' directories of format 1. */
export const DATA_DIRECTORY = 'data';

const MANIFEST_PREFIX = 'manifest-';
const RESERVE_PREFIX = 'reserve-';

/** Root of a database, relative to the root of the origin; also the name of its catalog in IndexedDB. */
export function databaseRoot(database: string): string {
  return `${DATABASES_DIRECTORY}/${database}`;
}

export function walPath(epoch: number, number: number): string {
  return `${WAL_DIRECTORY}/${epoch}-${number}`;
}

/** The path of a new store file. */
export function newStoreFilePath(epoch: number, number: number): string {
  return `${DATA_DIRECTORY}/${epoch}-${number}`;
}

/**
 * The path of a store file that the catalog lists for table `tableId`. A file of format 1 has no table id, and is in the
 * folder of the table that made it.
 */
export function storeFilePath(
  tableId: number,
  { epoch, number, tableId: maker, folder = tableId }: NumberedName & { tableId?: number; folder?: number },
): string {
  return maker === undefined ? `${DATA_DIRECTORY}/${folder}/${epoch}-${number}` : newStoreFilePath(epoch, number);
}

export function manifestPath(epoch: number, number: number): string {
  return `${MANIFEST_PREFIX}${epoch}-${number}`;
}

export function reservePath(epoch: number, number: number): string {
  return `${RESERVE_PREFIX}${epoch}-${number}`;
}

/** Exact inverse of `manifestPath`. */
export function parseManifestName(name: string): NumberedName | null {
  return parsePrefixed(name, MANIFEST_PREFIX);
}

/** Exact inverse of `reservePath`. */
export function parseReserveName(name: string): NumberedName | null {
  return parsePrefixed(name, RESERVE_PREFIX);
}

function parsePrefixed(name: string, prefix: string): NumberedName | null {
  return name.startsWith(prefix) ? parseNumberedName(name.slice(prefix.length)) : null;
}

/**
 * The directory and the name in a path; the directory of a name in the root is ''. Throws INVALID_ARGUMENT for an
 * invalid path.
 */
export function splitPath(path: string): { readonly directory: string; readonly name: string } {
  for (const name of path.split('/')) {
    if (name === '' || name === '.' || name === '..') throw invalidArgument(`'${path}' is not the path of a file`);
  }
  const slash = path.lastIndexOf('/');
  return { directory: slash < 0 ? '' : path.slice(0, slash), name: path.slice(slash + 1) };
}

/** Exact inverse of `walPath`. */
export function parseWalPath(path: string): NumberedName | null {
  return parseIn(WAL_DIRECTORY, path);
}

/** Exact inverse of `newStoreFilePath`. */
export function parseStoreFilePath(path: string): NumberedName | null {
  return parseIn(DATA_DIRECTORY, path);
}

function parseIn(directory: string, path: string): NumberedName | null {
  const prefix = `${directory}/`;
  return path.startsWith(prefix) ? parseNumberedName(path.slice(prefix.length)) : null;
}

/**
 * Epochs begin with the time in milliseconds and increase by one with each open. Files with larger ones in their names
 * are not Bigtab's.
 */
const LARGEST_EPOCH = 2 ** 48;

/** Exact inverse of the last part of `walPath` and of `storeFilePath`. */
export function parseNumberedName(name: string): NumberedName | null {
  const dash = name.indexOf('-');
  if (dash < 0) return null;
  const epoch = parseCount(name.slice(0, dash));
  const number = parseCount(name.slice(dash + 1));
  return epoch === null || epoch > LARGEST_EPOCH || number === null ? null : { epoch, number };
}

/** The number that a name, or a part of it, consists of; the name of a table's directory is the table's id. */
export function parseCount(text: string): number | null {
  if (!/^(0|[1-9][0-9]{0,15})$/.test(text)) return null;
  const count = Number(text);
  return Number.isSafeInteger(count) ? count : null;
}
