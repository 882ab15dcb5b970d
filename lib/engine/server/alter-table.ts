import { BigtabError } from '../../errors.js';
import { type FamilyDescriptor, type FamilyLike, familyNameText } from '../../model/schema/family-descriptor.js';
import { sanityCheck } from '../../model/schema/sanity-check.js';
import {
  type GivenAttributes,
  normalizeFamilyOf,
  sortedFamilies,
  type TableDescriptor,
} from '../../model/schema/table-descriptor.js';
import { hasFamily, withGiven } from '../../model/schema/with-given.js';
import type { TableRecord, TableState } from '../../storage/catalog/catalog.js';
import type { Maintenance } from '../compaction/maintenance.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';
import type { TableChange } from '../region/region-commit.js';
import type { Store } from '../region/store.js';
import { tableRecord } from './find-table.js';
import type { SchemaCommits } from './schema-commits.js';
import { Slices } from './slices.js';
import { type ChangedSchema, droppedPaths, withSchema } from './table-record.js';

/*
 * Online changes of a table's schema. This module computes the table's new descriptor from the current one;
 * `alterTables` then applies it.
 */

interface AlterParts {
  readonly engine: Engine;
  readonly maintenance: Maintenance;
  readonly commits: SchemaCommits;
}

/** A table that changes. */
export interface Alteration {
  readonly region: Region;
  /** REQUIRES a descriptor that passed `sanityCheck`, of the same name. */
  readonly schema: ChangedSchema;
  /** Missing: as it is. */
  readonly state?: TableState;
}

/**
 * Applies other descriptors, and other indexes, to tables. The memstores are flushed under the old descriptors (C-9), then one commit
 * changes records and families, and in its turn the stores start to use the new attributes (S-37). Dropped families lose
 * their data with that commit; their files are removed when no power cut can undo it and nothing reads them. Cells
 * written during the flush are flushed later, under the new attributes. `answer`: what the call is answered with.
 * `others` and `applied`: what the commit changes besides the tables, and what happens then.
 */
export async function alterTables(
  { engine, maintenance, commits }: AlterParts,
  alterations: readonly Alteration[],
  answer?: unknown,
  others: () => TableChange = () => ({}),
  applied: () => void = () => {},
): Promise<void> {
  let drops = false;
  const slices = new Slices(engine);
  for (const { region, schema } of alterations) {
    if (region.hasUnflushed) {
      // Cells of a dropped family need no file, and those of the others stay as they are.
      if (onlyDrops(region.descriptor, schema.descriptor)) await maintenance.flushIfRoom(region);
      else await maintenance.flush(region);
    }
    await engine.openFiles.read(region);
    drops ||= dropsFamilies(region, schema);
    await slices.rest();
  }
  const commit = (): Promise<void> =>
    commits.commit(
      () => {
        const { put = [], ...rest } = others();
        const altered = alterations.map((alteration) => recordAfter(engine, alteration));
        const obsolete = altered.flatMap(([record, next]) => droppedPaths(record, next));
        return { ...rest, put: [...put, ...altered.map(([, next]) => next)], obsolete };
      },
      () => {
        for (const { region, schema, state = region.state } of alterations) {
          const record = engine.commit.table(region.id);
          if (record === undefined) continue;
          region.flushedSequenceId = record.flushedSequenceId;
          region.alter(schema.descriptor, record, engine);
          region.state = state;
        }
        // A family that starts to keep versions must know the rows of this millisecond.
        engine.rowClock.doubt();
        applied();
      },
      answer,
    );
  await alterations.reduce(
    (work, { region }) =>
      () =>
        maintenance.exclusive(region, work),
    commit,
  )();
  if (drops) maintenance.log.request();
}

/** The records of a table before and after. */
function recordAfter(engine: Engine, { region, schema, state }: Alteration): readonly [TableRecord, TableRecord] {
  const record = tableRecord(engine, region);
  const { lastSequenceId } = engine.group;
  // Without this, ids of families that were dropped while the table was idle would never become free.
  const flushedSequenceId = region.hasUnflushed ? record.flushedSequenceId : lastSequenceId;
  const begins = (familyId: number): number => historyBegins(engine, region.storeById(familyId));
  const old = { ...record, flushedSequenceId, ...(state && { state }) };
  return [record, withSchema(old, schema, lastSequenceId, begins, engine.commit.nextGeneration)];
}

/** Whether the data of families, or of indexes, goes. */
function dropsFamilies({ descriptor, indexes }: Region, next: ChangedSchema): boolean {
  const isKept = (kept: readonly { readonly name: string }[], name: string) => kept.some((one) => one.name === name);
  return (
    !descriptor.families.every(({ name }) => isKept(next.descriptor.families, name)) ||
    !indexes.every(({ name }) => isKept(next.indexes, name))
  );
}

