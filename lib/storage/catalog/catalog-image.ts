/*
 * A complete catalog image as text (JSON), and the check whether text that was read is an image. The check covers
 * shapes only; the engine interprets the numbers. Properties that this version does not know are kept.
 */
import { BigtabError, corruption } from '../../errors.js';
import { SNAPSHOT_TYPES } from '../../model/snapshot-description.js';
import type { CatalogEdit, CatalogImage, DatabaseRecord } from './catalog.js';
import {
  type Check,
  count,
  expected,
  flag,
  list,
  nullable,
  oneOf,
  optional,
  record,
  something,
  text,
  time,
} from './record-checks.js';

/** The format of the database that this version writes; `DatabaseRecord.format`. */
export const FORMAT_VERSION = 2;

/** The feature of a database with a snapshot, or with a file that two tables name or that another table made. */
export const SNAPSHOTS = 'snapshots';

/** A database with it has tables with indexes: a version that does not know it would not write their entries. */
export const INDEX_FEATURE = 'indexes';

/**
 * The features that this version reads; `DatabaseRecord.features`. A version that adds something that an older one
 * would misread adds a feature here, and the database lists it from its first use on.
 */
const FEATURES: readonly string[] = [SNAPSHOTS, INDEX_FEATURE];

/** The image as text; `decodeImage` is its exact inverse for plain data. */
export function encodeImage(image: CatalogImage): string {
  return JSON.stringify(image);
}

/** Throws CORRUPTION naming `where` if `text` is not an image, FORMAT_TOO_NEW if a newer version wrote it. */
export function decodeImage(text: string, where: string): CatalogImage {
  return checkImage(parse(text, where), where);
}

/** The edit as text; `decodeEdit` is its exact inverse for plain data. */
export function encodeEdit({ put = [], remove = [], ...rest }: CatalogEdit): string {
  return JSON.stringify({ put, remove, ...rest });
}

/** Throws the same errors as `decodeImage`. */
export function decodeEdit(text: string, where: string): CatalogEdit {
  const value = parse(text, where);
  checkDatabase((value as { database?: unknown } | null | undefined)?.database, where);
  const wrong = editShape(value, 'edit');
  if (wrong !== null) throw corruption(where, 0, wrong);
  return value as CatalogEdit;
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw corruption(where, 0, 'expected a catalog image as JSON, found other text');
  }
}

/** Returns `value` itself if it is an image. Throws the same errors as `decodeImage`. */
export function checkImage(value: unknown, where: string): CatalogImage {
  const database = (value as { database?: unknown } | null | undefined)?.database;
  checkDatabase(database, where);
  const wrong = record({ tables: list(table), snapshots: optional(list(snapshot)) })(value, 'image');
  if (wrong !== null) throw corruption(where, 0, wrong);
  const image = value as CatalogImage;
  let last = -1;
  for (const { id } of image.tables) {
    if (id <= last) throw corruption(where, 0, `expected tables in the order of their ids, found ${id} after ${last}`);
    last = id;
  }
  const names = (image.snapshots ?? []).map(({ name }) => name);
  const again = names.find((name, index) => index > 0 && name <= (names[index - 1] as string));
  if (again !== undefined)
    throw corruption(where, 0, `expected snapshots in the order of their names, found '${again}'`);
  return image;
}

/**
 * Throws FORMAT_TOO_NEW for a database record in a format, or with a feature, that this version does not read, and
 * CORRUPTION for anything that is not a database record.
 */
function checkDatabase(value: unknown, where: string): void {
  const { format, features } = (value ?? {}) as { readonly format?: unknown; readonly features?: unknown };
  if (Number.isSafeInteger(format) && (format as number) > FORMAT_VERSION) {
    throw tooNew(`${where} has format ${format}; this version reads formats up to ${FORMAT_VERSION}`, {
      file: where,
      format,
      supported: FORMAT_VERSION,
    });
  }
  const feature: unknown = Array.isArray(features) ? features.find((name) => !FEATURES.includes(name)) : undefined;
  if (typeof feature === 'string') {
    throw tooNew(`${where} uses the feature '${feature}', which this version does not know`, { file: where, feature });
  }
  const wrong = databaseShape(value, 'database');
  if (wrong !== null) throw corruption(where, 0, wrong);
}

