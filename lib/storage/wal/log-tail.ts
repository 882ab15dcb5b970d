import { ByteWriter } from '../../bytes/byte-writer.js';
import { encodeText } from '../../bytes/text.js';
import { copyEdits, type NeedsEdits } from './copy-edits.js';
import {
  endsGroup,
  GROUP_END,
  GROUP_START,
  KIND_DECLARATION,
  KIND_EDITS,
  KIND_GENERATION,
  KIND_SEAL,
  kindAt,
  lastSequenceIdAt,
  OFFSET_CONNECTION,
  OFFSET_FIRST_SEQUENCE_ID,
  OFFSET_FLUSHED_UP_TO,
  OFFSET_KIND,
  OFFSET_LENGTH,
  OFFSET_OPERATION,
  OFFSET_SEQUENCE_IDS,
  RECORD_HEADER_BYTES,
  SECTION_HEADER_BYTES,
  SECTIONS_LENGTH_BYTES,
  sealRecord,
} from './wal-record.js';

/** A larger buffer, which a large group has needed, is released as soon as it is empty. */
const LARGEST_KEPT_BYTES = 4 << 20;
const FIRST_BYTES = 64 << 10;

/**
 * The end of the log in memory: every record of the active segment that is not known to be on the device, encoded for
 * that segment, in sequence order.
 *
 *     base            base + written                                          offsets in the segment's file
 *      |  in the file,   |  accepted (ASYNC_WAL),  |  the group that is  |
 *      |  not flushed    |  not in the file        |  being made         |
 *      0              written                  accepted              length   offsets in memory
 *
 * So when a flush fails, or a write cannot be undone, the records can be moved to another segment (`movedTo`), without
 * reading a file that has just failed.
 */
export class LogTail {
  /** The salt of the segment. */
  readonly salt: number;
  /** Offset in the segment's file of the first byte in memory. */
  base: number;
  written = 0;
  accepted = 0;
  /** Sequence ids of the last record that is on the device; in the file; accepted; in memory. */
  flushedSequenceId: number;
  writtenSequenceId: number;
  acceptedSequenceId: number;
  sequenceId: number;
  /** What records state as flushed: `base`, after a flush has returned since the header was written. */
  #flushedUpTo = 0;
  #writer: ByteWriter;
  /** Sequence id of the last record that was dropped for good. */
  #usedUpSequenceId = 0;
  /** Connections declared in this segment; a connection's number is its index here plus one. */
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** How many of them were declared before the group. */
  #acceptedNames = 0;
  /** The catalog's generation, and the one that the segment states before the group, and with it. */
  #generation: number;
  #acceptedGeneration: number;
  #statedGeneration: number;
  /** Whether the group has a record. */
  #started = false;
  /**
   * Start and end of the last ended record of the group; -1 if there is none. It may still become the end of the group,
   * so its checksum is not computed yet.
   */
  #unsealed = -1;
  #unsealedEnd = -1;
  /** Start of the open record and of its open section; -1 if there is none. */
  #record = -1;
  #section = -1;

  /** `generation`: as the header of the segment states it. */
  constructor(
    salt: number,
    base: number,
    sequenceId: number,
    generation: number,
    writer: ByteWriter = new ByteWriter(FIRST_BYTES),
  ) {
    this.salt = salt;
    this.base = base;
    this.#writer = writer;
    this.#generation = generation;
    this.#acceptedGeneration = generation;
    this.#statedGeneration = generation;
    this.flushedSequenceId = sequenceId;
    this.writtenSequenceId = sequenceId;
    this.acceptedSequenceId = sequenceId;
    this.sequenceId = sequenceId;
  }

  get bytes(): Uint8Array {
    return this.#writer.bytes;
  }

  get length(): number {
    return this.#writer.length;
  }

  /** Offset in the file after its last valid byte. */
  get fileEnd(): number {
    return this.base + this.written;
  }

  /** The first sequence id that is not on the device; Infinity if all are. */
  get firstSequenceId(): number {
    return this.#writer.length === 0 ? Infinity : this.#writer.view.getFloat64(OFFSET_FIRST_SEQUENCE_ID, true);
  }

  get generation(): number {
    return this.#generation;
  }

  /** The catalog has this generation now: the next group states it. */
  set generation(generation: number) {
    this.#generation = generation;
  }

  /** The connections declared in this segment, by their numbers. */
  get connections(): readonly string[] {
    return this.#names.slice(0, this.#acceptedNames);
  }

