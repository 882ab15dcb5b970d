import { SeekKey } from '../../keyvalue/seek-key.js';
import type { FileHandle } from '../fs/file-system.js';
import { salvaged } from '../fs/salvaged-handle.js';
import { SuspendableHandle } from '../fs/suspendable-handle.js';
import type { BlockCache } from './block-cache.js';
import { BlockSearch } from './block-search.js';
import { CellCounter } from './cell-statistics.js';
import { hasHeader } from './file-ends.js';
import { foundBlockCheck, foundBlockReader, type MissingRows, SalvageScanner } from './salvage-scanner.js';
import { StoreFile, type StoreFileObserver } from './store-file.js';
import type { StoreFileInfo } from './trailer.js';

/** Cells between two steps. */
const CELLS_PER_STEP = 1024;

/** The figures that metrics show of a file without a trailer. Reads need nothing else that only a trailer says. */
const UNKNOWN = { kind: 'flush', major: false, createdAt: 0 } as StoreFileInfo;

/** A file that may be damaged. */
export interface UnsoundFile {
  readonly path: string;
  readonly fileNumber: number;
  readonly familyId: number;
  /** The content of its trailer; null if that cannot be read. */
  readonly info: StoreFileInfo | null;
}

/** The parts of a file that can be read. */
export interface Salvage {
  readonly file: StoreFile;
  /** Where the first damage is; null if there is none. */
  readonly damagedAt: number | null;
}

/**
 * Opens what can be read of a store file: reads and checks all of it, and makes an index in memory of the sound data
 * blocks. Needs neither its tail nor its trailer, index and bloom filter. Yields often, so that others can run. `missing`
 * is called with the rows of which cells may be missing. Becomes the owner of the handle unless it throws.
 */
export function* salvageFile(
  handle: FileHandle,
  unsound: UnsoundFile,
  cache: BlockCache,
  observer: StoreFileObserver,
  missing: MissingRows,
): Generator<void, Salvage> {
  const { path, fileNumber, info } = unsound;
  const patient = salvaged(handle, path);
  const search = new BlockSearch(patient, fileNumber);
  yield* search.run();
  const lost: Parameters<MissingRows>[] = [];
  const counter = new CellCounter();
  const first = new SeekKey();
  const last = new SeekKey();
  const scanner = new SalvageScanner({ ...unsound, handle: patient, search }, cache, 0, (...rows) => lost.push(rows));
  try {
    scanner.seek(first.cell);
    if (scanner.current !== null) first.firstOnRowOf(scanner.current);
    for (let cells = 1; scanner.current !== null; cells++) {
      counter.add(scanner.current);
      last.firstOnRowOf(scanner.current);
      scanner.next();
      if (cells % CELLS_PER_STEP === 0) yield;
    }
  } finally {
    scanner.close();
  }
  const cells = counter.finish();
  const { index } = scanner;
  const isComplete = cells.cellCount === info?.cellCount;
  const hasAllBlocks = index.size === info?.dataBlockCount;
  for (const rows of lost) if (rows[2] || !hasAllBlocks) missing(...rows);
  const own = new SuspendableHandle(path, handle);
  const reader = foundBlockReader(own, { ...unsound, search }, cache);
  const parts = { reader, index: index.size > 0 ? index : null, check: foundBlockCheck(path), bloom: null };
  const found: StoreFileInfo = {
    ...(info ?? { ...UNKNOWN, fileNumber }),
    ...cells,
    minKey: first.cell.copyRow(),
    maxKey: last.cell.copyRow(),
    sizeBytes: handle.size(),
    dataBlockCount: index.size,
    blockCount: search.ordinals,
    bloomFilter: 'NONE',
    bloomPrefixLength: null,
  };
  const file = new StoreFile(own, found, { ...parts, isSalvaged: !isComplete }, observer);
  const damagedAt = search.gap ?? (isComplete && search.isComplete ? null : search.end);
  return { file, damagedAt: hasHeader(patient, fileNumber) ? damagedAt : 0 };
}
