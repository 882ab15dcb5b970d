import type { ByteWriter } from '../../bytes/byte-writer.js';
import { appendCell, stampCell } from '../../keyvalue/append-cell.js';
import { encodeTtlTag } from '../../keyvalue/ttl-tag.js';
import { CellType } from '../../model/cell-type.js';
import type { RegionIndex } from '../region/region-index.js';
import type { Entry } from './index-entries.js';

/*
 * The cells of an index's own family. Their timestamps are sequence ids, so the last change of a key counts.
 */

const NO_BYTES = new Uint8Array(0);

/** Appends an entry, which expires when it is no longer needed. */
export function appendEntry(out: ByteWriter, index: RegionIndex, { key, until }: Entry, sequenceId: number): void {
  const tags = until === Number.POSITIVE_INFINITY ? null : encodeTtlTag(until - 1 - sequenceId);
  append(out, index, key, CellType.Put, sequenceId, tags);
}

/** Appends the mark of a doubtful row. */
export function appendMark(out: ByteWriter, index: RegionIndex, key: Uint8Array, sequenceId: number): void {
  append(out, index, key, CellType.Put, sequenceId, null);
}

/** Appends a marker that removes an entry or a mark. */
export function appendRemoval(out: ByteWriter, index: RegionIndex, key: Uint8Array, sequenceId: number): void {
  append(out, index, key, CellType.DeleteFamily, sequenceId, null);
}

function append(
  out: ByteWriter,
  { store }: RegionIndex,
  key: Uint8Array,
  type: CellType,
  sequenceId: number,
  tags: Uint8Array | null,
): void {
  const at = out.length;
  const parts = { qualifier: NO_BYTES, timestamp: sequenceId, type, value: NO_BYTES };
  appendCell(out, key, store.familyId, parts, tags);
  stampCell(out.view, at, sequenceId, sequenceId, 0);
}
