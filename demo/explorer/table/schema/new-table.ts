import { KEEP_HISTORY, type TableLike } from 'bigtab';

/** A new table, as fields of a form. */
export interface NewTable {
  readonly name: string;
  /** Names, separated by spaces or commas. */
  readonly families: string;
  /** Whether every version is kept, even deleted ones. */
  readonly keepHistory: boolean;
}

export function toTableLike({ name, families, keepHistory }: NewTable): TableLike {
  const names = families.split(/[\s,]+/).filter((family) => family !== '');
  return {
    name: name.trim(),
    families: names.map((family) => (keepHistory ? { name: family, ...KEEP_HISTORY } : family)),
  };
}
