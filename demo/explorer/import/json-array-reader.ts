import { toRecord } from './json-record.js';
import type { FileLine } from './line-reader.js';
import type { BadLine, FileRecord, RecordReader } from './records.js';

/** The largest length of an element of the array, which becomes one row. */
const MAX_ELEMENT_LENGTH = 8 * 1024 * 1024;
/** Every character that opens, closes or separates something, and all other text except whitespace. */
const MARKS = /["\\{}[\],]|[^\s"\\{}[\],]+/g;

/** Reads the objects of one JSON array on any number of lines. A malformed element is skipped if its brackets match. */
export class JsonArrayReader implements RecordReader {
  private readonly names = new Set<string>();
  /** The number of open brackets, including the one of the array. */
  private depth = 0;
  private isInString = false;
  /** Whether the last part of a line ended with a backslash inside a string. */
  private isEscaped = false;
  /** The last line that was read, and the last line with something outside the array. */
  private last = 1;
  private outside = 0;
  /** The current element, without its part in the line that is being read. */
  private element = '';
  /** The line where the element begins, or null between elements. */
  private begin: number | null = null;

  get columns(): readonly string[] {
    return [...this.names];
  }

  read(lines: readonly FileLine[]): (FileRecord | BadLine)[] {
    const found: (FileRecord | BadLine)[] = [];
    for (const line of lines) this.readLine(line, found);
    return found;
  }

  end(): (FileRecord | BadLine)[] {
    if (this.depth === 0) return [];
    return [{ line: this.begin ?? this.last, reason: 'The file ends before the array is closed.' }];
  }

  private readLine({ number, text: written, goesOn }: FileLine, found: (FileRecord | BadLine)[]): void {
    const text = goesOn ? written : `${written}\n`;
    let start = 0;
    this.last = number;
    const close = (at: number) => {
      if (this.begin === null) return;
      found.push(toRecord(this.begin, this.element + text.slice(start, at), this.names));
      this.begin = null;
      this.element = '';
    };
    MARKS.lastIndex = this.isEscaped ? 1 : 0;
    this.isEscaped = false;
    for (let match = MARKS.exec(text); match !== null; match = MARKS.exec(text)) {
      const [mark] = match;
      if (this.isInString) {
        // An escaped character does not end the string.
        if (mark === '\\') this.isEscaped = MARKS.lastIndex++ === text.length;
        else if (mark === '"') this.isInString = false;
        continue;
      }
      if (this.depth === 0 && mark !== '[' && this.outside !== number) {
        this.outside = number;
        found.push({ line: number, reason: 'The text is outside the array.' });
      }
      const isBoundary = this.depth === 0 ? mark === '[' : this.depth === 1 && (mark === ',' || mark === ']');
      if (isBoundary) close(match.index);
      else if (this.begin === null && this.depth > 0) [this.begin, start] = [number, match.index];
      if (mark === '"') this.isInString = this.depth > 0;
      else if (mark === '[' || (mark === '{' && this.depth > 0)) this.depth++;
      else if ((mark === ']' || mark === '}') && this.depth > 0) this.depth--;
    }
    if (this.begin !== null) this.element += text.slice(start);
    if (this.element.length > MAX_ELEMENT_LENGTH) {
      throw new Error(
        `The element that begins on line ${this.begin} is longer than 8 MiB, or a bracket in it is not closed`,
      );
    }
  }
}
