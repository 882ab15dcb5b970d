import type { Connection } from '../../client/connection.js';
import type { SimPage } from './sim-page.js';
import { DATABASE } from './sim-storage.js';
import { FAMILY, MEMORY, SHARED_ROWS, TABLES, toCount } from './user.js';

/** What a page shows: the shared rows of all tables, as text. */
export type View = ReadonlyMap<string, string>;

/** A page that shows the shared rows, and reads them again when an event reports a change or another leader. */
export class Watcher {
  readonly page: SimPage;
  /** Null until it has read them, and after its connection was lost. */
  view: View | null = null;
  private connection: Connection | null = null;
  private lost = false;
  private dirty = false;
  private reading = false;

  constructor(page: SimPage) {
    this.page = page;
  }

  /** REQUIRES that code of its page runs. */
  async work(): Promise<void> {
    try {
      const connection = await this.page.connect({ name: DATABASE, memory: MEMORY });
      this.connection = connection;
      connection.addEventListener('commit', () => this.changed());
      connection.addEventListener('role', ({ role }) => role !== 'seeking' && this.changed());
      connection.addEventListener('lost', () => {
        this.lost = true;
        this.view = null;
      });
      this.changed();
    } catch {
      // Another page holds the database for too long.
    }
  }

  private changed(): void {
    this.dirty = true;
    if (!this.reading) void this.read();
  }

  private async read(): Promise<void> {
    this.reading = true;
    try {
      while (this.dirty) {
        this.dirty = false;
        const view = await readView(this.connection as Connection);
        if (!this.lost) this.view = view;
      }
    } catch {
      this.view = null;
    } finally {
      this.reading = false;
    }
  }
}

export async function readView(connection: Connection): Promise<View> {
  const view = new Map<string, string>();
  for (const name of TABLES) {
    const rows = Array.from({ length: SHARED_ROWS }, (_, at) => `${name}-shared-${at}`);
    const results = await connection.getTable(name).get(rows);
    for (const [at, result] of results.entries()) {
      const count = toCount(result.getValue(FAMILY, 'count'));
      view.set(rows[at] as string, `${count} ${result.getText(FAMILY, 'token') ?? ''}`);
    }
  }
  return view;
}
