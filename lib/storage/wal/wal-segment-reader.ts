import { ByteReader } from '../../bytes/byte-reader.js';
import { decodeText } from '../../bytes/text.js';
import { corruption } from '../../errors.js';
import type { CellBuffer } from '../../keyvalue/cell-layout.js';
import type { FileHandle } from '../fs/file-system.js';
import type { LogTail } from './log-tail.js';
import { decodeSegmentHeader, type SegmentHeader, segmentHeaderLength } from './segment-header.js';
import {
  endsGroup,
  KIND_DECLARATION,
  KIND_EDITS,
  kindAt,
  lastSequenceIdAt,
  looksLikeRecord,
  OFFSET_CONNECTION,
  OFFSET_FIRST_SEQUENCE_ID,
  OFFSET_FLUSHED_UP_TO,
  OFFSET_LENGTH,
  OFFSET_OPERATION,
  RECORD_HEADER_BYTES,
  soundRecordLength,
} from './wal-record.js';

/** The edits of one table in one record. Valid until the callback that receives it returns. */
export interface LogSection {
  readonly tableId: number;
  /** Flat cells from `start` to `end`. */
  readonly buffer: CellBuffer;
  readonly start: number;
  readonly end: number;
}

/** One request as stored in the log. */
export interface LogRecord {
  readonly sequenceId: number;
  readonly lastSequenceId: number;
  /** Null if the request came from no connection. */
  readonly connection: string | null;
  readonly operation: number;
  /** The answer, in its own buffer. */
  readonly answer: Uint8Array;
  readonly sections: readonly LogSection[];
}

/** A log segment in memory, with checks of its bytes. */
export class SegmentReader {
  readonly path: string;
  readonly epoch: number;
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Null if the file has no valid header. */
  readonly header: SegmentHeader | null;
  /** Ids of the connections that the walk has seen declared so far. */
  readonly #connections: string[] = [];

  /** Reads the complete file. Throws FORMAT_TOO_NEW. */
  constructor(handle: FileHandle, path: string, epoch: number, number: number) {
    const bytes = new Uint8Array(handle.size());
    const read = handle.read(bytes, 0);
    this.path = path;
    this.epoch = epoch;
    this.number = number;
    this.bytes = read < bytes.length ? bytes.subarray(0, read) : bytes;
    this.view = new DataView(bytes.buffer, 0, this.bytes.length);
    this.header = decodeSegmentHeader(this.bytes, path, epoch, number);
  }

  get size(): number {
    return this.bytes.length;
  }

  /** The offset of the first record. REQUIRES a header. */
  get start(): number {
    return segmentHeaderLength((this.header as SegmentHeader).older.length);
  }

  /**
   * Calls `visit` with the offset of each valid record, starting with the first; returns the first offset without one.
   */
  walk(end: number, visit: (at: number) => void): number {
    const { bytes, view } = this;
    const { salt } = this.header as SegmentHeader;
    // If the write of the header was torn, the second copy may be missing.
    let at = Math.min(this.start, end);
    for (;;) {
      const length = soundRecordLength(bytes, view, at, end, salt);
      if (length === 0) return at;
      visit(at);
      at += length;
    }
  }

  /**
   * The end of the last complete group of valid records, and the offset up to which one of them states that the file
   * had been flushed; 0 if none does.
   */
  measure(): { readonly validLength: number; readonly flushedUpTo: number } {
    let flushedUpTo = 0;
    let validLength = Math.min(this.start, this.size);
    this.walk(this.size, (at) => {
      if (endsGroup(this.view, at)) validLength = at + this.view.getUint32(at + OFFSET_LENGTH, true);
      flushedUpTo = Math.max(flushedUpTo, this.view.getFloat64(at + OFFSET_FLUSHED_UP_TO, true));
    });
    return { validLength, flushedUpTo };
  }

