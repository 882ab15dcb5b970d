import type { FileLine } from './line-reader.js';

/** The fields of one record by the names of their columns, without empty and null ones. */
export interface FileRecord {
  /** The line where the record begins. */
  readonly line: number;
  readonly fields: ReadonlyMap<string, string>;
}

/** A line that is not a record, with the reason. */
export interface BadLine {
  readonly line: number;
  readonly reason: string;
}

/** Converts lines to records, one after the other. */
export interface RecordReader {
  /** The columns in the order of their first appearance. */
  readonly columns: readonly string[];
  /** The records that the lines complete. */
  read(lines: readonly FileLine[]): (FileRecord | BadLine)[];
  /** The records that are still incomplete at the end of the file. */
  end(): (FileRecord | BadLine)[];
}

export const NOT_TEXT = 'The record contains bytes that are not text in the chosen encoding.';

export function isRecord(record: FileRecord | BadLine): record is FileRecord {
  return 'fields' in record;
}
