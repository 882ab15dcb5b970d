import { ByteReader } from '../../bytes/byte-reader.js';
import { equalBytes } from '../../bytes/compare.js';
import { BigtabError } from '../../errors.js';
import { type ResultBlockWriter, readResultBlock } from '../../keyvalue/result-block.js';
import { RowsDigest } from '../../keyvalue/rows-digest.js';
import type { CheckRequest } from '../../model/row-action.js';
import type { ReadCheck } from '../../service/atomic-batch-codec.js';
import { checkCondition } from '../mutation/check-condition.js';
import { atPlace } from '../mutation/run-atomic-batch.js';
import { storesOf } from '../mutation/stamp-mutation.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';
import { checkRawColumns } from './scan-query.js';
import { readSingle, type SingleRead } from './single-read.js';

/*
 * Judges the conditions of an atomicBatch and repeats the reads of a transaction, in the same step as the mutations and
 * before they are applied.
 */

/** Rows are read into a block of about this size, and then added to the digest. */
const BLOCK_BYTES = 256 * 1024;

/** The message of CONDITION_FAILED names this number of conditions; its details have all of them. */
const MOST_NAMED = 10;

/** Returns the region of a table. Throws what the request throws if the table cannot be used. */
type FindRegion = (table: string) => Region;

/**
 * Judges all conditions, and throws CONDITION_FAILED if some do not hold: `details.failed` has the indices of all of
 * them.
 */
export function requireConditions(engine: Engine, requests: readonly CheckRequest[], find: FindRegion): void {
  const { group, dataClock } = engine;
  const context = { readPoint: group.readPoint, now: dataClock.now() };
  const failed: number[] = [];
  let index = 0;
  for (const { table, families, checks } of requests) {
    for (const { row, condition } of checks) {
      try {
        const region = find(table);
        const source = { region, families, stores: storesOf(region, families) };
        if (!checkCondition(source, row, condition, context).holds) failed.push(index);
      } catch (error) {
        throw atPlace(error, 'Condition', index);
      }
      index++;
    }
  }
  if (failed.length === 0) return;
  const others = failed.length - MOST_NAMED;
  const named = failed.slice(0, MOST_NAMED).join(', ') + (others > 0 ? `, and ${others} more` : '');
  const message = `Conditions of the atomicBatch do not hold, so none of it was applied: ${named}`;
  throw new BigtabError('CONDITION_FAILED', message, { details: { failed } });
}

/** Repeats the reads of a transaction, and throws CONFLICT if one of them returns other rows than before. */
export function requireUnchanged(
  engine: Engine,
  reads: readonly ReadCheck[],
  find: FindRegion,
  writer: ResultBlockWriter,
): void {
  for (const read of reads) {
    if (returnsTheSame(engine, read, find, writer)) continue;
    const message = 'Rows that the transaction has read were changed before it could write, so nothing was written.';
    throw new BigtabError('CONFLICT', message);
  }
}

/** A read that fails now does not return the same: when the transaction runs again, it reports the error. */
function returnsTheSame(engine: Engine, read: ReadCheck, find: FindRegion, writer: ResultBlockWriter): boolean {
  try {
    const single = readSingle(read.kind, read.request);
    const digest = digestOf(engine, single, find(single.table), read.rows, writer);
    return digest.rows === read.rows && equalBytes(digest.finish(), read.digest);
  } catch (error) {
    if (!BigtabError.is(error)) throw error;
    return false;
  }
}

/** Reads at most one row more than the transaction did. */
function digestOf(
  { group, dataClock }: Engine,
  { range, query, limit, existenceOnly }: SingleRead,
  region: Region,
  rows: number,
  writer: ResultBlockWriter,
): RowsDigest {
  checkRawColumns(region, query);
  const digest = new RowsDigest();
  const scan = region.reads.scan(range, query, group.readPoint, dataClock.now(), false);
  try {
    if (existenceOnly) {
      digest.addExistence(scan.scanner.exists());
      return digest;
    }
    const names = region.stores.map(({ name }) => name);
    const most = Math.min(limit, rows + 1);
    for (let more = true; more && digest.rows < most; ) {
      writer.begin(names);
      more = scan.scanner.fill(writer, { rows: most - digest.rows, bytes: BLOCK_BYTES, deadline: () => false });
      const bytes = writer.written();
      const block = readResultBlock(new ByteReader(bytes, 0, bytes.length, 'the rows of a read'));
      for (const row of block.rows) digest.addRow(block, row);
    }
    return digest;
  } finally {
    scan.close();
  }
}
