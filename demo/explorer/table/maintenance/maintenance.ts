import type { Connection, Progress } from 'bigtab';
import { familyBytes } from '../../fields/typed-bytes.js';
import { countOf, inCount, inTime } from '../../ui/amounts.js';

export type MaintenanceKind = 'flush' | 'compact' | 'majorCompact';

export interface MaintenanceCall {
  readonly table: string;
  /** The family, or null for all. */
  readonly family: string | null;
  readonly signal: AbortSignal;
}

/**
 * Erases the deleted data of a table, in all families. Resolves to a sentence about the outcome. `onProgress` receives
 * a few words for the user.
 */
export async function erase(
  connection: Connection,
  { table, signal }: Pick<MaintenanceCall, 'table' | 'signal'>,
  onProgress: (words: string) => void,
): Promise<string> {
  const began = performance.now();
  const { snapshots, tables } = await connection
    .getAdmin()
    .erase(table, { signal, onProgress: (progress) => onProgress(wordsOf(progress)) });
  const time = inTime(performance.now() - began);
  const holders = [...snapshots.map((name) => `snapshot ${name}`), ...tables.map((name) => `table ${name}`)];
  if (holders.length > 0) {
    return `Erased in ${time}, but deleted and overwritten values of this table may still be stored in ${holders.join(', ')}.`;
  }
  return `Erased in ${time}: the deleted and overwritten values of this table are no longer stored on this device.`;
}

function wordsOf({ done, total, unit }: Progress): string {
  return unit === 'seconds' ? `Erasing: ${total - done} s left` : 'Erasing: compacting …';
}

/** Flushes or compacts a table. Resolves to a sentence about the outcome. */
export async function maintain(
  connection: Connection,
  kind: MaintenanceKind,
  { table, family, signal }: MaintenanceCall,
): Promise<string> {
  const began = performance.now();
  const before = await filesOf(connection, table);
  await connection.getAdmin()[kind](table, family === null ? null : familyBytes(family), { signal });
  const after = await filesOf(connection, table);
  const made = [...after].filter((file) => !before.has(file)).length;
  const gone = [...before].filter((file) => !after.has(file)).length;
  const time = inTime(performance.now() - began);
  if (made === 0 && gone === 0) {
    const count = countOf(after.size, 'store file');
    const files = after.size === 0 ? 'are no store files' : `${after.size === 1 ? 'is' : 'are'} still ${count}`;
    return `Nothing needed ${kind === 'flush' ? 'flushing' : 'compacting'}. There ${files}.`;
  }
  if (kind === 'flush') return `Flushed into ${countOf(made, 'new store file')} in ${time}.`;
  if (gone === made) return `Rewrote ${countOf(gone, 'file')} in ${time}.`;
  return `Merged ${countOf(gone, 'file')} into ${inCount(made)} in ${time}.`;
}

/** The numbers of the store files of a table. */
async function filesOf(connection: Connection, table: string): Promise<ReadonlySet<number>> {
  const { stores } = await connection.getAdmin().getRegionMetrics(table);
  return new Set(stores.flatMap(({ storeFiles }) => storeFiles.map(({ number }) => number)));
}
