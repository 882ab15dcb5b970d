import type { QueryOptions } from './query-options.js';

/** One get as it is sent; a Get is one. No families = all. */
export interface GetParts extends QueryOptions {
  readonly row: Uint8Array;
  readonly checkExistenceOnly: boolean;
}

/** Gets or existence checks of one table, as the engine runs them. */
export interface GetRequest {
  readonly table: string;
  readonly existenceOnly: boolean;
  readonly gets: readonly GetParts[];
}
