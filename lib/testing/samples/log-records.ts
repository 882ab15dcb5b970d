/* Write-ahead log records as text, and logs opened as in recovery, for tests. */
import { crc32c } from '../../bytes/crc32c.js';
import { decodeText, encodeText } from '../../bytes/text.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { parseNumberedName, WAL_DIRECTORY } from '../../storage/fs/file-names.js';
import type { FileSystem } from '../../storage/fs/file-system.js';
import { type LogContents, type LogRequest, readLog } from '../../storage/wal/read-log.js';
import { Wal, type WalOptions } from '../../storage/wal/wal.js';
import type { LogRecord } from '../../storage/wal/wal-segment-reader.js';

export interface TestRecord {
  readonly first: number;
  readonly last?: number;
  readonly connection?: string;
  readonly operation?: number;
  readonly answer?: string;
  /** The id of a table, and the text that replaces its cells. */
  readonly sections?: readonly (readonly [number, string])[];
}

/** A record with one section for table 1. */
export function testRecord(first: number, text = `edits of ${first}`, connection = 'page'): TestRecord {
  return { first, connection, operation: first, answer: `answer ${first}`, sections: [[1, text]] };
}

export function appendRecord(wal: Wal, record: TestRecord): void {
  wal.beginRecord(record.connection ?? null, record.operation ?? 0, record.first);
  for (const [table, text] of record.sections ?? []) wal.beginSection(table).raw(encodeText(text));
  wal.endRecord(record.last ?? record.first, record.answer === undefined ? null : encodeText(record.answer));
}

/** Appends the records as one group and writes it. */
export function writeGroup(wal: Wal, ...records: readonly TestRecord[]): void {
  for (const record of records) appendRecord(wal, record);
  wal.write();
}

/** All fields of a record, for comparison; long texts are replaced by start, length and checksum. */
export function asText(record: TestRecord): string {
  const { first, last = first, connection = '-', operation = 0, answer = '', sections = [] } = record;
  const parts = sections.map(([table, text]) => `${table}:${brief(text)}`);
  return [`${first}-${last} ${connection}#${operation} '${brief(answer)}'`, ...parts].join(' ');
}

function brief(text: string): string {
  if (text.length <= 40) return text;
  const bytes = encodeText(text);
  return `${text.slice(0, 4)}… ${bytes.length} bytes ${crc32c(bytes, 0, bytes.length)}`;
}

function textOf(record: LogRecord): string {
  return asText({
    first: record.sequenceId,
    last: record.lastSequenceId,
    connection: record.connection ?? '-',
    operation: record.operation,
    answer: decodeText(record.answer),
    sections: record.sections.map(
      ({ tableId, buffer, start, end }) => [tableId, decodeText(buffer.bytes.subarray(start, end))] as const,
    ),
  });
}

export interface ReadBack {
  /** Each record after the log's start, in the form of `asText`. */
  readonly records: readonly string[];
  readonly log: LogContents;
}

/** `request`: the sequence id at which the log starts, or the whole request. */
export async function readBack(files: FileSystem, request: number | LogRequest = 0): Promise<ReadBack> {
  const records: string[] = [];
  const asked = typeof request === 'number' ? { logStart: request } : request;
  const log = await readLog(files, asked, {
    isSound: () => true,
    tableName: (id) => `table ${id}`,
    needs: () => true,
    // The log returns whole segments; records that recovery does not need are left out here.
    apply: (record) => {
      if (record.lastSequenceId > asked.logStart) records.push(textOf(record));
    },
  });
  return { records, log };
}

export interface OpenedLog extends ReadBack {
  readonly wal: Wal;
  /** The arguments of each call of `onError`. */
  readonly errors: unknown[];
}

/** Reads the log and opens it with the next epoch. */
export async function openLog(
  files: FileSystem,
  options: Partial<WalOptions> & { readonly logStart?: number } = {},
): Promise<OpenedLog> {
  const errors: unknown[] = [];
  const { records, log } = await readBack(files, options.logStart ?? 0);
  let salt = 0x5a17;
  const wal = await Wal.open({
    files,
    clock: new ManualClock(),
    epoch: (await highestLogEpoch(files)) + 1,
    previous: log,
    generation: 1,
    lastSequenceId: log.lastSequenceId,
    salts: () => salt++,
    onError: (error) => errors.push(error),
    ...options,
  });
  return { wal, records, log, errors };
}

/** The largest epoch in the name of a log segment, 0 if there is none. */
export async function highestLogEpoch(files: FileSystem): Promise<number> {
  const names = await files.list(WAL_DIRECTORY);
  return Math.max(0, ...names.map((name) => parseNumberedName(name)?.epoch ?? 0));
}

/** The problems that a power cut does not explain: neither a torn tail nor an undone young name. */
export function beyondPowerCut(problems: readonly string[]): readonly string[] {
  return problems.filter((problem) => !/were not applied, because|are perhaps lost\. Its name/.test(problem));
}

/** Waits until all pending work on microtasks is done. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await null;
}
