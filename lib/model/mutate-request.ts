import type { ByteReader } from '../bytes/byte-reader.js';
import type { Durability } from './mutation.js';

/** Puts and deletes of one table, as the engine applies them. */
export interface MutateRequest {
  readonly table: string;
  readonly durability: Durability;
  /** What the family numbers of the cells mean. */
  readonly families: readonly Uint8Array[];
  /** Holds the cells. Belongs to the reader of the request. */
  readonly block: ByteReader;
  /** Their number. */
  readonly mutations: number;
  /** A cursor before the first of them. */
  cursor(): MutationCursor;
}

/** Visits the mutations of a request in list order. */
export interface MutationCursor {
  /** The place of the mutation in the list. */
  readonly index: number;
  /** The block holds its flat cells, one or more, from `offset` up to `end`. */
  readonly offset: number;
  readonly end: number;
  /** Moves to the next mutation; false when there is none. Throws CORRUPTION for one that is cut off. */
  next(): boolean;
}

/** A mutation of a list that was not applied. */
export interface FailedMutation {
  readonly index: number;
  readonly error: unknown;
}
