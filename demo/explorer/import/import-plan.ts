import { BigtabError, Put } from 'bigtab';
import { shorten } from '../ui/shorten.js';
import { readTime } from '../ui/times.js';
import type { BadLine, FileRecord } from './records.js';

/** How the fields of a record are stored. */
export interface ImportPlan {
  /** The column whose values are the row keys. */
  readonly key: string;
  /** The column whose values are the timestamps, or null for the time of the import. */
  readonly timestamp: string | null;
  /** The family of the other columns. Each of them becomes a qualifier. */
  readonly family: string;
}

/** A plan, and the name of the table for its rows. */
export interface ImportTarget extends ImportPlan {
  readonly table: string;
}

/** The put of a record. */
export interface PlannedPut {
  readonly line: number;
  readonly put: Put;
}

/** Returns the put of a record, or the reason why there is none. */
export function planPut({ line, fields }: FileRecord, plan: ImportPlan): PlannedPut | BadLine {
  const row = fields.get(plan.key);
  if (row === undefined) return { line, reason: `The row key, ${plan.key}, is empty.` };
  const timestamp = plan.timestamp === null ? undefined : timestampOf(fields.get(plan.timestamp), plan.timestamp);
  if (typeof timestamp === 'string') return { line, reason: timestamp };
  try {
    const put = timestamp === undefined ? new Put(row) : new Put(row, timestamp);
    for (const [qualifier, value] of fields) {
      if (qualifier !== plan.key && qualifier !== plan.timestamp) put.addColumn(plan.family, qualifier, value);
    }
    return put.cells.length === 0
      ? { line, reason: 'The record has no values apart from its row key.' }
      : { line, put };
  } catch (error) {
    // For example, the row key is too long.
    if (BigtabError.is(error)) return { line, reason: `${error.message}.` };
    throw error;
  }
}

/** The timestamp in a field, or the reason why it is not a timestamp. */
function timestampOf(written: string | undefined, column: string): number | string {
  if (written === undefined) return `The timestamp, ${column}, is empty.`;
  return readTime(written) ?? `“${shorten(written, 40)}” is neither a date nor a number of milliseconds since 1970.`;
}

/** Suggests a plan: the row key is the first column whose values differ in all records, and there is no timestamp. */
export function suggestPlan(columns: readonly string[], records: readonly FileRecord[], family: string): ImportPlan {
  const isKey = (column: string) =>
    new Set(records.map(({ fields }) => fields.get(column) ?? '')).size === records.length;
  return { key: columns.find(isKey) ?? columns[0] ?? '', timestamp: null, family };
}
