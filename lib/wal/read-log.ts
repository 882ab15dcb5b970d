import { corruption } from '../errors.js';
import { parseWalName, WAL_DIRECTORY, walPath } from '../fs/file-names.js';
import type { FileSystem } from '../fs/file-system.js';
import { mayHoldRecords, type OldSegment } from './segment-header.js';
import { closeQuietly } from './spare-segments.js';
import { type LogRecord, SegmentReader } from './wal-segment-reader.js';

/*
 * Reading the log back.
 *
 *  1. The newest segment with a sound header decides; newest = highest (epoch, number).
 *  2. An older segment counts only if that header lists it, and only up to the length stated there: what a zombie
 *     wrote later is not read. Inside that length every record must be sound.
 *  3. The newest segment counts up to its first bad record. If a later sound record tells that this place had been
 *     flushed, the segment is damaged: that is reported, and nothing behind the place is used. Otherwise what follows
 *     is a torn tail, and discarded even if single records in it are sound.
 *  4. A listed segment that is missing or short is a loss and reported, unless all of it lies below the log's start.
 *  5. Nothing is changed or removed by reading.
 */

/** What the log held. */
export interface LogContents {
  /** What counts, from old to new: for `Wal.open`. */
  readonly segments: readonly OldSegment[];
  /** Paths of files that no header lists and that hold nothing that counts. */
  readonly unused: readonly string[];
  /** Paths of files whose bytes nobody can explain: not to be removed. */
  readonly kept: readonly string[];
  /** Records handed over, and bytes of the segments they came from. */
  readonly records: number;
  readonly bytes: number;
  /** Bytes of the torn tail. */
  readonly discardedBytes: number;
  /** Sentences for people. */
  readonly problems: readonly string[];
  /** Whether anything was lost that had been flushed. */
  readonly damaged: boolean;
  /** The largest sequence id in the log, 0 when it is empty. */
  readonly lastSequenceId: number;
}

interface SegmentName {
  readonly epoch: number;
  readonly number: number;
  readonly path: string;
}

/** The largest epoch in any name of a log segment, 0 when there is none. */
export async function highestLogEpoch(files: FileSystem): Promise<number> {
  return (await listSegments(files)).at(-1)?.epoch ?? 0;
}

/**
 * Hands over, in sequence order, every record of the segments that reach above `logStart` (edits up to that sequence
 * id stand in store files; earlier ones may come all the same), and tells what it found. Rejects with CORRUPTION for a bad record of rule 2, with
 * FORMAT_TOO_NEW for a log of a newer Bigtab.
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
  readonly unused: string[] = [];
  readonly kept: string[] = [];
  readonly problems: string[] = [];
  records = 0;
  bytes = 0;
  discardedBytes = 0;
  damaged = false;
  lastSequenceId = 0;
  private readonly files: FileSystem;
  private readonly logStart: number;
  private readonly visit: (record: LogRecord) => void;

  constructor(files: FileSystem, logStart: number, visit: (record: LogRecord) => void) {
    this.files = files;
    this.logStart = logStart;
    this.visit = (record) => {
      this.records++;
      visit(record);
    };
  }

  /** Takes names from the end of the list up to the segment that decides. */
  async findNewest(names: SegmentName[]): Promise<SegmentReader | null> {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const reader = await this.read(name);
      if (reader.header !== null) return reader;
      if (mayHoldRecords(reader.bytes)) this.keep(name.path, 'its header is damaged; none of its bytes is used');
      else this.unused.push(name.path);
    }
    return null;
  }

  /** REQUIRES that `newest` has a header, and `names` to be those before it. */
  async readOlder(newest: SegmentReader, names: readonly SegmentName[]): Promise<void> {
    const present = new Set(names.map((name) => name.path));
    for (const listed of newest.header?.older ?? []) {
      const segment = { ...listed, path: walPath(listed.epoch, listed.number) };
      const needed = segment.lastSequenceId > this.logStart;
      this.lastSequenceId = segment.lastSequenceId;
      if (!present.delete(segment.path)) {
        if (needed) this.lose(`${segment.path} is missing: its records up to ${segment.lastSequenceId} are lost`);
      } else if (needed) {
        await this.readListed(segment);
      } else {
        this.segments.push(segment);
      }
    }
    this.unused.push(...present);
  }

  readNewest(newest: SegmentReader): void {
    const { validLength, lastSequenceId } = newest.measure(this.lastSequenceId);
    const damaged = newest.flushedPast(validLength);
    if (damaged) {
      this.lose(
        `${newest.path} is damaged at ${validLength}: the records behind that place are lost. The file is kept`,
      );
    } else {
      this.discardedBytes = newest.size - validLength;
    }
    const { epoch, number } = newest;
    this.segments.push({ path: newest.path, epoch, number, validLength, lastSequenceId, damaged });
    this.lastSequenceId = lastSequenceId;
    this.bytes += validLength;
    newest.records(validLength, this.visit);
  }

  private async readListed(segment: OldSegment): Promise<void> {
    const reader = await this.read(segment);
    const { path, validLength } = segment;
    const short = reader.size < validLength;
    if (reader.header === null) {
      if (!short) throw corruption(path, 0, 'no sound header');
      this.lose(`${path} has ${reader.size} bytes instead of ${validLength}: its records are lost`);
      return;
    }
    const sound = short ? reader.measure(0).validLength : validLength;
    if (short)
      this.lose(`${path} has ${reader.size} bytes instead of ${validLength}: records behind ${sound} are lost`);
    this.segments.push({ ...segment, validLength: sound });
    this.bytes += sound;
    reader.records(sound, this.visit);
  }

  private async read(name: SegmentName): Promise<SegmentReader> {
    const handle = await this.files.open(name.path);
    try {
      return new SegmentReader(handle, name.path, name.epoch, name.number);
    } finally {
      closeQuietly(handle);
    }
  }

  private keep(path: string, why: string): void {
    this.kept.push(path);
    this.lose(`${path}: ${why}. The file is kept`);
  }

  private lose(sentence: string): void {
    this.damaged = true;
    this.problems.push(`${sentence}.`);
  }
}

/** From old to new. */
async function listSegments(files: FileSystem): Promise<SegmentName[]> {
  const names: SegmentName[] = [];
  for (const name of await files.list(WAL_DIRECTORY)) {
    const parsed = parseWalName(name);
    if (parsed !== null) names.push({ ...parsed, path: walPath(parsed.epoch, parsed.number) });
  }
  return names.sort((a, b) => a.epoch - b.epoch || a.number - b.number);
}
