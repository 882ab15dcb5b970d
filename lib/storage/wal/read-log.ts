import { BigtabError } from '../../errors.js';
import type { LogPosition, LostRecord } from '../catalog/catalog.js';
import { isFileNotFound } from '../fs/file-errors.js';
import { type NumberedName, parseNumberedName, parseWalPath, WAL_DIRECTORY, walPath } from '../fs/file-names.js';
import type { FileHandle, FileSystem } from '../fs/file-system.js';
import { withAttempts } from '../fs/with-attempts.js';
import type { NeedsEdits } from './copy-edits.js';
import { LogDamage } from './log-damage.js';
import type { OldSegment } from './segment-header.js';
import { type SegmentScan, scanSegment } from './segment-scan.js';
import { closeQuietly } from './spare-segments.js';
import { type LogGap, type LogRecord, type LogRun, SegmentReader } from './wal-segment-reader.js';

/*
 * How the log is read.
 *
 *  1. The newest segment with a valid header decides. Newest means the highest (epoch, number).
 *  2. An older segment counts only if that header lists it, and only up to the length stated there, so that late writes
 *     of a zombie are not read.
 *  3. Reading begins at the catalog's log position, if its segment exists. Segments before it are not opened.
 *  4. A bad record below that length, or, in the newest segment, below the highest offset that a sound record states as
 *     flushed, is damage. It is reported, the segment is kept, and reading continues at the next sound record that
 *     begins a group. A group with a bad record is not applied in part.
 *  5. After that offset, the first bad record ends the newest segment: the rest is a torn tail. Sound records in it are
 *     reported, but not applied.
 *  6. A listed segment that is missing or short is a loss and is reported, unless all of it is below the log's start.
 *     So is the segment that the catalog names as the one being written, and the successor that the seal of the newest
 *     segment names, if it does not exist. A power cut may have undone a name that was younger than 60 s: then records
 *     are only perhaps lost. Both are tried by their names, because a listing of the directory may be cut short.
 *  7. A power cut may still remove valid records of the newest segment that are beyond the place up to which its own
 *     records state a flush. Flushing now proves nothing if a flush had failed before. So the next writer lists the
 *     segment only up to that place, and copies the later records into its own segment. There are few, because the log
 *     flushes itself.
 *  8. A segment that the device cannot read counts as one without a header. It is reported and kept.
 *  9. A segment in quarantine counts only where an edit above the log's start may be in it, and is not reported
 *     otherwise.
 * 10. Reading neither changes nor removes anything.
 */

/** What is known about the log before it is read. */
export interface LogRequest {
  /** Edits up to this sequence id are in store files. */
  readonly logStart: number;
  /** Where reading begins; if missing, at the first segment with an edit above `logStart`. */
  readonly position?: LogPosition | undefined;
  /** The segment that was being written at the last commit, and whether its name was at least 60 s old then. */
  readonly active?: { readonly path: string; readonly old: boolean } | undefined;
  /** Segments that were set aside: they are read only if they are needed, and never removed. */
  readonly quarantined?: ReadonlySet<string> | undefined;
}

export interface LogVisitor {
  /** Whether the content of a record is sound; may throw. No record of a group is applied unless all are sound. */
  isSound(record: LogRecord): boolean;
  /** The records come in sequence order. */
  apply(record: LogRecord): void;
  /** What to call a table in a message; null if there is no such table. */
  tableName(id: number): string | null;
  /** Whether the next writer copies such edits. */
  needs: NeedsEdits;
  /** Awaited from time to time, so that others can run. */
  readonly rest?: () => Promise<void>;
}

/** Records to copy. */
export interface UnprovenRecords {
  readonly reader: SegmentReader;
  readonly runs: readonly LogRun[];
  readonly needs: NeedsEdits;
}

/** The content of the log. */
export interface LogContents {
  /** The segments that count and are safely on the device, from oldest to newest. */
  readonly segments: readonly OldSegment[];
  /** Where the records of each segment that was read begin. */
  readonly places: readonly LogPosition[];
  /** The records that count and may not be on the device (rule 7). */
  readonly unproven: UnprovenRecords | null;
  /** Paths of files that no header lists and that contain nothing that counts. */
  readonly unused: readonly string[];
  /** Paths of files with bytes of unknown origin, which must not be removed. */
  readonly kept: readonly string[];
  /** Size of the torn tail. */
  readonly discardedBytes: number;
  /** Messages for people. */
  readonly problems: readonly string[];
  /** The changes that were lost, or perhaps lost. */
  readonly lost: readonly LostRecord[];
  /** Whether anything was lost, or perhaps lost, that had been flushed. */
  readonly damaged: boolean;
  /** Whether records are missing between those that were applied. */
  readonly hasGaps: boolean;
  /** The largest sequence id in the log; 0 if it is empty. */
  readonly lastSequenceId: number;
  /** The name of the newest segment with a valid header. */
  readonly newest: NumberedName | null;
  /** The newest generation of the catalog that the log states, and the epoch of its writer. */
  readonly generation: { readonly epoch: number; readonly generation: number } | null;
}

