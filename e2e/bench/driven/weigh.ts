import type { Figure } from '../workloads/figures.js';
import type { Clock } from './clock.js';
import type { Gate } from './gate.js';
import { settled } from './settled.js';

/** A store on a fresh profile, as it is weighed. */
export interface WeighedStore {
  /** The memory of its browser without rubbish, in MB; null where the system does not report it. */
  memory(): Promise<number | null>;
  /** What the site's data takes on disk, in MB. */
  disk(): Promise<number>;
  /** Opens the store and loads a table. */
  load(): Promise<void>;
  close(): Promise<void>;
  /** Ends the browser, starts another one, opens the store and reads a row. */
  restart(): Promise<void>;
  /** Frees the space of replaced data; null where the store has no command for it. */
  readonly compact: (() => Promise<void>) | null;
}

/** How several stores that are weighed at the same time take turns. */
export interface WeighingPlan {
  readonly clock: Clock;
  /** What keeps the machine busy: loads, closes and starts of browsers. */
  readonly busy: Gate;
  /** Readings of memory, which collect rubbish again and again. */
  readonly reading: Gate;
}

/** How long a loaded store is left alone before it is weighed again: what it tidies up by itself is done by then. */
export const LATER_MS = 120_000;

/** The figures of W8 of one store. */
export async function weigh(
  store: WeighedStore,
  { clock, busy, reading }: WeighingPlan,
): Promise<Partial<Record<Figure, number>>> {
  const figures: Partial<Record<Figure, number>> = {};
  const diskBefore = await store.disk();
  const record = async (figure: Figure) => {
    figures[figure] = (await store.disk()) - diskBefore;
  };
  // A browser that does not rest at once is given the same time again, so that one restless moment does not cost a
  // whole run.
  const rest = () => settled(() => store.memory(), clock);
  const memory = () => reading(async () => (await rest()) ?? (await rest()));

  const memoryBefore = await memory();
  await busy(() => store.load());
  const loadedAt = clock.now();
  await record('disk-loaded');
  const memoryAfter = await memory();
  if (memoryBefore !== null && memoryAfter !== null) figures['memory-loaded'] = memoryAfter - memoryBefore;
  await clock.sleep(loadedAt + LATER_MS - clock.now());
  await record('disk-later');
  await busy(async () => {
    await store.close();
    await record('disk-closed');
    await store.restart();
    await record('disk-restarted');
    if (store.compact === null) return;
    await store.compact();
    await record('disk-compacted');
  });
  return figures;
}
