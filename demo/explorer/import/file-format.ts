import { parse } from 'papaparse';
import { CsvReader } from './csv-reader.js';
import type { Encoding } from './encoding.js';
import { JsonArrayReader } from './json-array-reader.js';
import type { LineOptions } from './line-reader.js';
import { NdjsonReader } from './ndjson-reader.js';
import type { RecordReader } from './records.js';

/** The format of the records in a file. */
export type FileFormat =
  | { readonly kind: 'csv'; readonly delimiter: string }
  | { readonly kind: 'ndjson' }
  | { readonly kind: 'json' };

/** The format and the encoding of a file. */
export interface FileForm {
  readonly encoding: Encoding;
  readonly format: FileFormat;
}

/** How the lines of a file are read. A JSON array may be on a single line of any length. */
export function linesOf({ encoding, format }: FileForm): LineOptions {
  return { encoding, cutsLines: format.kind === 'json' };
}

export function createRecordReader(format: FileFormat): RecordReader {
  switch (format.kind) {
    case 'csv':
      return new CsvReader(format.delimiter);
    case 'ndjson':
      return new NdjsonReader();
    case 'json':
      return new JsonArrayReader();
  }
}

/** Guesses the format of a file from its name and its beginning. */
export function guessFormat(name: string, beginning: string): FileFormat {
  const text = beginning.replace(/^\uFEFF?\s*/, '');
  // The first column may be called `[id]`, so only an array of objects, or an empty one, counts as an array.
  if (/^\[\s*([{\]]|$)/.test(text)) return { kind: 'json' };
  if (/\.(ndjson|jsonl|json)$/i.test(name) || text.startsWith('{')) return { kind: 'ndjson' };
  // The last line may be incomplete or empty, and would then count as a row with one field.
  const lines = text.split('\n', 21);
  if (lines.length > 1) lines.pop();
  const { meta } = parse(lines.join('\n'));
  return { kind: 'csv', delimiter: meta.delimiter };
}
