import type { Clock } from '../../clock.js';
import { BigtabError } from '../../errors.js';
import type { FileSystem } from '../fs/file-system.js';
import { LogTail } from './log-tail.js';
import type { LogContents } from './read-log.js';
import { encodeSegmentHeader, type OldSegment, type SegmentHeader, segmentHeaderLength } from './segment-header.js';
import { closeQuietly, type SpareSegment, SpareSegments } from './spare-segments.js';

/*
 * Writes the tail of the log into the active segment and goes on to the next one: when it is full, or when it failed.
 *
 * What holds at every moment:
 *  1. Every record that is not known to be on the device is also in memory (`LogTail`). So a handle that failed is
 *     never read and never trusted again: its segment is sealed at its last flushed length, and the records behind
 *     that move to a spare. A file is never written below a place that failed.
 *  2. A segment's header is flushed before any new record follows it, and lists every older segment with its valid
 *     length; what it lists is flushed up to there.
 *  3. Records that move are flushed before the header that makes their new segment the newest is written: at no
 *     moment would the death of the process lose a record that had reached the file system.
 *  4. When a spare fails while it is being started, its header may stand in the file and cut off what the active
 *     segment gets later. So the active segment is written on only if the spare was surely emptied, and of the spares
 *     none with a lower number is used then.
 */

export interface SegmentWriterOptions {
  readonly files: FileSystem;
  readonly clock: Clock;
  /** The writer's epoch: larger than every epoch in the names of the database. */
  readonly epoch: number;
  /** What `readLog` found. */
  readonly previous: Pick<LogContents, 'segments' | 'unproven'>;
  /** The first record gets a larger sequence id. */
  readonly lastSequenceId: number;
  /** Gives random integers, 0 … 2^32−1. */
  readonly salts: () => number;
  /** A segment that has reached this size is followed by the next one. Default 8 MiB. */
  readonly segmentBytes?: number;
  /** Is told of failures that no call reports: of deferred records, of rolling, of making spares. */
  readonly onError: (error: unknown) => void;
}

const DEFAULT_SEGMENT_BYTES = 8 << 20;
/** After so many bytes the log flushes itself: a flush stays short, and so does what memory must keep. */
export const FLUSH_BYTES: number = 1 << 20;

export class SegmentWriter {
  /** The end of the log in memory; another object after each change of segment. */
  tail: LogTail;
  /** Older segments, from old to new. */
  sealed: readonly OldSegment[];
  private readonly options: SegmentWriterOptions;
  private readonly segmentBytes: number;
  private readonly spares: SpareSegments;
  /** The segment that is written. */
  private active: SpareSegment;
  /** Length at which the next roll is tried. */
  private rollAt: number;

  private constructor(
    options: SegmentWriterOptions,
    spares: SpareSegments,
    sealed: readonly OldSegment[],
    first: SpareSegment,
    tail: LogTail,
  ) {
    this.options = options;
    this.segmentBytes = options.segmentBytes ?? DEFAULT_SEGMENT_BYTES;
    this.spares = spares;
    this.sealed = sealed;
    this.active = first;
    this.tail = tail;
    this.rollAt = this.segmentBytes;
  }

  /** See `Wal.open`. */
  static async open(options: SegmentWriterOptions): Promise<SegmentWriter> {
    const { files, clock, epoch, previous, onError } = options;
    const spares = new SpareSegments({ files, clock, epoch, onError });
    await spares.make(3);
    const first = spares.take();
    try {
      if (first === null) throw spares.failure;
      const { segments: older, unproven } = previous;
      const salt = options.salts() >>> 0;
      const tail = new LogTail(salt, segmentHeaderLength(older.length), 0);
      unproven?.reader.copyTo(tail, unproven.from, unproven.to);
      tail.skipTo(options.lastSequenceId);
      tail.markMoved();
      startSegment(first, { epoch, number: first.number, salt, older }, tail);
      return new SegmentWriter(options, spares, older, first, tail);
    } catch (error) {
      if (first !== null) spares.abandon(first);
      await spares.close();
      throw error;
    }
  }

  /** Path of the active segment: another one when the log went on to the next. */
  get path(): string {
    return this.active.path;
  }

  /** When the name of the active segment was made; Infinity when it is no longer written. */
  get madeAt(): number {
    return this.active.trusted ? this.active.madeAt : Infinity;
  }