/** What reading the log needs of the file system. */
export type LogFiles = Pick<FileSystem, 'list' | 'open'>;

/** The content of a segment that the device cannot read. */
const NOTHING = { size: () => 0, read: () => 0 };

interface SegmentName extends NumberedName {
  readonly path: string;
}

/**
 * Passes every record that counts from the request's position on to the visitor, and returns what it found. Some edits
 * up to `logStart` may be passed too. Rejects with FORMAT_TOO_NEW for a log of a newer Bigtab.
 */
export async function readLog(files: LogFiles, request: LogRequest, visitor: LogVisitor): Promise<LogContents> {
  const reading = new LogReading(files, request, visitor);
  await reading.read();
  return reading;
}

class LogReading implements LogContents {
  readonly segments: OldSegment[] = [];
  readonly places: LogPosition[] = [];
  unproven: UnprovenRecords | null = null;
  readonly unused: string[] = [];
  readonly kept: string[] = [];
  discardedBytes = 0;
  lastSequenceId = 0;
  generation: LogContents['generation'] = null;
  newest: NumberedName | null = null;
  readonly #files: LogFiles;
  readonly #request: LogRequest;
  readonly #visitor: LogVisitor;
  readonly #damage = new LogDamage();
  /** Where reading begins, if the position is valid. */
  readonly #start: SegmentName | null;
  /** The segments that were listed, by path. */
  #present = new Map<string, SegmentName>();

  constructor(files: LogFiles, request: LogRequest, visitor: LogVisitor) {
    this.#files = files;
    this.#request = request;
    this.#visitor = visitor;
    this.#start = request.position === undefined ? null : segmentNameOf(request.position.path);
  }

  get problems(): readonly string[] {
    return this.#damage.problems;
  }

  get lost(): readonly LostRecord[] {
    return this.#damage.lost;
  }

  get damaged(): boolean {
    return this.#damage.lostSome;
  }

  get hasGaps(): boolean {
    return this.#damage.hasGaps;
  }

  async read(): Promise<void> {
    const names = await listSegments(this.#files);
    this.#present = new Map(names.map((name) => [name.path, name]));
    const newest = await this.#followSeals(await this.#activeOr(await this.#newestOf(names)));
    if (newest !== null) {
      const { reader, scan } = newest;
      this.newest = reader;
      await this.#readOlder(reader);
      this.#readNewest(reader, scan);
      this.generation = { epoch: reader.header?.writer ?? 0, generation: reader.generation };
    }
    this.#damage.ended(Math.max(this.lastSequenceId, this.#request.logStart));
  }

  /** Removes names from the end of the list, up to and including the segment that decides. */
  async #newestOf(names: SegmentName[]): Promise<SegmentReader | null> {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const reader = await this.#readIfAny(name);
      if (reader === null) continue;
      if (reader.header !== null) {
        this.#present = new Map(names.map((older) => [older.path, older]));
        return reader;
      }
      if (this.#setAside(reader)) this.#damage.loseEnd(reader.path);
    }
    this.#present.clear();
    return null;
  }

