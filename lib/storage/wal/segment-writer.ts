import type { Clock } from '../../clock.js';
import { BigtabError } from '../../errors.js';
import type { LogPosition, SpareFile } from '../catalog/catalog.js';
import type { NumberedName } from '../fs/file-names.js';
import type { FileHandle, FileSystem } from '../fs/file-system.js';
import { LogPlaces } from './log-places.js';
import { LogTail } from './log-tail.js';
import { compareNames, type LogContents, segmentNameOf } from './read-log.js';
import { encodeSegmentHeader, type OldSegment, type SegmentHeader, segmentHeaderLength } from './segment-header.js';
import { closeQuietly, SPARES, type SpareSegment, SpareSegments } from './spare-segments.js';

/*
 * Writes the tail of the log into the active segment, and continues in the next one when the segment is full or has
 * failed.
 *
 * Invariants:
 *  1. Every record that is not known to be on the device is also in memory (`LogTail`). So a handle that failed is
 *     never read and never trusted again: its segment is sealed at its last flushed length, and later records move to a
 *     spare. A file is never written below an offset that failed.
 *  2. A segment's header is flushed before any new record follows it, and lists every older segment with its valid
 *     length, up to which the older segment is flushed.
 *  3. Records that move are flushed before the header that makes their new segment the newest is written. So the death
 *     of the process never loses a record that had reached the file system.
 *  4. If a spare fails while it is being started, its header may be in the file and exclude what the active segment
 *     receives later. So the active segment is written further only if the spare was certainly emptied, and then no
 *     spare with a lower number is used.
 */

export interface SegmentWriterOptions {
  readonly files: FileSystem;
  readonly clock: Clock;
  /** The writer's epoch: larger than every epoch in the file names of the database. */
  readonly epoch: number;
  /** The result of `readLog`. */
  readonly previous: Pick<LogContents, 'segments' | 'places' | 'unproven' | 'unused' | 'newest'>;
  /** Spares that earlier owners created. */
  readonly spares?: readonly SpareFile[];
  /** The first record gets a larger sequence id than this. */
  readonly lastSequenceId: number;
  /** The catalog's generation. */
  readonly generation: number;
  /** Returns random integers, 0 … 2^32−1. */
  readonly salts: () => number;
  /** When a segment has reached this size, the log continues in the next one. Default 8 MiB. */
  readonly segmentBytes?: number;
  /**
   * The limit of the log: up to this size, a segment with an old name grows while all spares have young ones. Default 64
   * MiB.
   */
  readonly logBytes?: number;
  /** Receives failures that no call reports: of deferred records, of rolling, of creating spares. */
  readonly onError: (error: unknown) => void;
}

const DEFAULT_SEGMENT_BYTES = 8 << 20;
const DEFAULT_LOG_BYTES = 64 << 20;
/** At most this number of spares. */
const MOST_SPARES = 64;
/** The log flushes itself after this number of bytes, which limits both the time of a flush and the memory needed. */
export const FLUSH_BYTES: number = 1 << 20;
/** How long a power cut may undo a name. */
export const YOUNG_NAME_MS = 60_000;

export class SegmentWriter {
  /** The end of the log in memory; replaced by another object after each change of segment. */
  tail: LogTail;
  /** Older segments, from oldest to newest. */
  sealed: readonly OldSegment[];
  readonly #options: SegmentWriterOptions;
  readonly #segmentBytes: number;
  /** When the log rolled during the last minute, by the monotonic clock. */
  #rolls: readonly number[] = [];
  readonly #spares: SpareSegments;
  readonly #places: LogPlaces;
  /** The segment that is being written. */
  #active: SpareSegment;
  /** Length at which the next roll is attempted. */
  #rollAt: number;

  private constructor(
    options: SegmentWriterOptions,
    spares: SpareSegments,
    sealed: readonly OldSegment[],
    first: SpareSegment,
    tail: LogTail,
    places: readonly LogPosition[],
  ) {
    this.#options = options;
    this.#segmentBytes = options.segmentBytes ?? DEFAULT_SEGMENT_BYTES;
    this.#spares = spares;
    this.sealed = sealed;
    this.#active = first;
    this.tail = tail;
    this.#places = new LogPlaces(places);
    this.#rollAt = this.#segmentBytes;
  }

  /** See `Wal.open`. */
  static async open(options: SegmentWriterOptions): Promise<SegmentWriter> {
    const { files, clock, epoch, previous, onError } = options;
    const spares = new SpareSegments({ files, clock, epoch, onError });
    await spares.adopt(adoptable(options));
    if (spares.ready === 0) await spares.make(SPARES + 1);
    const first = spares.take();
    try {
      if (first === null) throw spares.failure;
      const { segments: older, unproven } = previous;
      const salt = options.salts() >>> 0;
      const offset = segmentHeaderLength(older.length);
      const tail = new LogTail(salt, offset, 0, options.generation);
      unproven?.reader.copyTo(tail, unproven.runs, unproven.needs);
      const sequenceId = Math.min(tail.firstSequenceId - 1, options.lastSequenceId);
      tail.skipTo(options.lastSequenceId);
      tail.markMoved();
      startSegment(first, { ...headerOf(first, epoch, tail), older }, tail);
      const start = { path: first.path, offset, sequenceId, connections: [] };
      const writer = new SegmentWriter(options, spares, older, first, tail, [...previous.places, start]);
      void writer.ready();
      return writer;
    } catch (error) {
      if (first !== null) spares.abandon(first);
      await spares.close();
      throw error;
    }
  }

