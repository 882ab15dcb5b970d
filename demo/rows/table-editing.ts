import type { Table } from 'bigtab';
import type { Notices } from '../state/notices.js';
import type { RowBrowser } from './row-browser.js';
import { changeCell, deleteCell, deleteRow, type NewCell, putCell, restoreCells } from './row-edits.js';
import type { ShownCell, ShownRow } from './row-page.js';

/** Changes a table, shows what came of it, and says so. Every method gives whether it went well. */
export class TableEditing {
  private readonly table: Table;
  private readonly browser: RowBrowser;
  private readonly notices: Notices;

  constructor(table: Table, browser: RowBrowser, notices: Notices) {
    this.table = table;
    this.browser = browser;
    this.notices = notices;
  }

  put(cell: NewCell): Promise<boolean> {
    return this.run((table) => putCell(table, cell));
  }

  change(cell: ShownCell, typed: string): Promise<boolean> {
    if (typed === cell.value.text) return Promise.resolve(true);
    return this.run((table) => changeCell(table, cell, typed));
  }

  async deleteCell(cell: ShownCell): Promise<boolean> {
    const done = await this.run((table) => deleteCell(table, cell));
    if (done) this.sayDeleted(`${cell.column}`, [cell]);
    return done;
  }

  async deleteRow(row: ShownRow): Promise<boolean> {
    const done = await this.run((table) => deleteRow(table, row));
    if (done) this.sayDeleted(`the row ${row.name}`, row.cells);
    return done;
  }

  run(change: (table: Table) => Promise<void>): Promise<boolean> {
    return this.notices.attempt(async () => {
      await change(this.table);
      this.notices.clear();
      await this.browser.refresh();
    });
  }

  private sayDeleted(what: string, cells: readonly ShownCell[]): void {
    this.notices.say(`Deleted ${what}.`, {
      label: 'Undo',
      run: () => void this.run((table) => restoreCells(table, cells)),
    });
  }
}
