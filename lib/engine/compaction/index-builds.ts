import { BigtabError } from '../../errors.js';
import type { Engine } from '../region/engine.js';
import { reopenIndexes } from '../region/new-indexes.js';
import type { Region } from '../region/region.js';
import { OBSOLETE_FOR_MS } from '../region/region-commit.js';
import type { RegionIndex } from '../region/region-index.js';
import { IndexBuild } from './index-build.js';
import type { Maintenance } from './maintenance.js';
import { refreshIndexes } from './refresh-indexes.js';

/** How long one step may keep the worker from handling messages, in ms. */
const STEP_MS = 4;

/** Called with the cells that were visited, and those that there are. */
export type BuildProgress = (done: number, total: number) => void;

/** A caller that waits until indexes are complete. */
interface Waiting {
  readonly region: Region;
  /** The names of the indexes. */
  readonly names: readonly string[];
  readonly onProgress: BuildProgress;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Builds the indexes that are not complete, one after the other, in the background. A build that was ended, by the end of
 * the database or a crash, begins again: the catalog says only whether an index is complete.
 */
export class IndexBuilds {
  readonly #engine: Engine;
  readonly #maintenance: Pick<Maintenance, 'admit' | 'consider' | 'flush'>;
  readonly #waiting = new Set<Waiting>();
  /** End the timers after which the catalog says that an index is complete. */
  readonly #timers = new Set<() => void>();
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(engine: Engine, maintenance: Pick<Maintenance, 'admit' | 'consider' | 'flush'>) {
    this.#engine = engine;
    this.#maintenance = maintenance;
  }

  /** Drops an index that cannot be built, and reports why. */
  dropFailed: (region: Region, name: string, message: string) => Promise<void> = async () => {};

