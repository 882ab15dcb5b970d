import { BigtabError, errorToData } from '../../errors.js';
import type { Durability } from '../../model/durability.js';
import { ATOMIC_BATCH_BYTES } from '../../model/limits.js';
import type { ActionRequest, Outcome, RowAction } from '../../model/row-action.js';
import type { SegmentMark } from '../../storage/memstore/segment.js';
import { requireUnique, type UniqueClaim } from '../index/unique-claims.js';
import type { Region } from '../region/region.js';
import type { Store } from '../region/store.js';
import type { MutationContext } from './apply-mutations.js';
import { RequestEdits } from './request-edits.js';
import { ActionRun } from './run-actions.js';
import { storesOf } from './stamp-mutation.js';

/** Mutations of one table that follow each other in an atomicBatch. */
export interface AtomicPart {
  readonly region: Region;
  readonly request: ActionRequest;
}

/**
 * Runs mutations of several rows and tables in list order, each with its own timestamp and sequence id. Each sees those
 * before it, and if one fails, none is applied (W-69). A unique index judges what all of them leave. They are one record of
 * the log, with a section for each part. `encode` makes the payload, which is returned and logged. The error contains the index of the mutation that failed (see `atPlace`).
 * REQUIRES at least one part.
 */
export function runAtomicBatch(
  parts: readonly AtomicPart[],
  durability: Durability,
  context: MutationContext,
  encode: (outcomes: readonly Outcome[]) => Uint8Array,
): Uint8Array {
  const { group, clock } = context;
  const marks = new Map<Store, SegmentMark>();
  for (const { region } of parts) for (const store of region.allStores) marks.set(store, store.memstore.mark());
  const start = group.bytes;
  const claims: UniqueClaim[] = [];
  const edits = new RequestEdits((parts[0] as AtomicPart).region, durability, context, claims);
  const outcomes: Outcome[] = [];
  /** The number of claims up to each mutation. */
  const ends: number[] = [];
  let place = 0;
  try {
    for (const { region, request } of parts) {
      const { block, families } = request;
      edits.turnTo(region);
      const run = new ActionRun({ region, block, families, stores: storesOf(region, families), clock }, edits, context);
      for (const action of request.actions) {
        const outcome = run.apply(action as RowAction);
        if (group.bytes - start > ATOMIC_BATCH_BYTES)
          throw new BigtabError('INVALID_OPERATION', `an atomicBatch can write at most ${ATOMIC_BATCH_BYTES} bytes`);
        outcomes.push(outcome);
        ends.push(claims.length);
        place++;
      }
    }
    const now = clock.tick();
    place = 0;
    for (let at = 0; at < claims.length; at++) {
      while ((ends[place] as number) <= at) place++;
      requireUnique(claims, at, group.readPoint, now);
    }
    const payload = encode(outcomes);
    edits.end(payload);
    return payload;
  } catch (error) {
    if (!group.poisoned) for (const [store, mark] of marks) store.memstore.rollback(mark);
    throw atPlace(error, 'Mutation', place);
  }
}

/**
 * The error of an atomicBatch or a transaction whose mutation or condition at `index` failed: `details.index` or
 * `details.condition`. In the error of a unique index, `details.index` is the index's name, and the mutation is
 * `details.mutation`.
 */
export function atPlace(error: unknown, what: 'Mutation' | 'Condition', index: number): BigtabError {
  const { code, message, details } = errorToData(error);
  const text = `${what} ${index} failed, so nothing was written: ${message}`;
  const name = what === 'Condition' ? 'condition' : typeof details?.index === 'string' ? 'mutation' : 'index';
  return new BigtabError(code, text, { details: { ...details, [name]: index }, cause: error });
}
