import type { ByteReader } from '../../bytes/byte-reader.js';
import { type BigtabError, invalidArgument } from '../../errors.js';
import { CheckAndMutate, type CheckAndMutateLike } from '../../model/check-and-mutate.js';
import { Get, type GetLike } from '../../model/get.js';
import type { Put } from '../../model/put.js';
import {
  kindOfRequest,
  type RowMutationLike,
  RowMutations,
  type RowMutationsLike,
  toRowMutation,
} from '../../model/row-mutations.js';
import { validatePut } from '../../model/validate-put.js';
import {
  type Action,
  ActionRequestWriter,
  decodeActionsReply,
  type ReceivedOutcome,
} from '../../service/action-codec.js';
import { Operation } from '../../service/client-service.js';
import { readJson } from '../../service/control-codec.js';
import { errorFromData } from '../../service/error-handler.js';
import { decodeGetReply } from '../../service/get-codec.js';
import { readResultBlock } from '../../service/result-block.js';
import { CheckAndMutateResult } from '../answers/check-and-mutate-result.js';
import { type Result, readResults } from '../answers/result.js';
import { batchFailed, eachOf, type FailureCause, failureCause, isAnswer } from './batch-failed.js';
import { PACKET_BYTES } from './call-batcher.js';
import { type CallOptions, throwIfAborted } from './call-options.js';
import { inTable } from './in-table.js';
import type { Pacer, Session } from './session.js';

/** An action or its literal. That of a Get or of a Delete says its kind: the shortest of both look alike. */
export type BatchAction =
  | Get
  | (GetLike & { readonly kind: 'Get' })
  | RowMutationLike
  | RowMutationsLike
  | CheckAndMutateLike;

/** What an action gives. */
export type BatchResult = Result | CheckAndMutateResult;

/** Told of each action that ran, as its answer comes: the region, which is the whole table and has its name; the row; what it gave. */
export type BatchCallback = (region: string, row: Uint8Array, result: BatchResult) => void;

type Held = ReturnType<Session['batcher']['hold']>;

const ACTIONS =
  "Get, Put, Delete, Increment, Append, RowMutations or CheckAndMutate, or the literal of one; that of a Get with kind: 'Get', of a Delete";

/** One action: gives its result or throws the error it is answered with. */
export async function runAction(session: Session, table: string, action: Action): Promise<BatchResult> {
  const writer = new ActionRequestWriter(table);
  writer.add(action);
  const [outcome] = decodeActionsReply(await session.batcher.call(Operation.Batch, writer.finish(), 'write'));
  const result = readOutcome(action, outcome as ReceivedOutcome);
  if (result instanceof Error) throw result;
  return result;
}

/**
 * Runs a list of actions in list order. All of them are checked before anything is sent. What came of them is written to `results` too,
 * errors included. Rejects with BATCH_FAILED when some failed; the others are applied.
 *
 * @see W-58, W-70
 */
export async function runBatch(
  session: Session,
  table: string,
  list: readonly BatchAction[],
  results: unknown[],
  options: CallOptions,
  tell?: BatchCallback,
): Promise<BatchResult[]> {
  const held = session.batcher.hold();
  try {
    const pacer = session.pacer();
    const actions: Action[] = [];
    const check = (like: BatchAction) => {
      const action = inTable(table, () => toAction(like));
      checkPuts(action, actions.length + 1);
      actions.push(action);
    };
    for (const rest of eachOf(list, pacer, options.signal, check)) await rest;
    const outcomes = await session.abortable(
      sendAll(session, held, table, actions, options, pacer, tell),
      options.signal,
    );
    for (const [index, outcome] of outcomes.entries()) results[index] = outcome;
    const causes = outcomes.flatMap((outcome, index): FailureCause[] =>
      outcome instanceof Error ? [failureCause(index, (actions[index] as Action).row, outcome)] : [],
    );
    if (causes.length > 0) throw batchFailed(actions.length, causes, { results: outcomes });
    return outcomes as BatchResult[];
  } finally {
    held.release();
  }
}

