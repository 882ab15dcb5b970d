import type { ByteWriter } from '../bytes/byte-writer.js';
import type { Clock } from '../clock.js';
import { BigtabError } from '../errors.js';
import type { FileHandle, FileSystem } from '../fs/file-system.js';
import { LogTail } from './log-tail.js';
import { copySegments, flushSegments } from './old-segments.js';
import { encodeSegmentHeader, type OldSegment, type SegmentHeader, segmentHeaderLength } from './segment-header.js';
import { closeQuietly, type SpareSegment, SpareSegments } from './spare-segments.js';

/*
 * The write-ahead log of a database.
 *
 * A turn appends the records of its group, then calls one of: `write` (one write to the file system), `defer`
 * (ASYNC_WAL: written with the next group or after 5 ms), `discard`. Answers leave after that.
 *
 * What holds at every moment:
 *  1. Records stand in sequence order, over all segments. A group whose write failed is not among them.
 *  2. Every record that is not known to be on the device is also in memory (`LogTail`), so a handle that failed is
 *     never read and never trusted again: its segment is sealed at its last flushed length, and the records behind
 *     that move to a spare. A file is never written below a place that failed.
 *  3. A segment's header is flushed before any new record follows it, and lists every older segment with its valid
 *     length; what it lists is flushed up to there.
 *  4. Records that move are flushed before the header that makes their new segment the newest is written: at no
 *     moment would the death of the process lose a record that had reached the file system.
 *  5. While no segment can be written (it failed, and no spare is ready), `write` and `sync` throw; `ready` tells when
 *     to try again.
 */

export interface WalOptions {
  readonly files: FileSystem;
  readonly clock: Clock;
  /** The writer's epoch: larger than every epoch in the names of the database. */
  readonly epoch: number;
  /** What `readLog` found. */
  readonly previous: readonly OldSegment[];
  /** The first record gets a larger sequence id. */
  readonly lastSequenceId: number;
  /** Gives random integers, 0 … 2^32−1. */
  readonly salts: () => number;
  /** A segment that has reached this size is followed by the next one. Default 8 MiB. */
  readonly segmentBytes?: number;
  /** Is told of failures that no call reports: of deferred records, of rolling, of making spares. */
  readonly onError: (error: unknown) => void;
}

/** The segment that is written. */
interface ActiveSegment extends SpareSegment {
  /** False after a failure that may have left anything in the file: nothing is written to it any more. */
  trusted: boolean;
}

const DEFAULT_SEGMENT_BYTES = 8 << 20;
/** After so many bytes the log flushes itself: a flush stays short, and so does what memory must keep. */
const FLUSH_BYTES = 1 << 20;
const DEFER_MS = 5;
const DEFER_AGAIN_MS = 1_000;
/** So long a power cut may undo a name. */
const YOUNG_NAME_MS = 60_000;

export class Wal {
  private readonly options: WalOptions;
  private readonly spares: SpareSegments;
  private readonly segmentBytes: number;
  /** Older segments, from old to new. */
  private sealed: readonly OldSegment[];
  private active: ActiveSegment;
  private tail: LogTail;
  /** Size at which the next roll is tried. */
  private rollAt: number;
  private logStart = 0;
  private cancelDeferred: (() => void) | null = null;
  private closed = false;

  private constructor(
    options: WalOptions,
    spares: SpareSegments,
    sealed: readonly OldSegment[],
    active: SpareSegment,
    tail: LogTail,
  ) {
    this.options = options;
    this.spares = spares;
    this.segmentBytes = options.segmentBytes ?? DEFAULT_SEGMENT_BYTES;
    this.sealed = sealed;
    this.active = { ...active, trusted: true };
    this.tail = tail;
    this.rollAt = this.segmentBytes;
  }

  /**
   * Makes the first segment of an epoch and two spares. Old segments are flushed, or copied where that fails, before
   * the header that lists them is written and flushed: a crash at any moment of it changes nothing.
   */
  static async open(options: WalOptions): Promise<Wal> {
    const { files, clock, epoch, previous, onError } = options;
    const spares = new SpareSegments({ files, clock, epoch, onError });
    let first: SpareSegment | null = null;
    try {
      const [flushed] = await Promise.all([flushSegments(files, previous), spares.make(3)]);
      first = spares.take();
      if (first === null) throw spares.failure;
      const older = previous.slice(0, flushed);
      const salt = options.salts() >>> 0;
      const tail = new LogTail(salt, segmentHeaderLength(older.length), 0);
      await copySegments(files, previous.slice(flushed), first.handle, tail);
      tail.skipTo(options.lastSequenceId);
      startSegment(first.handle, { epoch, number: first.number, salt, older }, tail);
      return new Wal(options, spares, older, first, tail);
    } catch (error) {
      if (first !== null) closeQuietly(first.handle);
      await spares.close();
      throw error;
    }
  }

  /** Id of the last record that was written or deferred. */
  get lastSequenceId(): number {
    return this.tail.acceptedSequenceId;
  }

