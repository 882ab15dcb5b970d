import { BigtabError } from '../../errors.js';
import type { ResultBlockWriter } from '../../keyvalue/result-block.js';
import type { StoreFile } from '../../storage/storefile/store-file.js';
import type { Engine } from '../region/engine.js';
import type { HeldFiles } from '../region/open-files.js';
import type { Region } from '../region/region.js';
import type { ConnectionWatches } from './connection-watches.js';
import type { ReadingBudget } from './reading.js';

/** For how long one reply reads on for the readings of its connection. */
const STEP_MS = 4;
/** Touched rows are read for this long at a time, so that other requests can run. */
const SLICE_MS = 4;
/** After this many slices, the rest is read at once: writers that are faster would otherwise delay it without end. */
const MOST_SLICES = 64;

/** Brings the watches of one connection up to date. */
export class Taking {
  readonly #engine: Engine;
  readonly #of: ConnectionWatches;
  readonly #now: number;
  readonly #writer: ResultBlockWriter;
  readonly #budget: ReadingBudget;
  readonly #held = new Map<Region, HeldFiles>();
  readonly #reopened = new Set<StoreFile>();
  #slices = 0;

  /** `now`: the time of all reads. `stepBytes`: see WatchLimits. */
  constructor(engine: Engine, of: ConnectionWatches, now: number, writer: ResultBlockWriter, stepBytes: number) {
    this.#engine = engine;
    this.#of = of;
    this.#now = now;
    this.#writer = writer;
    this.#budget = { bytes: stepBytes, end: engine.clock.monotonic() + STEP_MS };
  }

  /**
   * Resolves to what `send` returns, which is called in the turn in which all touched rows are read: no write comes in
   * between. Never rejects: a watch that cannot be read has failed.
   */
  async run<T>(send: () => T): Promise<T> {
    for (;;) {
      const opened = this.#hold();
      if (opened !== null) {
        await opened;
        continue;
      }
      const wait = this.#advance();
      if (wait === null || this.#of.closed) return send();
      await wait;
    }
  }

  /** The files may be closed again. */
  release(): void {
    for (const { release } of this.#held.values()) release();
  }

  /** What it waits for until the files of all watches are open; null if they are. */
  #hold(): Promise<unknown> | null {
    const { openFiles, regions } = this.#engine;
    if (!openFiles.crowded) return null;
    const opening: Promise<unknown>[] = [];
    for (const { watch } of this.#of.pending) {
      const region = regions.get(watch.read.table);
      if (region === undefined || this.#held.has(region)) continue;
      const held = openFiles.hold([region]);
      this.#held.set(region, held);
      if (held.ready !== null) opening.push(held.ready);
    }
    return opening.length === 0 ? null : Promise.all(opening);
  }

  /** One slice. Returns null if everything is read, otherwise what the next one waits for. */
  #advance(): Promise<unknown> | null {
    const { clock, group, regions, watch: files, yielder } = this.#engine;
    const isLast = this.#slices++ >= MOST_SLICES;
    const monotonic = (): number => clock.monotonic();
    const work = {
      readPoint: group.readPoint,
      now: this.#now,
      writer: this.#writer,
      monotonic,
      end: isLast ? Number.POSITIVE_INFINITY : monotonic() + SLICE_MS,
      budget: this.#budget,
    };
    for (const open of this.#of.pending) {
      const { watch } = open;
      const { table } = watch.read;
      const region = regions.get(table);
      if (region === undefined) open.failure ??= { error: tableDropped(table) };
      if (open.failure !== null || region?.state !== 'ENABLED') continue;
      const { lost } = files;
      try {
        if (!watch.advance(region, work)) return yielder();
      } catch (error) {
        const file = files.lost === lost ? null : files.lastLost;
        if (file === null || this.#reopened.has(file)) {
          open.failure = { error };
          continue;
        }
        this.#reopened.add(file);
        if (watch.readAt !== null) watch.restart();
        return files.reopened;
      }
    }
    return null;
  }
}

export function tableDropped(table: string): BigtabError {
  const message = `Table '${table}' was dropped while it was watched`;
  return new BigtabError('TABLE_NOT_FOUND', message, { details: { table } });
}
