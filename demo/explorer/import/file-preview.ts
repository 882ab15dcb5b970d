import { type Encoding, guessEncoding } from './encoding.js';
import { createRecordReader, type FileForm, guessFormat, linesOf } from './file-format.js';
import { readLines } from './line-reader.js';
import { type BadLine, type FileRecord, isRecord } from './records.js';

/** The facts known from the beginning of a file. */
export interface FilePreview {
  readonly file: File;
  readonly form: FileForm;
  /** The columns of the records that were read. */
  readonly columns: readonly string[];
  /** The first records, and bad lines between them, in the order of the file. */
  readonly records: readonly (FileRecord | BadLine)[];
}

/** The number of records shown, and the largest number of bad lines between them. */
const SHOWN = 5;
const MAX_BAD = 20;
/** The number of bytes from which the encoding is guessed, and of characters from which the format is. */
const ENCODING_BYTES = 4 * 1024 * 1024;
const FORMAT_LENGTH = 65_536;

/** Reads the beginning of a file in the chosen or guessed encoding. Rejects if nothing can be imported from it. */
export async function previewFile(file: File, chosen: Encoding | null = null): Promise<FilePreview> {
  const head = new Uint8Array(await file.slice(0, ENCODING_BYTES).arrayBuffer());
  const encoding = chosen ?? guessEncoding(head);
  const beginning = new TextDecoder(encoding).decode(head.subarray(0, FORMAT_LENGTH));
  if (beginning.includes('\0')) {
    throw new Error(`The file ${file.name} is not text. Choose a CSV file, an NDJSON file or a JSON array of objects`);
  }
  const form = { encoding, format: guessFormat(file.name, beginning) };
  const reader = createRecordReader(form.format);
  const found: (FileRecord | BadLine)[] = [];
  let [records, bad] = [0, 0];
  const isEnough = () => records >= SHOWN || bad >= MAX_BAD;
  const take = (read: readonly (FileRecord | BadLine)[]) => {
    for (const one of read) {
      if (isEnough()) return;
      found.push(one);
      if (isRecord(one)) records++;
      else bad++;
    }
  };
  for await (const { lines } of readLines(file, linesOf(form))) {
    take(reader.read(lines));
    if (isEnough()) break;
  }
  if (!isEnough()) take(reader.end());
  if (reader.columns.length < 2 || found.length === 0) {
    throw new Error(
      `The file ${file.name} has no records with two or more fields. A CSV file names its columns in the first line, ` +
        'NDJSON has one object per line, and a JSON file is one array of objects',
    );
  }
  return { file, form, columns: reader.columns, records: found };
}
