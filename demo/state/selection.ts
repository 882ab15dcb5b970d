import { Store } from './store.js';

/** What the page shows, kept in its address so that a reload and the back button find it. */
export interface Selection {
  /** Null: the welcome. */
  readonly table: string | null;
  readonly prefix: string;
}

const NOTHING: Selection = { table: null, prefix: '' };

export class AddressSelection {
  readonly current: Store<Selection> = new Store(read());

  constructor() {
    addEventListener('hashchange', () => this.current.set(read()));
  }

  show(table: string): void {
    if (table === this.current.value.table) return;
    this.change({ table, prefix: '' }, 'push');
  }

  search(prefix: string): void {
    this.change({ ...this.current.value, prefix }, 'replace');
  }

  private change(selection: Selection, how: 'push' | 'replace'): void {
    const { table, prefix } = selection;
    const words = new URLSearchParams({ ...(table !== null && { table }), ...(prefix !== '' && { prefix }) });
    history[`${how}State`](null, '', `#${words}`);
    this.current.set(selection);
  }
}

function read(): Selection {
  const words = new URLSearchParams(location.hash.slice(1));
  const table = words.get('table');
  return table === null ? NOTHING : { table, prefix: words.get('prefix') ?? '' };
}
