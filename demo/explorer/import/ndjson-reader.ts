import { JsonColumns, toRecord } from './json-record.js';
import type { FileLine } from './line-reader.js';
import type { BadLine, FileRecord, RecordReader } from './records.js';

/** One JSON object per line. */
export class NdjsonReader implements RecordReader {
  private readonly found = new JsonColumns();

  get columns(): readonly string[] {
    return this.found.names;
  }

  read(lines: readonly FileLine[]): (FileRecord | BadLine)[] {
    return lines.filter(({ text }) => text.trim() !== '').map(({ number, text }) => toRecord(number, text, this.found));
  }

  end(): (FileRecord | BadLine)[] {
    return [];
  }
}
