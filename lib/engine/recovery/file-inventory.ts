import { isCorruption } from '../../errors.js';
import { settleAll } from '../../settle-all.js';
import type { CatalogImage } from '../../storage/catalog/catalog.js';
import {
  DATA_DIRECTORY,
  parseCount,
  parseManifestName,
  parseNumberedName,
  parseReserveName,
  WAL_DIRECTORY,
  walPath,
} from '../../storage/fs/file-names.js';
import type { FileHandle, FileSystem } from '../../storage/fs/file-system.js';
import { isUnfinishedStoreFile, StoreFile } from '../../storage/storefile/store-file.js';
import type { StoreFileInfo } from '../../storage/storefile/trailer.js';
import type { LogContents } from '../../storage/wal/read-log.js';
import type { Engine } from '../region/engine.js';
import { namedPaths } from '../region/named-files.js';

export interface NamedFile {
  readonly path: string;
  readonly epoch: number;
  readonly number: number;
}

/** A store file; `tableId` is null unless it was written in format 1, into the folder of its table. */
interface StoredFile extends NamedFile {
  readonly tableId: number | null;
}

/** All files of a database, classified by their names. */
export interface FileInventory {
  readonly manifests: readonly NamedFile[];
  readonly logSegments: readonly NamedFile[];
  readonly reserves: readonly NamedFile[];
  readonly storeFiles: readonly StoredFile[];
  /** Paths whose names Bigtab does not recognize. */
  readonly strangers: readonly string[];
  /** The largest epoch in all names; 0 if there is no file. */
  readonly largestEpoch: number;
}

export async function takeInventory(files: FileSystem): Promise<FileInventory> {
  const strangers: string[] = [];
  const manifests: NamedFile[] = [];
  const reserves: NamedFile[] = [];
  const logSegments: NamedFile[] = [];
  const storeFiles: StoredFile[] = [];
  const [roots, logNames, dataNames, tables] = await settleAll([
    files.list(''),
    files.list(WAL_DIRECTORY),
    files.list(DATA_DIRECTORY),
    files.listDirectories(DATA_DIRECTORY),
  ]);
  for (const path of roots) {
    const manifest = parseManifestName(path);
    const reserve = parseReserveName(path);
    if (manifest !== null) manifests.push({ ...manifest, path });
    else if (reserve !== null) reserves.push({ ...reserve, path });
    else strangers.push(path);
  }
  for (const name of logNames) {
    const parsed = parseNumberedName(name);
    if (parsed === null) strangers.push(`${WAL_DIRECTORY}/${name}`);
    else logSegments.push({ ...parsed, path: walPath(parsed.epoch, parsed.number) });
  }
  for (const name of dataNames) {
    const parsed = parseNumberedName(name);
    const path = `${DATA_DIRECTORY}/${name}`;
    if (parsed === null) strangers.push(path);
    else storeFiles.push({ ...parsed, tableId: null, path });
  }
  const namesByTable = await settleAll(tables.map((directory) => files.list(`${DATA_DIRECTORY}/${directory}`)));
  for (const [index, directory] of tables.entries()) {
    const tableId = parseCount(directory);
    for (const name of namesByTable[index] as readonly string[]) {
      const parsed = parseNumberedName(name);
      const path = `${DATA_DIRECTORY}/${directory}/${name}`;
      if (parsed === null || tableId === null) strangers.push(path);
      else storeFiles.push({ ...parsed, tableId, path });
    }
  }
  const named = [...manifests, ...reserves, ...logSegments, ...storeFiles];
  const largestEpoch = named.reduce((largest, { epoch }) => Math.max(largest, epoch), 0);
  return { manifests, reserves, logSegments, storeFiles, strangers, largestEpoch };
}

/** The files in quarantine. */
export function quarantinedPaths({ database: { quarantined = [] } }: CatalogImage): ReadonlySet<string> {
  return new Set(quarantined.map(({ path }) => path));
}

