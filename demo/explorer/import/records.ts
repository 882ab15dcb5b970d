import type { FileLine } from './line-reader.js';

/** The fields of one record by the names of their columns. What is empty or null is not among them. */
export interface FileRecord {
  /** Where it begins. */
  readonly line: number;
  readonly fields: ReadonlyMap<string, string>;
}

/** A line that is not a record, and why. */
export interface BadLine {
  readonly line: number;
  readonly reason: string;
}

/** Turns lines into records, one after the other. */
export interface RecordReader {
  /** In the order of their appearance. */
  readonly columns: readonly string[];
  /** The records that the lines complete. */
  read(lines: readonly FileLine[]): (FileRecord | BadLine)[];
  /** What was begun and not completed when the file ends. */
  end(): (FileRecord | BadLine)[];
}

export const NOT_TEXT = 'It contains bytes that are not text in the chosen encoding.';

export function isRecord(record: FileRecord | BadLine): record is FileRecord {
  return 'fields' in record;
}
