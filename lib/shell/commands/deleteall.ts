import type { Column } from '../../model/bytes-like.js';
import { Delete } from '../../model/delete.js';
import { Scan } from '../../model/scan.js';
import { LATEST_TIMESTAMP } from '../../model/timestamp.js';
import { Arguments } from '../arguments.js';
import type { Command, CommandContext } from '../command.js';
import { firstKeys } from '../first-keys.js';
import { Options } from '../options.js';
import { argumentError } from '../ruby-error.js';
import { scannedRows } from '../scanned-rows.js';
import { bytesOf, isHash, type ShellHash } from '../shell-value.js';

/** The number of rows that one call deletes. */
const DEFAULT_CACHE = 100;

/** The part of each row that is deleted. */
interface Extent {
  /** Null: all of the row. */
  readonly column: Column | null;
  /** Deletes versions up to this one. */
  readonly timestamp: number;
}

export const deleteAll: Command = {
  name: 'deleteall',
  group: 'dml',
  arity: [2, 5],
  help: `Deletes all versions of a row, family or column, up to a timestamp or up to now:

  deleteall 't', 'row'
  deleteall 't', 'row', 'family:qualifier'
  deleteall 't', 'row', 'family', 1000
  deleteall 't', 'row', '', 1000
  deleteall 't', {ROWPREFIXFILTER => 'prefix'}, 'family:qualifier', 1000

An empty column deletes the whole row. ROWPREFIXFILTER deletes every row that begins with the prefix, CACHE => 100 rows at a time.`,
  async run(context, args) {
    const [table, row, ...rest] = args.values;
    const others = new Arguments('deleteall', [table ?? null, null, ...rest]);
    others.options().finish();
    const column = others.has(2) && others.word(2, 'a column') !== '' ? others.column(2) : null;
    const extent = { column, timestamp: others.timestamp(3) ?? LATEST_TIMESTAMP };
    if (isHash(row)) await deletePrefix(context, others.table(), row, extent);
    else await context.connection.getTable(others.table()).delete(deleteOf(args.bytes(1), extent));
  },
};

function deleteOf(row: Uint8Array, { column, timestamp }: Extent): Delete {
  const remove = new Delete(row, timestamp);
  if (column === null) return remove;
  return column.qualifier === null
    ? remove.addFamily(column.family)
    : remove.addColumns(column.family, column.qualifier);
}

/** Deletes the rows with a prefix, each by its own bytes, which need not be text (H-14, A-25). */
async function deletePrefix(
  { connection, signal }: CommandContext,
  name: string,
  hash: ShellHash,
  extent: Extent,
): Promise<void> {
  const options = new Options('deleteall', hash);
  const prefix = options.take('ROWPREFIXFILTER');
  const cache = Math.max(1, options.integer('CACHE') ?? DEFAULT_CACHE);
  options.finish();
  if (prefix === undefined) throw argumentError('deleteall needs a row or {ROWPREFIXFILTER => prefix}');
  const scan = new Scan({ prefix: bytesOf(prefix), caching: cache, filter: firstKeys() });
  const table = connection.getTable(name);
  let deletes: Delete[] = [];
  for await (const { row } of scannedRows(table.getScanner(scan, { signal }))) {
    deletes.push(deleteOf(row, extent));
    if (deletes.length < cache) continue;
    await table.delete(deletes, { signal });
    deletes = [];
  }
  if (deletes.length > 0) await table.delete(deletes, { signal });
}
