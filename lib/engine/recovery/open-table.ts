import { BigtabError, corruption } from '../../errors.js';
import { storedTable, type TableDescriptor } from '../../model/schema/table-descriptor.js';
import { settleAll } from '../../settle-all.js';
import type { BadRange, FamilyRecord, FileRecord, RollbackPoint, TableRecord } from '../../storage/catalog/catalog.js';
import { storeFilePath } from '../../storage/fs/file-names.js';
import { type DamagedRows, damageSentence } from '../region/damaged-rows.js';
import { openStoreFile, type StoreFileParts } from '../region/open-store-file.js';
import { Region, type RegionFamily, type RegionParts } from '../region/region.js';
import { entryFamilyName } from '../region/region-index.js';
import { rowsOf } from '../region/row-bounds.js';
import type { DamagedFile, OpenFile, StoreRun } from '../region/store.js';
import { UnreadFile } from '../region/unread-file.js';

/** The parts of the database that opening a table needs. */
export type OpenParts = Required<RegionParts> & StoreFileParts;

export interface OpenedTable {
  readonly region: Region;
  /** Differs from the given record if the table went back to an earlier state. */
  readonly record: TableRecord;
  readonly wentBack: boolean;
  /** Whether files of it were opened and are damaged. */
  readonly isDamaged: boolean;
  readonly problems: readonly string[];
}

/** One state of a table, with its files opened. */
interface OpenedState {
  readonly record: TableRecord;
  readonly families: readonly { readonly record: FamilyRecord; readonly runs: readonly StoreRun[] }[];
  readonly damaged: readonly { readonly family: string; readonly file: DamagedFile }[];
  /** Bytes that cannot be read, and those of them that do not exist. */
  readonly lost: number;
  readonly missing: number;
}

/**
 * Opens the store files of a table. If a file is missing, short or damaged, as may happen after a power cut, the
 * table goes back to the newest of the states that lose least; the log still contains the later edits. A file that is
 * damaged in that state is left out: reads of the rows that it may hold reject with CORRUPTION, and everything else
 * works. A file that the device refuses this time is not damaged: the next read tries again.
 */
export async function openTable(record: TableRecord, parts: OpenParts): Promise<OpenedTable> {
  const files = new TableFiles(record.id, parts);
  try {
    const newest = await openState(record, files);
    let chosen = newest;
    for (let back = 1; back <= record.rollbackPoints.length && chosen.lost > 0; back++) {
      const older = await openState(stateBefore(record, back), files);
      if (losesLess(older, chosen)) chosen = older;
    }
    const wentBack = chosen !== newest;
    // With `salvage`, the first read of the table finds what is damaged, and what is left of it.
    const unread = parts.salvages ? unreadTable(chosen.record, parts) : null;
    const problems = unread === null ? problemsOf(chosen, parts) : [...unread.problems];
    const first = newest.damaged[0]?.file.error.message;
    if (wentBack)
      problems.unshift(
        `Table '${record.name}' was restored to its state before a flush or compaction, and the log was read again: ${first}.`,
      );
    const region = unread?.region ?? makeRegion(chosen, parts);
    if (parts.salvages && wentBack) for (const index of region.indexes) index.lose();
    files.keepOnly(region.allStores.flatMap((store) => store.files));
    return { region, record: chosen.record, wentBack, isDamaged: chosen.damaged.length > 0, problems };
  } catch (error) {
    files.keepOnly([]);
    throw error;
  }
}

/** A repair may still salvage what exists. */
function losesLess(a: OpenedState, b: OpenedState): boolean {
  return a.missing < b.missing || (a.missing === b.missing && a.lost < b.lost);
}

/** A table whose store files all exist, and are opened when they are first needed. */
export function unreadTable(record: TableRecord, parts: OpenParts): OpenedTable {
  const families = record.families.map((family) => ({
    record: family,
    runs: family.runs.map((run) => run.map((file) => new UnreadFile(record.id, file))),
  }));
  const state = { record, families, damaged: [], lost: 0, missing: 0 };
  const region = makeRegion(state, parts);
  const problems = problemsOf(state, parts);
  // An index would miss rows, and older values that are visible instead.
  if (parts.salvages && problems.length > 0) for (const index of region.indexes) index.lose();
  return { region, record, wentBack: false, isDamaged: false, problems };
}

/** What cannot be read, for people. */
function problemsOf({ record: table, damaged }: OpenedState, { salvages }: OpenParts): string[] {
  const parted = table.families.flatMap(({ name: family, badRanges = [] }) =>
    badRanges.map((range) => ({ family, file: lostPart(table.id, range) })),
  );
  return [...damaged, ...parted].map(({ family, file }) => damageSentence(table.name, family, file, salvages));
}

