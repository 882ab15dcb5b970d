import { ByteWriter } from '../../bytes/byte-writer.js';
import type { Durability } from '../../model/durability.js';
import type { FailedMutation, MutateRequest, MutationCursor } from '../../model/mutate-request.js';
import type { Region } from '../region/region.js';
import type { RowClock } from '../region/row-clock.js';
import { tooFarAhead } from '../region/write-limits.js';
import { type EditsContext, RequestEdits } from './request-edits.js';
import { checkCells, type MutationSource, needsRead, stampMutation, storesOf } from './stamp-mutation.js';

/** The context in which a writing request runs. */
export interface MutationContext extends EditsContext {
  readonly clock: RowClock;
}

/** The result of a request of puts and deletes. */
export interface AppliedMutations {
  readonly payload: Uint8Array;
  /** Why mutations were not applied, by their indexes. */
  readonly failed: ReadonlyMap<number, unknown>;
}

/**
 * Applies the puts and deletes of one request in list order, each atomic with its own sequence id (W-1, A-12). A
 * mutation of an unknown family, or with a timestamp too far ahead, fails alone (W-8, N-57); a cell above the limit
 * fails all of them (N-35). While the cells are copied into the log record, their implicit timestamps and sequence ids
 * are filled in. `encode` makes the payload, which is logged too.
 */
export function applyMutations(
  region: Region,
  request: MutateRequest,
  durability: Durability,
  context: MutationContext,
  encode: (failures: readonly FailedMutation[]) => Uint8Array,
): AppliedMutations {
  region.checkWritable();
  const { clock, group } = context;
  const { block, families } = request;
  const source = { region, block, families, stores: storesOf(region, families), clock };
  const failed = check(source, request);
  try {
    const edits = new RequestEdits(region, durability, context);
    apply(source, request.cursor(), failed, context, edits);
    const payload = encode(Array.from(failed, ([index, error]) => ({ index, error })));
    edits.insert();
    edits.end(payload);
    return { payload, failed };
  } catch (error) {
    group.poison(error);
    throw error;
  }
}

/** Checks every cell before anything is changed. Returns why mutations fail, by their indexes. */
function check(source: MutationSource, request: MutateRequest): Map<number, unknown> {
  const { region, families } = source;
  const failed = new Map<number, unknown>();
  for (const cursor = request.cursor(); cursor.next(); ) {
    const unknown = checkCells(source, cursor.offset, cursor.end);
    if (unknown >= 0) failed.set(cursor.index, region.noSuchFamily(families[unknown] as Uint8Array));
  }
  return failed;
}

/**
 * Applies the mutations that have not failed. Adds to `failed` those that cannot be read or whose timestamp is too
 * large.
 */
function apply(
  source: MutationSource,
  cursor: MutationCursor,
  failed: Map<number, unknown>,
  { clock, group }: MutationContext,
  edits: RequestEdits,
): void {
  const { region, block } = source;
  const now = clock.tick();
  const apart = new ByteWriter();
  let isBehind = clock.mayBeBehind(region, now, -1);
  while (cursor.next()) {
    const { index, offset, end } = cursor;
    if (failed.has(index)) continue;
    const error = tooFarAhead(region.writeLimits, block.view, offset, end, now);
    if (error !== null) {
      failed.set(index, error);
      continue;
    }
    const sequenceId = group.lastSequenceId + 1;
    const context = { readPoint: group.readPoint, now, sequenceId, checked: 0, ahead: -1 };
    const isIndexed = region.indexes.length > 0;
    if (isIndexed || isBehind || clock.inDoubt || needsRead(block, offset, end)) {
      // It sees the result of the mutations before it, and may fail alone.
      edits.insert();
      apart.reset();
      try {
        stampMutation(source, offset, end, context, apart);
        if (isIndexed) edits.add(apart, sequenceId, context.readPoint, now);
      } catch (error) {
        failed.set(index, error);
        continue;
      }
      if (!isIndexed) edits.open(sequenceId).raw(apart.bytes, 0, apart.length);
    } else {
      stampMutation(source, offset, end, context, edits.open(sequenceId));
    }
    group.takeSequenceIds(1);
    // The next mutations must find what may hide them.
    isBehind ||= context.ahead >= now && clock.mode !== 'wall';
  }
}