  /** Starts a record; sections follow. A record that is still open has failed and is dropped. */
  beginRecord(connection: string | null, operation: number, firstSequenceId: number): void {
    this.abandonRecord();
    if (!(firstSequenceId > this.sequenceId)) {
      throw new Error(`log record ${firstSequenceId} does not follow ${this.sequenceId}`);
    }
    if (this.#generation !== this.#statedGeneration) this.#stateGeneration(firstSequenceId);
    const number = connection === null ? 0 : this.#declared(connection, firstSequenceId);
    const kind = this.#started ? KIND_EDITS : KIND_EDITS + GROUP_START;
    this.#record = this.#header(kind, firstSequenceId, number, operation);
    this.#writer.reserve(SECTIONS_LENGTH_BYTES);
  }

  /** Starts the cells of a table; the caller appends them to the writer that this returns. REQUIRES an open record. */
  beginSection(tableId: number): ByteWriter {
    const writer = this.#writer;
    this.#endSection();
    this.#section = writer.length;
    writer.u32(tableId);
    writer.reserve(4);
    return writer;
  }

  /**
   * Ends the open record, with the answer to keep. REQUIRES an open record, and `lastSequenceId` not below its first.
   */
  endRecord(lastSequenceId: number, answer: Uint8Array | null): void {
    const writer = this.#writer;
    const record = this.#record;
    if (record < 0) throw new Error('no record of the log is open');
    const first = writer.view.getFloat64(record + OFFSET_FIRST_SEQUENCE_ID, true);
    if (!(lastSequenceId >= first)) throw new Error(`log record ${first} cannot end with ${lastSequenceId}`);
    this.#endSection();
    const payload = record + RECORD_HEADER_BYTES;
    writer.patchU32(payload, writer.length - payload - SECTIONS_LENGTH_BYTES);
    if (answer !== null) writer.raw(answer);
    writer.patchU32(record + OFFSET_SEQUENCE_IDS, lastSequenceId - first + 1);
    this.#record = -1;
    this.#started = true;
    this.sequenceId = lastSequenceId;
    this.#sealLast(0);
    this.#unsealed = record;
    this.#unsealedEnd = writer.length;
  }

  /** Marks the last record as the end of its group. A group without records has no end. */
  endGroup(): void {
    this.abandonRecord();
    this.#started = false;
    this.#sealLast(GROUP_END);
  }

  /** Drops the open record, if there is one. */
  abandonRecord(): void {
    if (this.#record < 0) return;
    this.#writer.truncate(this.#record);
    this.#record = -1;
    this.#section = -1;
  }

  /** Accepts the group: it may be answered now, and stays in memory until it is written. */
  accept(): void {
    this.endGroup();
    this.accepted = this.#writer.length;
    this.#acceptedNames = this.#names.length;
    this.#acceptedGeneration = this.#statedGeneration;
    this.acceptedSequenceId = this.sequenceId;
  }

  /** Drops the group. With `usedUp`, its sequence ids are not reused, because parts of it may have reached the file. */
  drop(usedUp: boolean): void {
    this.abandonRecord();
    this.#unsealed = -1;
    this.#started = false;
    this.#statedGeneration = this.#acceptedGeneration;
    this.#writer.truncate(this.accepted);
    for (const name of this.#names.splice(this.#acceptedNames)) this.#numbers.delete(name);
    if (usedUp) this.#usedUpSequenceId = this.sequenceId;
    else this.sequenceId = Math.max(this.acceptedSequenceId, this.#usedUpSequenceId);
  }

  /** Everything up to `end` is in the file. REQUIRES `end` to be `accepted` or `length`. */
  markWritten(end: number): void {
    if (end > this.accepted) this.accept();
    this.written = end;
    this.writtenSequenceId = this.acceptedSequenceId;
  }

  /** Everything written is on the device, including the header, so it is removed from memory. */
  markFlushed(): void {
    const { written } = this;
    const writer = this.#writer;
    this.flushedSequenceId = this.writtenSequenceId;
    this.#flushedUpTo = this.base + written;
    if (written === 0) return;
    writer.bytes.copyWithin(0, written, writer.length);
    writer.truncate(writer.length - written);
    if (writer.length === 0 && writer.bytes.length > LARGEST_KEPT_BYTES) this.#writer = new ByteWriter(FIRST_BYTES);
    this.base += written;
    this.accepted -= written;
    this.written = 0;
  }

  /** The next record follows `sequenceId`. */
  skipTo(sequenceId: number): void {
    this.sequenceId = Math.max(this.sequenceId, sequenceId);
  }

  /**
   * These records, encoded for another segment, from offset `base` of its file; this tail does not change. REQUIRES
   * that no record is open.
   */
  movedTo(salt: number, base: number): LogTail {
    this.endGroup();
    const { bytes, view, length } = this.#writer;
    const writer = length === 0 ? this.#writer : undefined;
    const moved = new LogTail(salt, base, this.flushedSequenceId, this.#generation, writer);
    for (let at = 0; at < length; ) {
      if (at === this.written) moved.markMoved();
      if (at === this.accepted) moved.accept();
      const number = view.getUint32(at + OFFSET_CONNECTION, true);
      moved.copyRecord(bytes, view, at, number === 0 ? null : (this.#names[number - 1] as string));
      at += view.getUint32(at + OFFSET_LENGTH, true);
    }
    if (this.written === length) moved.markMoved();
    if (this.accepted === length) moved.accept();
    moved.writtenSequenceId = this.writtenSequenceId;
    moved.acceptedSequenceId = this.acceptedSequenceId;
    moved.sequenceId = this.sequenceId;
    moved.#usedUpSequenceId = this.#usedUpSequenceId;
    return moved;
  }

  /** Counts everything in memory as written: it is to be the start of a new segment. */
  markMoved(): void {
    this.accept();
    this.markWritten(this.accepted);
  }

  /** Appends the seal of a full segment, as a group of its own. REQUIRES that no group is being made. */
  appendSeal(epoch: number, number: number, old: boolean): void {
    const at = this.#header(KIND_SEAL + GROUP_START + GROUP_END, this.sequenceId + 1, 0, 0);
    this.#writer.f64(epoch);
    this.#writer.f64(number);
    this.#writer.u8(old ? 1 : 0);
    this.#seal(at, this.#writer.length);
  }

  /**
   * Appends a valid record of another segment, without edits that are not needed. Only records of edits are copied:
   * this segment has its own other records.
   */
  copyRecord(
    bytes: Uint8Array,
    view: DataView,
    from: number,
    connection: string | null,
    needs: NeedsEdits = () => true,
  ): void {
    if (kindAt(view, from) !== KIND_EDITS) return;
    const operation = view.getFloat64(from + OFFSET_OPERATION, true);
    this.beginRecord(connection, operation, view.getFloat64(from + OFFSET_FIRST_SEQUENCE_ID, true));
    const record = this.#record;
    this.#writer.truncate(record + RECORD_HEADER_BYTES);
    copyEdits(this.#writer, bytes, view, from, needs);
    this.#writer.patchU32(record + OFFSET_SEQUENCE_IDS, view.getUint32(from + OFFSET_SEQUENCE_IDS, true));
    const ends = endsGroup(view, from);
    if (ends)
      this.#writer.view.setUint8(record + OFFSET_KIND, this.#writer.view.getUint8(record + OFFSET_KIND) | GROUP_END);
    this.#record = -1;
    this.#started = !ends;
    this.sequenceId = lastSequenceIdAt(view, from);
    this.#seal(record, this.#writer.length);
  }

  #sealLast(groupEnd: 0 | typeof GROUP_END): void {
    const unsealed = this.#unsealed;
    const writer = this.#writer;
    if (unsealed < 0) return;
    this.#unsealed = -1;
    const kind = writer.view.getUint8(unsealed + OFFSET_KIND);
    writer.view.setUint8(unsealed + OFFSET_KIND, kind | groupEnd);
    this.#seal(unsealed, this.#unsealedEnd);
  }

  #endSection(): void {
    if (this.#section < 0) return;
    this.#writer.patchU32(this.#section + 4, this.#writer.length - this.#section - SECTION_HEADER_BYTES);
    this.#section = -1;
  }

  /** The connection's number in this segment; its first record declares it. */
  #declared(connection: string, firstSequenceId: number): number {
    const known = this.#numbers.get(connection);
    if (known !== undefined) return known;
    const id = encodeText(connection, 'connection id');
    const number = this.#names.push(connection);
    this.#numbers.set(connection, number);
    const at = this.#header(KIND_DECLARATION, firstSequenceId, number, 0);
    this.#writer.raw(id);
    this.#seal(at, this.#writer.length);
    return number;
  }

  /** States the catalog's generation, in front of the first record of a group. */
  #stateGeneration(firstSequenceId: number): void {
    const at = this.#header(KIND_GENERATION, firstSequenceId, 0, 0);
    this.#writer.f64(this.#generation);
    this.#seal(at, this.#writer.length);
    this.#statedGeneration = this.#generation;
  }

  /** Writes a record's header except length and checksum. */
  #header(kind: number, firstSequenceId: number, connection: number, operation: number): number {
    const writer = this.#writer;
    const at = writer.reserve(RECORD_HEADER_BYTES);
    const { view } = writer;
    view.setUint8(at + OFFSET_KIND, kind);
    view.setFloat64(at + OFFSET_FIRST_SEQUENCE_ID, firstSequenceId, true);
    view.setUint32(at + OFFSET_SEQUENCE_IDS, 0, true);
    view.setFloat64(at + OFFSET_FLUSHED_UP_TO, this.#flushedUpTo, true);
    view.setUint32(at + OFFSET_CONNECTION, connection, true);
    view.setFloat64(at + OFFSET_OPERATION, operation, true);
    return at;
  }

  #seal(at: number, end: number): void {
    const { bytes, view } = this.#writer;
    sealRecord(bytes, view, at, end - at, this.salt, this.base + at);
  }
}
