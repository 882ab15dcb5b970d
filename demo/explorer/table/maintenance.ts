import type { Connection } from 'bigtab';
import { countOf, inTime } from '../ui/amounts.js';
import { familyBytes } from './typed-bytes.js';

export type MaintenanceKind = 'flush' | 'compact' | 'majorCompact';

export interface MaintenanceCall {
  readonly table: string;
  /** Null: all. */
  readonly family: string | null;
  readonly signal: AbortSignal;
}

/** Flushes or compacts a table; resolves to a sentence that says what came of it. */
export async function maintain(
  connection: Connection,
  kind: MaintenanceKind,
  { table, family, signal }: MaintenanceCall,
): Promise<string> {
  const began = performance.now();
  const before = await countFiles(connection);
  await connection.getAdmin()[kind](table, family === null ? null : familyBytes(family), { signal });
  const after = await countFiles(connection);
  const files =
    before === after ? `still ${countOf(after, 'store file')}` : `${countOf(after, 'store file')}, ${before} before`;
  return `${DONE[kind]} in ${inTime(performance.now() - began)}. The database has ${files}.`;
}

const DONE: Readonly<Record<MaintenanceKind, string>> = {
  flush: 'Flushed',
  compact: 'Compacted what was worth it',
  majorCompact: 'Major compacted',
};

async function countFiles(connection: Connection): Promise<number> {
  return (await connection.status()).storeFiles.count;
}
