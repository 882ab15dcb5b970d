import { bloomPrefixLength } from '../../model/schema/bloom-prefix-length.js';
import { fileCompression } from '../../model/schema/file-compression.js';
import type { FileRecord } from '../../storage/catalog/catalog.js';
import type { FileHandle } from '../../storage/fs/file-system.js';
import { StoreFile } from '../../storage/storefile/store-file.js';
import { StoreFileWriter } from '../../storage/storefile/store-file-writer.js';
import type { StoreFileIdentity, StoreFileInfo } from '../../storage/storefile/trailer.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';
import { rowBounds } from '../region/row-bounds.js';
import type { OpenFile, Store } from '../region/store.js';
import { runSteps } from './background-step.js';
import type { CellRewriter } from './cell-rewriter.js';

/** How a new file of a store is made. */
export interface FileContent
  extends Pick<StoreFileIdentity, 'kind' | 'major' | 'createdAt' | 'replaces' | 'follows' | 'flushedSequenceId'> {
  /** Writes its next cells into the file. */
  readonly rewriter: CellRewriter;
  /** Called before each step; true gives the file up. */
  readonly stopped: () => boolean;
  /** Called after each step with the number of visited cells. */
  readonly onStep?: (cells: number) => void;
}

/**
 * Writes one new file of `store`, step by step, and opens it. Returns null if it was given up; then, and if it fails,
 * the file is removed. Nothing uses the file until a commit names it. The rewriter belongs to the caller.
 */
export async function writeStoreFile(
  engine: Engine,
  region: Region,
  store: Store,
  content: FileContent,
): Promise<OpenFile | null> {
  // A file that could not be committed is not written.
  await engine.commit.ready();
  const { kind, major, createdAt, replaces, follows, flushedSequenceId, rewriter, stopped, onStep } = content;
  const { epoch, number, path, handle: created } = await engine.spareFiles.newFile(kind, follows);
  let handle = created;
  try {
    const writer = new StoreFileWriter(handle, path, {
      tableId: region.id,
      tableName: region.descriptor.name,
      familyId: store.familyId,
      familyDescriptor: store.family,
      tableDescriptor: region.descriptor,
      schemaGeneration: region.schemaGeneration,
      epoch,
      fileNumber: number,
      kind,
      major,
      createdAt,
      replaces,
      ...(follows !== undefined && { follows }),
      blockSize: store.family.blockSize,
      bloomFilter: store.family.bloomFilter,
      bloomPrefixLength: bloomPrefixLength(store.family),
      compression: fileCompression(store.family, kind, major),
      flushedSequenceId,
    });
    rewriter.startFile(writer);
    const asked = (): boolean => {
      onStep?.(rewriter.cellsSeen);
      return stopped();
    };
    if (!(await runSteps(rewriter, engine.clock, engine.yielder, asked))) {
      await giveUpFile(engine, handle, path);
      return null;
    }
    // Until it is closed, Chromium charges a handle through which a file grew for up to twice the size of the file.
    handle.close();
    handle = await engine.files.open(path);
    const file = StoreFile.open(handle, path, engine.cache, engine.watch, true);
    return { record: recordOf(file.info), file };
  } catch (error) {
    await giveUpFile(engine, handle, path);
    throw error;
  }
}

/** The entry of a finished file in the catalog. */
function recordOf(info: StoreFileInfo): FileRecord {
  const { fileNumber: number, epoch, sizeBytes, tableId, familyId } = info;
  return { number, epoch, sizeBytes, tableId, familyId, ...rowBounds(info.minKey, info.maxKey) };
}

/**
 * Undoes `writeStoreFile` after a commit that failed: removes the file if no image names it. If the outcome is not
 * known, the file is kept for now.
 */
export async function discardStoreFile(engine: Engine, { file }: OpenFile): Promise<void> {
  file.release();
  if (engine.commit.unsure) engine.commit.leftFile(file.path);
  else await removeUnnamed(engine, file.path);
}

async function giveUpFile(engine: Engine, handle: FileHandle, path: string): Promise<void> {
  handle.close();
  await removeUnnamed(engine, path);
}

/** Removes the file, because its space is needed for the next attempt. */
async function removeUnnamed(engine: Engine, path: string): Promise<void> {
  await engine.files.remove(path).catch(() => engine.commit.leftFile(path));
}
