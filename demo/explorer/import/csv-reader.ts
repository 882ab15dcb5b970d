import { parse } from 'papaparse';
import { countOf } from '../ui/amounts.js';
import { columnNames } from './column-names.js';
import type { FileLine } from './line-reader.js';
import { type BadLine, type FileRecord, NOT_TEXT, type RecordReader } from './records.js';

/** The limits of a record. If a quote is still open beyond them, it is treated as a mistake. */
const MAX_RECORD_LINES = 200;
const MAX_RECORD_LENGTH = 8 * 1024 * 1024;

const MISPLACED = 'A quote inside a quoted field must be doubled.';
const UNCLOSED = 'A quoted field is never closed.';

/** Lines that may belong to one record. */
interface OpenRecord {
  readonly lines: FileLine[];
  length: number;
  /** The state of the quotes at the end of the last line. */
  quotes: Quotes;
}

type Quotes = 'closed' | 'open' | 'misplaced';

/** Reads CSV. The first line names the columns. Inside quotes, a record continues past the end of a line. */
export class CsvReader implements RecordReader {
  private names: readonly string[] | null = null;
  private readonly delimiter: string;
  /** The lines of a record whose quotes are still open. */
  private open: readonly FileLine[] = [];

  constructor(delimiter: string) {
    this.delimiter = delimiter;
  }

  get columns(): readonly string[] {
    return this.names ?? [];
  }

  read(lines: readonly FileLine[]): (FileRecord | BadLine)[] {
    return this.readAll(lines, false);
  }

  end(): (FileRecord | BadLine)[] {
    return this.readAll([], true);
  }

  private readAll(given: readonly FileLine[], isEnd: boolean): (FileRecord | BadLine)[] {
    const found: (FileRecord | BadLine)[] = [];
    // Lines that were put back are read before the rest.
    const waiting = [...this.open, ...given].reverse();
    let record: OpenRecord = { lines: [], length: 0, quotes: 'closed' };
    for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
      record.lines.push(line);
      record.length += line.text.length;
      record.quotes = quotesAfter(line.text, record.quotes, this.delimiter);
      const isTooLong = record.lines.length === MAX_RECORD_LINES || record.length > MAX_RECORD_LENGTH;
      const isGivenUp = isTooLong || (isEnd && waiting.length === 0);
      if (record.quotes === 'open' && !isGivenUp) continue;
      const [first, ...others] = record.lines as [FileLine, ...FileLine[]];
      const fields = this.split(record);
      record = { lines: [], length: 0, quotes: 'closed' };
      if (typeof fields !== 'string') found.push(...this.take(first, fields));
      else {
        // Only the line with the mistake is lost.
        found.push({ line: first.number, reason: fields });
        waiting.push(...others.reverse());
      }
    }
    this.open = record.lines;
    return found;
  }

  /** The fields of a record, or the reason why it is not a record. */
  private split({ lines, quotes }: OpenRecord): readonly string[] | typeof MISPLACED | typeof UNCLOSED {
    if (quotes !== 'closed') return quotes === 'open' ? UNCLOSED : MISPLACED;
    const text = lines.map((line) => line.text).join('\n');
    if (!text.includes('"')) return text.split(this.delimiter);
    const { data, errors } = parse<string[]>(text, { delimiter: this.delimiter, newline: '\n' });
    const codes = errors.map(({ code }) => code);
    if (codes.includes('InvalidQuotes')) return MISPLACED;
    return codes.includes('MissingQuotes') ? UNCLOSED : (data[0] ?? []);
  }

  private take({ number: line }: FileLine, values: readonly string[]): (FileRecord | BadLine)[] {
    if (values.length < 2 && (values[0] ?? '').trim() === '') return [];
    if (this.names === null) {
      this.names = columnNames(values);
      return [];
    }
    if (values.length !== this.names.length) {
      const found = countOf(values.length, 'field');
      return [{ line, reason: `The record has ${found}, but the first line names ${this.names.length}.` }];
    }
    if (values.some((value) => value.includes('\uFFFD'))) return [{ line, reason: NOT_TEXT }];
    const named = this.names.map((name, index) => [name, values[index] as string] as const);
    return [{ line, fields: new Map(named.filter(([, value]) => value !== '')) }];
  }
}

/**
 * The state of the quotes at the end of a line, given the state before it. Reads each character once, so that a quote
 * that is never closed does not cause every later line to be parsed again.
 */
function quotesAfter(line: string, before: Quotes, delimiter: string): Quotes {
  let isOpen = before === 'open';
  for (let at = 0; ; ) {
    if (isOpen) {
      const quote = line.indexOf('"', at);
      if (quote < 0) return 'open';
      at = quote + 1;
      if (line[at] === '"') at++;
      else if (line.slice(at, endOfField(line, at, delimiter)).trim() === '') isOpen = false;
      else return 'misplaced';
    } else if (line[at] === '"') {
      isOpen = true;
      at++;
    } else {
      const end = endOfField(line, at, delimiter);
      if (end === line.length) return 'closed';
      at = end + delimiter.length;
    }
  }
}

function endOfField(line: string, at: number, delimiter: string): number {
  const end = line.indexOf(delimiter, at);
  return end < 0 ? line.length : end;
}
