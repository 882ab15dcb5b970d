import { rowAt } from '../../keyvalue/cell-layout.js';
import type { Durability } from '../../model/durability.js';
import type { MutateRequest } from '../../model/mutate-request.js';
import type { ActionRequest } from '../../model/row-action.js';

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
  readonly eachRow: EachRow;
}

export type EachRow = (note: NoteRow) => void;

export type NoteRow = (table: string, row: Uint8Array) => void;

export const NO_ROWS: EachRow = () => {};
const NONE: ReadonlySet<number> = new Set();

/** The result of a request that wrote nothing, or that ran before. */
export function unwritten(payload: Uint8Array, scannerId = 0): Ran {
  return { payload, kept: payload, durability: null, scannerId, eachRow: NO_ROWS };
}

/** The rows of the mutations that are not in `failed`, by their index. */
export function mutatedRows(request: MutateRequest, failed: { has(index: number): boolean } = NONE): EachRow {
  return (note) => {
    for (const cursor = request.cursor(); cursor.next(); )
      if (!failed.has(cursor.index)) note(request.table, rowAt(request.block, cursor.offset));
  };
}

/** The rows that the requests may have written. */
export function rowsOfActions(requests: readonly ActionRequest[]): EachRow {
  return (note) => {
    for (const { table, actions } of requests)
      for (const action of actions) if ('parts' in action) note(table, action.row);
  };
}
