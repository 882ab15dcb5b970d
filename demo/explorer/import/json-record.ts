import { MAX_COLUMNS } from './column-names.js';
import { type BadLine, type FileRecord, NOT_TEXT } from './records.js';

/** The columns of the objects read so far, up to the limit for a file. */
export class JsonColumns {
  private readonly found = new Set<string>();

  get names(): readonly string[] {
    return [...this.found];
  }

  add(name: string): void {
    if (this.found.size < MAX_COLUMNS) this.found.add(name);
  }
}

/** The record of a JSON object: its names are the columns, and a value that is not text is written as JSON. */
export function toRecord(line: number, text: string, columns: JsonColumns): FileRecord | BadLine {
  if (text.includes('\uFFFD')) return { line, reason: NOT_TEXT };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { line, reason: 'The record is not valid JSON.' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, reason: 'The record is not a JSON object.' };
  }
  const entries = Object.entries(value);
  if (entries.length > MAX_COLUMNS) {
    return { line, reason: `The record has ${entries.length} fields; a row can have up to ${MAX_COLUMNS}.` };
  }
  const fields = new Map<string, string>();
  for (const [name, field] of entries) {
    columns.add(name);
    if (field !== null) fields.set(name, typeof field === 'string' ? field : JSON.stringify(field));
  }
  return { line, fields };
}
