import type { Connection } from '../../client/connection.js';

/** The control method that an engine of `withCompactFiles` answers in addition to the published ones. */
export const COMPACT_FILES = 'compactFiles';

/** A `Session` for any method. */
interface AnySession {
  control(kind: 'alone', method: string, ...args: readonly unknown[]): Promise<unknown>;
}

/**
 * Merges the `newest` newest files of each family that has more than that, or all files of each family if it is null.
 * Memory is not flushed. Does nothing for a disabled table. REQUIRES a connection to an engine of `withCompactFiles`.
 */
export async function compactFiles(connection: Connection, table: string, newest: number | null): Promise<void> {
  const { session } = connection as unknown as { readonly session: AnySession };
  await session.control('alone', COMPACT_FILES, table, newest);
}