/** The record as it was before the newest `back` of its commits. */
function stateBefore(record: TableRecord, back: number): TableRecord {
  const undone = record.rollbackPoints.slice(0, back);
  return {
    ...record,
    families: record.families.map((family) => undone.reduce(familyBefore, family)),
    flushedSequenceId: undone.at(-1)?.flushedSequenceId ?? record.flushedSequenceId,
    rollbackPoints: record.rollbackPoints.slice(back),
  };
}

/**
 * The family as it was before the newest commit. A family that was added since then has no files before its own
 * flushes; a dropped one is not in the record.
 */
function familyBefore(family: FamilyRecord, { added, replaced = [] }: RollbackPoint): FamilyRecord {
  const { badRanges } = family;
  const runs = family.runs.filter((run) => !run.some(({ number }) => added.includes(number)));
  for (const { family: id, at, run } of replaced) if (id === family.id) runs.splice(at, 0, run);
  const left = badRanges?.filter(({ by }) => !added.includes(by));
  return { ...family, runs, ...(left && { badRanges: left }) };
}

async function openState(record: TableRecord, files: TableFiles): Promise<OpenedState> {
  const families = await settleAll(
    record.families.map(async (family) => {
      const runs = await settleAll(family.runs.map((run) => settleAll(run.map((file) => files.open(family.id, file)))));
      return { record: family, runs };
    }),
  );
  const damaged = families.flatMap(({ record: { name: family }, runs }) =>
    runs.flat().flatMap((file) => (file.file === null && !(file instanceof UnreadFile) ? [{ family, file }] : [])),
  );
  const bad = damaged.map(({ file }) => file);
  return { record, families, damaged, lost: sizeOf(bad), missing: sizeOf(bad.filter((file) => file.isMissing)) };
}

function sizeOf(files: readonly DamagedFile[]): number {
  return files.reduce((sum, { record }) => sum + record.sizeBytes, 0);
}

/** The files of all states of a table; each is opened once. */
class TableFiles {
  readonly #tableId: number;
  readonly #parts: OpenParts;
  readonly #files = new Map<number, Promise<OpenFile | DamagedFile>>();
  readonly #opened = new Set<OpenFile>();

  constructor(tableId: number, parts: OpenParts) {
    this.#tableId = tableId;
    this.#parts = parts;
  }

  open(familyId: number, record: FileRecord): Promise<OpenFile | DamagedFile> {
    const file = this.#files.get(record.number) ?? this.#open(familyId, record);
    this.#files.set(record.number, file);
    return file;
  }

  /** Closes the others. REQUIRES that no call of `open` is under way. */
  keepOnly(files: readonly OpenFile[]): void {
    for (const opened of this.#opened) if (!files.includes(opened)) opened.file.release();
  }

  async #open(familyId: number, record: FileRecord): Promise<OpenFile | DamagedFile> {
    try {
      const opened = await openStoreFile(this.#tableId, familyId, record, this.#parts);
      if (opened.file !== null) this.#opened.add(opened);
      return opened;
    } catch (error) {
      if (!BigtabError.is(error) || error.code !== 'STORAGE_UNAVAILABLE') throw error;
      return new UnreadFile(this.#tableId, record, error);
    }
  }
}

function makeRegion({ record, families }: OpenedState, parts: OpenParts): Region {
  const descriptor = storedTable(record.descriptor as TableDescriptor);
  const inOrder: RegionFamily[] = familyIds(record).map(([familyId, name]) => {
    const family = families.find((candidate) => candidate.record.id === familyId);
    if (family === undefined)
      throw corruption('catalog', 0, `family '${name}' of table '${record.name}' has no record`);
    const { id, badRanges = [] } = family.record;
    const { runs } = family;
    return { id, runs, lost: badRanges.map((range) => lostPart(record.id, range)) };
  });
  return new Region(record, descriptor, inOrder, parts);
}

/** The ids and names of the families of the descriptor, and then of those with the entries of the indexes. */
function familyIds({ descriptor, families, indexes = [] }: TableRecord): (readonly [number | undefined, string])[] {
  const own = (descriptor as TableDescriptor).families.map(
    ({ name }) => [families.find((family) => family.name === name)?.id, name] as const,
  );
  return [...own, ...indexes.map(({ familyId, name }) => [familyId, entryFamilyName(name)] as const)];
}

/** The rows that a compaction could not read. */
export function lostPart(tableId: number, range: BadRange): DamagedRows {
  const path = storeFilePath(tableId, range.file);
  const message = 'a part of the file could not be read when it was compacted; the file is kept';
  return { rows: rowsOf(range), error: corruption(path, 0, message) };
}
