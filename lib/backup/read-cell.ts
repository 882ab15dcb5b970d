import { readBase64 } from '../bytes/base64.js';
import { CellType } from '../model/cell-type.js';
import { cellSize, MAX_ROW_LENGTH } from '../model/limits.js';
import { LATEST_TIMESTAMP } from '../model/timestamp.js';
import { type BackupCell, MARKER_NAMES } from './backup-format.js';
import { badLine } from './bad-line.js';
import type { JsonObject } from './read-json.js';

const NAMES: ReadonlySet<string> = new Set([
  'row',
  'family',
  'qualifier',
  'timestamp',
  'type',
  'ttl',
  'write',
  'value',
  'base64',
]);
const NO_BYTES = new Uint8Array(0);
const BACKSLASH = 0x5c;
const LARGEST = Number.MAX_SAFE_INTEGER;

/** The family of a cell as the header has it. */
export interface FamilyOfBackup {
  readonly index: number;
  /** Bytes of its name. */
  readonly length: number;
  readonly byWrites: boolean;
}

/**
 * Checks a line of a cell. `families`: those of its table. `maxCellSize` in bytes, 0 or less: no limit. Throws
 * INVALID_ARGUMENT.
 */
export function readCellLine(
  given: JsonObject,
  line: number,
  families: ReadonlyMap<string, FamilyOfBackup>,
  maxCellSize: number,
): BackupCell {
  for (const name of Object.keys(given))
    if (!NAMES.has(name)) throw badLine(line, `has the unknown property '${name.slice(0, 100)}'`);
  const row = bytesOf(given.row, line, 'row');
  if (row.length === 0 || row.length > MAX_ROW_LENGTH)
    throw badLine(line, `has a row of ${row.length} bytes; allowed are 1 to ${MAX_ROW_LENGTH}`);
  const family = typeof given.family === 'string' ? families.get(given.family) : undefined;
  if (family === undefined) throw badLine(line, 'names a family that its table does not have in the first line');
  const type = typeOf(given.type, line);
  const qualifier = bytesOf(given.qualifier, line, 'qualifier');
  const isOfFamily = type === CellType.DeleteFamily || type === CellType.DeleteFamilyVersion;
  if (isOfFamily && qualifier.length > 0) throw badLine(line, 'has a qualifier, which a delete of a family has not');
  const value = putValueOf(given, type, line);
  const size = cellSize(row.length, family.length, qualifier.length, value.length);
  if (maxCellSize > 0 && size > maxCellSize)
    throw badLine(line, `has a cell of ${size} bytes; allowed are ${maxCellSize} (hbase.client.keyvalue.maxsize)`);
  return {
    row,
    family: family.index,
    qualifier,
    timestamp: countOf(given.timestamp, line, 'timestamp', 0, LATEST_TIMESTAMP - 1),
    type,
    value,
    ttlMs: ttlOf(given.ttl, type, line),
    write: writeOf(given.write, family.byWrites, line),
  };
}

function typeOf(given: unknown, line: number): CellType {
  if (given === undefined) return CellType.Put;
  const type = typeof given === 'string' ? MARKER_NAMES.get(given) : undefined;
  if (type === undefined) throw badLine(line, `has a type that is not one of ${[...MARKER_NAMES.keys()].join(', ')}`);
  return type;
}

function putValueOf({ value, base64 }: JsonObject, type: CellType, line: number): Uint8Array {
  if (type !== CellType.Put) {
    if (value !== undefined || base64 !== undefined) throw badLine(line, 'has a value, which a delete has not');
    return NO_BYTES;
  }
  if (base64 === undefined) return bytesOf(value, line, 'value');
  const bytes = typeof base64 === 'string' && value === undefined ? readBase64(base64) : null;
  if (bytes === null) throw badLine(line, 'has a base64 that is not Base64, or a value too');
  return bytes;
}

function ttlOf(given: unknown, type: CellType, line: number): number | null {
  if (given === undefined) return null;
  if (type !== CellType.Put) throw badLine(line, 'has a ttl, which only a put has');
  return countOf(given, line, 'ttl', -LARGEST, LARGEST);
}

function writeOf(given: unknown, byWrites: boolean, line: number): number {
  if (byWrites) return countOf(given, line, 'write', 1, LARGEST);
  if (given !== undefined)
    throw badLine(line, 'has a write, which only cells of families with NEW_VERSION_BEHAVIOR have');
  return 0;
}

function countOf(given: unknown, line: number, name: string, from: number, to: number): number {
  if (Number.isSafeInteger(given) && (given as number) >= from && (given as number) <= to) return given as number;
  throw badLine(line, `has a ${name} that is not an integer from ${from} to ${to}`);
}

/** Reads the printable form. Unlike `Bytes.toBytesBinary`, accepts only what the printable form of bytes has. */
function bytesOf(given: unknown, line: number, name: string): Uint8Array {
  if (typeof given !== 'string') throw badLine(line, `has a ${name} that is not text`);
  const bytes = new Uint8Array(given.length);
  let end = 0;
  for (let at = 0; at < given.length; at++) {
    const unit = given.charCodeAt(at);
    if (unit < 0x20 || unit > 0x7e) throw badLine(line, `has a ${name} with a character that is not written as \\xNN`);
    if (unit !== BACKSLASH) {
      bytes[end++] = unit;
      continue;
    }
    const code = given.slice(at, at + 4);
    if (!/^\\x[0-9A-Fa-f]{2}$/.test(code)) throw badLine(line, `has a ${name} with a backslash without xNN`);
    bytes[end++] = Number.parseInt(code.slice(2), 16);
    at += 3;
  }
  return end === bytes.length ? bytes : bytes.slice(0, end);
}