/** The present time, or the largest implicit timestamp if that is later: no cell that is lost now has a later one. */
export function timeAfterAll({ clock, rowClock }: Engine): number {
  return Math.max(clock.now(), rowClock.largestGiven);
}

/**
 * The time from which on nothing is missing in a family that keeps every cell from now on. A flush may have dropped what
 * was older than a cell in its files, so it is not before the timestamp of any of them. `store` is undefined for a new
 * family.
 */
function historyBegins(engine: Engine, store: Store | undefined): number {
  const files = store?.files ?? [];
  return files.reduce((time, { file }) => Math.max(time, file.info.maxTimestamp), timeAfterAll(engine));
}

/** Whether `next` differs from `present` only in families that it lacks. */
function onlyDrops(present: TableDescriptor, next: TableDescriptor): boolean {
  const families = present.families.filter(({ name }) => hasFamily(next, name));
  return JSON.stringify({ ...present, families }) === JSON.stringify(next);
}

/**
 * Throws HBASE_IO for changes that HBase cannot make in open regions (S-38): other families, by their names, and
 * REGION_REPLICATION. Bigtab never reopens a region; the error is for programs that request it.
 */
export function requireNoReopening(present: TableDescriptor, next: TableDescriptor): void {
  const names = ({ families }: TableDescriptor): string => JSON.stringify(families.map(({ name }) => name));
  const refused =
    names(present) !== names(next)
      ? "Cannot add or remove column families when this modification won't reopen regions."
      : present.metadata.REGION_REPLICATION !== next.metadata.REGION_REPLICATION
        ? "Can not modify REGION_REPLICATION of a table when modification won't reopen regions"
        : null;
  if (refused !== null) throw new BigtabError('HBASE_IO', refused, { details: { table: next.name } });
}

/**
 * The descriptor with one more family. Throws INVALID_FAMILY_OPERATION if it exists (S-36) or INVALID_OPERATION (S-40).
 */
export function withFamily(engine: Engine, table: TableDescriptor, like: FamilyLike): TableDescriptor {
  const family = readFamily(engine, table, like);
  if (hasFamily(table, family.name)) {
    throw invalidFamily(
      table,
      family.name,
      `Column family '${family.name}' in table '${table.name}' already exists so cannot be added`,
    );
  }
  return checked(engine, { ...table, families: sortedFamilies([...table.families, family]) });
}

/**
 * The descriptor with other attributes of one family. Throws INVALID_FAMILY_OPERATION if the family is missing (S-36),
 * and INVALID_OPERATION (S-40).
 */
export function withChangedFamily(engine: Engine, table: TableDescriptor, like: FamilyLike): TableDescriptor {
  const family = readFamily(engine, table, like);
  if (!hasFamily(table, family.name)) {
    throw invalidFamily(table, family.name, `Family '${family.name}' does not exist, so it cannot be modified`);
  }
  return checked(engine, {
    ...table,
    families: table.families.map((old) => (old.name === family.name ? family : old)),
  });
}

/**
 * The descriptor without one family. Throws INVALID_FAMILY_OPERATION if the family is missing or the only one (S-36).
 */
export function withoutFamily(table: TableDescriptor, name: Uint8Array): TableDescriptor {
  const family = familyNameText(name);
  if (!hasFamily(table, family)) {
    throw invalidFamily(table, family, `Family '${family}' does not exist, so it cannot be deleted`);
  }
  if (table.families.length === 1) {
    throw invalidFamily(
      table,
      family,
      `Family '${family}' is the only column family in the table, so it cannot be deleted`,
    );
  }
  return { ...table, families: table.families.filter((old) => old.name !== family) };
}

/** As `withGiven`. Throws INVALID_OPERATION (S-40). */
export function withGivenChecked(
  engine: Engine,
  table: TableDescriptor,
  asked: TableDescriptor,
  given: GivenAttributes,
): TableDescriptor {
  return checked(engine, withGiven(table, asked, given));
}

function readFamily(engine: Engine, { metadata, configuration }: TableDescriptor, like: FamilyLike): FamilyDescriptor {
  return normalizeFamilyOf([metadata, configuration, engine.site], like);
}

function checked(engine: Engine, descriptor: TableDescriptor): TableDescriptor {
  sanityCheck(descriptor, engine.site);
  return descriptor;
}

function invalidFamily(table: TableDescriptor, family: string, message: string): BigtabError {
  return new BigtabError('INVALID_FAMILY_OPERATION', message, { details: { table: table.name, family } });
}
