import { ByteReader } from '../../bytes/byte-reader.js';
import { decodeText } from '../../bytes/text.js';
import { corruption } from '../../errors.js';
import type { CellBuffer } from '../../keyvalue/cell-layout.js';
import type { FileHandle } from '../fs/file-system.js';
import type { NeedsEdits } from './copy-edits.js';
import type { LogTail } from './log-tail.js';
import { decodeSegmentHeader, LEAST_HEADER_BYTES, type StoredHeader } from './segment-header.js';
import {
  endsGroup,
  KIND_DECLARATION,
  KIND_EDITS,
  KIND_GENERATION,
  KIND_SEAL,
  kindAt,
  lastSequenceIdAt,
  looksLikeRecord,
  mayBeRecord,
  OFFSET_CONNECTION,
  OFFSET_FIRST_SEQUENCE_ID,
  OFFSET_LENGTH,
  OFFSET_OPERATION,
  RECORD_HEADER_BYTES,
  SECTIONS_LENGTH_BYTES,
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
  /** Null if the request came from no connection, or from one whose declaration is lost. */
  readonly connection: string | null;
  readonly operation: number;
  /** The answer, in its own buffer. */
  readonly answer: Uint8Array;
  readonly sections: readonly LogSection[];
}

/** Whole commit groups without a gap between them. */
export interface LogRun {
  readonly from: number;
  readonly to: number;
}

/** A part of a segment that is in no whole commit group. */
export interface LogGap {
  readonly from: number;
  /** Where its first bad record begins; if there is none, where its group was cut off. */
  readonly bad: number;
  readonly to: number;
  /** The sequence ids that its records may have; `last` is Infinity if nothing sound follows. */
  readonly first: number;
  readonly last: number;
}

/** The last record of a full segment: where the log continues. */
export interface LogSeal {
  readonly epoch: number;
  readonly number: number;
  /** Whether the name was at least 60 s old. */
  readonly old: boolean;
}

/** Reads where a segment's records are needed from some offset on. */
export interface ReadFrom {
  readonly offset: number;
  /** The connections that were declared before it. */
  readonly connections: readonly string[];
  /** The last sequence id before it. */
  readonly sequenceId: number;
}

/** The header of a segment is within these bytes, unless it lists hundreds of segments. */
const HEAD_BYTES = 64 << 10;
/** No writer lets a segment grow to this size. */
const LARGEST_SEGMENT_BYTES = 2 ** 30;
/** How many bytes of checksums the search for the next record may compute, as a multiple of the segment's size. */
const SEARCH_FACTOR = 4;

/** A log segment in memory, with checks of its bytes. */
export class SegmentReader {
  readonly path: string;
  readonly epoch: number;
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Null if the file has no valid header. */
  readonly header: StoredHeader | null;
  /** Where reading begins; bytes between the header and this offset are not in memory. */
  readonly from: ReadFrom;
  /** The seal, if it is the last sound record. */
  seal: LogSeal | null = null;
  /** The newest generation of the catalog that the segment states. */
  generation: number;
  /** By number. */
  readonly #connections = new Map<number, string>();
  #searchBytes: number;

