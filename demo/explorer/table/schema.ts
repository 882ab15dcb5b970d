import { type Admin, KEEP_HISTORY, type TableLike } from 'bigtab';

/** What was typed of a table that is to be made. */
export interface TableFields {
  readonly name: string;
  /** Names, with blanks or commas between them. */
  readonly families: string;
  /** Whether every version stays, deleted ones too. */
  readonly keepHistory: boolean;
}

export function toTableLike({ name, families, keepHistory }: TableFields): TableLike {
  const names = families.split(/[\s,]+/).filter((family) => family !== '');
  return {
    name: name.trim(),
    families: names.map((family) => (keepHistory ? { name: family, ...KEEP_HISTORY } : family)),
  };
}

/** Drops a table, enabled or not. One that cannot be dropped stays as it was. */
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
