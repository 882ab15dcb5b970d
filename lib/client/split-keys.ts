import { compareBytes } from '../bytes/compare.js';
import { split } from '../bytes/key-arithmetic.js';
import { notAllowed } from '../bytes/kind.js';
import { toStringBinary } from '../bytes/text.js';
import { invalidArgument } from '../errors.js';
import { type BytesLike, toBytes } from '../model/bytes-like.js';

/** Reads split keys. Throws INVALID_ARGUMENT for an empty key or one that occurs twice (S-31). Null: no keys. */
export function toSplitKeys(keys: readonly BytesLike[] | null): readonly Uint8Array[] {
  if (keys === null) return [];
  if (!Array.isArray(keys)) throw notAllowed('split keys', 'a list of rows', keys);
  const rows = keys.map((key) => (key === null ? new Uint8Array() : toBytes(key, 'a split key')));
  if (rows.some((row) => row.length === 0)) {
    throw invalidArgument('Empty split key must not be passed in the split keys.');
  }
  const sorted = [...rows].sort(compareBytes).map((row) => toStringBinary(row));
  const twice = sorted.find((row, at) => row === sorted[at - 1]);
  if (twice === undefined) return rows;
  throw invalidArgument(`All split keys must be unique, found duplicate: ${twice}, ${twice}`);
}

/**
 * Keys that split the range between two keys into regions of equal size, with one region before and one after them.
 * Throws INVALID_ARGUMENT (S-31).
 */
export function splitKeysBetween(startKey: BytesLike, endKey: BytesLike, numRegions: number): readonly Uint8Array[] {
  const [start, end] = [toBytes(startKey, 'the start key'), toBytes(endKey, 'the end key')];
  if (!Number.isInteger(numRegions)) throw notAllowed('numRegions', 'an integer', numRegions);
  if (numRegions < 3) throw invalidArgument('Must create at least three regions');
  if (compareBytes(start, end) >= 0) throw invalidArgument('Start key must be smaller than end key');
  return numRegions === 3 ? [start, end] : split(start, end, numRegions - 3);
}
