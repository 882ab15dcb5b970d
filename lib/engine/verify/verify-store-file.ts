import { toStringBinary } from '../../bytes/text.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { Caching } from '../../storage/storefile/block-cache.js';
import type { StoreFile } from '../../storage/storefile/store-file.js';
import { damageIn } from './verified-files.js';

/** What one step of the check found. */
export interface StoreFileStep {
  /** The number of cells that were read so far. */
  readonly cells: number;
  readonly problem: string | null;
}

/**
 * Reads every block and every cell of the file, and asks its bloom filter for each of them. Yields after each cell and
 * with each problem; after a damaged block it continues with the next one. REQUIRES a file of which nothing was read
 * before, because a block is checked only once; it may have to be opened again between two steps. Throws errors other
 * than CORRUPTION.
 */
export function* verifyStoreFile(file: StoreFile): Generator<StoreFileStep, void> {
  yield { cells: 0, problem: damageIn(() => file.checkHeader()) };
  const scanner = file.scanner(0, Caching.None);
  let cells = 0;
  let isMissed = false;
  try {
    let problem = damageIn(() => scanner.seek(new SeekKey().firstOnRow(file.info.minKey)));
    for (;;) {
      while (problem !== null) {
        yield { cells, problem };
        let wasLast = true;
        const ofIndex = damageIn(() => {
          ({ wasLast } = scanner.skipBlock());
        });
        if (ofIndex !== null && ofIndex !== problem) yield { cells, problem: ofIndex };
        if (wasLast) return;
        problem = damageIn(() => scanner.enterBlock());
      }
      const cell = scanner.current;
      if (cell === null) return;
      cells++;
      yield { cells, problem: damageIn(() => cell.loadValue()) };
      if (!isMissed && !isInFilter(file, cell)) {
        isMissed = true;
        const row = toStringBinary(cell.copyRow());
        yield { cells, problem: `The bloom filter lacks a cell of row '${row}', so reads may not find it.` };
      }
      problem = damageIn(() => scanner.next());
    }
  } finally {
    scanner.close();
  }
}

function isInFilter(
  file: StoreFile,
  { key, rowOffset, rowLength, qualifierOffset, qualifierLength }: CellView,
): boolean {
  return file.mayContainColumn(key, rowOffset, rowLength, key, qualifierOffset, qualifierLength);
}
