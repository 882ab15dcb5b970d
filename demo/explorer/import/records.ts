import { parse } from 'papaparse';
import type { FileLine } from './line-reader.js';

/** How the lines of a file are written. */
export type FileFormat = { readonly kind: 'csv'; readonly delimiter: string } | { readonly kind: 'ndjson' };

/** The fields of one record by the names of their columns. What is empty or null is not among them. */
export interface FileRecord {
  /** Where it begins. */
  readonly line: number;
  readonly fields: ReadonlyMap<string, string>;
}

/** A line that is no record, and why. */
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

export function isRecord(record: FileRecord | BadLine): record is FileRecord {
  return 'fields' in record;
}

export function createRecordReader(format: FileFormat): RecordReader {
  return format.kind === 'csv' ? new CsvReader(format.delimiter) : new NdjsonReader();
}

/** The format of a file by its name and its beginning. */
export function guessFormat(name: string, beginning: string): FileFormat {
  const text = beginning.replace(/^\uFEFF?\s*/, '');
  if (/\.(ndjson|jsonl|json)$/i.test(name) || text.startsWith('{')) return { kind: 'ndjson' };
  const { meta } = parse(text, { preview: 20 });
  return { kind: 'csv', delimiter: meta.delimiter };
}

/** Lines that one record may have at most, before an open quote is taken for a mistake. */
const MAX_RECORD_LINES = 200;
const NOT_UTF8 = 'It is not UTF-8 text.';

/** The first line names the columns. A record goes on over a line's end inside quotes. */
class CsvReader implements RecordReader {
  private names: readonly string[] | null = null;
  private readonly delimiter: string;
  /** Lines of a record whose quotes are open. */
  private open: FileLine[] = [];

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
    const lines = this.open;
    this.open = [];
    return this.readAll(lines, true);
  }

  private readAll(given: readonly FileLine[], isEnd: boolean): (FileRecord | BadLine)[] {
    const found: (FileRecord | BadLine)[] = [];
    const { open } = this;
    this.open = [];
    // What is taken back is read before the rest.
    const waiting = [...open, ...given].reverse();
    let record: FileLine[] = [];
    for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
      record.push(line);
      const fields = this.split(record);
      const isUnclosed =
        fields === 'unclosed' && (record.length === MAX_RECORD_LINES || (isEnd && waiting.length === 0));
      if (fields === 'unclosed' && !isUnclosed) continue;
      const [first, ...others] = record as [FileLine, ...FileLine[]];
      record = [];
      if (typeof fields !== 'string') found.push(...this.take(first, fields));
      else {
        // Only the line with the mistake is lost.
        found.push({ line: first.number, reason: isUnclosed ? 'A quote is opened and not closed.' : MISPLACED });
        waiting.push(...others.reverse());
      }
    }
    this.open = record;
    return found;
  }

  private split(lines: readonly FileLine[]): readonly string[] | 'unclosed' | 'misplaced' {
    const text = lines.map((line) => line.text).join('\n');
    if (!text.includes('"')) return text.split(this.delimiter);
    const { data, errors } = parse<string[]>(text, { delimiter: this.delimiter, newline: '\n' });
    const codes = errors.map(({ code }) => code);
    if (codes.includes('InvalidQuotes')) return 'misplaced';
    return codes.includes('MissingQuotes') ? 'unclosed' : (data[0] ?? []);
  }

  private take({ number: line }: FileLine, values: readonly string[]): (FileRecord | BadLine)[] {
    if (values.length < 2 && (values[0] ?? '').trim() === '') return [];
    if (this.names === null) {
      this.names = columnNames(values);
      return [];
    }
    if (values.length !== this.names.length) {
      return [{ line, reason: `It has ${fieldsOf(values.length)} where the first line names ${this.names.length}.` }];
    }
    if (values.some((value) => value.includes('\uFFFD'))) return [{ line, reason: NOT_UTF8 }];
    const named = this.names.map((name, index) => [name, values[index] as string] as const);
    return [{ line, fields: new Map(named.filter(([, value]) => value !== '')) }];
  }
}

const MISPLACED = 'A quote stands inside a quoted field; it must be doubled.';

/** One JSON object a line; its names are the columns, and what is no text is written as JSON. */
class NdjsonReader implements RecordReader {
  private readonly names = new Set<string>();

  get columns(): readonly string[] {
    return [...this.names];
  }

  read(lines: readonly FileLine[]): (FileRecord | BadLine)[] {
    return lines.filter(({ text }) => text.trim() !== '').map((line) => this.take(line));
  }

  end(): (FileRecord | BadLine)[] {
    return [];
  }

  private take({ number: line, text }: FileLine): FileRecord | BadLine {
    if (text.includes('\uFFFD')) return { line, reason: NOT_UTF8 };
    let value: unknown;
    try {
      value = JSON.parse(line === 1 ? text.replace(/^\uFEFF/, '') : text);
    } catch {
      return { line, reason: 'It is not JSON.' };
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { line, reason: 'It is not a JSON object.' };
    }
    const fields = new Map<string, string>();
    for (const [name, field] of Object.entries(value)) {
      this.names.add(name);
      if (field !== null) fields.set(name, typeof field === 'string' ? field : JSON.stringify(field));
    }
    return { line, fields };
  }
}

/** Names of columns from the first line: none empty, none twice. */
function columnNames(values: readonly string[]): readonly string[] {
  const names: string[] = [];
  for (const [index, value] of values.entries()) {
    const name = value.trim() || `column ${index + 1}`;
    let unique = name;
    for (let count = 2; names.includes(unique); count++) unique = `${name} ${count}`;
    names.push(unique);
  }
  return names;
}

function fieldsOf(count: number): string {
  return count === 1 ? '1 field' : `${count} fields`;
}
