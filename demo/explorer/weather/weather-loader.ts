import type { Connection, Table } from 'bigtab';
import { countOf, inCount, inTime } from '../ui/amounts.js';
import { Store } from '../ui/store.js';
import { isWorkerGone } from '../ui/worker-gone.js';
import type { WeatherDay, WeatherTable } from './weather.js';

/** The number of rows that are sent, acknowledged and counted together. */
const BATCH_ROWS = 50;

export interface Load {
  readonly phase: 'looking' | 'idle' | 'loading';
  /** The number of days of the file that the table has; 0 before that is known. */
  readonly present: number;
  readonly total: number;
  /** How the last load ended. `lost`: the worker ended during the load. */
  readonly ended: 'cancelled' | 'lost' | 'found' | { readonly added: number; readonly ms: number } | null;
}

/** Loads the missing days of the weather into a table, so a cancelled load can continue later. */
export class WeatherLoader {
  readonly load: Store<Load> = new Store<Load>({ phase: 'looking', present: 0, total: 0, ended: null });
  private readonly to: WeatherTable;
  private readonly readFile: () => Promise<readonly WeatherDay[]>;
  private file: Promise<readonly WeatherDay[]> | null = null;
  private running: AbortController | null = null;
  /** The last check of the table. */
  private looking: Promise<void> | null = null;

  constructor(to: WeatherTable, readFile: () => Promise<readonly WeatherDay[]>) {
    this.to = to;
    this.readFile = readFile;
  }

  /** Counts the days that the table has. Does not create the table. */
  async look(connection: Connection): Promise<void> {
    if (this.running !== null) return;
    this.looking = this.lookInto(connection);
    await this.looking;
  }

  /**
   * Creates the table if it is missing, and loads. Rejects with the error of the first batch that could not be written.
   * If the load was cancelled or its worker ended, `load` reports that instead.
   */
  async start(connection: Connection): Promise<void> {
    if (this.running !== null) return;
    const running = new AbortController();
    this.running = running;
    try {
      // A failed check was reported to its caller.
      await this.looking?.catch(() => undefined);
      const table: Table = await connection.ensureTable(this.to.descriptor);
      try {
        await this.run(table, running.signal);
      } catch (error) {
        if (!running.signal.aborted) throw error;
        // The last batch may have been written.
        await this.missing(table);
        this.change({ ended: 'cancelled' });
      }
    } catch (error) {
      if (!isWorkerGone(error)) throw error;
      // The next check, over the new connection, finds what was written.
      this.change({ ended: 'lost' });
    } finally {
      this.running = null;
      this.change({ phase: 'idle' });
    }
  }

  /** The name of the table. */
  get name(): string {
    return this.to.descriptor.name;
  }

  cancel(): void {
    this.running?.abort();
  }

  private async lookInto(connection: Connection): Promise<void> {
    const { name } = this.to.descriptor;
    const isThere = await connection.getAdmin().tableExists(name);
    await this.missing(isThere ? connection.getTable(name) : null);
  }

  private async run(table: Table, signal: AbortSignal): Promise<void> {
    const begin = performance.now();
    this.change({ ended: null });
    const missing = await this.missing(table);
    if (missing.length === 0) return this.change({ ended: 'found' });
    this.change({ phase: 'loading' });
    for (let at = 0; at < missing.length; at += BATCH_ROWS) {
      const batch = missing.slice(at, at + BATCH_ROWS).map((day) => this.to.putOf(day));
      await table.put(batch, { signal });
      this.change({ present: this.load.value.present + batch.length });
    }
    this.change({ ended: { added: missing.length, ms: performance.now() - begin } });
  }

  /** The days of the file that the table does not have. */
  private async missing(table: Table | null): Promise<readonly WeatherDay[]> {
    this.change({ phase: 'looking' });
    try {
      // A file that could not be read is requested again the next time.
      this.file ??= this.readFile().catch((error) => {
        this.file = null;
        throw error;
      });
      const days = await this.file;
      const there = table === null ? [] : await this.to.has(table, days);
      const missing = days.filter((_day, index) => there[index] !== true);
      this.change({ present: days.length - missing.length, total: days.length });
      return missing;
    } finally {
      this.change({ phase: 'idle' });
    }
  }

  private change(part: Partial<Load>): void {
    this.load.set({ ...this.load.value, ...part });
  }
}

/** The progress of a load, or its end. */
export function loadSentence({ phase, present, total, ended }: Load): string {
  if (phase === 'loading') return 'Loading …';
  if (total === 0) return 'Checking which days are loaded …';
  const all = countOf(total, 'day');
  if (ended === 'lost' && present < total)
    return `The worker ended during the load. ${inCount(present)} of ${all} are loaded.`;
  if (ended === 'cancelled') return `Cancelled. ${inCount(present)} of ${all} are loaded.`;
  if (present === 0) return `${all} are ready to load.`;
  if (present < total) return `${inCount(present)} of ${all} are loaded.`;
  if (ended === 'found') return `All ${all} were already loaded.`;
  if (ended !== null && ended !== 'lost')
    return `All ${all} are loaded: ${inCount(ended.added)} written in ${inTime(ended.ms)}.`;
  return `All ${all} are loaded.`;
}