/** Sends packet after packet. A reply has its limit: what it does not answer is sent again. */
async function sendAll(
  session: Session,
  held: Held,
  table: string,
  actions: readonly Action[],
  { signal, onProgress }: CallOptions,
  pacer: Pacer,
  tell?: BatchCallback,
): Promise<(BatchResult | BigtabError)[]> {
  const outcomes: (BatchResult | BigtabError)[] = [];
  const writer = new ActionRequestWriter(table);
  // What gets leave out of a long answer is sent again, and later calls must not overtake its writes.
  const isMixed = actions.some(isGet) && !actions.every(isGet);
  while (outcomes.length < actions.length) {
    throwIfAborted(signal);
    const first = outcomes.length;
    do writer.add(actions[first + writer.actions] as Action);
    while (first + writer.actions < actions.length && writer.byteLength < PACKET_BYTES && !pacer.due());
    const asked = actions.slice(first, first + writer.actions);
    const reply = session.batcher.call(Operation.Batch, writer.finish(), 'write', held.lane);
    if (!isMixed && first + asked.length === actions.length) held.release();
    outcomes.push(...(await readOutcomes(asked, reply)));
    if (tell !== undefined)
      for (let index = first; index < outcomes.length; index++) {
        const outcome = outcomes[index] as BatchResult | Error;
        if (!(outcome instanceof Error)) tell(table, (actions[index] as Action).row.slice(), outcome);
      }
    onProgress?.({ done: outcomes.length, total: actions.length, unit: 'rows' });
    if (pacer.due()) await pacer.rest();
  }
  return outcomes;
}

function isGet({ kind }: Action): boolean {
  return kind === 'Get';
}

/** What came of the first of `actions`; of all of them the same error when the engine refused the request as a whole. */
async function readOutcomes(
  actions: readonly Action[],
  reply: Promise<ByteReader>,
): Promise<(BatchResult | BigtabError)[]> {
  try {
    return decodeActionsReply(await reply).map((outcome, index) => readOutcome(actions[index] as Action, outcome));
  } catch (error) {
    if (!isAnswer(error)) throw error;
    return actions.map(() => error);
  }
}

/** The result of an action, or the error that it failed with. */
export function readOutcome(action: Action, { outcome, payload }: ReceivedOutcome): BatchResult | BigtabError {
  if (outcome === 'failed') return errorFromData(readJson(payload) as Parameters<typeof errorFromData>[0]);
  const checked = action.kind === 'CheckAndMutate';
  const { kind } = checked ? action.action : action;
  const block = kind === 'Get' ? decodeGetReply(payload) : readResultBlock(payload);
  const result = readResults(block, kind)[0] as Result;
  if (!checked) return result;
  const success = outcome === 'done';
  return new CheckAndMutateResult(success, success && hasResult(action.action) ? result : null);
}

/** Whether HBase answers such an action of a check with a Result, though it may be empty (W-56). */
function hasResult(action: CheckAndMutate['action']): boolean {
  if (action.kind === 'RowMutations') return action.mutations.some(hasResult);
  return action.kind === 'Increment' || action.kind === 'Append';
}

function toAction(like: BatchAction): Action {
  if (like instanceof Get || like instanceof RowMutations || like instanceof CheckAndMutate) return like;
  switch (kindOfRequest(like)) {
    case 'Get':
      return new Get(like as GetLike);
    case 'RowMutations':
      return new RowMutations(like as RowMutationsLike);
    case 'CheckAndMutate':
      return new CheckAndMutate(like as CheckAndMutateLike);
    default:
      return toRowMutation(like as RowMutationLike, 'an action', ACTIONS);
  }
}

/** Throws INVALID_ARGUMENT for a Put without cells, of which the message says the place, counted from 1. @see N-38 */
export function checkPuts(action: Action, place: number): void {
  if (action.kind === 'CheckAndMutate') checkPuts(action.action, place);
  else if (action.kind === 'RowMutations')
    for (const [index, part] of action.mutations.entries()) checkPuts(part, index + 1);
  else if (action.kind === 'Put' && action.isEmpty) throw invalidArgument(`No columns to insert for #${place} item`);
}

/**
 * What is checked before a CheckAndMutate is sent by itself: its Put as any other, those of its RowMutations have
 * cells.
 *
 * @see N-34
 */
export function checkChecked(check: CheckAndMutate, maxCellSize: number): void {
  if (check.action.kind === 'Put') validatePut(check.action as Put, maxCellSize);
  else checkPuts(check, 1);
}
