import { kindOf } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';
import { toRow } from './arguments.js';
import type { CellType } from './cell-type.js';
import { LATEST_TIMESTAMP, type TimestampLike, toTimestamp } from './timestamp.js';

export { LATEST_TIMESTAMP } from './timestamp.js';

/**
 * How safe a write is when it is acknowledged (W-61). It never changes visibility or atomicity (W-63).
 *
 * - `USE_DEFAULT`: the table's durability, else the connection's, else SYNC_WAL
 * - `SKIP_WAL`: in memory only until the next flush
 * - `ASYNC_WAL`: written to the log a few milliseconds later
 * - `SYNC_WAL`: handed to the file system; survives the end of the tab, the worker and the browser
 * - `FSYNC_WAL`: forced to the device; survives a power cut
 */
export type Durability = 'USE_DEFAULT' | 'SKIP_WAL' | 'ASYNC_WAL' | 'SYNC_WAL' | 'FSYNC_WAL';

/** Every durability, from the weakest to the strongest; the position is its number on the wire. */
export const DURABILITIES: readonly Durability[] = ['USE_DEFAULT', 'SKIP_WAL', 'ASYNC_WAL', 'SYNC_WAL', 'FSYNC_WAL'];

/** A cell or marker as a mutation holds it; its row is the mutation's. Valid as long as the mutation; read-only. */
export interface MutationCell {
  readonly family: Uint8Array;
  readonly qualifier: Uint8Array;
  /** LATEST_TIMESTAMP stands for the time at which the mutation is applied. */
  readonly timestamp: number;
  readonly type: CellType;
  /** Empty for a marker. */
  readonly value: Uint8Array;
}

/** Lets a class set what its users may only read. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** What a mutation takes from its literal. */
export interface MutationOptions {
  readonly row?: unknown;
  readonly timestamp?: unknown;
  readonly durability?: unknown;
}

/** Row, timestamp and durability of a Put, Delete or Increment. HBase: `Mutation`. */
export abstract class Mutation {
  /** A copy of the row key that was given. */
  readonly row: Uint8Array;
  /** For cells added without a timestamp of their own; LATEST_TIMESTAMP unless given. */
  readonly timestamp: number;
  readonly durability: Durability;

  protected constructor(options: MutationOptions) {
    this.row = toRow(options.row);
    this.timestamp = options.timestamp === undefined ? LATEST_TIMESTAMP : toTimestamp(options.timestamp);
    this.durability = options.durability === undefined ? 'USE_DEFAULT' : toDurability(options.durability);
  }

  /** For cells added from now on; those already added keep theirs. Throws INVALID_ARGUMENT (N-51). */
  setTimestamp(timestamp: TimestampLike): this {
    (this as Writable<this>).timestamp = toTimestamp(timestamp);
    return this;
  }

  /** Default `USE_DEFAULT`. Throws INVALID_ARGUMENT for another word than the five (W-61). */
  setDurability(durability: Durability): this {
    (this as Writable<this>).durability = toDurability(durability);
    return this;
  }
}

/** One of the five words. Throws INVALID_ARGUMENT. */
export function toDurability(value: unknown): Durability {
  if (typeof value === 'string' && (DURABILITIES as readonly string[]).includes(value)) return value as Durability;
  const given = typeof value === 'string' ? `'${value}'` : kindOf(value);
  throw invalidArgument(`durability must be one of ${DURABILITIES.join(', ')}; got ${given}`);
}
