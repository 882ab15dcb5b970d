import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

/** A line of a file of histories. */
export interface HistoryLine {
  readonly file: string;
  /** Counted from 1. */
  readonly number: number;
  /** The JSON of the line; undefined if it is not JSON. */
  readonly value: unknown;
}

/** The lines of a file, plain or `.gz`, without empty ones. */
export async function readHistoryFile(file: string): Promise<readonly HistoryLine[]> {
  const stored = await readFile(file);
  const text = new TextDecoder('utf-8', { fatal: true }).decode(file.endsWith('.gz') ? gunzipSync(stored) : stored);
  return text.split('\n').flatMap((line, index) => {
    return line.trim() === '' ? [] : [{ file, number: index + 1, value: parse(line) }];
  });
}

/** Whether a line is in none of the languages: not a history, a call or a text of a filter. */
export function isNoHistory({ value }: HistoryLine): boolean {
  return typeof value === 'object' && value !== null && LANGUAGES.every((name) => !(name in value));
}

/** A field of each language: histories, calls, and texts of filters. */
const LANGUAGES = ['table', 'steps', 'call', 'calls', 'text'];

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
