import { notAllowed } from '../bytes/kind.js';
import { isRecord, toBoolean } from '../model/literal.js';
import { type IndexesLike, printedIndexes } from '../model/schema/index-descriptor.js';
import type { TableLike } from '../model/schema/table-descriptor.js';
import type { CallOptions } from './calls/call-options.js';
import { runLongCall } from './calls/run-long-call.js';
import type { Session } from './calls/session.js';

/** A table as a literal, with its secondary indexes. */
export interface IndexedTableLike extends TableLike {
  /** By their names. Indexes that are left out are kept; `admin.dropIndex` drops one. */
  readonly indexes?: IndexesLike;
}

/** The options of `ensureTable`. */
export interface EnsureTableOptions extends CallOptions {
  /** Whether attributes that differ are changed. Default false: the call rejects with SCHEMA_MISMATCH. */
  readonly alter?: boolean;
  /** Whether to wait until new indexes have the entries of the rows that are already there. Default true. */
  readonly wait?: boolean;
}

/** See `Connection.ensureTable`. Returns the name of the table in its printed form. */
export async function ensureTable(
  session: Session,
  like: IndexedTableLike,
  options: EnsureTableOptions,
): Promise<string> {
  if (!isRecord(options)) throw notAllowed('options', 'an object such as { alter: true }', options);
  const { wait = true, signal, onProgress, ...others } = options as EnsureTableOptions;
  const waits = toBoolean(wait, 'wait');
  const { indexes, ...table } = like;
  if (indexes === undefined) return session.control('change', 'ensureTable', table, others);
  const name = await session.control('change', 'ensureTable', table, others, printedIndexes(indexes));
  if (!waits) return name;
  const build = async (token: string) => ({
    result: name,
    unit: 'cells' as const,
    total: await session.control('alone', 'buildIndexes', name, Object.keys(indexes), token),
  });
  const watched = { ...(signal !== undefined && { signal }), ...(onProgress !== undefined && { onProgress }) };
  return runLongCall(session, build, watched);
}
