import type { Table } from 'bigtab';
import { useEffect, useMemo } from 'preact/hooks';
import type { ShownPage } from '../../ui/pager.js';
import type { TablePanelProperties } from '../../ui/panel.js';
import type { Page, PageRequest, Position } from './cell-pages.js';
import { LiveRead, useReadErrors } from './live-read.js';

export type ReadPage<T> = (table: Table, request: PageRequest) => Promise<Page<T>>;

/** Reads a table page by page, and keeps the shown page up to date. */
export class LivePages<T> {
  readonly live: LiveRead<ShownPage<T>>;
  private readonly size: number;
  /** The starts of the pages up to the shown one. */
  private starts: (Position | null)[] = [null];
  private end: Position | null = null;

  constructor(size: number, onError: (error: unknown) => void) {
    this.size = size;
    this.live = new LiveRead<ShownPage<T>>(onError);
  }

  /** Shows the result of this read, starting with its first page. */
  use(readPage: ReadPage<T>): void {
    this.starts = [null];
    this.live.use((table, signal) => this.read(table, signal, readPage));
  }

  next(): Promise<void> {
    if (this.end === null) return Promise.resolve();
    this.starts.push(this.end);
    return this.live.refresh();
  }

  previous(): Promise<void> {
    if (this.starts.length > 1) this.starts.pop();
    return this.live.refresh();
  }

  private async read(table: Table, signal: AbortSignal, readPage: ReadPage<T>): Promise<ShownPage<T>> {
    const { starts, size } = this;
    const { items, next } = await readPage(table, { from: starts.at(-1) ?? null, size, signal });
    signal.throwIfAborted();
    // The items of the last page were deleted.
    if (items.length === 0 && starts.length > 1) {
      starts.pop();
      return this.read(table, signal, readPage);
    }
    this.end = next;
    return { items, before: (starts.length - 1) * size, more: next !== null };
  }
}

/** The pages that a component shows. REQUIRES: `read` stays the same object as long as it reads the same data. */
export function useLivePages<T>(panel: TablePanelProperties, size: number, read: ReadPage<T>): LivePages<T> {
  const { connection, table } = panel;
  const onError = useReadErrors(panel);
  const pages = useMemo(() => new LivePages<T>(size, onError), [size, onError]);
  useEffect(() => pages.live.follow(connection, table), [pages, connection, table]);
  useEffect(() => pages.use(read), [pages, read]);
  return pages;
}
