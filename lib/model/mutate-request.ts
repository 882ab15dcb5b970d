import type { ByteReader } from '../bytes/byte-reader.js';
import type { Durability } from './durability.js';

/** Puts and deletes of one table, in the form that the engine applies. */
export interface MutateRequest {
  readonly table: string;
  readonly durability: Durability;
  /** The families to which the family numbers of the cells refer. */
  readonly families: readonly Uint8Array[];
  /** Contains the cells. Belongs to the reader of the request. */
  readonly block: ByteReader;
  /** The number of mutations. */
  readonly mutations: number;
  /** A cursor before the first mutation. */
  cursor(): MutationCursor;
}

/** Visits the mutations of a request in list order. */
export interface MutationCursor {
  /** The index of the mutation in the list. */
  readonly index: number;
  /** The block contains the mutation's flat cells, one or more, from `offset` up to `end`. */
  readonly offset: number;
  readonly end: number;
  /** Moves to the next mutation; returns false if there is none. Throws CORRUPTION for a mutation that is cut off. */
  next(): boolean;
}

/** A mutation of the list that was not applied. */
export interface FailedMutation {
  readonly index: number;
  readonly error: unknown;
}
