import type { Connection } from '../../index.js';

/** Where histories are played: a database in `wall` mode, whose clock moves only when it is set. */
export interface Stage {
  readonly connection: Connection;
  /** Sets the engine's clock; resolves when the engine has it. */
  setTime(now: number): Promise<void> | void;
}
