import { type ResultScanner, Scan, type ScanLike, type Table } from 'bigtab';
import { Store } from '../ui/store.js';
import type { ShownPage } from './live-pages.js';
import { type ShownCell, toShownCell } from './shown-cell.js';

export interface ScanPage extends ShownPage<ShownCell> {
  /** Whether a part of the cells comes from a later state of the table than the others. */
  readonly moved: boolean;
}

/** Cells a Result, so that a long row is not read as a whole for a page of it. */
const BATCH = 200;

/** One run of a scan, read as far as someone has looked. All its pages are of one state of the table. */
export class ScanRun {
  /** Null before the first page was read. */
  readonly shown: Store<ScanPage | null> = new Store<ScanPage | null>(null);
  private readonly scanner: ResultScanner;
  private readonly size: number;
  private readonly cells: ShownCell[] = [];
  private before = 0;
  private ended = false;

  /** Throws INVALID_ARGUMENT for a scan that cannot be. */
  constructor(table: Table, scan: ScanLike, size: number) {
    this.scanner = table.getScanner(new Scan(scan).setBatch(BATCH));
    this.size = size;
  }

  first(): Promise<void> {
    return this.show(0);
  }

  async next(): Promise<void> {
    if (this.shown.value?.more) await this.show(this.before + this.size);
  }

  async previous(): Promise<void> {
    if (this.before > 0) await this.show(this.before - this.size);
  }

  /** Lets the scanner go; what was read can still be looked at. */
  close(): Promise<void> {
    return this.scanner.close();
  }

  private async show(before: number): Promise<void> {
    const end = before + this.size;
    // One cell too many tells whether there is a next page.
    while (!this.ended && this.cells.length <= end) {
      const part = await this.scanner.next();
      if (part === null) this.ended = true;
      else for (const cell of part.cells) this.cells.push(toShownCell(cell));
    }
    this.before = before;
    const more = this.cells.length > end;
    const moved = this.scanner.snapshot === 'moved';
    this.shown.set({ items: this.cells.slice(before, end), before, more, moved });
  }
}
