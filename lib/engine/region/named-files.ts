/*
 * Which records name a store file. A snapshot copies nothing, and a clone or a restored table begins with the files of
 * its snapshot, so several records may name one file. It is kept until the last of them no longer does.
 */
import type { CatalogImage, FileRecord, TableRecord } from '../../storage/catalog/catalog.js';
import { SNAPSHOTS } from '../../storage/catalog/catalog-image.js';
import { storeFilePath } from '../../storage/fs/file-names.js';

/** The records that name store files: those of the tables, and those that snapshots keep. */
export function recordsOf({ tables, snapshots = [] }: Pick<CatalogImage, 'tables' | 'snapshots'>): TableRecord[] {
  return [...tables, ...snapshots.map(({ table }) => table)];
}

/** Every store file that a record names, also those of which compactions could not read a part. */
export function filesOf({ families }: TableRecord): FileRecord[] {
  return families.flatMap(({ runs, badRanges = [] }) => [...runs.flat(), ...badRanges.map(({ file }) => file)]);
}

/** The paths of `filesOf`. */
export function pathsOf(record: TableRecord): string[] {
  return [...new Set(filesOf(record).map((file) => storeFilePath(record.id, file)))];
}

/** The paths of all files that an image names. */
export function namedPaths(image: Pick<CatalogImage, 'tables' | 'snapshots'>): Set<string> {
  return new Set(recordsOf(image).flatMap(pathsOf));
}

/** Those of `paths` that no record of `image` names. Only they may become obsolete. */
export function unnamed(paths: readonly string[], image: CatalogImage): readonly string[] {
  if (paths.length === 0 || !image.database.features?.includes(SNAPSHOTS)) return paths;
  const named = namedPaths(image);
  return paths.filter((path) => !named.has(path));
}

/** Store files by their paths, each once. */
export function filesByPath(records: readonly TableRecord[]): ReadonlyMap<string, FileRecord> {
  return new Map(records.flatMap((record) => filesOf(record).map((file) => [storeFilePath(record.id, file), file])));
}

/**
 * `features` with SNAPSHOTS if a version that does not know it would misread the image: if there are snapshots, or
 * tables name files that they have not made.
 */
export function withSnapshotFeature(
  { tables, snapshots }: Pick<CatalogImage, 'tables' | 'snapshots'>,
  features: readonly string[],
): readonly string[] {
  const others = features.filter((feature) => feature !== SNAPSHOTS);
  const isUsed = snapshots !== undefined || tables.some(namesForeignFile);
  return isUsed ? [...others, SNAPSHOTS] : others;
}

/** Whether a table names a file of another table, or may go back to a state in which it does. */
function namesForeignFile(table: TableRecord): boolean {
  const replaced = table.rollbackPoints.flatMap((point) => (point.replaced ?? []).flatMap(({ run }) => run));
  return [...filesOf(table), ...replaced].some(
    ({ tableId, folder }) => folder !== undefined || (tableId ?? table.id) !== table.id,
  );
}
