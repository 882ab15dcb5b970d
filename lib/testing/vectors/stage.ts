import type { Connection } from '../../index.js';

/** The place where histories are played: a database in `wall` mode, whose clock moves only when it is set. */
export interface Stage {
  readonly connection: Connection;
  /** Sets the engine's clock. Resolves when the engine has received the time. */
  setTime(now: number): Promise<void> | void;
}
