import type { FilterObject } from './filters/filter-object.js';
import type { Printable } from './printable-bytes.js';

/*
 * A history as FORMAT.md describes it. Bytes are texts in printable form, which `checkHistory` has checked.
 */

/** A number, decimal text beyond the safe integers, or `LATEST`. */
export type Time = number | string;

export type Range = readonly [min: Time, max: Time];
export type PutCell = readonly [family: Printable, qualifier: Printable, timestamp: Time, value: Printable];

/** A cell of an answer; it has the type only in raw scans. */
export type CellAnswer = readonly [
  family: Printable,
  qualifier: Printable,
  timestamp: Time,
  value: Printable,
  type?: string,
];

/** HBase's answer. If `bigtab` is present, it replaces the other two. */
export interface Answered {
  readonly expect?: unknown;
  readonly error?: string;
  readonly message?: string;
  readonly bigtab?: unknown;
}

export interface PutMutation {
  readonly op: 'put';
  readonly row?: Printable;
  readonly cells: readonly PutCell[];
  readonly ts?: Time;
  readonly ttl?: number;
}

export type DeleteCall =
  | readonly [what: 'family', family: Printable, timestamp?: Time]
  | readonly [what: 'familyVersion', family: Printable, timestamp: Time]
  | readonly [what: 'columns' | 'column', family: Printable, qualifier: Printable, timestamp?: Time];

export interface DeleteMutation {
  readonly op: 'delete';
  readonly row?: Printable;
  readonly what: readonly DeleteCall[];
  readonly ts?: Time;
  readonly ttl?: number;
}

interface ReadModifyWrite {
  readonly row?: Printable;
  readonly timeRange?: Range;
  readonly ttl?: number;
  readonly ts?: Time;
  readonly returnResults?: boolean;
}

export interface IncrementMutation extends ReadModifyWrite {
  readonly op: 'increment';
  readonly amounts: readonly (readonly [family: Printable, qualifier: Printable, amount: string])[];
}

export interface AppendMutation extends ReadModifyWrite {
  readonly op: 'append';
  readonly values: readonly (readonly [family: Printable, qualifier: Printable, value: Printable])[];
}

export type RowMutation = PutMutation | DeleteMutation | IncrementMutation | AppendMutation;

export interface MutateRow {
  readonly op: 'mutateRow';
  readonly row?: Printable;
  readonly mutations: readonly RowMutation[];
}

export interface Condition {
  readonly family?: Printable;
  readonly qualifier?: Printable;
  readonly op?: string;
  readonly value?: Printable;
  readonly absent?: boolean;
  readonly filter?: FilterObject | string;
}

export interface CheckAndMutateStep {
  readonly op: 'checkAndMutate';
  readonly row: Printable;
  readonly condition: Condition;
  readonly timeRange?: Range;
  readonly then: RowMutation | MutateRow;
}

/** The common fields of gets and scans. */
export interface Query {
  readonly columns?: readonly (readonly [family: Printable, qualifier?: Printable])[];
  readonly versions?: number | 'all';
  readonly timeRange?: Range;
  readonly timestamp?: Time;
  readonly familyTimeRange?: Readonly<Record<Printable, Range>>;
  readonly storeLimit?: number;
  readonly storeOffset?: number;
  readonly filter?: FilterObject | string;
}

export interface GetStep extends Query {
  readonly op: 'get';
  readonly row: Printable;
  readonly existsOnly?: boolean;
}

export interface ScanStep extends Query {
  readonly op: 'scan';
  readonly start?: Printable;
  readonly startInclusive?: boolean;
  readonly stop?: Printable;
  readonly stopInclusive?: boolean;
  readonly prefix?: Printable;
  readonly reversed?: boolean;
  readonly limit?: number;
  readonly batch?: number;
  readonly raw?: boolean;
  readonly onDemandFamilies?: boolean;
}

export interface BatchStep {
  readonly op: 'batch';
  readonly actions: readonly (RowMutation | GetStep)[];
}

/** A family's attributes in the form of HBase's shell. */
export type FamilyText = Readonly<Record<string, string>> & { readonly NAME: Printable };

export interface AlterStep {
  readonly op: 'alter';
  readonly families: readonly FamilyText[];
}

export interface MinorCompactStep {
  readonly op: 'minorCompact';
  readonly newest: number;
}

export interface RegionStep {
  readonly op: 'flush' | 'majorCompact' | 'reopen';
}

/** The call of a step, without its time and answer. */
export type Operation =
  | (RowMutation & { readonly row: Printable })
  | (MutateRow & { readonly row: Printable })
  | CheckAndMutateStep
  | BatchStep
  | GetStep
  | ScanStep
  | AlterStep
  | MinorCompactStep
  | RegionStep;

/** One step: the call, its time, and HBase's answer. */
export type Step = Answered & { readonly at: number } & Operation;

export interface History {
  readonly id: string;
  readonly rules?: readonly string[];
  readonly note?: string;
  /** The decision by which Bigtab's answer differs. */
  readonly differs?: string;
  readonly table: { readonly families: readonly FamilyText[]; readonly config?: Readonly<Record<string, string>> };
  readonly steps: readonly Step[];
}
