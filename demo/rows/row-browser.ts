import { BigtabError, type Connection, type Table } from 'bigtab';
import { Store } from '../state/store.js';
import { type RowPage, readRowPage } from './row-page.js';

export const PAGE_SIZE = 25;

/** What is shown of a table. */
export interface Browsed extends RowPage {
  /** Counts from 1. */
  readonly pageNumber: number;
  readonly families: readonly string[];
  /** False before the first answer. */
  readonly read: boolean;
}

/**
 * Walks through a table page by page, and keeps what it shows up to date. A page is a scan from the last row of the page
 * before, so it costs the same however deep it lies.
 */
export class RowBrowser {
  readonly shown: Store<Browsed> = new Store<Browsed>({
    rows: [],
    more: false,
    pageNumber: 1,
    families: [],
    read: false,
  });
  private readonly name: string;
  private readonly onError: (error: unknown) => void;
  private prefix: string;
  private families: readonly string[] = [];
  /** The last rows of the pages before this one. */
  private readonly ends: Uint8Array[] = [];
  private table: Table | null = null;
  private reading: AbortController | null = null;
  private stale = false;

  constructor(name: string, prefix: string, onError: (error: unknown) => void) {
    this.name = name;
    this.prefix = prefix;
    this.onError = onError;
  }

  /** Reads from now on over this connection; the answer ends that. */
  attach(connection: Connection): () => void {
    const table = connection.getTable(this.name);
    const onCommit = (event: { readonly table: string }) => {
      if (event.table !== table.getName()) return;
      // Commits may come faster than pages can be read.
      if (this.reading === null) void this.refresh();
      else this.stale = true;
    };
    this.table = table;
    this.families = [];
    connection.addEventListener('commit', onCommit);
    void this.refresh();
    return () => {
      connection.removeEventListener('commit', onCommit);
      this.table = null;
      this.reading?.abort();
    };
  }

  /** Shows the rows that begin with `prefix`, from the first. */
  search(prefix: string): Promise<void> {
    if (prefix === this.prefix) return Promise.resolve();
    this.prefix = prefix;
    this.ends.length = 0;
    return this.refresh();
  }

  next(): Promise<void> {
    const last = this.shown.value.rows.at(-1);
    if (!this.shown.value.more || last === undefined) return Promise.resolve();
    this.ends.push(last.key);
    return this.refresh();
  }

  previous(): Promise<void> {
    this.ends.pop();
    return this.refresh();
  }

  /** Reads the page again. Gives up a reading that is under way. */
  async refresh(): Promise<void> {
    const { table } = this;
    if (table === null) return;
    this.reading?.abort();
    const reading = new AbortController();
    this.reading = reading;
    this.stale = false;
    try {
      await this.read(table, reading.signal);
    } catch (error) {
      // A lost worker is told and mended elsewhere, and then the page is read again.
      if (!reading.signal.aborted && !isLost(error)) this.onError(error);
    }
    if (this.reading !== reading) return;
    this.reading = null;
    if (this.stale) await this.refresh();
  }

  private async read(table: Table, signal: AbortSignal): Promise<void> {
    if (this.families.length === 0) this.families = (await table.getDescriptor()).families.map(({ name }) => name);
    const { prefix, families, ends } = this;
    const page = await readRowPage(table, { prefix, after: ends.at(-1) ?? null, size: PAGE_SIZE, signal });
    if (signal.aborted) return;
    // The last rows of the last page were deleted.
    if (page.rows.length === 0 && ends.pop() !== undefined) return this.read(table, signal);
    this.shown.set({ ...page, families, pageNumber: ends.length + 1, read: true });
  }
}

function isLost(error: unknown): boolean {
  return BigtabError.is(error) && (error.code === 'WORKER_LOST' || error.code === 'CONNECTION_CLOSED');
}
