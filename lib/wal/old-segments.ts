import type { FileHandle, FileSystem } from '../fs/file-system.js';
import type { LogTail } from './log-tail.js';
import type { OldSegment } from './segment-header.js';
import { closeQuietly } from './spare-segments.js';
import { SegmentReader } from './wal-segment-reader.js';

/** The copy is written and flushed in pieces of this size. */
const PIECE_BYTES = 1 << 20;

/**
 * Flushes the segments of earlier epochs, from old to new, and gives the number of those flushed: less than all when
 * one refuses, because a writer of an older epoch still holds it. That one and all behind it must be copied, so that
 * records stay in sequence order.
 */
export async function flushSegments(files: FileSystem, segments: readonly OldSegment[]): Promise<number> {
  for (const [index, segment] of segments.entries()) {
    const handle = await files.open(segment.path);
    try {
      handle.flush();
    } catch {
      return index;
    } finally {
      closeQuietly(handle);
    }
  }
  return segments.length;
}

/** Copies the records of `segments` into a new file, from `tail.base` on, leaving zeros below it. The last piece may not be flushed. */
export async function copySegments(
  files: FileSystem,
  segments: readonly OldSegment[],
  into: FileHandle,
  tail: LogTail,
): Promise<void> {
  if (segments.length === 0) return;
  into.write(new Uint8Array(tail.base), 0);
  for (const segment of segments) {
    const { path, epoch, number, validLength } = segment;
    const handle = await files.open(path);
    try {
      const reader = new SegmentReader(handle, path, epoch, number);
      reader.records(validLength, (record, at) => {
        tail.copyRecord(reader.bytes, reader.view, at, record.connection);
        if (tail.length >= PIECE_BYTES) writePiece(into, tail);
      });
    } finally {
      closeQuietly(handle);
    }
  }
  writePiece(into, tail);
}

function writePiece(into: FileHandle, tail: LogTail): void {
  if (tail.length === 0) return;
  into.write(tail.bytes.subarray(0, tail.length), tail.base);
  into.flush();
  tail.markWritten(tail.length);
  tail.markFlushed();
}
