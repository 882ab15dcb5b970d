import type { Admin } from 'bigtab';

/** Drops a table, even if it is enabled. If that fails, the table does not change. */
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
