import type { Figure } from '../workloads/figures.js';
import type { Clock } from './clock.js';
import type { Gate } from './gate.js';
import { settled } from './settled.js';

/** A store on a new profile, whose disk and memory are measured. */
export interface WeighedStore {
  /** The memory of its browser after garbage collection, in MB; null if the system does not report it. */
  memory(): Promise<number | null>;
  /** The disk space of the site's data, in MB. */
  disk(): Promise<number>;
  /** Opens the store and loads a table. */
  load(): Promise<void>;
  close(): Promise<void>;
  /** Ends the browser, starts another one, opens the store and reads a row. */
  restart(): Promise<void>;
  /** Frees the space of replaced data; null if the store has no command for it. */
  readonly compact: (() => Promise<void>) | null;
}

/** How several stores that are measured at the same time take turns. */
export interface WeighingPlan {
  readonly clock: Clock;
  /** For steps that keep the machine busy: loading a table, and closing and starting browsers. */
  readonly busy: Gate;
  /** For readings of memory, which repeatedly collect garbage. */
  readonly reading: Gate;
}

/** How long a loaded store is left alone before its second measurement: by then its background work is done. */
export const LATER_MS = 120_000;

/** The figures of W8 for one store. */
export async function weigh(
  store: WeighedStore,
  { clock, busy, reading }: WeighingPlan,
): Promise<Partial<Record<Figure, number>>> {
  const figures: Partial<Record<Figure, number>> = {};
  const diskBefore = await store.disk();
  const record = async (figure: Figure) => {
    figures[figure] = (await store.disk()) - diskBefore;
  };
  // Memory that does not settle is measured once more for the same time, so that one restless period does not cost a
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
