import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

/** A line of a file of histories. */
export interface HistoryLine {
  readonly file: string;
  /** From 1. */
  readonly number: number;
  /** What the line says; undefined when it is no JSON. */
  readonly value: unknown;
}

/** The lines of a file, plain or `.gz`; empty ones are none. */
export async function readHistoryFile(file: string): Promise<readonly HistoryLine[]> {
  const stored = await readFile(file);
  const text = new TextDecoder('utf-8', { fatal: true }).decode(file.endsWith('.gz') ? gunzipSync(stored) : stored);
  return text.split('\n').flatMap((line, index) => {
    return line.trim() === '' ? [] : [{ file, number: index + 1, value: parse(line) }];
  });
}

/**
 * Whether a line is of the other languages that stand beside histories: an object with neither a table nor steps, such as what a
 * text of the filter language means.
 */
export function isNoHistory({ value }: HistoryLine): boolean {
  return typeof value === 'object' && value !== null && !('table' in value) && !('steps' in value);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
