import { type BigtabError, invalidArgument } from '../../errors.js';
import { readResultBlock } from '../../keyvalue/result-block.js';
import { Append } from '../../model/append.js';
import { CheckAndMutate, type CheckAndMutateLike } from '../../model/check-and-mutate.js';
import { Delete } from '../../model/delete.js';
import { Get, type GetLike } from '../../model/get.js';
import { Increment } from '../../model/increment.js';
import { Put } from '../../model/put.js';
import type { Restore } from '../../model/restore.js';
import {
  type RequestClasses,
  type RowMutationLike,
  RowMutations,
  type RowMutationsLike,
  toRequest,
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
import { CheckAndMutateResult } from '../answers/check-and-mutate-result.js';
import { type Result, readResults } from '../answers/result.js';
import { batchFailed, type FailureCause, failureCause } from './batch-failed.js';
import type { CallOptions } from './call-options.js';
import { inTable } from './in-table.js';
import { callList, type Parts, pairs, sendInTurn } from './list-call.js';
import type { RequestFormat } from './request-format.js';
import type { Session } from './session.js';

/**
 * An action or its literal. The literal of a Get or of a Delete contains its kind, because their shortest forms look
 * alike.
 */
export type BatchAction =
  | Get
  | (GetLike & { readonly kind: 'Get' })
  | RowMutationLike
  | RowMutationsLike
  | CheckAndMutateLike;

/** The result of an action. */
export type BatchResult = Result | CheckAndMutateResult;

/**
 * Called for each action that ran, as its answer arrives: with the region, which is the complete table and has its
 * name; the row; and the result.
 */
export type BatchCallback = (region: string, row: Uint8Array, result: BatchResult) => void;

type Outcome = BatchResult | BigtabError;

const CLASSES: RequestClasses<Action> = { Get, Put, Delete, Increment, Append, RowMutations, CheckAndMutate };
const ACTIONS =
  "Get, Put, Delete, Increment, Append, RowMutations or CheckAndMutate, or the literal of one; the literal of a Get needs kind: 'Get', and that of a Delete needs";

/** One action: returns its result or throws the error of its answer. */
export async function runAction(
  session: Session,
  table: string,
  action: Action | Restore,
  format: RequestFormat,
): Promise<BatchResult> {
  const writer = new ActionRequestWriter(table);
  writer.add(action);
  const [outcome] = decodeActionsReply(await session.batcher.call(Operation.Batch, writer.finish(), 'write'));
  const result = readOutcome(action, outcome as ReceivedOutcome, format);
  if (result instanceof Error) throw result;
  return result;
}

/**
 * Runs a list of actions in list order. Their outcomes, including errors, are also written to `results`. Rejects with
 * BATCH_FAILED if some failed; the others are applied.
 *
 * @see W-58, W-70
 */
export function runBatch(
  session: Session,
  table: string,
  list: readonly BatchAction[],
  results: unknown[],
  options: CallOptions,
  format: RequestFormat,
  tell?: BatchCallback,
): Promise<BatchResult[]> {
  return callList<BatchAction, Action, Outcome[], BatchResult[]>(session, list, options, {
    check(like, index) {
      const action = inTable(table, () => toRequest(format.request(like), CLASSES, 'an action', ACTIONS));
      checkPuts(action, index + 1);
      return action;
    },
    send(call) {
      session.checks?.actions(table, call.elements);
      return session.abortable(sendInTurn(call, partsOf(table, call.elements, format, tell)), options.signal);
    },
    finish(outcomes, actions) {
      for (const [index, outcome] of outcomes.entries()) results[index] = outcome;
      const causes = pairs(actions, outcomes).flatMap(([{ row }, outcome], index): FailureCause[] =>
        outcome instanceof Error ? [failureCause(index, row, outcome)] : [],
      );
      if (causes.length > 0) throw batchFailed(actions.length, causes, { results: outcomes });
      return outcomes as BatchResult[];
    },
  });
}

function partsOf(
  table: string,
  actions: readonly Action[],
  format: RequestFormat,
  tell: BatchCallback | undefined,
): Parts<Action, Outcome> {
  const request = new ActionRequestWriter(table);
  // The gets that a long answer leaves out are sent again, and later calls must not overtake the list's writes.
  const isMixed = actions.some(isGet) && !actions.every(isGet);
  return {
    operation: Operation.Batch,
    kind: 'write',
    releaseAfter: isMixed ? Number.POSITIVE_INFINITY : actions.length,
    add(action) {
      request.add(action);
      return request.byteLength;
    },
    finish: () => request.finish(),
    decode: (reply, first) =>
      pairs(actions.slice(first), decodeActionsReply(reply)).map(([action, outcome]) =>
        readOutcome(action, outcome, format),
      ),
    refused: (error, count) => Array<BigtabError>(count).fill(error),
    answered(outcomes, first) {
      if (tell === undefined) return;
      for (const [{ row }, outcome] of pairs(actions.slice(first), outcomes.slice(first)))
        if (!(outcome instanceof Error)) tell(table, row.slice(), outcome);
    },
  };
}

function isGet({ kind }: Action): boolean {
  return kind === 'Get';
}

/** The result of an action, or its error; if its row cannot be decoded, that error. */
export function readOutcome(
  action: Action | Restore,
  { outcome, payload }: ReceivedOutcome,
  format: RequestFormat,
): Outcome {
  if (outcome === 'failed') return errorFromData(readJson(payload) as Parameters<typeof errorFromData>[0]);
  const checked = action.kind === 'CheckAndMutate';
  const { kind } = checked ? action.action : action;
  const block = kind === 'Get' ? decodeGetReply(payload) : readResultBlock(payload);
  const result = readResults(block, kind)[0] as Result;
  const success = outcome === 'done';
  try {
    if (!checked) return format.row(result);
    return new CheckAndMutateResult(success, success && hasResult(action.action) ? format.row(result) : null);
  } catch (error) {
    return error as BigtabError;
  }
}

/** Whether HBase answers such an action of a check with a Result, which may be empty (W-56). */
function hasResult(action: CheckAndMutate['action']): boolean {
  if (action.kind === 'RowMutations') return action.mutations.some(hasResult);
  return action.kind === 'Increment' || action.kind === 'Append';
}

/** Throws INVALID_ARGUMENT for a Put without cells; the message contains its place, counted from 1. @see N-38 */
export function checkPuts(action: Action, place: number): void {
  if (action.kind === 'CheckAndMutate') checkPuts(action.action, place);
  else if (action.kind === 'RowMutations')
    for (const [index, part] of action.mutations.entries()) checkPuts(part, index + 1);
  else if (action.kind === 'Put' && action.isEmpty) throw invalidArgument(`No columns to insert for #${place} item`);
}

/**
 * Checks a CheckAndMutate that is sent alone: its Put like any other, its RowMutations for empty Puts.
 *
 * @see N-34
 */
export function checkChecked(check: CheckAndMutate, maxCellSize: number): void {
  if (check.action.kind === 'Put') validatePut(check.action as Put, maxCellSize);
  else checkPuts(check, 1);
}
