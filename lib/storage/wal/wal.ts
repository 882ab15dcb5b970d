import type { ByteWriter } from '../../bytes/byte-writer.js';
import type { LogPosition, SpareFile } from '../catalog/catalog.js';
import type { FileHandle } from '../fs/file-system.js';
import type { OldSegment } from './segment-header.js';
import { FLUSH_BYTES, SegmentWriter, type SegmentWriterOptions, YOUNG_NAME_MS } from './segment-writer.js';

/*
 * The write-ahead log of a database.
 *
 * A turn appends the records of its group, then calls one of: `write` (one write to the file system), `defer`
 * (ASYNC_WAL: written with the next group or after 5 ms), `discard`. Answers are sent after that. With FSYNC_WAL the
 * answer also waits for a `flush`.
 *
 *  1. Records are in sequence order over all segments. A group whose write failed is not among them.
 *  2. A crash of the process leaves a prefix of them that contains every written record. A power cut leaves a prefix
 *     that contains every flushed record (while `powerSafe`: a young name may be undone).
 *  3. While no segment can be written (it failed, and no spare is ready), `write` and `flush` throw; they can be tried
 *     again after `ready`.
 */

export type WalOptions = SegmentWriterOptions;

const DEFER_MS = 5;
const DEFER_AGAIN_MS = 1_000;

export class Wal {
  readonly #options: WalOptions;
  readonly #segment: SegmentWriter;
  #logStart = 0;
  #cancelDeferred: (() => void) | null = null;
  #closed = false;

  private constructor(options: WalOptions, segment: SegmentWriter) {
    this.#options = options;
    this.#segment = segment;
  }

  /**
   * Continues in a spare of an earlier owner whose name is old, or creates a first segment and two spares. Records of the previous epoch that may not be on the device
   * are copied and flushed, then the header is written and flushed. A crash at any point during this changes nothing.
   */
  static async open(options: WalOptions): Promise<Wal> {
    return new Wal(options, await SegmentWriter.open(options));
  }

  /** Sequence id of the last record that was written or deferred. */
  get lastSequenceId(): number {
    return this.#segment.tail.acceptedSequenceId;
  }

  /** Sequence id of the last record on the device; all earlier records are there too. */
  get flushedSequenceId(): number {
    return this.#segment.tail.flushedSequenceId;
  }

  /** Size of the group that is being built. */
  get pendingBytes(): number {
    const { tail } = this.#segment;
    return tail.length - tail.accepted;
  }

