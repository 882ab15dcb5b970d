import type { Connection, SnapshotDescription } from 'bigtab';
import { inTimestamp } from '../ui/times.js';

/** The first free name for a snapshot of a table that is taken now. */
export function snapshotName(table: string, now: number, snapshots: readonly SnapshotDescription[]): string {
  const day = new Date(now).toISOString().slice(0, 10);
  return firstFree(
    `${table.replace(':', '.')}-${day}`,
    snapshots.map(({ name }) => name),
  );
}

/** The first free name for a clone of a snapshot. */
export function cloneName({ table }: SnapshotDescription, tables: readonly string[]): string {
  return firstFree(`${table}-copy`, tables);
}

function firstFree(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number++) free = `${name}-${number}`;
  return free;
}

/** Whether and until when a snapshot is kept. */
export function keptUntil({ ttl, creationTime, expired }: SnapshotDescription): string {
  if (ttl === 0) return 'It is kept until you delete it';
  const end = inTimestamp(creationTime + ttl * 1_000);
  return expired ? `It expired at ${end}` : `It expires at ${end}`;
}

/** Each of these resolves to a sentence about the outcome. */
export async function takeSnapshot(connection: Connection, table: string, name: string): Promise<string> {
  await connection.getAdmin().snapshot(name, table);
  return `Took the snapshot ${name} of ${table}.`;
}

export async function cloneSnapshot(connection: Connection, name: string, table: string): Promise<string> {
  await connection.getAdmin().cloneSnapshot(name, table);
  return `Made the table ${table} of the snapshot ${name}.`;
}

export async function deleteSnapshot(connection: Connection, name: string): Promise<string> {
  await connection.getAdmin().deleteSnapshot(name);
  return `Deleted the snapshot ${name}.`;
}

/** A table must be disabled to be restored. One that was enabled is enabled again, also if the restore fails. */
export async function restoreSnapshot(
  connection: Connection,
  { name, table }: Pick<SnapshotDescription, 'name' | 'table'>,
): Promise<string> {
  const admin = connection.getAdmin();
  const wasEnabled = (await admin.tableExists(table)) && (await admin.isTableEnabled(table));
  if (wasEnabled) await admin.disableTable(table);
  try {
    await admin.restoreSnapshot(name);
  } finally {
    if (wasEnabled) await admin.enableTable(table);
  }
  return `Restored ${table} from the snapshot ${name}.`;
}
