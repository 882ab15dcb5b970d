import type { ByteReader } from '../../bytes/byte-reader.js';
import type { Get } from '../../model/get.js';
import { Operation } from '../../service/client-service.js';
import { beginGets, writeGet } from '../../service/get-codec.js';
import { batchFailed, type FailureCause, failureCause, isAnswer } from './batch-failed.js';
import type { CallOptions } from './call-options.js';
import { callList, type Parts, pairs, sendInTurn } from './list-call.js';
import type { Session } from './session.js';

/** One or many gets of one table, and how their answer is read. */
export interface GetKind<R> {
  readonly table: string;
  readonly existenceOnly: boolean;
  /** The results in the reply, for the first gets of the request. */
  readonly decode: (reply: ByteReader) => R[];
}

export async function readOne<R>(session: Session, get: Get, { table, existenceOnly, decode }: GetKind<R>): Promise<R> {
  const request = beginGets(table, existenceOnly, session.scratch);
  writeGet(request, get);
  return decode(await session.batcher.call(Operation.Get, request.written()))[0] as R;
}

/**
 * The answers of a list in list order (W-67). Later calls continue when the first part is sent. Rejects with
 * BATCH_FAILED if some gets failed; a list of one get rejects with that get's error (W-70).
 */
export function readList<E, R>(
  session: Session,
  list: readonly E[],
  toGet: (element: E) => Get,
  kind: GetKind<R>,
  options: CallOptions,
): Promise<R[]> {
  const { table, existenceOnly } = kind;
  let request = beginGets(table, existenceOnly);
  const parts = (gets: readonly Get[]): Parts<Get, R> => ({
    operation: Operation.Get,
    kind: 'read',
    releaseAfter: 0,
    add(get) {
      writeGet(request, get);
      return request.length;
    },
    finish() {
      const bytes = request.written();
      request = beginGets(table, existenceOnly);
      return bytes;
    },
    decode: (reply) => kind.decode(reply),
    refused: (error) => throwCauses(session, gets, kind, error),
  });
  return callList<E, Get, R[], R[]>(session, list, options, {
    check: (element) => toGet(element),
    send(call) {
      session.checks?.actions(table, call.elements);
      return session.abortable(sendInTurn(call, parts(call.elements)), options.signal);
    },
    finish: (answers) => answers,
  });
}

/**
 * Throws the reasons why gets failed. A refused request does not report which get caused it, so each get is requested
 * alone.
 */
async function throwCauses(
  session: Session,
  gets: readonly Get[],
  kind: GetKind<unknown>,
  error: unknown,
): Promise<never> {
  if (gets.length === 1) throw error;
  const outcomes = await Promise.allSettled(gets.map((get) => readOne(session, get, kind)));
  const causes: FailureCause[] = [];
  for (const [index, [{ row }, outcome]] of pairs(gets, outcomes).entries()) {
    if (outcome.status === 'fulfilled') continue;
    if (!isAnswer(outcome.reason)) throw outcome.reason;
    causes.push(failureCause(index, row, outcome.reason));
  }
  throw causes.length === 0 ? error : batchFailed(gets.length, causes);
}