  /** Path of the active segment; changes when the log continues in the next one. */
  get path(): string {
    return this.#active.path;
  }

  get spares(): readonly SpareFile[] {
    return this.#spares.list;
  }

  /** See `Wal.handleOf`. */
  handleOf(path: string): FileHandle | null {
    return path === this.path ? this.#active.handle : this.#spares.handleOf(path);
  }

  /** See `Wal.positionAfter`. */
  positionAfter(sequenceId: number): LogPosition {
    return this.#places.after(sequenceId, this.path, this.tail);
  }

  /** No position after a smaller sequence id will be asked for. */
  forgetPlaces(sequenceId: number): void {
    this.#places.forget(sequenceId);
  }

  /** When the name of the active segment was created; Infinity if the segment is no longer written. */
  get madeAt(): number {
    return this.#active.trusted ? this.#active.madeAt : Infinity;
  }

  /**
   * Writes accepted records that are not written yet and, with `group`, the group after them, with one write. If that
   * throws, the group is dropped and none of it counts; `details.outcome` is 'unknown' if the failed bytes could
   * neither be cut off nor excluded, so that a crash now might make them visible. Accepted records are kept.
   */
  put(group: boolean): void {
    if (group) this.tail.endGroup();
    else this.tail.abandonRecord();
    if (!this.#active.trusted) this.#takeSpare();
    const { tail } = this;
    const end = group ? tail.length : tail.accepted;
    if (end === tail.written) return;
    this.#places.note(this.path, tail);
    try {
      this.#active.handle.write(tail.bytes.subarray(tail.written, end), tail.fileEnd);
    } catch (error) {
      if (group) tail.drop(true);
      throw this.#takeBack(error);
    }
    tail.markWritten(end);
  }

  /**
   * Forces written records to the device; if that fails, through a spare. If it throws, all records are where they were
   * before.
   */
  flush(): void {
    const { tail } = this;
    const active = this.#active;
    if (!active.trusted) {
      this.#takeSpare();
    } else if (tail.written > 0) {
      try {
        force(active);
      } catch {
        this.#takeSpare();
        return;
      }
      tail.markFlushed();
    }
  }

  /**
   * After a successful write, flushes or rolls if that is due. A failure does not concern the group, so it is only
   * reported.
   */
  settle(): void {
    const full = this.tail.fileEnd >= this.#rollAt;
    if (!full && this.tail.written < FLUSH_BYTES) return;
    try {
      if (full) this.#roll();
      else this.flush();
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** See `Wal.roll`. */
  async roll(): Promise<void> {
    // If a flush fails, the records that are not on the device move to the new segment.
    do {
      if (this.#spares.ready === 0) await this.ready();
      if (this.#spares.ready === 0) throw this.#spares.failure;
      this.put(false);
      // Writing may have used the last spare.
      if (this.#spares.next !== null) this.#continueIn(this.#spares.next);
    } while (this.sealed.at(-1)?.lastSequenceId !== this.tail.acceptedSequenceId);
  }

  /** Resolves when spares were created, or when creating them failed, which is reported. */
  ready(): Promise<void> {
    // As many as the log needs within a minute at the current rate, so that their names are old when they are used.
    const minuteAgo = this.#options.clock.monotonic() - YOUNG_NAME_MS;
    this.#rolls = this.#rolls.filter((at) => at > minuteAgo);
    return this.#spares.make(Math.min(this.#rolls.length + SPARES, MOST_SPARES));
  }

  #isOld({ madeAt }: SpareSegment): boolean {
    return this.#options.clock.monotonic() - madeAt >= YOUNG_NAME_MS;
  }

  /** Closes the files. The spares stay: the seal of the segment may name one. */
  async close(): Promise<void> {
    closeQuietly(this.#active.handle);
    await this.#spares.close();
  }

  /**
   * Continues in the next segment if a spare is ready; otherwise this one grows. It also grows, up to the limit of the
   * log, rather than give up an old name for a young one.
   */
  #roll(): void {
    const { next } = this.#spares;
    const { logBytes = DEFAULT_LOG_BYTES } = this.#options;
    const keeps = next !== null && this.#isOld(this.#active) && !this.#isOld(next) && this.tail.fileEnd < logBytes;
    if (next === null || keeps) {
      void this.ready();
      if (this.tail.written >= FLUSH_BYTES) this.flush();
      return;
    }
    this.#continueIn(next);
  }

  /** Ends the segment and continues in `next`, or, if that fails, in a later spare. REQUIRES that all is written. */
  #continueIn(next: SpareSegment): void {
    const active = this.#active;
    try {
      this.#seal(next);
      this.flush();
      if (this.#active === active) this.#takeSpare();
    } catch (error) {
      if (this.#active === active) this.#rollAt = this.tail.fileEnd + FLUSH_BYTES;
      throw error;
    }
  }

  /**
   * Ends the segment with a record that names the one in which the log continues. If it continues here after all, later
   * records make this one meaningless. REQUIRES that every record is written.
   */
  #seal(next: SpareSegment): void {
    const { tail } = this;
    const at = tail.length;
    tail.appendSeal(next.epoch, next.number, this.#isOld(next));
    try {
      this.#active.handle.write(tail.bytes.subarray(at, tail.length), tail.fileEnd);
    } catch (error) {
      tail.drop(false);
      throw this.#takeBack(error);
    }
    tail.markWritten(tail.length);
  }

  /**
   * After a failed write, any part of it may be in the file. Cuts it off, and flushes so that a power cut does not
   * restore it. If that fails, the segment is sealed and a spare replaces it. Returns the error to throw.
   */
  #takeBack(error: unknown): unknown {
    const { tail } = this;
    const active = this.#active;
    let cut = false;
    try {
      active.handle.truncate(tail.fileEnd);
      cut = true;
    } catch {
      // Bytes after the end will not count, because the next segment's header excludes them.
    }
    try {
      force(active);
      tail.markFlushed();
      if (cut) return error;
    } catch {
      // Then the segment ends at its previously flushed length.
    }
    active.trusted = false;
    try {
      this.#takeSpare();
      return error;
    } catch {
      return outcomeUnknown(error);
    }
  }

  /**
   * Seals the active segment at its last flushed length and continues in a spare with the later records. If no spare
   * could be started, it throws; the active segment does not change, and is trusted only if invariant 4 allows it.
   */
  #takeSpare(): void {
    const active = this.#active;
    const emptied: SpareSegment[] = [];
    let failure: unknown = null;
    for (let spare = this.#spares.take(); spare !== null; spare = this.#spares.take()) {
      try {
        this.#startWith(spare);
      } catch (error) {
        failure = error;
        if (empty(spare)) {
          emptied.push(spare);
        } else {
          active.trusted = false;
          for (const passed of [...emptied.splice(0), spare]) this.#spares.abandon(passed);
        }
        continue;
      }
      for (const passed of emptied) this.#spares.abandon(passed);
      void this.ready();
      return;
    }
    this.#spares.putBack(emptied);
    void this.ready();
    throw failure ?? noSpare();
  }

  #startWith(spare: SpareSegment): void {
    const { path, epoch, number } = this.#active;
    const { base: validLength, flushedSequenceId: lastSequenceId } = this.tail;
    const older = [...this.sealed, { path, epoch, number, validLength, lastSequenceId, damaged: false }];
    const offset = segmentHeaderLength(older.length);
    const tail = this.tail.movedTo(this.#options.salts() >>> 0, offset);
    startSegment(spare, { ...headerOf(spare, this.#options.epoch, tail), older }, tail);
    this.#places.moved(path, validLength, { path: spare.path, offset, sequenceId: lastSequenceId, connections: [] });
    closeQuietly(this.#active.handle);
    this.sealed = older;
    this.#active = spare;
    this.tail = tail;
    this.#rollAt = this.#segmentBytes;
    this.#rolls = [...this.#rolls, this.#options.clock.monotonic()];
  }
}

/**
 * The spares of earlier owners in which the log may continue: empty, with old names, in order, and after the newest
 * segment, since the highest name is the newest.
 */
function adoptable({ clock, previous, spares = [] }: SegmentWriterOptions): (NumberedName & SpareFile)[] {
  const { newest, unused } = previous;
  const found: (NumberedName & SpareFile)[] = [];
  for (const { path, since } of spares) {
    const name = segmentNameOf(path);
    if (name === null || !unused.includes(path) || clock.now() - since < YOUNG_NAME_MS) continue;
    if (newest === null || compareNames(name, newest) > 0) found.push({ ...name, path, since });
  }
  return found.sort(compareNames);
}

function headerOf(
  { epoch, number }: SpareSegment,
  writer: number,
  { salt, generation }: LogTail,
): Omit<SegmentHeader, 'older'> {
  return { epoch, number, salt, writer, generation };
}

/** Writes the moved records, then the header, in the order of invariant 3. */
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

/** After a flush that threw, the same handle may report lost data as flushed, so it is not used again. */
function force(segment: SpareSegment): void {
  try {
    segment.handle.flush();
  } catch (error) {
    segment.trusted = false;
    throw error;
  }
}

/** Whether the file is certainly empty now, even after a power cut. */
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
  return new BigtabError('STORAGE_UNAVAILABLE', 'the log has no segment to write to; one is being created', {
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
