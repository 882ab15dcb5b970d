import { BigtabError } from '../errors.js';
import { EVERY_FAMILY } from '../keyvalue/cell-layout.js';
import { familyNameBytes } from '../model/schema/family-descriptor.js';
import { withoutDefault } from '../model/schema/table-name.js';
import { type BackupHeader, type BackupTable, FORMAT_NAME, FORMAT_VERSION } from './backup-format.js';
import { badLine } from './bad-line.js';
import type { FamilyOfBackup } from './read-cell.js';
import { isObject, type JsonLimits, type JsonObject, readJsonLine } from './read-json.js';

/** The first line has at most this many bytes. */
export const HEADER_BYTES: number = 16 * 1024 * 1024;
/**
 * The most tables, the most namespaces, and the most settings of one of them: everything is created together, and each
 * commit of the catalog stores all namespaces.
 */
const MOST = 10_000;
/** The most indexes of a table. */
const MOST_INDEXES = 1_000;
/** About 5,000 tables. Parsed, it takes less than 50 MiB. */
const HEADER_LIMITS: JsonLimits = { depth: 8, parts: 500_000 };
const LINE = 1;
const TABLE_NAMES = ['descriptor', 'disabled', 'increment', 'indexes'];
const HEADER_NAMES = ['format', 'version', 'appVersion', 'asOf', 'namespaces', 'tables'];

/**
 * Checks the first line as far as the page needs it; the engine checks the descriptors and indexes. Throws INVALID_ARGUMENT and
 * FORMAT_TOO_NEW.
 */
export function readHeader(bytes: Uint8Array): BackupHeader {
  const header = readJsonLine(bytes, LINE, HEADER_LIMITS);
  if (header.format !== FORMAT_NAME) throw badLine(LINE, 'is not the first line of a backup');
  if (!isVersion(header.version)) throw badLine(LINE, 'has a version that is not a number');
  if (header.version > FORMAT_VERSION) {
    const message = `The backup has format ${header.version}, but this version of Bigtab reads only formats up to ${FORMAT_VERSION}. Use a newer version.`;
    throw new BigtabError('FORMAT_TOO_NEW', message, { details: { line: LINE } });
  }
  checkNames(header, HEADER_NAMES);
  if (header.appVersion !== undefined && !isVersion(header.appVersion))
    throw badLine(LINE, 'has a version of the app that is not a number');
  const { namespaces, tables } = header;
  if (!Array.isArray(namespaces) || !namespaces.every(isNamed))
    throw badLine(LINE, 'has no list of namespaces, or one without a name');
  if (!Array.isArray(tables) || !tables.every(isTable))
    throw badLine(LINE, 'has no list of tables, or one without a descriptor');
  checkCount('namespaces', namespaces.length, MOST);
  checkCount('tables', tables.length, MOST);
  const names = new Set(tables.map(({ descriptor }) => withoutDefault(descriptor.name)));
  if (names.size < tables.length) throw badLine(LINE, 'lists a table twice');
  return header as unknown as BackupHeader;
}

/** The families of a table by their names in lines. */
export function familiesOf({ descriptor }: BackupTable): ReadonlyMap<string, FamilyOfBackup> {
  return new Map(
    descriptor.families.map(({ name, newVersionBehavior }, index) => [
      name,
      { index, length: familyNameBytes(name).length, byWrites: newVersionBehavior === true },
    ]),
  );
}

function checkNames(given: JsonObject, names: readonly string[]): void {
  for (const name of Object.keys(given))
    if (!names.includes(name)) throw badLine(LINE, `has the unknown property '${name.slice(0, 100)}'`);
}

/** Throws INVALID_ARGUMENT. */
function checkCount(what: string, count: number, most: number): void {
  if (count > most) throw badLine(LINE, `lists ${count} ${what}, but at most ${most} are allowed`);
}

/** Throws INVALID_ARGUMENT for too many settings; the engine checks what they are. */
function checkSettings({ name, metadata, configuration }: JsonObject): void {
  for (const settings of [metadata, configuration])
    if (isObject(settings)) checkCount(`settings of '${name}'`, Object.keys(settings).length, MOST);
}

function isVersion(given: unknown): given is number {
  return Number.isSafeInteger(given) && (given as number) >= 1;
}

/** Whether it is an object with a name and not too many settings. */
function isNamed(given: unknown): boolean {
  if (!isObject(given) || typeof given.name !== 'string') return false;
  checkSettings(given);
  return true;
}

function isTable(given: unknown): given is BackupTable {
  if (!isObject(given)) return false;
  checkNames(given, TABLE_NAMES);
  const { descriptor, disabled, increment, indexes = {} } = given;
  const isFlag = (flag: unknown): boolean => flag === undefined || flag === true;
  if (!isObject(indexes)) return false;
  checkCount('indexes of a table', Object.keys(indexes).length, MOST_INDEXES);
  if (!isObject(descriptor) || !isFlag(disabled) || !isFlag(increment)) return false;
  const { families } = descriptor;
  if (!Array.isArray(families) || families.length >= EVERY_FAMILY) return false;
  return [descriptor, ...families].every(isNamed);
}
