import type { TableDescriptor, TableLike } from 'bigtab';
import { readSettings, settingsText } from './settings-text.js';

/** The attributes of a table that have an effect, without its families, as fields of a form. */
export interface TableFields extends Pick<TableDescriptor, 'durability' | 'readOnly'> {
  /** HBase settings, one `name = value` per line. */
  readonly settings: string;
}

export function tableFieldsOf({ durability, readOnly, configuration }: TableDescriptor): TableFields {
  return { durability, readOnly, settings: settingsText(configuration) };
}

/** The table with the typed attributes. Attributes that the form does not have come from `before`. */
export function toChangedTable({ settings, ...chosen }: TableFields, before: TableDescriptor): TableLike {
  return { ...before, ...chosen, configuration: readSettings(settings) };
}

/** How safely a write is stored before it is in a store file. The connection sets the default. */
export const DURABILITIES: readonly (readonly [durability: TableDescriptor['durability'], name: string])[] = [
  ['USE_DEFAULT', 'Default'],
  ['SKIP_WAL', 'Not logged'],
  ['ASYNC_WAL', 'Logged soon'],
  ['SYNC_WAL', 'Logged at once'],
  ['FSYNC_WAL', 'Forced to disk'],
];
