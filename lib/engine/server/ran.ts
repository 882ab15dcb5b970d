import type { Durability } from '../../model/mutation.js';

/** The result of one request. */
export interface Ran {
  readonly payload: Uint8Array;
  /** The part of the payload that the log keeps, in case the request is sent again. */
  readonly kept: Uint8Array;
  /** The durability of its writes; null if it wrote nothing. */
  readonly durability: Durability | null;
  /** The number of the scanner that it leaves open; 0 = none. */
  readonly scannerId: number;
  /** Calls `note` with each row that it wrote. Not a list, because most pages do not listen to events. */
  readonly eachRow: (note: NoteRow) => void;
}

export type NoteRow = (table: string, row: Uint8Array) => void;

const NO_ROWS = (): void => {};

/** The result of a request that wrote nothing, or that ran before. */
export function unwritten(payload: Uint8Array, scannerId = 0): Ran {
  return { payload, kept: payload, durability: null, scannerId, eachRow: NO_ROWS };
}