  /** Id of the last record on the device; all before it are there too. */
  get syncedSequenceId(): number {
    return this.tail.syncedSequenceId;
  }

  /** Bytes of the group that is being made. */
  get pendingBytes(): number {
    return this.tail.length - this.tail.accepted;
  }

  /** Bytes that a recovery would read. */
  get bytes(): number {
    let bytes = this.tail.end;
    for (const segment of this.sealed) if (segment.lastSequenceId > this.logStart) bytes += segment.validLength;
    return bytes;
  }

  /** The older segments whose files stand, from old to new. */
  get segments(): readonly OldSegment[] {
    return this.sealed;
  }

  /** False while a power cut could still undo the name of the active segment, and with it what was synced into it. */
  get powerSafe(): boolean {
    return this.active.trusted && this.options.clock.monotonic() - this.active.madeAt >= YOUNG_NAME_MS;
  }

  /**
   * Begins the record of one request; `connection` null and `operation` 0 when it came from none.
   * REQUIRES that no record is open, and a larger sequence id than that of every record before, failed ones included.
   */
  beginRecord(connection: string | null, operation: number, firstSequenceId: number): void {
    this.tail.begin(connection, operation, firstSequenceId);
  }

  /** Begins the cells of a table: the caller appends them, flat and stamped, to the writer, which is valid until the next call. */
  beginSection(tableId: number): ByteWriter {
    return this.tail.beginSection(tableId);
  }

  /** Ends the record. `answer` is given back when the log is read, for exactly-once. */
  endRecord(lastSequenceId: number, answer: Uint8Array | null = null): void {
    this.tail.end(lastSequenceId, answer);
  }

  /** Drops the open record; its sequence ids may be used again. */
  abandonRecord(): void {
    this.tail.abandon();
  }

  /**
   * Writes the group, and what was deferred before it, with one write. When it throws nothing of the group is in the
   * log (with `details.outcome` 'unknown': the failed bytes could not be taken back, and a crash now might show them),
   * the group is forgotten, and its sequence ids are not to be used again. Deferred records stay.
   */
  write(): void {
    try {
      this.put(true);
    } catch (error) {
      this.tail.drop(true);
      throw error;
    }
    this.settle();
  }

  /**
   * Lets the group be answered before it is written (ASYNC_WAL). When more than 1 MiB waits already it is written
   * now, and this throws as `write` does.
   */
  defer(): void {
    if (this.tail.length - this.tail.written > FLUSH_BYTES) {
      this.write();
      return;
    }
    this.tail.accept();
    this.cancelDeferred ??= this.options.clock.after(DEFER_MS, () => this.writeDeferred());
  }

  /** Drops the group; its sequence ids may be used again. */
  discard(): void {
    this.tail.drop(false);
  }

  /** Writes what was deferred, then forces the log to the device. When it throws, every record is where it was before. */
  sync(): void {
    this.put(false);
    this.flush();
  }

  /** As `sync`, but only when a record up to `sequenceId` is not on the device yet. */
  syncUpTo(sequenceId: number): void {
    if (this.tail.firstSequenceId <= sequenceId) this.sync();
  }

  /** Segments that hold no record above `sequenceId`. Damaged ones are never among them. */
  obsoleteAt(sequenceId: number): readonly OldSegment[] {
    return this.sealed.filter((segment) => !segment.damaged && segment.lastSequenceId <= sequenceId);
  }

  /**
   * Every edit up to `sequenceId` stands in store files, by a commit that was made: the log's start. Headers still
   * list the segments below it, because a power cut may undo that commit's files; the caller removes their files no
   * earlier than 60 s after the commit, then calls `forget`.
   */
  release(sequenceId: number): readonly OldSegment[] {
    this.logStart = Math.max(this.logStart, sequenceId);
    return this.obsoleteAt(sequenceId);
  }

  /** The file of an older segment is gone. */
  forget(path: string): void {
    this.sealed = this.sealed.filter((segment) => segment.path !== path);
  }

  /** Resolves when spare segments were made, or making them failed (which was reported). */
  ready(): Promise<void> {
    return this.spares.make();
  }

  /** Writes and flushes everything, closes the files and removes the spares. Rejects when the flush failed; it is closed then too. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.cancelDeferred?.();
    try {
      this.sync();
    } finally {
      closeQuietly(this.active.handle);
      await this.spares.close();
    }
  }

  /** Writes what was deferred, and with `group` the group too. */
  private put(group: boolean): void {
    if (!this.active.trusted) this.takeSpare();
    const { tail } = this;
    const end = group ? tail.length : tail.accepted;
    if (end === tail.written) return;
    try {
      this.active.handle.write(tail.bytes.subarray(tail.written, end), tail.end);
    } catch (error) {
      if (group) tail.drop(true);
      throw this.takeBack(error);
    }
    tail.markWritten(end);
  }

