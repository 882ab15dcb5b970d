import {
  endsGroup,
  KIND_EDITS,
  kindAt,
  lastSequenceIdAt,
  OFFSET_FIRST_SEQUENCE_ID,
  OFFSET_FLUSHED_UP_TO,
  startsGroup,
} from './wal-record.js';
import type { LogGap, LogRun, SegmentReader } from './wal-segment-reader.js';

/** Its checksums take a few milliseconds. */
const PART_BYTES = 1 << 20;

/** What a segment contains, in the order of the offsets. */
export interface SegmentScan {
  readonly runs: readonly LogRun[];
  readonly gaps: readonly LogGap[];
  /** The largest offset that a sound record states as flushed; 0 if none does. */
  readonly flushedUpTo: number;
}

/**
 * Finds the whole commit groups of a segment, from where its reader begins to `end`. A group with a bad record, or
 * without its end, is in a gap. Reading continues at the next record that is sound in checksum, salt, offset and order
 * of the sequence ids, and begins a group. In format 1, where records do not say that they begin a group, it continues
 * after the next end of a group. `rest` is awaited after each part of a MiB, so that others can run. REQUIRES a header.
 */
export async function scanSegment(
  reader: SegmentReader,
  end: number,
  rest: (() => Promise<void>) | null,
): Promise<SegmentScan> {
  const finder = new GroupFinder(reader, Math.min(end, reader.size));
  const part = rest === null ? Number.POSITIVE_INFINITY : PART_BYTES;
  while (!finder.run(part)) await rest?.();
  return finder;
}

class GroupFinder implements SegmentScan {
  readonly runs: LogRun[] = [];
  readonly gaps: LogGap[] = [];
  flushedUpTo = 0;
  readonly #reader: SegmentReader;
  readonly #end: number;
  readonly #statesStarts: boolean;
  /** The offset of the next record. */
  #at: number;
  /** Start of the run, and the end of its last whole group. */
  #runFrom: number;
  #whole: number;
  /** Where the first bad record of a gap begins; -1 outside a gap. */
  #bad = -1;
  /** Whether a group has begun that has not ended. */
  #inGroup = false;
  /** The last sequence id of the sound records so far, and of the last whole group. */
  #last: number;
  #wholeLast: number;

  constructor(reader: SegmentReader, end: number) {
    this.#reader = reader;
    this.#end = end;
    this.#statesStarts = (reader.header?.format ?? 1) > 1;
    this.#runFrom = Math.min(reader.from.offset, end);
    this.#at = this.#runFrom;
    this.#whole = this.#runFrom;
    this.#last = reader.from.sequenceId;
    this.#wholeLast = this.#last;
  }

  /** Reads about `bytes` further; returns whether it has reached the end. */
  run(bytes: number): boolean {
    const end = this.#end;
    const until = this.#at + bytes;
    let at = this.#at;
    while (at < Math.min(end, until)) {
      const length = this.#reader.soundLength(at, end, this.#last);
      if (length === 0) {
        if (this.#bad < 0) this.#endRun(at);
        at = this.#reader.nextSound(at + 1, end, this.#last);
        continue;
      }
      this.#take(at, at + length);
      at += length;
    }
    this.#at = at;
    if (at < end) return false;
    if (this.#bad < 0 && this.#whole < end) this.#endRun(end);
    if (this.#bad >= 0) this.#endGap(end, Number.POSITIVE_INFINITY);
    else this.#endRun(end);
    return true;
  }

  #take(at: number, next: number): void {
    const reader = this.#reader;
    const { view } = reader;
    const flushedUpTo = view.getFloat64(at + OFFSET_FLUSHED_UP_TO, true);
    if (flushedUpTo <= at) this.flushedUpTo = Math.max(this.flushedUpTo, flushedUpTo);
    reader.note(at);
    const starts = startsGroup(view, at);
    if (starts && this.#inGroup && this.#bad < 0) this.#endRun(this.#whole);
    if (starts && this.#bad >= 0) this.#endGap(at, view.getFloat64(at + OFFSET_FIRST_SEQUENCE_ID, true) - 1);
    this.#last = Math.max(this.#last, lastSequenceIdAt(view, at));
    const ends = endsGroup(view, at);
    if (kindAt(view, at) === KIND_EDITS) this.#inGroup = !ends;
    if (!ends) return;
    if (this.#bad >= 0) {
      if (!this.#statesStarts) this.#endGap(next, this.#last);
      return;
    }
    this.#whole = next;
    this.#wholeLast = this.#last;
  }

  /** Ends the run with its last whole group; a gap begins, in which the record at `bad` is not sound. */
  #endRun(bad: number): void {
    if (this.#whole > this.#runFrom) this.runs.push({ from: this.#runFrom, to: this.#whole });
    this.#bad = bad;
  }

  /** Ends the gap; its records had no larger sequence id than `last`. */
  #endGap(to: number, last: number): void {
    this.gaps.push({ from: this.#whole, bad: this.#bad, to, first: this.#wholeLast + 1, last });
    this.#bad = -1;
    this.#runFrom = to;
    this.#whole = to;
    this.#wholeLast = Math.max(this.#wholeLast, last);
  }
}
