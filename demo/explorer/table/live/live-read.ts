import type { Connection, Table } from 'bigtab';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { isMissingTable } from '../../ui/missing-table.js';
import { onNewEngine } from '../../ui/on-new-engine.js';
import type { TablePanelProperties } from '../../ui/panel.js';
import { Store } from '../../ui/store.js';

/** A read of a table. */
export type Read<T> = (table: Table, signal: AbortSignal) => Promise<T>;

/** Keeps the result of a read up to date. The shown result stays until a newer one has been read. */
export class LiveRead<T> {
  /** Null before the first read has finished. */
  readonly shown: Store<T | null> = new Store<T | null>(null);
  private readonly onError: (error: unknown) => void;
  private table: Table | null = null;
  private read: Read<T> | null = null;
  private reading: AbortController | null = null;
  private stale = false;

  constructor(onError: (error: unknown) => void) {
    this.onError = onError;
  }

  /**
   * Reads over this connection, and reads again whenever the table or its schema has changed, or may have. Returns a
   * function that stops reading.
   */
  follow(connection: Connection, name: string): () => void {
    const table = connection.getTable(name);
    const onStatus = () => this.readSoon();
    const onCommit = (event: { readonly table: string }) => {
      if (event.table === table.getName()) this.readSoon();
    };
    this.table = table;
    connection.addEventListener('commit', onCommit);
    connection.addEventListener('status', onStatus);
    const endRole = onNewEngine(connection, onStatus);
    void this.refresh();
    return () => {
      connection.removeEventListener('commit', onCommit);
      connection.removeEventListener('status', onStatus);
      endRole();
      this.table = null;
      this.reading?.abort();
    };
  }

  /** Uses this read from now on. If it is null, nothing is read or shown. */
  use(read: Read<T> | null): void {
    this.read = read;
    if (read === null) this.shown.set(null);
    void this.refresh();
  }

  /** Reads again. Aborts a running read. */
  async refresh(): Promise<void> {
    const { table, read } = this;
    this.reading?.abort();
    this.reading = null;
    if (table === null || read === null) return;
    const reading = new AbortController();
    this.reading = reading;
    this.stale = false;
    try {
      const found = await read(table, reading.signal);
      if (!reading.signal.aborted) this.shown.set(found);
    } catch (error) {
      if (!reading.signal.aborted) this.onError(error);
    }
    if (this.reading !== reading) return;
    this.reading = null;
    if (this.stale) await this.refresh();
  }

  /** Reads again after the running read, because commits may be faster than reads. */
  private readSoon(): void {
    if (this.reading === null) void this.refresh();
    else this.stale = true;
  }
}

/** The read that a component shows. REQUIRES: `read` stays the same object as long as it reads the same data. */
export function useLiveRead<T>(panel: TablePanelProperties, read: Read<T> | null): LiveRead<T> {
  const { connection, table } = panel;
  const onError = useReadErrors(panel);
  const live = useMemo(() => new LiveRead<T>(onError), [onError]);
  useEffect(() => live.follow(connection, table), [live, connection, table]);
  useEffect(() => live.use(read), [live, read]);
  return live;
}

/** Returns a function that reports failed reads. If the table was dropped, it lists the tables again instead. */
export function useReadErrors(panel: TablePanelProperties): (error: unknown) => void {
  const latest = useRef(panel);
  latest.current = panel;
  return useCallback((error) => {
    const { notices, onTablesChanged } = latest.current;
    if (isMissingTable(error)) onTablesChanged();
    else notices.fail(error);
  }, []);
}
