import type { SimulatedFile } from './simulated-file.js';

/** What a policy may consider besides the files. */
export interface Situation {
  readonly now: number;
  /** Nothing larger is selected. */
  readonly roomBytes: number;
  /** Infinity if cells do not expire. */
  readonly ttlMs: number;
}

/** A compaction. */
export interface Choice {
  readonly inputs: readonly SimulatedFile[];
  /** The level of the output. */
  readonly level: number;
  /** The output is cut into files of this size by the range of their keys. */
  readonly fileBytes: number;
  /** Whether the inputs are removed without being read. */
  readonly expired: boolean;
  /** Whether nothing older than the inputs remains in their range of keys, so that markers are dropped. */
  readonly dropMarkers: boolean;
}

/** Chooses the next compaction: a pure function. */
export interface Policy {
  readonly name: string;
  /** One sentence for people. */
  readonly description: string;
  /**
   * `files`: the deepest level first and each level in the order of its keys, then the files of level 0, oldest first.
   * Null = nothing to do.
   */
  choose(files: readonly SimulatedFile[], situation: Situation): Choice | null;
}
