import { equalBytes } from '../bytes/compare.js';
import type { TResult } from './thrift/structs.js';

/**
 * The pieces of rows that are complete, each with whether the next one belongs to its row. Unless the scan has `ended`, the
 * last row may go on.
 */
export function wholeRows(pieces: readonly TResult[], ended: boolean): readonly TResult[] {
  const isSameRow = (one: TResult, other: TResult | undefined) =>
    other !== undefined && equalBytes(one.row as Uint8Array, other.row as Uint8Array);
  const last = pieces.at(-1);
  const whole = ended ? pieces : pieces.filter((piece) => !isSameRow(piece, last));
  return whole.map((piece, index) => ({ ...piece, partial: isSameRow(piece, whole[index + 1]) }));
}

/** The pieces of the first `limit` rows. `ended`: whether there are no others. */
export function firstRows(
  pieces: readonly TResult[],
  limit: number,
  ended: boolean,
): { readonly rows: readonly TResult[]; readonly ended: boolean } {
  let count = 0;
  const end = pieces.findIndex(({ partial }) => !partial && ++count === limit);
  return end < 0 ? { rows: pieces, ended } : { rows: pieces.slice(0, end + 1), ended: true };
}

/** The number of pieces up to the end of the last row that is certainly complete. */
export function completePieces(pieces: readonly TResult[]): number {
  const last = pieces.at(-1);
  if (last === undefined) return 0;
  if (!last.partial) return pieces.length;
  let at = pieces.length;
  while (at > 0 && equalBytes(pieces[at - 1]?.row as Uint8Array, last.row as Uint8Array)) at--;
  return at;
}
