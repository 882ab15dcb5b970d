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

/** How a write to the table is kept until it is in a store file. */
export const DURABILITIES: readonly (readonly [durability: TableDescriptor['durability'], name: string])[] = [
  ['USE_DEFAULT', 'As the connection says'],
  ['SKIP_WAL', 'Not in the log'],
  ['ASYNC_WAL', 'In the log soon after'],
  ['SYNC_WAL', 'In the log before the answer'],
  ['FSYNC_WAL', 'Forced to the device'],
];