  /** Number of bytes that recovery would read. */
  get bytes(): number {
    let bytes = this.#segment.tail.fileEnd;
    for (const { lastSequenceId, validLength } of this.segments)
      if (lastSequenceId > this.#logStart) bytes += validLength;
    return bytes;
  }

  /** The older segments whose files still exist, from oldest to newest. */
  get segments(): readonly OldSegment[] {
    return this.#segment.sealed;
  }

  /** False while a power cut could still undo the name of the active segment, and so the records flushed into it. */
  get powerSafe(): boolean {
    return this.#options.clock.monotonic() - this.#segment.madeAt >= YOUNG_NAME_MS;
  }

  /** The segment that is written now; see `DatabaseRecord.logSegment`. */
  get active(): { readonly path: string; readonly old: boolean } {
    return { path: this.#segment.path, old: this.powerSafe };
  }

  /** The empty segments in which the log may continue; see `DatabaseRecord.spares`. */
  get spares(): readonly SpareFile[] {
    return this.#segment.spares;
  }

  /** The handle of a segment that is open here: the active one, or a spare. Null for any other path. */
  handleOf(path: string): FileHandle | null {
    return this.#segment.handleOf(path);
  }

  /** A commit of the catalog has ended: the next group states its generation. */
  committed(generation: number): void {
    this.#segment.tail.generation = generation;
  }

  /**
   * Where recovery has to begin to read if every edit up to `sequenceId` is in store files. REQUIRES a sequence id that
   * is not below the last one that was released.
   */
  positionAfter(sequenceId: number): LogPosition {
    return this.#segment.positionAfter(sequenceId);
  }

  /**
   * Starts the record of a request. `connection` is null and `operation` 0 if it came from none. Sections follow, or
   * none. REQUIRES a sequence id larger than those of all earlier records, including failed ones.
   */
  beginRecord(connection: string | null, operation: number, firstSequenceId: number): void {
    this.#segment.tail.beginRecord(connection, operation, firstSequenceId);
  }

  /**
   * Starts the edits of one table: until the next call, the caller appends flat, stamped cells to the writer. Appended
   * cells can be read there until the group ends.
   */
  beginSection(tableId: number): ByteWriter {
    return this.#segment.tail.beginSection(tableId);
  }

  /** Ends the record; the next call drops a record that is not ended. `answer` is returned when the log is read. */
  endRecord(lastSequenceId: number, answer: Uint8Array | null = null): void {
    this.#segment.tail.endRecord(lastSequenceId, answer);
  }

  /**
   * Writes the group, and records deferred before it, with one write. If it throws, nothing of the group is in the log,
   * the group is dropped, and its sequence ids must not be used again. Exception: `details.outcome` is 'unknown' if the
   * failed bytes could not be undone, so that a crash now might make them visible. Deferred records are kept.
   */
  write(): void {
    try {
      this.#segment.put(true);
    } catch (error) {
      this.#segment.tail.drop(true);
      throw error;
    }
    this.#segment.settle();
  }

  /**
   * Allows the group to be answered before it is written (ASYNC_WAL). If more than 1 MiB already waits, the group is
   * written now, and this throws like `write`.
   */
  defer(): void {
    const { tail } = this.#segment;
    if (tail.length - tail.written > FLUSH_BYTES) {
      this.write();
      return;
    }
    tail.accept();
    this.#cancelDeferred ??= this.#options.clock.after(DEFER_MS, () => this.#writeDeferred());
  }

  /** Drops the group; its sequence ids may be used again. */
  discard(): void {
    this.#segment.tail.drop(false);
  }

  /** Writes deferred records, then forces the log to the device. If it throws, every record is where it was before. */
  flush(): void {
    this.#segment.put(false);
    this.#segment.flush();
  }

  /** Like `flush`, but only if a record up to `sequenceId` is not on the device yet. */
  flushUpTo(sequenceId: number): void {
    if (this.#segment.tail.firstSequenceId <= sequenceId) this.flush();
  }

  /** Older segments without a record above `sequenceId`. Damaged ones are never among them. */
  obsoleteAt(sequenceId: number): readonly OldSegment[] {
    return this.segments.filter((segment) => !segment.damaged && segment.lastSequenceId <= sequenceId);
  }

  /**
   * The log now starts after `sequenceId`, because of a completed commit. Headers still list the segments below it,
   * because a power cut may undo that commit's files: the caller removes them no earlier than 60 s after the commit,
   * then calls `forget`. Returns those segments.
   */
  release(sequenceId: number): readonly OldSegment[] {
    this.#logStart = Math.max(this.#logStart, sequenceId);
    this.#segment.forgetPlaces(this.#logStart);
    return this.obsoleteAt(this.#logStart);
  }

  /** The file of an older segment was removed. */
  forget(path: string): void {
    this.#segment.sealed = this.segments.filter((segment) => segment.path !== path);
  }

  /**
   * Continues in a new segment: afterwards, every record is in an older one, and on the device. Rejects if no segment
   * could be created or started.
   */
  roll(): Promise<void> {
    return this.#segment.roll();
  }

  /** Resolves when spare segments were created, or when creating them failed, which is reported. */
  ready(): Promise<void> {
    return this.#segment.ready();
  }

  /**
   * Writes and flushes everything and closes the files; the spares stay, empty. If that fails it rejects, and the log is
   * closed all the same.
   */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#cancelDeferred?.();
    try {
      this.flush();
    } finally {
      await this.#segment.close();
    }
  }

  /**
   * Never throws. Tries again immediately if a spare was started, else after a while; until then the next group
   * includes these records.
   */
  #writeDeferred(): void {
    this.#cancelDeferred = null;
    for (;;) {
      const { path } = this.#segment;
      try {
        this.#segment.put(false);
        break;
      } catch (error) {
        this.#options.onError(error);
        if (this.#segment.path !== path) continue;
        this.#cancelDeferred = this.#options.clock.after(DEFER_AGAIN_MS, () => this.#writeDeferred());
        return;
      }
    }
    this.#segment.settle();
  }
}
