import type { TableDescriptor, TableLike } from 'bigtab';
import { readSettings, settingsText } from './settings-text.js';

/** The attributes of a table that have an effect, besides its families, as a form has them. */
export interface TableFields extends Pick<TableDescriptor, 'durability' | 'readOnly'> {
  /** HBase's settings, `name = value`, one a line. */
  readonly settings: string;
}

export function tableFieldsOf({ durability, readOnly, configuration }: TableDescriptor): TableFields {
  return { durability, readOnly, settings: settingsText(configuration) };
}

/** The table of what was typed; what the form does not have comes from `before`. */
export function toChangedTable({ settings, ...chosen }: TableFields, before: TableDescriptor): TableLike {
  return { ...before, ...chosen, configuration: readSettings(settings) };
}

/** How a write to the table is kept until it is in a store file; as usual is as the connection says. */
export const DURABILITIES: readonly (readonly [durability: TableDescriptor['durability'], name: string])[] = [
  ['USE_DEFAULT', 'Default'],
  ['SKIP_WAL', 'Not logged'],
  ['ASYNC_WAL', 'Logged soon'],
  ['SYNC_WAL', 'Logged at once'],
  ['FSYNC_WAL', 'Forced to disk'],
];
