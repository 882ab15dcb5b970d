import { type Admin, KEEP_HISTORY, type TableLike } from 'bigtab';

/** The fields of a new table. */
export interface TableFields {
  readonly name: string;
  /** Names, separated by blanks or commas. */
  readonly families: string;
  /** Whether every version is kept, even deleted ones. */
  readonly keepHistory: boolean;
}

export function toTableLike({ name, families, keepHistory }: TableFields): TableLike {
  const names = families.split(/[\s,]+/).filter((family) => family !== '');
  return {
    name: name.trim(),
    families: names.map((family) => (keepHistory ? { name: family, ...KEEP_HISTORY } : family)),
  };
}

/** Drops a table, enabled or not. If that fails, the table does not change. */
export async function dropTable(admin: Admin, table: string): Promise<void> {
  const wasEnabled = await admin.isTableEnabled(table);
  if (wasEnabled) await admin.disableTable(table);
  try {
    await admin.deleteTable(table);
  } catch (error) {
    if (wasEnabled) await admin.enableTable(table);
    throw error;
  }
}
