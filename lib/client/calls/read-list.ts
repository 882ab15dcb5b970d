import type { ByteReader } from '../../bytes/byte-reader.js';
import type { Get } from '../../model/get.js';
import { Operation } from '../../service/client-service.js';
import { beginGets, writeGet } from '../../service/get-codec.js';
import { batchFailed, ELEMENTS_PER_LOOK, eachOf, type FailureCause, failureCause, isAnswer } from './batch-failed.js';
import { type CallBatcher, PACKET_BYTES } from './call-batcher.js';
import { type CallOptions, throwIfAborted } from './call-options.js';
import type { Pacer, Session } from './session.js';

/** One or many gets of one table, and how their answer is read. */
export interface GetKind<R> {
  readonly table: string;
  readonly existenceOnly: boolean;
  /** What the reply holds, for some of the gets from the first on. */
  readonly decode: (reply: ByteReader) => R[];
}

export async function readOne<R>(session: Session, get: Get, { table, existenceOnly, decode }: GetKind<R>): Promise<R> {
  const request = beginGets(table, existenceOnly, session.scratch);
  writeGet(request, get);
  return decode(await session.batcher.call(Operation.Get, request.written()))[0] as R;
}

/**
 * The answers of a list in list order (W-67). The whole list is checked before anything is sent; calls made meanwhile wait. Rejects with BATCH_FAILED
 * when some failed; a list of one with that one's error (W-70).
 */
export async function readList<T, R>(
  session: Session,
  list: readonly T[],
  toGet: (element: T) => Get,
  kind: GetKind<R>,
  options: CallOptions,
): Promise<R[]> {
  const held = session.batcher.hold();
  try {
    const pacer = session.pacer();
    const gets: Get[] = [];
    for (const rest of eachOf(list, pacer, options.signal, (element) => gets.push(toGet(element)))) await rest;
    try {
      return await session.abortable(readAll(session, held, gets, kind, options, pacer), options.signal);
    } catch (error) {
      if (gets.length === 1 || !isAnswer(error)) throw error;
      const causes = await findCauses(session, gets, kind);
      throw causes.length === 0 ? error : batchFailed(gets.length, causes);
    }
  } finally {
    held.release();
  }
}

/** The first part starts at the list's place among the calls of the connection; later calls continue once it is sent. */
async function readAll<R>(
  session: Session,
  held: ReturnType<CallBatcher['hold']>,
  gets: readonly Get[],
  { table, existenceOnly, decode }: GetKind<R>,
  { signal, onProgress }: CallOptions,
  pacer: Pacer,
): Promise<R[]> {
  const answers: R[] = [];
  let most = gets.length;
  while (answers.length < gets.length) {
    throwIfAborted(signal);
    const before = answers.length;
    const request = beginGets(table, existenceOnly);
    let asked = 0;
    do writeGet(request, gets[before + asked++] as Get);
    while (
      before + asked < gets.length &&
      asked < most &&
      request.length < PACKET_BYTES &&
      !(asked % ELEMENTS_PER_LOOK === 0 && pacer.due())
    );
    const reply = session.batcher.call(Operation.Get, request.written(), 'read', held.lane);
    held.release();
    for (const answer of decode(await reply)) answers.push(answer);
    const answered = answers.length - before;
    // A reply has its limit; what would not fit the next one either is not sent in vain.
    most = answered < asked ? answered * 2 : gets.length;
    onProgress?.({ done: answers.length, total: gets.length, unit: 'rows' });
    if (pacer.due()) await pacer.rest();
  }
  return answers;
}

/** A refused request does not say which of its gets it was: each is asked alone. */
async function findCauses<R>(session: Session, gets: readonly Get[], kind: GetKind<R>): Promise<FailureCause[]> {
  const outcomes = await Promise.allSettled(gets.map((get) => readOne(session, get, kind)));
  const causes: FailureCause[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'fulfilled') continue;
    if (!isAnswer(outcome.reason)) throw outcome.reason;
    causes.push(failureCause(index, (gets[index] as Get).row, outcome.reason));
  }
  return causes;
}