function tooNew(message: string, details: Readonly<Record<string, unknown>>): BigtabError {
  const cure = 'reload the page, so that it runs the newer code that wrote this database';
  return new BigtabError('FORMAT_TOO_NEW', `${message}; ${cure}`, { details });
}

/** Whether image or record `a` is newer than `b`: by epoch, then by generation. */
export function isNewer(
  a: Pick<DatabaseRecord, 'epoch' | 'generation'>,
  b: Pick<DatabaseRecord, 'epoch' | 'generation'>,
): boolean {
  return a.epoch > b.epoch || (a.epoch === b.epoch && a.generation > b.generation);
}

const file: Check = record({
  number: count,
  epoch: count,
  sizeBytes: count,
  tableId: optional(count),
  familyId: optional(count),
  folder: optional(count),
  firstRow: optional(text),
  lastRow: optional(text),
});
const badRange: Check = record({ firstRow: text, lastRow: optional(text), file, by: count });
const family: Check = record({
  id: count,
  name: text,
  runs: list(list(file)),
  badRanges: optional(list(badRange)),
  purged: optional(record({ puts: optional(count), all: optional(count) })),
});
const replaced: Check = list(record({ family: count, at: count, run: list(file) }));
const logPosition: Check = record({ path: text, offset: count, sequenceId: count, connections: list(text) });
const rollbackPoint: Check = record({
  since: time,
  flushedSequenceId: count,
  logPosition: optional(logPosition),
  added: list(count),
  replaced: optional(replaced),
});
const answer: Check = record({ number: count, last: optional(count), answer: text });
const operations: Check = record({
  connection: text,
  highest: count,
  acknowledged: optional(count),
  answers: list(answer),
  lost: optional(flag),
});

const lost: Check = record({
  path: text,
  table: optional(text),
  family: optional(text),
  rows: optional(record({ firstRow: text, lastRow: optional(text) })),
  sequenceIds: optional(record({ first: count, last: optional(count) })),
});

const index: Check = record({
  name: text,
  familyId: count,
  on: list(text),
  qualifiersOf: nullable(text),
  order: list(oneOf(['bytes', 'int64', 'float64'])),
  unique: flag,
  complete: flag,
  twoZeros: optional(flag),
});

const table: Check = record({
  id: count,
  name: text,
  state: (value, at) => (value === 'ENABLED' || value === 'DISABLED' ? null : expected(at, 'a table state', value)),
  importing: optional(text),
  schemaGeneration: count,
  descriptor: something,
  nextFamilyId: count,
  droppedFamilies: optional(list(record({ id: count, sequenceId: count }))),
  families: list(family),
  indexes: optional(list(index)),
  keptHistory: optional(record({ schemaGeneration: count, families: list(record({ id: count, since: time })) })),
  flushedSequenceId: count,
  rollbackPoints: list(rollbackPoint),
  origins: optional(list(record({ tableId: count, sequenceId: count }))),
});

const snapshot: Check = record({
  name: text,
  type: oneOf(SNAPSHOT_TYPES),
  createdAt: time,
  ttl: count,
  table,
});

const editShape: Check = record({
  put: list(table),
  remove: list(count),
  putSnapshots: optional(list(snapshot)),
  removeSnapshots: optional(list(text)),
});

const databaseShape: Check = record({
  format: count,
  features: optional(list(text)),
  deleted: optional(flag),
  epoch: count,
  generation: count,
  nextTableId: count,
  nextFileNumber: count,
  logStart: count,
  logPosition: optional(logPosition),
  logSegment: optional(record({ path: text, old: flag })),
  spares: optional(list(record({ path: text, since: time }))),
  operations: list(operations),
  forgottenEpoch: optional(count),
  lostEpoch: optional(count),
  lostOperations: optional(flag),
  largestTimeSeen: time,
  confirmedTime: optional(time),
  openings: optional(list(time)),
  obsolete: list(record({ path: text, since: time, removed: optional(time), bytes: optional(count) })),
  quarantined: optional(list(record({ path: text, since: time, bytes: optional(count) }))),
  lost: optional(list(lost)),
  version: optional(count),
  upgrading: optional(text),
  snapshotCleanup: optional(flag),
  namespaces: optional(list(record({ name: text, configuration: something }))),
  exports: optional(record({ database: text, sequenceId: count })),
  entriesEpoch: optional(count),
});