  /**
   * Writes what was accepted and is not written, and with `group` the group behind it, with one write. When that
   * throws the group is dropped and nothing of it counts; `details.outcome` is 'unknown' when the failed bytes could
   * neither be cut off nor left behind, so that a crash now might show them. What was accepted stays.
   */
  put(group: boolean): void {
    if (group) this.tail.endGroup();
    else this.tail.abandonRecord();
    if (!this.active.trusted) this.takeSpare();
    const { tail } = this;
    const end = group ? tail.length : tail.accepted;
    if (end === tail.written) return;
    try {
      this.active.handle.write(tail.bytes.subarray(tail.written, end), tail.fileEnd);
    } catch (error) {
      if (group) tail.drop(true);
      throw this.takeBack(error);
    }
    tail.markWritten(end);
  }

  /**
   * Forces what is written to the device; when that fails, from a spare. When it throws every record is where it was.
   */
  flush(): void {
    const { active, tail } = this;
    if (!active.trusted) {
      this.takeSpare();
    } else if (tail.written > 0) {
      try {
        force(active);
      } catch {
        this.takeSpare();
        return;
      }
      tail.markFlushed();
    }
  }

  /**
   * After a write that succeeded: flushes or rolls when it is time to. A failure does not concern the group, so it is
   * only reported.
   */
  settle(): void {
    const full = this.tail.fileEnd >= this.rollAt;
    if (!full && this.tail.written < FLUSH_BYTES) return;
    try {
      if (full) this.roll();
      else this.flush();
    } catch (error) {
      this.options.onError(error);
    }
  }

  /** Resolves when spares were made, or making them failed, which was reported. */
  ready(): Promise<void> {
    return this.spares.make();
  }

  /** Closes the file, and removes the spares. */
  async close(): Promise<void> {
    closeQuietly(this.active.handle);
    await this.spares.close();
  }

  /** To the next segment when a spare is ready; else this one grows longer. */
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
      this.rollAt = this.tail.fileEnd + FLUSH_BYTES;
      throw error;
    }
  }

  /**
   * After a failed write any part of it may stand in the file. Cuts it off; the flush makes sure that a power cut does
   * not bring it back. Where that fails the segment is sealed and a spare takes over. Gives the error to throw.
   */
  private takeBack(error: unknown): unknown {
    const { active, tail } = this;
    let cut = false;
    try {
      active.handle.truncate(tail.fileEnd);
      cut = true;
    } catch {
      // What stands behind the end will not count, once the next segment's header says so.
    }
    try {
      force(active);
      tail.markFlushed();
      if (cut) return error;
    } catch {
      // Then the segment ends where it had been flushed before.
    }
    active.trusted = false;
    try {
      this.takeSpare();
      return error;
    } catch {
      return outcomeUnknown(error);
    }
  }

  /**
   * Seals the active segment at its last flushed length and goes on in a spare, with the records behind that. When no
   * spare could be started it throws, and the active segment stays what it is, trusted only if invariant 4 allows it.
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
        if (empty(spare)) {
          emptied.push(spare);
        } else {
          active.trusted = false;
          for (const passed of [...emptied.splice(0), spare]) this.spares.abandon(passed);
        }
        continue;
      }
      for (const passed of emptied) this.spares.abandon(passed);
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
    const { base: validLength, flushedSequenceId: lastSequenceId } = this.tail;
    const older = [...this.sealed, { path, epoch, number, validLength, lastSequenceId, damaged: false }];
    const salt = this.options.salts() >>> 0;
    const tail = this.tail.movedTo(salt, segmentHeaderLength(older.length));
    startSegment(spare, { epoch, number: spare.number, salt, older }, tail);
    closeQuietly(this.active.handle);
    this.sealed = older;
    this.active = spare;
    this.tail = tail;
    this.rollAt = this.segmentBytes;
  }
}

/** Writes the records that moved, then the header: the order of invariant 3. */
function startSegment(segment: SpareSegment, header: SegmentHeader, tail: LogTail): void {
  const { handle } = segment;
  if (tail.written > 0) {
    handle.write(new Uint8Array(tail.base), 0);
    handle.write(tail.bytes.subarray(0, tail.written), tail.base);
    force(segment);
  }
  handle.write(encodeSegmentHeader(header), 0);
  force(segment);
  tail.markFlushed();
}

/** After a flush that threw, the same handle may claim to have flushed what is lost: it is not asked again. */
function force(segment: SpareSegment): void {
  try {
    segment.handle.flush();
  } catch (error) {
    segment.trusted = false;
    throw error;
  }
}

/** Whether the file is surely empty now, also after a power cut. */
function empty(segment: SpareSegment): boolean {
  if (!segment.trusted) return false;
  try {
    segment.handle.truncate(0);
    force(segment);
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
  return new BigtabError(code, `the log could not undo a failed write: ${what}`, {
    cause: error,
    details: { ...(BigtabError.is(error) ? error.details : {}), outcome: 'unknown' },
  });
}