  /**
   * Call it before the first request: a compaction of an earlier run may have ended before the entries that it changed
   * were written. Never rejects.
   */
  async start(): Promise<void> {
    for (const region of [...this.#engine.regions.values()]) await this.refresh(region);
    this.consider();
  }

  /** Writes the entries of the rows of a table again that a compaction may have changed. Never rejects. */
  async refresh(region: Region): Promise<void> {
    if (region.indexes.length === 0) return;
    const held = this.#engine.openFiles.hold([region]);
    try {
      await held.ready;
      if (!region.closed) refreshIndexes(this.#engine, region);
    } catch (error) {
      this.#engine.onError(error);
    } finally {
      held.release();
    }
  }

  /** Starts to build if an index of an enabled table is not complete. */
  consider(): void {
    this.#settle();
    if (this.#stopped || this.#running !== null || this.#next() === null) return;
    this.#running = this.#run()
      .catch(this.#engine.onError)
      .then(() => {
        this.#running = null;
      });
  }

  /**
   * Resolves when these indexes of the table are complete; rejects with CONDITION_FAILED if two rows have the same values
   * in a unique one, with TABLE_NOT_FOUND, with TABLE_NOT_ENABLED while the table is disabled, and with INVALID_STATE if
   * one is dropped, or if `aborted` resolves.
   */
  wait(region: Region, names: readonly string[], onProgress: BuildProgress, aborted: Promise<void>): Promise<void> {
    const wait = new Promise<void>((resolve, reject) => {
      const waiting = { region, names, onProgress, resolve, reject };
      this.#waiting.add(waiting);
      aborted.then(() => {
        this.#waiting.delete(waiting);
        reject(new BigtabError('INVALID_STATE', `The wait for the indexes of table '${region.name}' was ended`));
      });
    });
    this.consider();
    return wait;
  }

  /** Ends the build that runs; it begins again when the database is opened. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const cancel of this.#timers) cancel();
    await this.#running;
  }

  #next(): { readonly region: Region; readonly index: RegionIndex } | null {
    const { state, regions } = this.#engine;
    if (!state.acceptsAll) return null;
    for (const region of regions.values()) {
      const index = region.state === 'ENABLED' ? region.indexes.find(({ complete }) => !complete) : undefined;
      if (index !== undefined) return { region, index };
    }
    return null;
  }

  async #run(): Promise<void> {
    for (let next = this.#next(); next !== null && !this.#stopped; next = this.#next()) {
      const { region, index } = next;
      const held = this.#engine.openFiles.hold([region]);
      region.indexFailures.delete(index.name);
      try {
        await held.ready;
        if (await this.#build(region, index)) this.#finish(region, index);
      } catch (error) {
        if (!BigtabError.is(error) || error.code !== 'CONDITION_FAILED') {
          this.#giveUp(region, error);
          throw error;
        }
        const failure = notCreated(region, error);
        region.indexFailures.set(index.name, failure);
        await this.dropFailed(region, index.name, failure.message);
      } finally {
        held.release();
      }
      this.#settle();
    }
  }

  /** Returns false if it was ended by a change of its table, or of the database. */
  async #build(region: Region, index: RegionIndex): Promise<boolean> {
    const { clock, yielder, state } = this.#engine;
    const build = new IndexBuild(this.#engine, region, index);
    for (;;) {
      await yielder();
      await this.#maintenance.admit(() => [region.name]);
      const present = region.indexes.find(({ store }) => store === index.store);
      if (this.#stopped || region.closed || region.state !== 'ENABLED' || present === undefined || !state.acceptsAll)
        return false;
      const end = clock.monotonic() + STEP_MS;
      const isDone = build.step(() => clock.monotonic() >= end);
      this.#maintenance.consider();
      present.built = build.total === 0 ? 1 : build.done / build.total;
      for (const one of this.#waiting) if (one.region === region) one.onProgress(build.done, build.total);
      if (isDone) return true;
    }
  }

  /**
   * The index can be read from now on. The catalog says so later: until the names of the files with the entries are old
   * enough, a power cut may lose them, and the index is then built again.
   */
  #finish(region: Region, built: RegionIndex): void {
    const { clock, group, onError, wal } = this.#engine;
    wal.flush();
    const { lastSequenceId } = group;
    for (const index of region.indexes) if (index.store === built.store) index.complete = true;
    const cancel = clock.after(OBSOLETE_FOR_MS + 1000, () => {
      this.#timers.delete(cancel);
      this.#complete(region, built, lastSequenceId).catch(onError);
    });
    this.#timers.add(cancel);
  }

  /** `upTo`: the last sequence id of the build. */
  async #complete(region: Region, { store }: RegionIndex, upTo: number): Promise<void> {
    const { commit } = this.#engine;
    const { familyId } = store;
    // A snapshot without memory copies the record, and has only what is in files.
    if (region.flushedSequenceId < upTo) await this.#maintenance.flush(region);
    await commit.commit(
      () => {
        const record = commit.table(region.id);
        if (record?.indexes === undefined) return {};
        const indexes = record.indexes.map((one) => (one.familyId === familyId ? { ...one, complete: true } : one));
        return { put: [{ ...record, indexes }] };
      },
      () => reopenIndexes(this.#engine, region),
    );
  }

  /** Ends the waits for the indexes of a table that cannot be read or written now. */
  #giveUp(region: Region, error: unknown): void {
    for (const waiting of this.#waiting) {
      if (waiting.region !== region) continue;
      this.#waiting.delete(waiting);
      waiting.reject(error);
    }
  }

  /** Ends the waits for indexes that are complete, and for those that will not be. */
  #settle(): void {
    for (const waiting of this.#waiting) {
      const { region, names, resolve, reject } = waiting;
      const indexes = names.map((name) => region.indexes.find((index) => index.name === name));
      const missing = names.find((_, at) => indexes[at] === undefined);
      const incomplete = indexes.find((index) => index?.complete === false);
      if (!region.closed && missing === undefined && incomplete !== undefined && region.state === 'ENABLED') continue;
      this.#waiting.delete(waiting);
      if (region.closed) reject(gone(region));
      else if (missing !== undefined) reject(region.indexFailures.get(missing) ?? dropped(region, missing));
      else if (incomplete !== undefined) reject(disabled(region, incomplete));
      else resolve();
    }
  }
}

/** `cause`: the error of a write that would give a unique index the same values again. */
function notCreated({ name }: Region, cause: BigtabError): BigtabError {
  const details = { table: name, ...cause.details };
  const { index, row, refused } = cause.details;
  return new BigtabError(
    'CONDITION_FAILED',
    `Index '${index}' of table '${name}' was not created because it is unique and rows '${row}' and '${refused}' have the same values. Change one of the rows, or leave out unique`,
    { details, cause },
  );
}

function gone({ name }: Region): BigtabError {
  return new BigtabError('TABLE_NOT_FOUND', `Table '${name}' was dropped while its index was built`);
}

function disabled({ name: table }: Region, { name: index }: RegionIndex): BigtabError {
  const message = `Index '${index}' of table '${table}' was added, but the table is disabled: the index is built when the table is enabled`;
  return new BigtabError('TABLE_NOT_ENABLED', message, { details: { table, index } });
}

function dropped({ name }: Region, index: string): BigtabError {
  return new BigtabError('INVALID_STATE', `Index '${index}' of table '${name}' was dropped while it was built`);
}
