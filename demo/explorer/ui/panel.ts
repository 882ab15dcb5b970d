import type { Connection } from 'bigtab';
import type { Notices } from './notices.js';

/** The properties of every panel. When a connection ends, the panel gets the new one as a new property. */
export interface PanelProperties {
  readonly connection: Connection;
  /** Shows errors and messages: `notices.attempt(work)`, `notices.say(text)`. */
  readonly notices: Notices;
  /** Lists the tables again. Call it after creating or dropping one. */
  readonly onTablesChanged: () => void;
  /** A new number means that tables were created or dropped. */
  readonly tablesVersion: number;
  /** Shows a table, or the list of all tables for null. */
  readonly onOpenTable: (name: string | null) => void;
  /** The address of the import. */
  readonly importAddress: string;
}

/** The properties of a panel of one table. Another table mounts the panel again. */
export interface TablePanelProperties extends PanelProperties {
  readonly table: string;
}
