import type { ByteWriter } from '../../bytes/byte-writer.js';
import type { OldSegment } from './segment-header.js';
import { FLUSH_BYTES, SegmentWriter, type SegmentWriterOptions } from './segment-writer.js';

/*
 * The write-ahead log of a database.
 *
 * A turn appends the records of its group, then calls one of: `write` (one write to the file system), `defer`
 * (ASYNC_WAL: written with the next group or after 5 ms), `discard`. Answers leave after that. With FSYNC_WAL the
 * answer waits for a `flush` too.
 *
 *  1. Records stand in sequence order, over all segments. A group whose write failed is not among them.
 *  2. What a crash of the process leaves is a prefix of them that holds every written one; what a power cut leaves is
 *     a prefix that holds every flushed one (while `powerSafe`: a young name may be undone).
 *  3. While no segment can be written (it failed, and no spare is ready), `write` and `flush` throw; after `ready` they
 *     may be tried again.
 */

export type WalOptions = SegmentWriterOptions;

const DEFER_MS = 5;
const DEFER_AGAIN_MS = 1_000;
/** So long a power cut may undo a name. */
const YOUNG_NAME_MS = 60_000;

export class Wal {
  private readonly options: WalOptions;
  private readonly segment: SegmentWriter;
  private logStart = 0;
  private cancelDeferred: (() => void) | null = null;
  private closed = false;

  private constructor(options: WalOptions, segment: SegmentWriter) {
    this.options = options;
    this.segment = segment;
  }

  /**
   * Makes the first segment of an epoch and two spares. Records of the epoch before that may not be on the device are
   * copied and flushed, then the header is written and flushed: a crash at any moment of it changes nothing.
   */
  static async open(options: WalOptions): Promise<Wal> {
    return new Wal(options, await SegmentWriter.open(options));
  }

  /** Id of the last record that was written or deferred. */
  get lastSequenceId(): number {
    return this.segment.tail.acceptedSequenceId;
  }

  /** Id of the last record on the device; all before it are there too. */
  get flushedSequenceId(): number {
    return this.segment.tail.flushedSequenceId;
  }

  /** Bytes of the group that is being made. */
  get pendingBytes(): number {
    const { tail } = this.segment;
    return tail.length - tail.accepted;
  }

  /** Bytes that a recovery would read. */
  get bytes(): number {
    let bytes = this.segment.tail.fileEnd;
    for (const { lastSequenceId, validLength } of this.segments)
      if (lastSequenceId > this.logStart) bytes += validLength;
    return bytes;
  }

  /** The older segments whose files stand, from old to new. */
  get segments(): readonly OldSegment[] {
    return this.segment.sealed;
  }

  /** False while a power cut could still undo the name of the active segment, and with it what was flushed into it. */
  get powerSafe(): boolean {
    return this.options.clock.monotonic() - this.segment.madeAt >= YOUNG_NAME_MS;
  }

  /**
   * Begins the record of one request; `connection` null and `operation` 0 when it came from none. Sections follow, or
   * none. REQUIRES a larger sequence id than that of every record before, failed ones included.
   */
  beginRecord(connection: string | null, operation: number, firstSequenceId: number): void {
    this.segment.tail.beginRecord(connection, operation, firstSequenceId);
  }

  /**
   * Begins the edits of one table: the caller appends flat, stamped cells to the writer, until the next call.
   * What was appended may be read there up to the end of the group.
   */
  beginSection(tableId: number): ByteWriter {
    return this.segment.tail.beginSection(tableId);
  }

  /**
   * Ends the record; one that is not ended is dropped by the next call. `answer` is given back when the log is read.
   */
  endRecord(lastSequenceId: number, answer: Uint8Array | null = null): void {
    this.segment.tail.endRecord(lastSequenceId, answer);
  }

  /** Drops the open record; its sequence ids may be used again. */
  abandonRecord(): void {
    this.segment.tail.abandonRecord();
  }

  /**
   * Writes the group, and what was deferred before it, with one write. When it throws nothing of the group is in the
   * log (but see `details.outcome`, 'unknown' when the failed bytes could not be taken back, so that a crash now might
   * show them), the group is forgotten, and its sequence ids are not to be used again. Deferred records stay.
   */
  write(): void {
    try {
      this.segment.put(true);
    } catch (error) {
      this.segment.tail.drop(true);
      throw error;
    }
    this.segment.settle();
  }

  /**
   * Lets the group be answered before it is written (ASYNC_WAL). When more than 1 MiB waits already it is written now,
   * and this throws as `write` does.
   */
  defer(): void {
    const { tail } = this.segment;
    if (tail.length - tail.written > FLUSH_BYTES) {
      this.write();
      return;
    }
    tail.accept();
    this.cancelDeferred ??= this.options.clock.after(DEFER_MS, () => this.writeDeferred());
  }

  /** Drops the group; its sequence ids may be used again. */
  discard(): void {
    this.segment.tail.drop(false);
  }

  /**
   * Writes what was deferred, then forces the log to the device. When it throws, every record is where it was before.
   */
  flush(): void {
    this.segment.put(false);
    this.segment.flush();
  }

  /** As `flush`, but only when a record up to `sequenceId` is not on the device yet. */
  flushUpTo(sequenceId: number): void {
    if (this.segment.tail.firstSequenceId <= sequenceId) this.flush();
  }

  /** Older segments that hold no record above `sequenceId`. Damaged ones are never among them. */
  obsoleteAt(sequenceId: number): readonly OldSegment[] {
    return this.segments.filter((segment) => !segment.damaged && segment.lastSequenceId <= sequenceId);
  }

  /**
   * The log starts behind `sequenceId` now, by a commit that was made. Headers still list the segments below it,
   * because a power cut may undo that commit's files: the caller removes them no earlier than 60 s after the commit,
   * then calls `forget`. Gives those segments.
   */
  release(sequenceId: number): readonly OldSegment[] {
    this.logStart = Math.max(this.logStart, sequenceId);
    return this.obsoleteAt(this.logStart);
  }

  /** The file of an older segment is gone. */
  forget(path: string): void {
    this.segment.sealed = this.segments.filter((segment) => segment.path !== path);
  }

  /** Resolves when spare segments were made, or making them failed, which was reported. */
  ready(): Promise<void> {
    return this.segment.ready();
  }

  /**
   * Writes and flushes everything, closes the files and removes the spares. Rejects when that failed; it is closed then
   * too.
   */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.cancelDeferred?.();
    try {
      this.flush();
    } finally {
      await this.segment.close();
    }
  }

  /**
   * Never throws. Tried again at once where a spare took over, else after a while; until then the next group takes it
   * along.
   */
  private writeDeferred(): void {
    this.cancelDeferred = null;
    for (;;) {
      const { path } = this.segment;
      try {
        this.segment.put(false);
        break;
      } catch (error) {
        this.options.onError(error);
        if (this.segment.path !== path) continue;
        this.cancelDeferred = this.options.clock.after(DEFER_AGAIN_MS, () => this.writeDeferred());
        return;
      }
    }
    this.segment.settle();
  }
}