  /** The segment that the catalog names, if it is newer than `newest`. */
  async #activeOr(newest: SegmentReader | null): Promise<SegmentReader | null> {
    const { active } = this.#request;
    const name = active === undefined ? null : segmentNameOf(active.path);
    if (active === undefined || name === null || (newest !== null && compareNames(name, newest) <= 0)) return newest;
    const reader = await this.#unlisted(name, newest);
    if (reader?.header) return reader;
    if (!this.kept.includes(name.path))
      this.#damage.loseNewest(name.path, active.old, reader === null ? 'missing' : 'empty');
    return newest;
  }

  /** The last segment that the seals lead to. */
  async #followSeals(
    first: SegmentReader | null,
  ): Promise<{ readonly reader: SegmentReader; readonly scan: SegmentScan } | null> {
    for (let reader = first; reader !== null; ) {
      const scan = await this.#scan(reader, reader.size);
      const { seal } = reader;
      if (seal === null || compareNames(seal, reader) <= 0) return { reader, scan };
      const name = { ...seal, path: walPath(seal.epoch, seal.number) };
      const next = await this.#unlisted(name, reader);
      if (next === null) this.#damage.loseNewest(name.path, seal.old, 'missing');
      if (!next?.header) return { reader, scan };
      reader = next;
    }
    return null;
  }

  /** The segment `name`, which no listing that ended with `newest` showed; null if it does not exist. */
  async #unlisted(name: SegmentName, newest: SegmentReader | null): Promise<SegmentReader | null> {
    const reader = await this.#readIfAny(name);
    if (reader?.header) {
      this.#damage.problems.push(`The directory of the log did not list ${name.path}, which exists and was read.`);
      if (newest !== null) this.#present.set(newest.path, newest);
    }
    return reader;
  }

  async #readOlder(newest: SegmentReader): Promise<void> {
    const { logStart } = this.#request;
    for (const listed of newest.header?.older ?? []) {
      const segment = { ...listed, path: walPath(listed.epoch, listed.number) };
      const needed =
        segment.lastSequenceId > logStart && (this.#start === null || compareNames(segment, this.#start) >= 0);
      const before = this.lastSequenceId;
      this.lastSequenceId = Math.max(before, segment.lastSequenceId);
      const present = this.#present.delete(segment.path);
      if (!needed) {
        if (present && !this.#isQuarantined(segment.path)) this.segments.push(segment);
        continue;
      }
      const reader = present ? await this.#read(segment) : await this.#readIfAny(segment);
      if (reader === null) {
        const { path, lastSequenceId: last } = segment;
        this.#damage.lose(`${path} is missing: its records up to ${last} are lost`, this.#lostAfter(before, segment));
      } else await this.#readListed(segment, reader, before);
    }
    for (const unlisted of this.#present.values()) {
      // While a database is open, its check may meet one that is being removed.
      const reader = await this.#readIfAny(unlisted);
      if (reader !== null) this.#setAside(reader);
    }
  }

  async #readListed(segment: OldSegment, reader: SegmentReader, before: number): Promise<void> {
    const { path, validLength, lastSequenceId: last } = segment;
    if (reader.header === null) {
      const lost = this.#lostAfter(before, segment);
      this.#damage.lose(`${path} has no valid header: its records up to ${last} are lost. The file is kept`, lost);
      this.#damage.hasGaps = true;
      this.segments.push({ ...segment, damaged: true });
      return;
    }
    const { runs, gaps } = await this.#scan(reader, validLength);
    const isShort = reader.size < validLength;
    const found = gaps
      .filter(({ to }) => !isShort || to < reader.size)
      .map((gap) => ({ ...gap, last: Math.min(gap.last, last) }));
    if (isShort) {
      const sound = runs.at(-1)?.to ?? reader.from.offset;
      this.#damage.lose(
        `${path} has ${reader.size} bytes instead of ${validLength}: the records after ${sound} are lost`,
        this.#lostAfter(reader.lastSequenceId(runs, reader.size, before), segment),
      );
      this.#damage.hasGaps = true;
    }
    const damaged = this.#apply(reader, before, runs, found) || isShort;
    this.segments.push({ ...segment, damaged: segment.damaged || damaged || this.#isQuarantined(path) });
  }

  /** The records of a listed segment after `sequenceId`. Those up to the log's start are in store files. */
  #lostAfter(sequenceId: number, { path, lastSequenceId: last }: OldSegment): LostRecord {
    return { path, sequenceIds: { first: Math.max(sequenceId, this.#request.logStart) + 1, last } };
  }

  #readNewest(newest: SegmentReader, { runs, gaps, flushedUpTo }: SegmentScan): void {
    const { path, epoch, number, from, size } = newest;
    const forced = this.#request.position?.path === path ? from.offset : 0;
    const proven = Math.max(flushedUpTo, forced);
    const end = gaps.find(({ bad }) => bad >= proven)?.from ?? size;
    const counted = runs.filter(({ from }) => from < end);
    const left = runs.slice(counted.length);
    this.discardedBytes = size - end;
    if (size < forced) {
      const lost = { path, sequenceIds: { first: from.sequenceId + 1 } };
      this.#damage.lose(`${path} has ${size} bytes: records after ${forced} are perhaps lost`, lost);
    }
    const damaged = this.#apply(
      newest,
      this.lastSequenceId,
      counted,
      gaps.filter(({ bad }) => bad < proven),
    );
    if (left.length > 0) this.#reportLeft(newest, left, end);
    if (proven > 0) {
      const lastSequenceId = newest.lastSequenceId(counted, proven, this.lastSequenceId);
      const keeps = damaged || this.#isQuarantined(path);
      this.segments.push({ path, epoch, number, validLength: proven, lastSequenceId, damaged: keeps });
    }
    const later = counted.filter(({ to }) => to > proven).map((run) => ({ ...run, from: Math.max(run.from, proven) }));
    if (later.length > 0)
      this.unproven = { reader: newest, runs: later, needs: (table, last) => this.#visitor.needs(table, last) };
    this.lastSequenceId = newest.lastSequenceId(counted, end, this.lastSequenceId);
  }

  /**
   * Applies whole groups, and reports the gaps. Returns whether there were any. `before`: the last sequence id of the
   * segments before.
   */
  #apply(reader: SegmentReader, before: number, runs: readonly LogRun[], gaps: readonly LogGap[]): boolean {
    const found = [...gaps];
    this.places.push({ path: reader.path, ...reader.from, sequenceId: Math.max(reader.from.sequenceId, before) });
    for (const run of runs) {
      reader.groups(run, (records, from, to) => {
        if (records === null || !this.#areSound(records)) {
          const last = reader.lastSequenceId([{ from, to }], to, 0);
          found.push({ from, bad: from, to, first: reader.firstSequenceId(from), last });
        } else for (const record of records) this.#visitor.apply(record);
      });
    }
    for (const gap of found) {
      const names = [...reader.tablesIn(gap)].map((id) => this.#visitor.tableName(id));
      this.#damage.reportGap(
        reader.path,
        gap,
        names.filter((name) => name !== null),
        this.#request.logStart,
      );
    }
    return found.length > 0;
  }

  #reportLeft(reader: SegmentReader, left: readonly LogRun[], end: number): void {
    const first = reader.firstSequenceId(left[0]?.from ?? 0);
    this.#damage.reportLeft(reader.path, end, first, reader.lastSequenceId(left, reader.size, first));
  }

  #scan(reader: SegmentReader, end: number): Promise<SegmentScan> {
    return scanSegment(reader, end, this.#visitor.rest ?? null);
  }

  #areSound(records: readonly LogRecord[]): boolean {
    try {
      return records.every((record) => this.#visitor.isSound(record));
    } catch {
      return false;
    }
  }

  async #readIfAny(name: SegmentName): Promise<SegmentReader | null> {
    try {
      return await this.#read(name);
    } catch (error) {
      if (isFileNotFound(error)) return null;
      throw error;
    }
  }

  /** A segment that the device refuses each time is treated as lost. */
  async #read(name: SegmentName): Promise<SegmentReader> {
    try {
      return await withAttempts(async () => {
        const handle = await this.#files.open(name.path);
        try {
          return this.#readerOf(name, handle);
        } finally {
          closeQuietly(handle);
        }
      });
    } catch (error) {
      // A missing file, one that is open elsewhere, or one in a newer format.
      if (isFileNotFound(error) || BigtabError.is(error)) throw error;
      if (this.#isQuarantined(name.path)) return this.#readerOf(name, NOTHING);
      const reason = error instanceof Error ? error.message : String(error);
      this.kept.push(name.path);
      this.#damage.lose(`${name.path} cannot be read (${reason}): its records, if any, are lost. The file is kept`);
      this.#damage.hasGaps = true;
      return this.#readerOf(name, NOTHING);
    }
  }

  #readerOf({ path, epoch, number }: SegmentName, handle: Pick<FileHandle, 'size' | 'read'>): SegmentReader {
    const { position } = this.#request;
    return new SegmentReader(handle, path, epoch, number, position?.path === path ? position : null);
  }

  /** Handles a segment that does not count. Returns whether it lost its header, and is kept because of that. */
  #setAside(reader: SegmentReader): boolean {
    const { path } = reader;
    if (this.kept.includes(path)) return true;
    if (this.#isQuarantined(path)) return false;
    if (!reader.hasLostHeader()) {
      this.unused.push(path);
      return false;
    }
    this.kept.push(path);
    this.#damage.lose(`${path} has a damaged header: none of its bytes are used. The file is kept`);
    return true;
  }

  #isQuarantined(path: string): boolean {
    return this.#request.quarantined?.has(path) === true;
  }
}

/** The segments, from oldest to newest. */
async function listSegments(files: LogFiles): Promise<SegmentName[]> {
  const names: SegmentName[] = [];
  for (const name of await files.list(WAL_DIRECTORY)) {
    const parsed = parseNumberedName(name);
    if (parsed !== null) names.push({ ...parsed, path: walPath(parsed.epoch, parsed.number) });
  }
  return names.sort(compareNames);
}

export function segmentNameOf(path: string): SegmentName | null {
  const parsed = parseWalPath(path);
  return parsed === null ? null : { ...parsed, path };
}

export function compareNames(a: NumberedName, b: NumberedName): number {
  return a.epoch - b.epoch || a.number - b.number;
}
