import type { Connection } from 'bigtab';
import type { Notices } from './notices.js';

/** What every panel of the explorer is given. A new connection comes with a new property: the old one is dead then. */
export interface PanelProperties {
  readonly connection: Connection;
  /** Where errors and what was done are told: `notices.attempt(work)`, `notices.say(text)`. */
  readonly notices: Notices;
  /** Lists the tables again; to be called after one was created or dropped. */
  readonly onTablesChanged: () => void;
  /** Shows a table, or null for the list of all. */
  readonly onOpenTable: (name: string | null) => void;
  /** The address of the import. */
  readonly importAddress: string;
}

/** What a panel of one table is given. It is mounted again for another table. */
export interface TablePanelProperties extends PanelProperties {
  /** The table's name. */
  readonly table: string;
}
