import type { ReadCounts } from '../scan/read-counts.js';
import type { PruningReason } from './pruning.js';
import type { ReadStore } from './read-store.js';
import type { StoreView } from './store-view.js';

/** Blocks of one file, and how a read got them. */
export interface BlockCounts {
  /** Blocks read from the medium. */
  read: number;
  /** How often a block was found in the cache. */
  cached: number;
}

/** What a read does in one family. */
export class FamilyTrace {
  /** The family's name. */
  readonly family: Uint8Array;
  readonly view: StoreView;
  /** Why each file was left out, from oldest to newest; null = it was read. */
  readonly verdicts: (PruningReason | null)[] = [];
  readonly blocks: readonly BlockCounts[];
  /** The sources are the files, from oldest to newest, then the frozen segment, then the active one. */
  readonly counts: ReadCounts;

  constructor({ name, view }: ReadStore) {
    this.family = name;
    this.view = view;
    this.blocks = view.files.map(() => ({ read: 0, cached: 0 }));
    this.counts = { seen: new Array<number>(view.files.length + 2).fill(0), given: 0 };
  }
}

/**
 * Traces one read. Blocks are counted in their files, for all readers, so each turn of the read takes the difference.
 */
export class ReadTrace {
  readonly families: readonly FamilyTrace[];

  constructor(families: readonly FamilyTrace[]) {
    this.families = families;
  }

  /** The number of cells visited so far. */
  get cells(): number {
    let cells = 0;
    for (const { counts } of this.families) for (const seen of counts.seen) cells += seen;
    return cells;
  }

  /** Executes a part of the read within this turn. */
  during<T>(work: () => T): T {
    this.#addBlocks(-1);
    try {
      return work();
    } finally {
      this.#addBlocks(1);
    }
  }

  #addBlocks(sign: 1 | -1): void {
    for (const { view, blocks } of this.families) {
      for (const [index, { blocksRead, blocksFound }] of view.files.entries()) {
        const counts = blocks[index] as BlockCounts;
        counts.read += sign * blocksRead;
        counts.cached += sign * blocksFound;
      }
    }
  }
}
