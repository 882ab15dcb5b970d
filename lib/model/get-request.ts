import type { QueryOptions } from './query-options.js';

/** One get as it is sent; a Get has this shape. No families means all families. */
export interface GetParts extends QueryOptions {
  readonly row: Uint8Array;
  readonly checkExistenceOnly: boolean;
}

/** Gets or existence checks of one table, in the form that the engine runs. */
export interface GetRequest {
  readonly table: string;
  readonly existenceOnly: boolean;
  readonly gets: readonly GetParts[];
}
