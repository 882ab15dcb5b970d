import { ByteWriter } from '../../bytes/byte-writer.js';
import { corruption } from '../../errors.js';
import type { Durability } from '../../model/mutation.js';
import { encodeMutateReply, type FailedMutation, type MutateRequest } from '../../service/mutate-codec.js';
import type { Region } from '../region/region.js';
import type { RowClock } from '../region/row-clock.js';
import { tooFarAhead } from '../region/write-limits.js';
import { type EditsContext, RequestEdits } from './request-edits.js';
import { checkCells, type MutationSource, needsRead, stampMutation, storesOf } from './stamp-mutation.js';

/** What a request that writes is run with. */
export interface MutationContext extends EditsContext {
  readonly clock: RowClock;
}

/**
 * Applies the puts and deletes of one request in list order, each atomic by itself with a sequence id of its own (W-1, A-12).
 * A mutation of an unknown family, and one dated too far ahead, fails alone (W-8, N-57); a cell above the limit fails them all (N-35).
 * Implicit timestamps are stamped and sequence ids filled in while the cells are copied into the log record. Gives the answer, which is
 * logged too.
 */
export function applyMutations(
  region: Region,
  request: MutateRequest,
  durability: Durability,
  context: MutationContext,
): Uint8Array {
  region.checkWritable();
  const { clock, group } = context;
  const { block, families } = request;
  const source = { region, block, families, stores: storesOf(region, families), clock };
  const failures = check(source, request);
  try {
    const edits = new RequestEdits(region, durability, context);
    apply(source, request, failures, context, edits);
    const answer = encodeMutateReply(failures);
    edits.insert();
    edits.end(answer);
    return answer;
  } catch (error) {
    group.poison(error);
    throw error;
  }
}

/** Looks at every cell before anything is changed. */
function check(source: MutationSource, request: MutateRequest): FailedMutation[] {
  const { region, families, block } = source;
  const failures: FailedMutation[] = [];
  let at = request.offset;
  for (let index = 0; index < request.mutations; index++) {
    const end = request.end - at < 8 ? Number.NaN : at + 8 + block.view.getUint32(at + 4, true);
    if (!(end > at + 8 && end <= request.end)) throw corruption('request', at, 'a mutation is incomplete');
    const unknown = checkCells(source, at + 8, end);
    if (unknown >= 0) failures.push({ index, error: region.noSuchFamily(families[unknown] as Uint8Array) });
    at = end;
  }
  return failures;
}

/** Adds to `failures` what cannot be read, or is dated too far ahead. */
function apply(
  source: MutationSource,
  request: MutateRequest,
  failures: FailedMutation[],
  { clock, group }: MutationContext,
  edits: RequestEdits,
): void {
  const { region, block } = source;
  const failed = new Set(failures.map(({ index }) => index));
  const now = clock.tick();
  const apart = new ByteWriter();
  let at = request.offset;
  for (let index = 0; index < request.mutations; index++) {
    const from = at + 8;
    at = from + block.view.getUint32(at + 4, true);
    if (failed.has(index)) continue;
    const error = tooFarAhead(region.writeLimits, block.view, from, at, now);
    if (error !== null) {
      failures.push({ index, error });
      continue;
    }
    const sequenceId = group.lastSequenceId + 1;
    const context = { readPoint: group.readPoint, now, sequenceId, checked: 0 };
    if (clock.inDoubt || needsRead(block, from, at)) {
      // It sees what the mutations before it have left, and may fail alone.
      edits.insert();
      apart.reset();
      try {
        stampMutation(source, from, at, context, apart);
      } catch (error) {
        failures.push({ index, error });
        continue;
      }
      edits.open(sequenceId).raw(apart.bytes, 0, apart.length);
    } else {
      stampMutation(source, from, at, context, edits.open(sequenceId));
    }
    group.takeSequenceIds(1);
  }
}