  /** Whether an invalid header was once valid: the file then contains bytes that look like records. */
  hasLostHeader(): boolean {
    if (this.header !== null) return false;
    for (let at = segmentHeaderLength(0); at + RECORD_HEADER_BYTES <= this.size; at++) {
      if (looksLikeRecord(this.view, at)) return true;
    }
    return false;
  }

  /** The last sequence id below `end`, or `otherwise` if there is no record. REQUIRES valid records up to `end`. */
  lastSequenceId(end: number, otherwise: number): number {
    let last = otherwise;
    for (let at = this.start; at < end; at += this.view.getUint32(at + OFFSET_LENGTH, true)) {
      last = Math.max(last, lastSequenceIdAt(this.view, at));
    }
    return last;
  }

  /** Whether a valid record after `place` states that `place` had been flushed; its bytes were then lost later. */
  flushedPast(place: number): boolean {
    const { bytes, view, size } = this;
    const { salt } = this.header as SegmentHeader;
    for (let at = place + 1; at + RECORD_HEADER_BYTES <= size; at++) {
      const flushedUpTo = view.getFloat64(at + OFFSET_FLUSHED_UP_TO, true);
      if (!(flushedUpTo > place && flushedUpTo <= at)) continue;
      if (soundRecordLength(bytes, view, at, size, salt) > 0) return true;
    }
    return false;
  }

  /** Passes every record below `validLength` to `visit`. Throws CORRUPTION for a bad one. */
  records(validLength: number, visit: (record: LogRecord) => void): void {
    const end = this.walk(validLength, (at) => {
      const record = this.#decode(at);
      if (record !== null) visit(record);
    });
    if (end !== validLength) throw corruption(this.path, end, `expected valid records up to ${validLength}`);
  }

  /** Appends the records from `from` to `to` to the tail of a newer segment. REQUIRES that `records` has read them. */
  copyTo(tail: LogTail, from: number, to: number): void {
    for (let at = from; at < to; at += this.view.getUint32(at + OFFSET_LENGTH, true)) {
      tail.copyRecord(this.bytes, this.view, at, this.#connection(at));
    }
  }

  /** The connection of the record at `at`, from an earlier declaration. */
  #connection(at: number): string | null {
    const number = this.view.getUint32(at + OFFSET_CONNECTION, true);
    if (number === 0) return null;
    const connection = this.#connections[number - 1];
    if (connection === undefined) throw corruption(this.path, at, `connection ${number} was not declared`);
    return connection;
  }

  #decode(at: number): LogRecord | null {
    const { bytes, view, path } = this;
    const end = at + view.getUint32(at + OFFSET_LENGTH, true);
    const kind = kindAt(view, at);
    const payload = at + RECORD_HEADER_BYTES;
    if (kind === KIND_DECLARATION) {
      this.#connections[view.getUint32(at + OFFSET_CONNECTION, true) - 1] = decodeText(bytes.subarray(payload, end));
      return null;
    }
    if (kind !== KIND_EDITS) throw corruption(path, at, `record of unknown kind ${kind}`);
    const reader = new ByteReader(bytes, payload, end, path);
    const sectionsLength = reader.u32();
    const sectionsEnd = reader.offset + sectionsLength;
    const sections: LogSection[] = [];
    while (reader.offset < sectionsEnd) {
      const tableId = reader.u32();
      const length = reader.u32();
      const start = reader.offset;
      reader.skip(length);
      sections.push({ tableId, buffer: this, start, end: reader.offset });
    }
    if (reader.offset !== sectionsEnd) throw corruption(path, at, 'a section extends beyond its record');
    return {
      sequenceId: view.getFloat64(at + OFFSET_FIRST_SEQUENCE_ID, true),
      lastSequenceId: lastSequenceIdAt(view, at),
      connection: this.#connection(at),
      operation: view.getFloat64(at + OFFSET_OPERATION, true),
      answer: bytes.slice(sectionsEnd, end),
      sections,
    };
  }
}
