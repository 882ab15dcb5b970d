import { type ResultScanner, Scan, type ScanLike, type Table } from 'bigtab';
import type { ShownPage } from '../../ui/pager.js';
import { Store } from '../../ui/store.js';
import { type ShownCell, toShownCell } from '../cells/shown-cell.js';
import { BATCH } from '../live/cell-pages.js';

export interface ScanPage extends ShownPage<ShownCell> {
  /** Whether some cells come from a later state of the table than the others. */
  readonly moved: boolean;
}

/** One run of a scan. It reads only as far as the user turns the pages. All pages show the same state of the table. */
export class ScanRun {
  /** The shown page, or null before the first one was read. */
  readonly shown: Store<ScanPage | null> = new Store<ScanPage | null>(null);
  private readonly scanner: ResultScanner;
  private readonly size: number;
  private readonly cells: ShownCell[] = [];
  private before = 0;
  private ended = false;

  /** Throws INVALID_ARGUMENT for an invalid scan. */
  constructor(table: Table, scan: ScanLike, size: number) {
    const whole = new Scan(scan);
    // A scan by an index returns whole rows.
    this.scanner = table.getScanner(whole.index === null ? whole.setBatch(BATCH) : whole);
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

  /** Closes the scanner. Pages that were read can still be shown. */
  close(): Promise<void> {
    return this.scanner.close();
  }

  private async show(before: number): Promise<void> {
    const end = before + this.size;
    // One more cell shows whether there is a next page.
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
