import { ByteWriter } from '../../bytes/byte-writer.js';
import { equalRanges } from '../../bytes/compare.js';
import { BigtabError } from '../../errors.js';
import { CELL_HEADER_BYTES, readCell } from '../../keyvalue/cell-layout.js';
import { CellView } from '../../keyvalue/cell-view.js';
import { ResultBlockWriter } from '../../keyvalue/result-block.js';
import type { Durability } from '../../model/durability.js';
import type { GetRequest } from '../../model/get-request.js';
import type { ActionRequest, Outcome, RowAction } from '../../model/row-action.js';
import type { Region } from '../region/region.js';
import { tooFarAhead } from '../region/write-limits.js';
import type { MutationContext } from './apply-mutations.js';
import { checkCondition } from './check-condition.js';
import { modifyRow, type NewCell } from './read-modify-write.js';
import { RequestEdits } from './request-edits.js';
import { restoreRow } from './restore-row.js';
import { checkCells, type MutationSource, type StampContext, stampMutation, storesOf } from './stamp-mutation.js';

export interface ActionsContext extends MutationContext {
  /** Runs a get and returns its reply. */
  readonly read: (get: GetRequest) => Uint8Array;
  readonly encode: (outcomes: readonly Outcome[]) => ActionsPayload;
  /** The answer ends with the action that reaches this length. */
  readonly answerBytes: number;
}

/** The reply to a request of actions. */
export interface ActionsPayload {
  readonly payload: Uint8Array;
  /** The part of the payload that the log keeps, in case the request is repeated: the outcomes of its writes. */
  readonly kept: Uint8Array;
}

/** The result of a request of actions. */
export interface ActionsResult extends ActionsPayload {
  /** The rows that were written. They belong to the request. */
  readonly changed: readonly Uint8Array[];
}

/**
 * Runs actions in list order: each sees the effects of the previous ones, has its own timestamp and sequence id, and
 * fails alone (A-12, W-66); but a put or delete with a cell above the limit fails all puts and deletes of the request
 * (N-35).
 */
export function runActions(
  region: Region,
  request: ActionRequest,
  durability: Durability,
  context: ActionsContext,
): ActionsResult {
  const { block, families } = request;
  const source = { region, block, families, stores: storesOf(region, families), clock: context.clock };
  const tooLarge = findTooLarge(source, request);
  const edits = new RequestEdits(region, durability, context);
  const run = new ActionRun(source, edits, context);
  const outcomes: Outcome[] = [];
  const changed: Uint8Array[] = [];
  let bytes = 0;
  for (const action of request.actions) {
    const outcome = tooLarge !== null && isPlain(action) ? tooLarge : outcomeOf(action, run, context);
    outcomes.push(outcome);
    if ('parts' in action && 'done' in outcome && outcome.done) changed.push(action.row);
    if ('payload' in outcome) bytes += outcome.payload.length;
    if (bytes >= context.answerBytes) break;
  }
  const { payload, kept } = context.encode(outcomes);
  try {
    edits.end(kept);
  } catch (error) {
    context.group.poison(error);
    throw error;
  }
  return { payload, kept, changed };
}

function outcomeOf(action: GetRequest | RowAction, run: ActionRun, context: ActionsContext): Outcome {
  try {
    return 'parts' in action ? run.apply(action) : { done: true, payload: context.read(action) };
  } catch (error) {
    if (context.group.poisoned) throw error;
    return { error };
  }
}

/** Whether an action is only a put or delete. */
function isPlain(action: GetRequest | RowAction): action is RowAction {
  return (
    'parts' in action && action.condition === null && action.parts.length === 1 && action.parts[0]?.kind === 'mutate'
  );
}

/** The failure of every put and delete if one of them has too large a cell, otherwise null. */
function findTooLarge(source: MutationSource, { actions }: ActionRequest): Outcome | null {
  try {
    for (const action of actions) {
      if (isPlain(action)) for (const { offset, end } of action.parts) checkCells(source, offset, end);
    }
    return null;
  } catch (error) {
    return { error };
  }
}