  /** Reads the file, or only its header and what is after `from`. Throws FORMAT_TOO_NEW. */
  constructor(
    handle: Pick<FileHandle, 'size' | 'read'>,
    path: string,
    epoch: number,
    number: number,
    from: ReadFrom | null = null,
  ) {
    const size = handle.size();
    this.path = path;
    this.epoch = epoch;
    this.number = number;
    this.#searchBytes = SEARCH_FACTOR * size;
    const whole = size > LARGEST_SEGMENT_BYTES ? 0 : size;
    let bytes = new Uint8Array(whole);
    const skipped = from !== null && from.offset > HEAD_BYTES && from.offset < whole ? from.offset : 0;
    let header: StoredHeader | null = null;
    if (skipped > 0) {
      handle.read(bytes.subarray(0, HEAD_BYTES), 0);
      header = decodeSegmentHeader(bytes.subarray(0, HEAD_BYTES), path, epoch, number);
    }
    const start = header === null ? 0 : skipped;
    const read = handle.read(bytes.subarray(start), start);
    bytes = bytes.subarray(0, start + read);
    header ??= decodeSegmentHeader(bytes, path, epoch, number);
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, 0, bytes.length);
    this.header = header;
    this.from = from ?? { offset: header?.end ?? 0, connections: [], sequenceId: 0 };
    this.generation = header?.generation ?? 0;
    for (const [index, connection] of this.from.connections.entries()) this.#connections.set(index + 1, connection);
  }

  get size(): number {
    return this.bytes.length;
  }

  /** Length of the sound record at `at`, whose sequence ids must follow `last`; 0 if there is none. */
  soundLength(at: number, end: number, last: number): number {
    const { bytes, view } = this;
    const length = soundRecordLength(bytes, view, at, end, (this.header as StoredHeader).salt);
    return length > 0 && this.#follows(at, last) ? length : 0;
  }

  /** The offset of the next sound record, or `end`. Gives up when it has computed too many checksums. */
  nextSound(from: number, end: number, last: number): number {
    const { view } = this;
    for (let at = from; at + RECORD_HEADER_BYTES <= end; at++) {
      const length = view.getUint32(at + OFFSET_LENGTH, true);
      if (length < RECORD_HEADER_BYTES || length > end - at || !this.#follows(at, last)) continue;
      this.#searchBytes -= length;
      if (this.#searchBytes < 0) return end;
      if (this.soundLength(at, end, last) > 0) return at;
    }
    return end;
  }

  #follows(at: number, last: number): boolean {
    return mayBeRecord(this.view, at) && this.firstSequenceId(at) > last;
  }

  /** Takes note of a sound record that has no edits. */
  note(at: number): void {
    const { view } = this;
    const kind = kindAt(view, at);
    const payload = at + RECORD_HEADER_BYTES;
    const end = at + view.getUint32(at + OFFSET_LENGTH, true);
    this.seal = null;
    if (kind === KIND_DECLARATION) {
      const connection = view.getUint32(at + OFFSET_CONNECTION, true);
      this.#connections.set(connection, decodeText(this.bytes.subarray(payload, end)));
    } else if (kind === KIND_GENERATION && end - payload >= 8) {
      const generation = view.getFloat64(payload, true);
      if (Number.isSafeInteger(generation)) this.generation = Math.max(this.generation, generation);
    } else if (kind === KIND_SEAL && end - payload >= 17) {
      const epoch = view.getFloat64(payload, true);
      this.seal = { epoch, number: view.getFloat64(payload + 8, true), old: view.getUint8(payload + 16) === 1 };
    }
  }

  /** Whether an invalid header was once valid: the file then contains bytes that look like records. */
  hasLostHeader(): boolean {
    if (this.header !== null) return false;
    for (let at = LEAST_HEADER_BYTES; at + RECORD_HEADER_BYTES <= this.size; at++) {
      if (looksLikeRecord(this.view, at)) return true;
    }
    return false;
  }

  /** The first sequence id of the record at `at`. */
  firstSequenceId(at: number): number {
    return this.view.getFloat64(at + OFFSET_FIRST_SEQUENCE_ID, true);
  }

  /** The last sequence id in the runs below `end` and before them, or `otherwise` if that is larger. */
  lastSequenceId(runs: readonly LogRun[], end: number, otherwise: number): number {
    let last = Math.max(otherwise, this.from.sequenceId);
    this.#each(runs, end, (at) => {
      last = Math.max(last, lastSequenceIdAt(this.view, at));
    });
    return last;
  }

  /**
   * Passes each commit group of `run`, in order, to `visit`: its records and where it begins and ends, or null instead
   * of the records if their checksums are right and their content is not.
   */
  groups(run: LogRun, visit: (records: LogRecord[] | null, from: number, to: number) => void): void {
    let records: LogRecord[] | null = [];
    let from = run.from;
    this.#each([run], run.to, (at, next) => {
      try {
        if (kindAt(this.view, at) === KIND_EDITS) records?.push(this.#decode(at));
      } catch {
        records = null;
      }
      if (!endsGroup(this.view, at)) return;
      visit(records, from, next);
      records = [];
      from = next;
    });
  }

  /**
   * Appends the records of `runs`, with the edits that are needed, to the tail of a newer segment. REQUIRES that `scan`
   * has found the runs.
   */
  copyTo(tail: LogTail, runs: readonly LogRun[], needs: NeedsEdits): void {
    this.#each(runs, this.size, (at) => tail.copyRecord(this.bytes, this.view, at, this.#connection(at), needs));
  }

  /** The tables that the records of a gap name, as far as their bytes can be read. */
  tablesIn({ bad, to }: LogGap): ReadonlySet<number> {
    const { view } = this;
    const tables = new Set<number>();
    for (let at = bad; at + RECORD_HEADER_BYTES + SECTIONS_LENGTH_BYTES <= to; ) {
      const length = view.getUint32(at + OFFSET_LENGTH, true);
      const sections = at + RECORD_HEADER_BYTES + SECTIONS_LENGTH_BYTES;
      const end =
        kindAt(view, at) === KIND_EDITS ? sections + view.getUint32(sections - SECTIONS_LENGTH_BYTES, true) : 0;
      for (let section = sections; section + 8 <= Math.min(end, to); section += 8 + view.getUint32(section + 4, true)) {
        tables.add(view.getUint32(section, true));
      }
      if (length < RECORD_HEADER_BYTES) break;
      at += length;
    }
    return tables;
  }

  /** Calls `visit` with each record of `runs` below `end`, and the offset after it. */
  #each(runs: readonly LogRun[], end: number, visit: (at: number, next: number) => void): void {
    for (const { from, to } of runs) {
      for (let at = from; at < Math.min(to, end); ) {
        const next = at + this.view.getUint32(at + OFFSET_LENGTH, true);
        visit(at, next);
        at = next;
      }
    }
  }

  /** The connection of the record at `at`, from an earlier declaration. */
  #connection(at: number): string | null {
    return this.#connections.get(this.view.getUint32(at + OFFSET_CONNECTION, true)) ?? null;
  }

  /** Throws CORRUPTION. */
  #decode(at: number): LogRecord {
    const { bytes, view, path } = this;
    const end = at + view.getUint32(at + OFFSET_LENGTH, true);
    const reader = new ByteReader(bytes, at + RECORD_HEADER_BYTES, end, path);
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
