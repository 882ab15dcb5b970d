import type { ByteReader } from '../bytes/byte-reader.js';
import type { CompareOperator } from './compare-operator.js';
import type { Durability } from './durability.js';
import type { GetRequest } from './get-request.js';
import type { TimeRange } from './time-range.js';

/** Actions of one table, in list order, in the form that the engine runs. */
export interface ActionRequest {
  readonly table: string;
  /** The families to which family numbers refer. */
  readonly families: readonly Uint8Array[];
  /** Contains the cells. Belongs to the reader of the request. */
  readonly block: ByteReader;
  readonly actions: readonly (GetRequest | RowAction)[];
}

/** Mutations of one row that are applied together. */
export interface RowAction {
  readonly row: Uint8Array;
  readonly condition: ActionCondition | null;
  readonly parts: readonly ActionPart[];
}

/** How to run a mutation of an action. */
export type PartKind = 'mutate' | 'increment' | 'append' | 'restore';

/**
 * One mutation of an action. The request's block contains its flat cells from `offset` up to `end`. Those of a restore
 * are markers that name what is restored, a DeleteFamily for a family and a DeleteColumn for a column, without any for the
 * complete row; its time range ends after the time to which it is restored.
 */
export interface ActionPart {
  readonly kind: PartKind;
  readonly durability: Durability;
  readonly returnResults: boolean;
  readonly timeRange: TimeRange;
  readonly offset: number;
  readonly end: number;
}

/** A condition on one column. `family` is an index into the request's families. */
export interface ColumnCondition {
  readonly family: number;
  readonly qualifier: Uint8Array;
  readonly op: CompareOperator;
  /** Empty if the condition is that the column is absent. */
  readonly value: Uint8Array;
  readonly timeRange: TimeRange;
}

/** The condition that a filter returns at least one cell of the row (W-54). */
export interface FilterCondition {
  readonly filter: Uint8Array;
  readonly timeRange: TimeRange;
}

/** The condition that a get of the row finds something, or that it does not. */
export interface ExistenceCondition {
  readonly exists: boolean;
  readonly timeRange: TimeRange;
}

export type ActionCondition = ColumnCondition | FilterCondition | ExistenceCondition;

/** A condition of an atomicBatch. */
export interface RowCheck {
  readonly row: Uint8Array;
  readonly condition: ActionCondition;
}

/** Conditions of one table, in list order. */
export interface CheckRequest {
  readonly table: string;
  /** The families to which family numbers refer. */
  readonly families: readonly Uint8Array[];
  readonly checks: readonly RowCheck[];
}

/** The outcome of one action. */
export type Outcome =
  | { readonly done: boolean; readonly payload: Uint8Array }
  /** The action was not applied. */
  | { readonly error: unknown };
