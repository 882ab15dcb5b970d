import { type FileLine, readLines } from './line-reader.js';
import {
  type BadLine,
  createRecordReader,
  type FileFormat,
  type FileRecord,
  guessFormat,
  isRecord,
  type RecordReader,
} from './records.js';

/** What the beginning of a file shows. */
export interface FilePreview {
  readonly file: File;
  readonly format: FileFormat;
  /** Those of the records that were looked at. */
  readonly columns: readonly string[];
  /** The first records, and bad lines between them, in the order of the file. */
  readonly records: readonly (FileRecord | BadLine)[];
}

/** Records that are shown, and bad lines between them at most. */
const SHOWN = 5;
const MAX_BAD = 20;

/** Looks at the beginning of a file. Rejects when there is nothing that could be imported. */
export async function previewFile(file: File): Promise<FilePreview> {
  let opened: { readonly format: FileFormat; readonly reader: RecordReader } | null = null;
  const found: (FileRecord | BadLine)[] = [];
  const isEnough = () => countOf(found, true) >= SHOWN || countOf(found, false) >= MAX_BAD;
  for await (const { lines } of readLines(file)) {
    opened ??= open(file, lines);
    found.push(...opened.reader.read(lines));
    if (isEnough()) break;
  }
  if (opened !== null && !isEnough()) found.push(...opened.reader.end());
  const columns = opened?.reader.columns ?? [];
  if (columns.some((name) => name.includes('\uFFFD'))) {
    throw new Error(`The file ${file.name} is not UTF-8 text: save it as UTF-8, and choose it again`);
  }
  if (opened === null || columns.length < 2 || found.length === 0) {
    throw new Error(
      `The file ${file.name} has no records of two fields or more: ` +
        'a CSV file names its columns in the first line, and NDJSON has one object a line',
    );
  }
  return { file, format: opened.format, columns, records: firstOf(found) };
}

function open(file: File, lines: readonly FileLine[]) {
  const beginning = lines.slice(0, 20).map(({ text }) => text);
  const format = guessFormat(file.name, beginning.join('\n'));
  return { format, reader: createRecordReader(format) };
}

function countOf(found: readonly (FileRecord | BadLine)[], areRecords: boolean): number {
  return found.filter((one) => isRecord(one) === areRecords).length;
}

function firstOf(found: readonly (FileRecord | BadLine)[]): readonly (FileRecord | BadLine)[] {
  let [records, bad] = [0, 0];
  return found.filter((one) => (isRecord(one) ? records++ < SHOWN : records < SHOWN && bad++ < MAX_BAD));
}
