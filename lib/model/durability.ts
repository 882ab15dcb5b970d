import { oneOf } from './literal.js';

/**
 * How safe a write is when it is acknowledged. It never changes visibility or atomicity.
 *
 * - `USE_DEFAULT`: the table's durability, else that of the connection (`connect`), else SYNC_WAL
 * - `SKIP_WAL`: in memory only until the next flush; in a table with secondary indexes the same as ASYNC_WAL
 * - `ASYNC_WAL`: written to the log a few milliseconds later
 * - `SYNC_WAL`: handed to the file system; survives a crash of the tab, the worker or the browser
 * - `FSYNC_WAL`: forced to the device; survives a power cut
 *
 * @see W-61, W-63
 */
export type Durability = 'USE_DEFAULT' | 'SKIP_WAL' | 'ASYNC_WAL' | 'SYNC_WAL' | 'FSYNC_WAL';

/** Every durability, from the weakest to the strongest; its position in the list is its number on the wire. */
export const DURABILITIES: readonly Durability[] = ['USE_DEFAULT', 'SKIP_WAL', 'ASYNC_WAL', 'SYNC_WAL', 'FSYNC_WAL'];

/** Reads one of the five words. Throws INVALID_ARGUMENT. */
export function toDurability(value: unknown): Durability {
  return oneOf(value, DURABILITIES, 'durability');
}
