import type { Connection, PutLike, Table } from 'bigtab';
import { Store } from '../state/store.js';

/** Rows that are sent, acknowledged and counted together. */
const BATCH_ROWS = 50;

export interface Load {
  readonly phase: 'looking' | 'idle' | 'loading';
  /** Rows of the file that are in the table; 0 before that is known. */
  readonly present: number;
  readonly total: number;
  /** How the last load ended. */
  readonly ended: 'cancelled' | 'found' | { readonly added: number; readonly ms: number } | null;
}

/** Loads rows into a table: only those that it lacks, so that a load that was broken off goes on where it was. */
export class WeatherLoader {
  readonly load: Store<Load> = new Store<Load>({ phase: 'looking', present: 0, total: 0, ended: null });
  private readonly name: string;
  private readonly readFile: () => Promise<readonly PutLike[]>;
  private file: Promise<readonly PutLike[]> | null = null;
  private running: AbortController | null = null;

  constructor(name: string, readFile: () => Promise<readonly PutLike[]>) {
    this.name = name;
    this.readFile = readFile;
  }

  /** Finds out how much is there. */
  async look(connection: Connection): Promise<void> {
    if (this.running !== null) return;
    await this.missing(connection.getTable(this.name));
  }

  /** Rejects with the error of the first batch that could not be written, and not at all when it was cancelled. */
  async start(connection: Connection): Promise<void> {
    if (this.running !== null) return;
    const running = new AbortController();
    this.running = running;
    const table = connection.getTable(this.name);
    try {
      await this.run(table, running.signal);
    } catch (error) {
      if (!running.signal.aborted) throw error;
      // The batch that was under way may have been written.
      await this.missing(table);
      this.change({ ended: 'cancelled' });
    } finally {
      this.running = null;
      this.change({ phase: 'idle' });
    }
  }

  cancel(): void {
    this.running?.abort();
  }

  private async run(table: Table, signal: AbortSignal): Promise<void> {
    const begin = performance.now();
    this.change({ ended: null });
    const missing = await this.missing(table);
    if (missing.length === 0) return this.change({ ended: 'found' });
    this.change({ phase: 'loading' });
    for (let at = 0; at < missing.length; at += BATCH_ROWS) {
      const batch = missing.slice(at, at + BATCH_ROWS);
      await table.put(batch, { signal });
      this.change({ present: this.load.value.present + batch.length });
    }
    this.change({ ended: { added: missing.length, ms: performance.now() - begin } });
  }

  /** The rows of the file that the table lacks. */
  private async missing(table: Table): Promise<readonly PutLike[]> {
    this.change({ phase: 'looking' });
    try {
      // A file that could not be read is asked for again the next time.
      this.file ??= this.readFile().catch((error) => {
        this.file = null;
        throw error;
      });
      const rows = await this.file;
      const there = await table.exists(rows.map(({ row }) => row));
      const missing = rows.filter((_row, index) => there[index] === false);
      this.change({ present: rows.length - missing.length, total: rows.length });
      return missing;
    } finally {
      this.change({ phase: 'idle' });
    }
  }

  private change(part: Partial<Load>): void {
    this.load.set({ ...this.load.value, ...part });
  }
}