  /**
   * After a failed write any part of it may stand in the file. Cuts it off; the flush makes sure that a power cut does
   * not bring it back. Where that fails the segment is sealed and a spare takes over. Gives the error to throw.
   */
  private takeBack(error: unknown): unknown {
    const { active, tail } = this;
    let cut = false;
    try {
      active.handle.truncate(tail.end);
      cut = true;
    } catch {
      // What stands behind the end will not count, once the next segment's header says so.
    }
    try {
      active.handle.flush();
      tail.markFlushed();
      if (cut) return error;
    } catch {
      // Not asked again: a second flush may claim what the first one lost.
    }
    active.trusted = false;
    try {
      this.takeSpare();
      return error;
    } catch {
      return outcomeUnknown(error);
    }
  }

  private flush(): void {
    const { active, tail } = this;
    if (!active.trusted) {
      this.takeSpare();
    } else if (tail.written > 0) {
      try {
        active.handle.flush();
      } catch {
        active.trusted = false;
        this.takeSpare();
        return;
      }
      tail.markFlushed();
    }
  }

  /** After a write that succeeded: flushes or rolls when it is time to. A failure does not concern the group. */
  private settle(): void {
    if (this.tail.written < FLUSH_BYTES && this.tail.end < this.rollAt) return;
    try {
      if (this.tail.end < this.rollAt) this.flush();
      else this.roll();
    } catch (error) {
      this.options.onError(error);
    }
  }

  /** To the next segment, when a spare is ready; else this one grows longer. */
  private roll(): void {
    if (this.spares.ready === 0) {
      void this.spares.make();
      if (this.tail.written >= FLUSH_BYTES) this.flush();
      return;
    }
    const { active } = this;
    this.flush();
    if (this.active !== active) return;
    try {
      this.takeSpare();
    } catch (error) {
      this.rollAt = this.tail.end + FLUSH_BYTES;
      throw error;
    }
  }

  private writeDeferred(): void {
    this.cancelDeferred = null;
    for (;;) {
      const { active } = this;
      try {
        this.put(false);
        break;
      } catch (error) {
        this.options.onError(error);
        if (this.active !== active) continue;
        this.cancelDeferred = this.options.clock.after(DEFER_AGAIN_MS, () => this.writeDeferred());
        return;
      }
    }
    this.settle();
  }

  /**
   * Seals the active segment at its last flushed length and goes on in a spare, with the records behind that.
   * A spare that failed is used again only when it is surely empty: its header would cut off what the active segment
   * gets later. Throws when no spare could be started; then the active segment stands as before, but is trusted no
   * longer if such a header may exist.
   */
  private takeSpare(): void {
    const { active } = this;
    const emptied: SpareSegment[] = [];
    let failure: unknown = null;
    for (let spare = this.spares.take(); spare !== null; spare = this.spares.take()) {
      try {
        this.startWith(spare);
      } catch (error) {
        failure = error;
        if (empty(spare.handle)) {
          emptied.push(spare);
        } else {
          active.trusted = false;
          this.spares.abandon(spare);
        }
        continue;
      }
      for (const unused of emptied) this.spares.abandon(unused);
      void this.spares.make();
      return;
    }
    this.spares.putBack(emptied);
    void this.spares.make();
    throw failure ?? noSpare();
  }

  private startWith(spare: SpareSegment): void {
    const { path, number } = this.active;
    const { epoch } = this.options;
    const { base: validLength, syncedSequenceId: lastSequenceId } = this.tail;
    const older = [...this.sealed, { path, epoch, number, validLength, lastSequenceId, damaged: false }];
    const salt = this.options.salts() >>> 0;
    const tail = this.tail.movedTo(salt, segmentHeaderLength(older.length));
    startSegment(spare.handle, { epoch, number: spare.number, salt, older }, tail);
    closeQuietly(this.active.handle);
    this.sealed = older;
    this.active = { ...spare, trusted: true };
    this.tail = tail;
    this.rollAt = this.segmentBytes;
  }
}

/** Writes the records that moved, then the header: the order of invariant 4. */
function startSegment(handle: FileHandle, header: SegmentHeader, tail: LogTail): void {
  if (tail.written > 0) {
    handle.write(new Uint8Array(tail.base), 0);
    handle.write(tail.bytes.subarray(0, tail.written), tail.base);
    handle.flush();
  }
  handle.write(encodeSegmentHeader(header), 0);
  handle.flush();
  tail.markFlushed();
}

/** Whether the file is surely empty now, also after a power cut. */
function empty(handle: FileHandle): boolean {
  try {
    handle.truncate(0);
    handle.flush();
    return true;
  } catch {
    return false;
  }
}

function noSpare(): BigtabError {
  return new BigtabError('STORAGE_UNAVAILABLE', 'the log has no segment that can be written; one is being made', {
    details: { reason: 'log' },
  });
}

function outcomeUnknown(error: unknown): BigtabError {
  const code = BigtabError.is(error) ? error.code : 'STORAGE_UNAVAILABLE';
  const what = error instanceof Error ? error.message : String(error);
  return new BigtabError(code, `the log could not take back a write that failed: ${what}`, {
    cause: error,
    details: { ...(BigtabError.is(error) ? error.details : {}), outcome: 'unknown' },
  });
}
