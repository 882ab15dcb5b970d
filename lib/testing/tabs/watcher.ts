import { compareBytes } from '../../bytes/compare.js';
import { encodeText } from '../../bytes/text.js';
import type { Connection } from '../../client/connection.js';
import type { SimPage } from './sim-page.js';
import { DATABASE } from './sim-storage.js';
import { FAMILY, MEMORY, SHARED_ROWS, TABLES, toCount } from './user.js';

/** What a page shows: the shared rows of all tables, as text. */
export type View = ReadonlyMap<string, string>;

/** A page that shows the shared rows. It reads again those that an event reports, and all of them for another leader. */
export class Watcher {
  readonly page: SimPage;
  /** Null until it has read the rows, and after its connection was lost. */
  view: View | null = null;
  private readonly shown = new Map<string, string>();
  private readonly dirty = new Set<string>();
  private connection: Connection | null = null;
  private lost = false;
  private reading = false;

  constructor(page: SimPage) {
    this.page = page;
  }

  /** REQUIRES that code of its page runs. */
  async work(): Promise<void> {
    try {
      const connection = await this.page.connect({ name: DATABASE, memory: MEMORY });
      this.connection = connection;
      connection.addEventListener('commit', ({ firstRow, lastRow }) =>
        this.changed((row) => compareText(firstRow, row) <= 0 && compareText(lastRow, row) >= 0),
      );
      connection.addEventListener('role', ({ role }) => role !== 'seeking' && this.changed(() => true));
      connection.addEventListener('lost', () => {
        this.lost = true;
        this.view = null;
      });
      this.changed(() => true);
    } catch {
      // Another page holds the database for too long.
    }
  }

  private changed(isChanged: (row: string) => boolean): void {
    for (const row of TABLES.flatMap(sharedRows)) if (isChanged(row)) this.dirty.add(row);
    if (!this.reading) void this.read();
  }

  private async read(): Promise<void> {
    this.reading = true;
    try {
      while (this.dirty.size > 0) {
        const rows = [...this.dirty];
        this.dirty.clear();
        for (const [row, text] of await readRows(this.connection as Connection, rows)) this.shown.set(row, text);
        if (!this.lost) this.view = this.shown;
      }
    } catch {
      this.view = null;
    } finally {
      this.reading = false;
    }
  }
}

export function readView(connection: Connection): Promise<View> {
  return readRows(connection, TABLES.flatMap(sharedRows));
}

async function readRows(connection: Connection, wanted: readonly string[]): Promise<View> {
  const view = new Map<string, string>();
  for (const name of TABLES) {
    const rows = wanted.filter((row) => row.startsWith(name));
    const results = await connection.getTable(name).get(rows);
    for (const [at, result] of results.entries()) {
      const count = toCount(result.getValue(FAMILY, 'count'));
      view.set(rows[at] as string, `${count} ${result.getText(FAMILY, 'token') ?? ''}`);
    }
  }
  return view;
}

function sharedRows(table: string): readonly string[] {
  return Array.from({ length: SHARED_ROWS }, (_, at) => `${table}-shared-${at}`);
}

function compareText(bytes: Uint8Array, text: string): number {
  return compareBytes(bytes, encodeText(text));
}
