import { Store } from '../ui/store.js';

/** The parts of the explorer, in the order of its menu. */
export const VIEWS = [
  ['start', 'Start'],
  ['tables', 'Tables'],
  ['weather', 'Weather'],
  ['import', 'Import'],
  ['engine', 'Engine'],
] as const;

export type View = (typeof VIEWS)[number][0];

/** The part and the table that the explorer shows. */
export interface Place {
  readonly view: View;
  /** The table of the view `tables`; null shows only the list. */
  readonly table: string | null;
}

/** Keeps the place in the page's address, so that it survives a reload and the back button works. */
export class AddressPlace {
  readonly current: Store<Place> = new Store<Place>(read(location.hash));
  private readonly onChange = (): void => this.set(read(location.hash));

  constructor() {
    addEventListener('hashchange', this.onChange);
  }

  /** Goes to a place immediately. The browser reports the new address later. */
  go(place: Place): void {
    location.hash = addressOf(place);
    this.set(place);
  }

  private set(place: Place): void {
    if (addressOf(place) !== addressOf(this.current.value)) this.current.set(place);
  }

  release(): void {
    removeEventListener('hashchange', this.onChange);
  }
}

/** The address of a link to the place. */
export function addressOf({ view, table }: Place): string {
  return `#${new URLSearchParams(table === null ? { view } : { table })}`;
}

function read(hash: string): Place {
  const words = new URLSearchParams(hash.slice(1));
  const table = words.get('table');
  if (table !== null) return { view: 'tables', table };
  const view = VIEWS.find(([name]) => name === words.get('view'))?.[0] ?? 'start';
  return { view, table: null };
}
