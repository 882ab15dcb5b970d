/* An engine whose background work runs one step at a time, and stops when a test requests it. */
import type { Connection } from '../../client/connection.js';
import { Database } from '../../engine/server/database.js';
import { BigtabError } from '../../errors.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { connectTo } from '../samples/engine.js';
import { settle } from '../samples/log-records.js';

/** Background work waits here between two steps while the gate is shut. */
export class Gate {
  private waiting: (() => void)[] | null = null;

  shut(): void {
    this.waiting ??= [];
  }

  open(): void {
    const waiting = this.waiting ?? [];
    this.waiting = null;
    for (const go of waiting) go();
  }

  /** Used as a yielder. */
  readonly pass = (): Promise<void> => {
    const waiting = this.waiting;
    return waiting === null ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
  };
}

/** Each reading of the duration advances it by half a millisecond, so every step ends at its first reading. */
class HastyClock extends ManualClock {
  private looks = 0;

  override monotonic(): number {
    return super.monotonic() + 0.5 * this.looks++;
  }
}

export interface SteppedEngine {
  readonly machine: SimMachine;
  readonly clock: ManualClock;
  readonly gate: Gate;
  readonly database: Database;
  readonly connection: Connection;
}

/** `hasty`: every step is as short as possible. `room`: see DatabasePlatform. The clock begins at one million. */
export async function openSteppedEngine(hasty: boolean, room?: () => Promise<number>): Promise<SteppedEngine> {
  const clock = hasty ? new HastyClock(1_000_000) : new ManualClock(1_000_000);
  const machine = new SimMachine({ seed: 1, clock });
  const { files, catalog } = machine;
  const gate = new Gate();
  const database = await Database.open(
    { files, catalog, clock, yielder: gate.pass, random: () => 0.5, backend: 'sim', room },
    { name: 'test' },
  );
  return { machine, clock, gate, database, connection: connectTo(database, clock) };
}

/** Waits until background work, whose steps follow each other on microtasks, is done. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 30; round++) await settle();
}

/** The outcome of a call: `done`, or the code of its error. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    return BigtabError.is(error) ? error.code : String(error);
  }
}