/** The files that the current image does not name. */
export interface UnknownFiles {
  /** The files that may be removed. */
  readonly obsolete: readonly string[];
  /** The files that a power cut left unfinished. They are kept, because damage of a finished file looks the same. */
  readonly unfinished: readonly string[];
  /** Messages for people about all others, which may be the only copy of what they contain. */
  readonly problems: readonly string[];
}

/**
 * Decides which files that the current image does not name may be removed: superseded manifests and log segments,
 * outputs of flushes that were never committed while the log still covers them, and outputs of compactions while their
 * input files can be read. All others are kept. `logStart`: the log is complete above this sequence id. `isDoubted`: the
 * image may be older than the data.
 */
export async function judgeUnknownFiles(
  engine: Engine,
  inventory: FileInventory,
  log: LogContents,
  logStart: number,
  isDoubted: boolean,
): Promise<UnknownFiles> {
  const { image } = engine.commit;
  const known = new Set([...image.database.obsolete.map(({ path }) => path), ...quarantinedPaths(image)]);
  for (const path of namedPaths(image)) known.add(path);
  // The log may continue in files of an earlier owner.
  for (const { path } of [engine.wal.active, ...engine.wal.spares, ...engine.spareFiles.list]) known.add(path);
  const obsolete: string[] = [];
  const unfinished: string[] = [];
  const strangers = inventory.strangers.filter((path) => !known.has(path));
  const problems = strangers.map((path) => `${path} is not a Bigtab file and was not changed.`);
  for (const path of log.kept) problems.push(`${path} is a log file with a damaged header and was not changed.`);
  for (const path of [...inventory.manifests.map((file) => file.path), ...log.unused])
    if (!known.has(path)) obsolete.push(path);
  for (const file of inventory.storeFiles) {
    if (known.has(file.path)) continue;
    const isSuperfluous = await judgeStoreFile(engine, file, log, logStart);
    if (isSuperfluous) obsolete.push(file.path);
    else if (isSuperfluous === null && !log.damaged && !isDoubted) unfinished.push(file.path);
    else problems.push(unlisted(file.path, log));
  }
  return { obsolete, unfinished, problems };
}

/**
 * Whether a file contains only what the log or other files contain too, or was never finished and so never committed.
 * Null if its bytes are not those of a store file: a power cut can leave the end of a file without its beginning.
 */
async function judgeStoreFile(
  engine: Engine,
  { path, tableId }: StoredFile,
  log: LogContents,
  logStart: number,
): Promise<boolean | null> {
  let info: StoreFileInfo;
  let handle: FileHandle | null = null;
  try {
    handle = await engine.files.open(path);
    if (isUnfinishedStoreFile(handle)) return true;
    ({ info } = StoreFile.open(handle, path, engine.cache));
  } catch (error) {
    return isCorruption(error) ? null : false;
  } finally {
    handle?.close();
  }
  return (tableId === null || tableId === info.tableId) && standsElsewhere(engine, info, log, logStart);
}

function unlisted(path: string, log: LogContents): string {
  const why = log.damaged ? ', because it may contain writes that the damaged log has lost' : '';
  return `${path} is not listed in the catalog and was not changed${why}.`;
}

async function standsElsewhere(
  engine: Engine,
  info: StoreFileInfo,
  log: LogContents,
  logStart: number,
): Promise<boolean> {
  const { tableId } = info;
  const table = engine.commit.table(tableId);
  // If this image has assigned the id of a table or family but does not contain it, the table or family was dropped.
  if (table === undefined) return tableId < engine.commit.image.database.nextTableId;
  const family = table.families.find(({ id }) => id === info.familyId);
  if (family === undefined) return info.familyId < table.nextFamilyId;
  if (info.kind === 'flush') {
    // The log was read from `logStart` on, for whatever went back to an earlier state.
    const inLogFrom = Math.min(table.flushedSequenceId, logStart);
    return info.cellCount === 0 || (!log.damaged && info.minSequenceId > inLogFrom);
  }
  const region = engine.regions.get(table.name);
  if (region === undefined) return false;
  await engine.openFiles.read(region);
  const inputs = region.storeById(family.id)?.files ?? [];
  const readable = new Set(inputs.map(({ record }) => record.number));
  return info.replaces.every((number) => readable.has(number));
}
