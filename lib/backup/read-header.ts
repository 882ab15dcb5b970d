import { BigtabError } from '../errors.js';
import { EVERY_FAMILY } from '../keyvalue/cell-layout.js';
import { familyNameBytes } from '../model/schema/family-descriptor.js';
import { type BackupHeader, type BackupTable, FORMAT_NAME, FORMAT_VERSION } from './backup-format.js';
import { badLine } from './bad-line.js';
import type { FamilyOfBackup } from './read-cell.js';
import { isObject, type JsonLimits, type JsonObject, readJsonLine } from './read-json.js';

/** About 5,000 tables. Parsed, it takes less than 50 MiB. */
const HEADER_LIMITS: JsonLimits = { depth: 8, parts: 500_000 };
const LINE = 1;
const TABLE_NAMES = ['descriptor', 'disabled', 'increment', 'indexes'];
const HEADER_NAMES = ['format', 'version', 'asOf', 'namespaces', 'tables'];

/**
 * Checks the first line as far as the page needs it; the engine checks the descriptors and indexes. Throws INVALID_ARGUMENT and
 * FORMAT_TOO_NEW.
 */
export function readHeader(bytes: Uint8Array): BackupHeader {
  const header = readJsonLine(bytes, LINE, HEADER_LIMITS);
  if (header.format !== FORMAT_NAME) throw badLine(LINE, 'is not the first line of a backup');
  if (!Number.isSafeInteger(header.version) || (header.version as number) < 1)
    throw badLine(LINE, 'has a version that is not a number');
  if ((header.version as number) > FORMAT_VERSION) {
    const message = `The backup has format ${header.version}, but this version of Bigtab reads only formats up to ${FORMAT_VERSION}. Use a newer version.`;
    throw new BigtabError('FORMAT_TOO_NEW', message, { details: { line: LINE } });
  }
  checkNames(header, HEADER_NAMES);
  const { namespaces, tables } = header;
  if (!Array.isArray(namespaces) || !namespaces.every(isNamespace))
    throw badLine(LINE, 'has no list of namespaces, or one without a name');
  if (!Array.isArray(tables) || !tables.every(isTable))
    throw badLine(LINE, 'has no list of tables, or one without a descriptor');
  const names = new Set(tables.map(({ descriptor }) => descriptor.name));
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

function isNamespace(given: unknown): boolean {
  return isObject(given) && typeof given.name === 'string';
}

function isTable(given: unknown): given is BackupTable {
  if (!isObject(given)) return false;
  checkNames(given, TABLE_NAMES);
  const { descriptor, disabled, increment, indexes = {} } = given;
  const isFlag = (flag: unknown): boolean => flag === undefined || flag === true;
  if (!isObject(indexes)) return false;
  if (!isObject(descriptor) || typeof descriptor.name !== 'string' || !isFlag(disabled) || !isFlag(increment))
    return false;
  const { families } = descriptor;
  if (!Array.isArray(families) || families.length >= EVERY_FAMILY) return false;
  return families.every((family) => isObject(family) && typeof family.name === 'string');
}
