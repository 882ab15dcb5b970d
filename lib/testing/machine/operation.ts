import type fc from 'fast-check';
import type { Connection } from '../../client/connection.js';
import type { MemoryOptions } from '../../model/memory-options.js';
import type { Moments } from '../operations/alphabet.js';
import type { Got } from '../vectors/compare.js';
import type { Host } from './host.js';
import type { Model } from './model.js';

/** One step of a run: JSON. A step that has nothing to act on is skipped, so any steps of any runs form a run. */
export interface Step {
  /** The name of its operation. */
  readonly op: string;
}

/** All that determines what happens: JSON, which can be printed, stored, cut, mixed and played again. */
export interface Run {
  /** Determines what the simulated machine leaves to chance. */
  readonly seed: number;
  /** The time at which it begins. */
  readonly start: number;
  readonly memory: MemoryOptions;
  readonly steps: readonly Step[];
}

/** The database on which a step acts. */
export interface Stage {
  readonly host: Host;
  readonly connection: Connection;
  /** A possible model. All possible ones have the same names of tables and snapshots. */
  readonly model: Model;
  /**
   * Opens the database after it was closed or its process has ended. Recovery may only report a problem after a fault: a
   * power cut or a failed call of the storage.
   */
  open(options?: { readonly afterFault: boolean }): Promise<void>;
}

/** The answer of a step that had nothing to act on. */
export const SKIPPED = 'skipped';

/** One operation of the machine. Its file has its steps, their execution, and their effect on the model. */
export interface MachineOperation<S extends Step = Step> {
  readonly name: string;
  /** How many of its steps a run has, relative to the other operations. */
  readonly weight: number;
  /** Random steps. */
  steps(moments: Moments): fc.Arbitrary<S>;
  /** Makes the calls of a step. Resolves to the answer as JSON, or to SKIPPED, and rejects like the package. */
  play(step: S, stage: Stage): Promise<unknown>;
  /**
   * The models that `model` may have become by the time `now` if the step got this answer. None: the answer is wrong.
   * If the answer is not known, because something failed meanwhile, `got` is null, and `model` itself need not be listed.
   */
  after(step: S, model: Model, got: Got | null, now: number): readonly Model[];
  /** The name in the table of pairs. Default: the name of the operation. */
  label?(step: S): string;
}
