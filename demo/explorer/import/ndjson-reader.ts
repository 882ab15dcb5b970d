import { toRecord } from './json-record.js';
import type { FileLine } from './line-reader.js';
import type { BadLine, FileRecord, RecordReader } from './records.js';

/** Reads one JSON object per line. */
export class NdjsonReader implements RecordReader {
  private readonly names = new Set<string>();

  get columns(): readonly string[] {
    return [...this.names];
  }

  read(lines: readonly FileLine[]): (FileRecord | BadLine)[] {
    return lines.filter(({ text }) => text.trim() !== '').map(({ number, text }) => toRecord(number, text, this.names));
  }

  end(): (FileRecord | BadLine)[] {
    return [];
  }
}
