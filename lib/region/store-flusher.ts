import type { FileHandle } from '../fs/file-system.js';
import type { KeyValueScanner } from '../keyvalue/key-value-scanner.js';
import { SeekKey } from '../keyvalue/seek-key.js';
import type { Segment } from '../memstore/segment.js';
import { StoreFileWriter } from '../storefile/store-file-writer.js';
import type { StoreFileOptions } from '../storefile/trailer.js';
import type { BackgroundStep } from './background-step.js';

/** Cells between two looks at the clock. */
const CELLS_PER_LOOK = 32;

/** Writes a frozen segment into one store file, step by step. */
export class StoreFlusher implements BackgroundStep {
  readonly #cells: KeyValueScanner;
  readonly #writer: StoreFileWriter;

  /** REQUIRES that the segment is frozen and kept until the end. */
  constructor(segment: Segment, handle: FileHandle, path: string, options: StoreFileOptions) {
    this.#writer = new StoreFileWriter(handle, path, options);
    this.#cells = segment.scanner(0);
    this.#cells.seek(new SeekKey().firstOnRow(new Uint8Array(0)));
  }

  step(deadline: () => boolean): boolean {
    const cells = this.#cells;
    do {
      for (let count = 0; count < CELLS_PER_LOOK; count++) {
        if (cells.current === null) {
          cells.close();
          this.#writer.finish();
          return true;
        }
        this.#writer.append(cells.current);
        cells.next();
      }
    } while (!deadline());
    return false;
  }

  abandon(): void {
    this.#cells.close();
  }
}
