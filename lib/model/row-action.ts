import type { ByteReader } from '../bytes/byte-reader.js';
import type { CompareOperator } from './compare-operator.js';
import type { GetRequest } from './get-request.js';
import type { Durability } from './mutation.js';
import type { TimeRange } from './time-range.js';

/** Actions of one table, in list order, as the engine runs them. */
export interface ActionRequest {
  readonly table: string;
  /** What family numbers mean. */
  readonly families: readonly Uint8Array[];
  /** Holds the cells. Belongs to the reader of the request. */
  readonly block: ByteReader;
  readonly actions: readonly (GetRequest | RowAction)[];
}

/** Mutations of one row that are applied together. */
export interface RowAction {
  readonly row: Uint8Array;
  readonly condition: ActionCondition | null;
  readonly parts: readonly ActionPart[];
}

/** How a mutation of an action is run. */
export type PartKind = 'mutate' | 'increment' | 'append';

/** One mutation of an action. The request's block holds its flat cells from `offset` up to `end`. */
export interface ActionPart {
  readonly kind: PartKind;
  readonly durability: Durability;
  readonly returnResults: boolean;
  readonly timeRange: TimeRange;
  readonly offset: number;
  readonly end: number;
}

/** What must hold of one column. `family` is an index into the request's families. */
export interface ColumnCondition {
  readonly family: number;
  readonly qualifier: Uint8Array;
  readonly op: CompareOperator;
  /** Empty: whether it is absent. */
  readonly value: Uint8Array;
  readonly timeRange: TimeRange;
}

/** That a filter leaves something of the row (W-54). */
export interface FilterCondition {
  readonly filter: Uint8Array;
  readonly timeRange: TimeRange;
}

export type ActionCondition = ColumnCondition | FilterCondition;

/** The outcome of one action. */
export type Outcome =
  | { readonly done: boolean; readonly payload: Uint8Array }
  /** It was not applied. */
  | { readonly error: unknown };
