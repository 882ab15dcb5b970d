import { notAllowed } from '../../bytes/kind.js';
import { invalidArgument } from '../../errors.js';
import { toTimestamp } from '../../model/timestamp.js';
import { type CallOptions, checkOptions } from '../calls/call-options.js';
import type { Session } from '../calls/session.js';
import type { Table } from '../table.js';
import type { CopiedTable, CopyTableOptions } from './copy-options.js';
import { type CopyPosition, readCopyPosition } from './copy-position.js';
import { CopyRun } from './copy-run.js';
import { startTime } from './start-time.js';

/**
 * Copies the cells of a table, with their timestamps, to a table of another connection, or to another table of the same
 * one. Either connection may be one to a browser database, to one in memory, or to an HBase cluster. HBase: `CopyTable`.
 *
 * **What is copied.** All versions that reads return, and the markers of deletes with the cells that they hide. So a delete
 * also hides the cells that the target already has. Only cells and markers with a timestamp up to the time at which the
 * copy started are copied: neither later writes nor cells with a timestamp in the future. Timestamps that the engine has
 * assigned are copied even if they are ahead of the clock. For a cluster, the clock of this machine counts.
 *
 * Not copied are: the time to live of a single cell, which no read returns; versions that only raw scans return, because
 * they have expired or are more than the family keeps; the schema; and indexes, which the target maintains itself. The
 * target needs all families of the source, and may have more. To create them, call `ensureTable` on its connection with
 * `{ ...(await from.getDescriptor()), name }`.
 *
 * **Continuing.** Rows are copied in order, about 1 MiB at a time. A row becomes visible in the target at once, unless it is
 * longer than that. The copy needs memory for this amount and for the longest row. If it fails, the error has
 * `details.position`: pass it as `after` to continue there. To copy a cell twice does no harm. An aborted `signal` rejects
 * with its reason; the last position was passed to `onProgress`.
 *
 * **Verification.** What was written is read again: every cell that reads of the source return must be returned by the
 * target, with the same value. Cells that only the target has are ignored. If a cell is missing or differs, the copy
 * rejects: with SCHEMA_MISMATCH if its family keeps less in the target than in the source, such as fewer versions
 * (`details.differences`); otherwise with CORRUPTION, for example because a later delete in the target hides it, or because
 * another client writes to the same rows. `details.from` and `details.to` contain the counts and checksums of both sides,
 * and `details.row`, `column` and `timestamp` the first such cell.
 *
 * Rejects with INVALID_ARGUMENT, with TABLE_NOT_FOUND or TABLE_NOT_ENABLED, and with NO_SUCH_COLUMN_FAMILY before anything
 * is written if the target lacks families. Otherwise it rejects as scans and lists of mutations do.
 *
 * @example
 * import { copyTable } from 'bigtab';
 * import { openMemory } from 'bigtab/memory';
 *
 * const other = await openMemory();
 * const from = await connection.ensureTable({ name: 'webtable', families: ['contents'] });
 * const to = await other.ensureTable(await from.getDescriptor());
 * const { rows, cells } = await copyTable(from, to);
 */
export async function copyTable<S, T>(
  from: Table<S>,
  to: Table<T>,
  options: CopyTableOptions = {},
): Promise<CopiedTable> {
  const [source, target] = [sessionOf(from, 'from'), sessionOf(to, 'to')];
  // A callback that takes the progress of any call takes that of a copy.
  checkOptions(options as CopyTableOptions & CallOptions, ['since', 'after']);
  const tables = { from: from.getName(), to: to.getName() };
  if (source === target && tables.from === tables.to)
    throw invalidArgument(`from and to are the same table, '${tables.from}': copy it to another table or connection`);
  const since = options.since === undefined ? undefined : toTimestamp(options.since);
  const position =
    options.after === undefined
      ? await beginning(source, since)
      : checkSince(readCopyPosition(tables, options.after), since);
  return new CopyRun(from as unknown as Table, to as unknown as Table, source.pacer(), position, options).run();
}

async function beginning(session: Session, since = 0): Promise<CopyPosition> {
  const until = (await startTime(session)) + 1;
  if (since > until) throw invalidArgument(`since must not be after the time at which the copy starts; got ${since}`);
  return { since, until, rows: 0, cells: 0, crc: 0, row: new Uint8Array() };
}

function checkSince(position: CopyPosition, since = position.since): CopyPosition {
  if (since === position.since) return position;
  throw invalidArgument(`since must be that of the copy that failed, ${position.since}, or be left out; got ${since}`);
}

/** The session of a table, which is hidden from users. */
function sessionOf(table: unknown, what: string): Session {
  const { session } = (table ?? {}) as { readonly session?: Session };
  if (typeof session?.pacer === 'function') return session;
  throw notAllowed(what, 'a Table (of a typed table, its property table)', table);
}
