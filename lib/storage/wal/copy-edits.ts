import type { ByteWriter } from '../../bytes/byte-writer.js';
import {
  lastSequenceIdAt,
  OFFSET_LENGTH,
  RECORD_HEADER_BYTES,
  SECTION_HEADER_BYTES,
  SECTIONS_LENGTH_BYTES,
} from './wal-record.js';

/**
 * Whether recovery may need the edits of a table in a record whose last sequence id this is: not if the table was
 * dropped, or if they are in store files for good.
 */
export type NeedsEdits = (tableId: number, lastSequenceId: number) => boolean;

/**
 * Appends the payload of the record of edits at `from`, without the edits that are not needed, so that values that were
 * deleted with their table do not stay in the log. A payload whose sections are malformed is copied as it is, because
 * recovery reports it.
 */
export function copyEdits(
  writer: ByteWriter,
  bytes: Uint8Array,
  view: DataView,
  from: number,
  needs: NeedsEdits,
): void {
  const end = from + view.getUint32(from + OFFSET_LENGTH, true);
  const payload = from + RECORD_HEADER_BYTES;
  const lengthAt = writer.length;
  const first = payload + SECTIONS_LENGTH_BYTES;
  const sectionsEnd = first <= end ? first + view.getUint32(payload, true) : Number.POSITIVE_INFINITY;
  const last = lastSequenceIdAt(view, from);
  writer.reserve(SECTIONS_LENGTH_BYTES);
  let at = first;
  while (at + SECTION_HEADER_BYTES <= sectionsEnd && sectionsEnd <= end) {
    const length = SECTION_HEADER_BYTES + view.getUint32(at + 4, true);
    if (at + length > sectionsEnd) break;
    if (needs(view.getUint32(at, true), last)) writer.raw(bytes, at, length);
    at += length;
  }
  if (at === sectionsEnd) {
    writer.patchU32(lengthAt, writer.length - lengthAt - SECTIONS_LENGTH_BYTES);
    writer.raw(bytes, sectionsEnd, end - sectionsEnd);
    return;
  }
  writer.truncate(lengthAt);
  writer.raw(bytes, payload, end - payload);
}
