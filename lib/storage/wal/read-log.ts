import { corruption } from '../../errors.js';
import { parseNumberedName, WAL_DIRECTORY, walPath } from '../fs/file-names.js';
import type { FileSystem } from '../fs/file-system.js';
import type { OldSegment } from './segment-header.js';
import { closeQuietly } from './spare-segments.js';
import { type LogRecord, SegmentReader } from './wal-segment-reader.js';

/*
 * How the log is read.
 *
 *  1. The newest segment with a valid header decides. Newest means the highest (epoch, number).
 *  2. An older segment counts only if that header lists it, and only up to the length stated there, so that late writes
 *     of a zombie are not read. Inside that length every record must be valid.
 *  3. The newest segment counts up to its first bad record. If a later valid record states that this place had been
 *     flushed, the segment is damaged: that is reported, and nothing after the place is used. Otherwise the rest is a
 *     torn tail, which is discarded even if single records in it are valid.
 *  4. A listed segment that is missing or short is a loss and is reported, unless all of it is below the log's start.
 *  5. A power cut may still remove valid records of the newest segment that are beyond the place up to which its own
 *     records state a flush. Flushing now proves nothing if a flush had failed before. So the next writer lists the
 *     segment only up to that place, and copies the later records into its own segment. There are few, because the log
 *     flushes itself.
 *  6. Reading neither changes nor removes anything.
 */

/** Records to copy. */
export interface UnprovenRecords {
  readonly reader: SegmentReader;
  readonly from: number;
  readonly to: number;
}

/** The content of the log. */
export interface LogContents {
  /** The segments that count and are safely on the device, from oldest to newest. */
  readonly segments: readonly OldSegment[];
  /** The records that count and may not be on the device (rule 5). */
  readonly unproven: UnprovenRecords | null;
  /** Paths of files that no header lists and that contain nothing that counts. */
  readonly unused: readonly string[];
  /** Paths of files with bytes of unknown origin, which must not be removed. */
  readonly kept: readonly string[];
  /** Size of the torn tail. */
  readonly discardedBytes: number;
  /** Messages for people. */
  readonly problems: readonly string[];
  /** Whether anything was lost that had been flushed. */
  readonly damaged: boolean;
  /** The largest sequence id in the log; 0 if it is empty. */
  readonly lastSequenceId: number;
}

interface SegmentName {
  readonly epoch: number;
  readonly number: number;
  readonly path: string;
}

/**
 * Passes every record of the segments that reach above `logStart` to the callback, in sequence order, and returns what
 * it found. Edits up to that sequence id are in store files; segments are read completely, so some of these edits may
 * be passed too. Rejects with CORRUPTION for a bad record of rule 2, with FORMAT_TOO_NEW for a log of a newer Bigtab.
 */
export async function readLog(
  files: FileSystem,
  logStart: number,
  visit: (record: LogRecord) => void,
): Promise<LogContents> {
  const reading = new LogReading(files, logStart, visit);
  const names = await listSegments(files);
  const newest = await reading.findNewest(names);
  if (newest !== null) {
    await reading.readOlder(newest, names);
    reading.readNewest(newest);
  }
  return reading;
}

class LogReading implements LogContents {
  readonly segments: OldSegment[] = [];
  unproven: UnprovenRecords | null = null;
  readonly unused: string[] = [];
  readonly kept: string[] = [];
  readonly problems: string[] = [];
  discardedBytes = 0;
  damaged = false;
  lastSequenceId = 0;
  readonly #files: FileSystem;
  readonly #logStart: number;
  readonly #visit: (record: LogRecord) => void;

  constructor(files: FileSystem, logStart: number, visit: (record: LogRecord) => void) {
    this.#files = files;
    this.#logStart = logStart;
    this.#visit = visit;
  }

  /** Removes names from the end of the list, up to and including the segment that decides. */
  async findNewest(names: SegmentName[]): Promise<SegmentReader | null> {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const reader = await this.#read(name);
      if (reader.header !== null) return reader;
      this.#setAside(reader);
    }
    return null;
  }

  /** REQUIRES that `newest` has a header, and that `names` are the names before it. */
  async readOlder(newest: SegmentReader, names: readonly SegmentName[]): Promise<void> {
    const present = new Map(names.map((name) => [name.path, name]));
    for (const listed of newest.header?.older ?? []) {
      const segment = { ...listed, path: walPath(listed.epoch, listed.number) };
      const needed = segment.lastSequenceId > this.#logStart;
      this.lastSequenceId = segment.lastSequenceId;
      if (!present.delete(segment.path)) {
        if (needed) this.#lose(`${segment.path} is missing: its records up to ${segment.lastSequenceId} are lost`);
      } else if (needed) {
        await this.#readListed(segment);
      } else {
        this.segments.push(segment);
      }
    }
    for (const unlisted of present.values()) this.#setAside(await this.#read(unlisted));
  }

  readNewest(newest: SegmentReader): void {
    const { path, epoch, number, start } = newest;
    const { validLength, flushedUpTo } = newest.measure();
    const damaged = newest.flushedPast(validLength);
    if (damaged) {
      this.#lose(`${path} is damaged at ${validLength}: the records after that offset are lost. The file is kept`);
    } else {
      this.discardedBytes = newest.size - validLength;
    }
    const proven = damaged ? validLength : flushedUpTo;
    if (proven > 0) {
      const lastSequenceId = newest.lastSequenceId(proven, this.lastSequenceId);
      this.segments.push({ path, epoch, number, validLength: proven, lastSequenceId, damaged });
    }
    const from = Math.max(proven, start);
    if (from < validLength) this.unproven = { reader: newest, from, to: validLength };
    this.lastSequenceId = newest.lastSequenceId(validLength, this.lastSequenceId);
    newest.records(validLength, this.#visit);
  }

  async #readListed(segment: OldSegment): Promise<void> {
    const reader = await this.#read(segment);
    const { path, validLength } = segment;
    const short = reader.size < validLength;
    if (reader.header === null) {
      if (!short) throw corruption(path, 0, 'no valid header');
      this.#lose(`${path} has ${reader.size} bytes instead of ${validLength}: its records are lost`);
      return;
    }
    const sound = short ? Math.min(reader.measure().validLength, reader.size) : validLength;
    if (short)
      this.#lose(`${path} has ${reader.size} bytes instead of ${validLength}: records after ${sound} are lost`);
    this.segments.push({ ...segment, validLength: sound });
    reader.records(sound, this.#visit);
  }

  async #read(name: SegmentName): Promise<SegmentReader> {
    const handle = await this.#files.open(name.path);
    try {
      return new SegmentReader(handle, name.path, name.epoch, name.number);
    } finally {
      closeQuietly(handle);
    }
  }

  /** Handles a segment that does not count. If it lost its header, it must be kept. */
  #setAside(reader: SegmentReader): void {
    if (!reader.hasLostHeader()) {
      this.unused.push(reader.path);
      return;
    }
    this.kept.push(reader.path);
    this.#lose(`${reader.path} has a damaged header: none of its bytes are used. The file is kept`);
  }

  #lose(sentence: string): void {
    this.damaged = true;
    this.problems.push(`${sentence}.`);
  }
}

/** The segments, from oldest to newest. */
async function listSegments(files: FileSystem): Promise<SegmentName[]> {
  const names: SegmentName[] = [];
  for (const name of await files.list(WAL_DIRECTORY)) {
    const parsed = parseNumberedName(name);
    if (parsed !== null) names.push({ ...parsed, path: walPath(parsed.epoch, parsed.number) });
  }
  return names.sort((a, b) => a.epoch - b.epoch || a.number - b.number);
}