/** Applies the mutations of one row that belong together: all of them, visible together, or none (W-40). */
export class ActionRun {
  readonly #source: MutationSource;
  readonly #edits: RequestEdits;
  readonly #context: MutationContext;
  /** The cells of the current action, until it is certain to succeed. */
  readonly #cells = new ByteWriter();
  readonly #results = new ResultBlockWriter();

  constructor(source: MutationSource, edits: RequestEdits, context: MutationContext) {
    this.#source = source;
    this.#edits = edits;
    this.#context = context;
  }

  /** Every part sees the row as it was before the action (W-41). If it throws, nothing of the action was applied. */
  apply({ row, condition, parts }: RowAction): Outcome {
    this.#source.region.checkWritable();
    const { group, clock } = this.#context;
    if (parts.length === 0) throw new BigtabError('HBASE_IO', 'a RowMutations in the batch has no mutations');
    const state = {
      readPoint: group.readPoint,
      now: clock.tick(),
      sequenceId: group.lastSequenceId + 1,
      checked: 0,
      ahead: -1,
    };
    if (condition !== null) {
      const checked = checkCondition(this.#source, row, condition, state);
      if (!checked.holds) return { done: false, payload: this.#encodeResult([]) };
      state.checked = checked.timestamp;
    }
    const results = this.#stamp(row, parts, state);
    const payload = this.#encodeResult(results);
    if (this.#cells.length > 0) {
      if (this.#source.region.indexes.length > 0) this.#addIndexed(state);
      else this.#commit(state.sequenceId);
    }
    return { done: true, payload };
  }

  /** Returns the new cells that the answer contains: those of increments and appends, part by part (W-43). */
  #stamp(row: Uint8Array, parts: RowAction['parts'], context: StampContext): NewCell[] {
    const { region, block, families } = this.#source;
    const cells = this.#cells;
    cells.reset();
    for (const { offset, end } of parts) {
      const unknown = checkCells(this.#source, offset, end);
      if (unknown >= 0) throw region.noSuchFamily(families[unknown] as Uint8Array);
      const rowLength = end > offset ? block.view.getUint16(offset, true) : -1;
      if (rowLength >= 0 && !equalRanges(block.bytes, offset + CELL_HEADER_BYTES, rowLength, row, 0, row.length))
        throw new BigtabError('INVALID_OPERATION', "Action's getRow must match");
    }
    const results: NewCell[] = [];
    for (const part of parts) {
      if (part.kind === 'mutate') {
        const refused = tooFarAhead(region.writeLimits, block.view, part.offset, part.end, context.now);
        if (refused !== null) throw refused;
        stampMutation(this.#source, part.offset, part.end, context, cells);
      } else if (part.kind === 'restore') {
        restoreRow(this.#source, row, part, context, cells);
      } else {
        const made = modifyRow(this.#source, row, part, context, cells);
        if (part.returnResults) results.push(...made);
      }
    }
    return results;
  }

  /** Throws CONDITION_FAILED if the action violates a unique index. */
  #addIndexed({ sequenceId, readPoint, now }: StampContext): void {
    this.#edits.add(this.#cells, sequenceId, readPoint, now);
    this.#context.group.takeSequenceIds(1);
    this.#edits.insert();
  }

  #commit(sequenceId: number): void {
    const { group } = this.#context;
    try {
      this.#edits.open(sequenceId).raw(this.#cells.bytes, 0, this.#cells.length);
      group.takeSequenceIds(1);
      this.#edits.insert();
    } catch (error) {
      group.poison(error);
      throw error;
    }
  }

  #encodeResult(cells: readonly NewCell[]): Uint8Array {
    const writer = this.#results;
    writer.begin(cells.length === 0 ? [] : this.#source.region.stores.map(({ name }) => name), true);
    writer.beginRow();
    const cell = new CellView();
    for (const { offset, family } of cells) {
      readCell(cell, this.#cells, offset);
      writer.include(cell, family);
    }
    writer.endRow();
    return writer.finish();
  }
}
