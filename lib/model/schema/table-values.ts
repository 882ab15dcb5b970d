import type { FamilyAttributes } from './family-descriptor.js';
import { type FamilyValues, familyValues } from './family-values.js';
import { DEFAULT_MAX_FILE_SIZE } from './table-attributes.js';
import type { TableDescriptor, TableLike } from './table-descriptor.js';

/** A table in HBase's form: every attribute, including metadata and configuration, as raw text by its key. */
export interface TableValues {
  /** The printed name: `t` or `ns:t`. */
  readonly name: string;
  readonly values: ReadonlyMap<string, string>;
  readonly families: readonly FamilyValues[];
}

/** The attributes of a table by HBase's keys. An attribute with its own property counts as missing at its default. */
export function tableValues(table: TableDescriptor): TableValues {
  const values = new Map([...Object.entries(table.metadata), ...Object.entries(table.configuration)]);
  if (table.durability !== 'USE_DEFAULT') values.set('DURABILITY', table.durability);
  if (table.readOnly) values.set('READONLY', 'true');
  if (table.maxFileSize !== DEFAULT_MAX_FILE_SIZE) values.set('MAX_FILESIZE', String(table.maxFileSize));
  return { name: table.name, values, families: table.families.map(familyValues) };
}

/** The literal of a table with these attributes: those that are not HBase's settings become its metadata. */
export function literalOfTable(
  { name, values }: Pick<TableValues, 'name' | 'values'>,
  families: readonly FamilyAttributes[],
): TableLike {
  const isSetting = (key: string) => key.startsWith('hbase.');
  const part = (wanted: boolean) => Object.fromEntries([...values].filter(([key]) => isSetting(key) === wanted));
  return { name, families, metadata: part(false), configuration: part(true) };
}
