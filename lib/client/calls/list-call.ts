/*
 * The code that all calls with a list share: the complete list is checked before any of it is sent (W-67), in turns
 * that let the page work; its parts keep the list's place among the calls of the connection, and calls made meanwhile
 * wait for them.
 */
import type { ByteReader } from '../../bytes/byte-reader.js';
import { BigtabError } from '../../errors.js';
import type { Operation } from '../../service/client-service.js';
import { isAnswer } from './batch-failed.js';
import { type CallKind, type HeldPlace, PACKET_BYTES } from './call-batcher.js';
import { type AbortSignalLike, type CallOptions, throwIfAborted } from './call-options.js';
import type { Pacer, Session } from './session.js';

/** One element or a list of them. */
export type OneOrMany<T> = T | readonly T[];

/** Reading the clock costs as much as processing an element, so a loop reads it once per this many elements. */
export const ELEMENTS_PER_LOOK = 8;

/** A list that is being sent. */
export interface ListCall<T> {
  readonly session: Session;
  /** The list's place; its release lets later calls continue. */
  readonly held: HeldPlace;
  readonly pacer: Pacer;
  readonly options: CallOptions;
  /** The checked elements. */
  readonly elements: readonly T[];
}

/** How one kind of list is checked and sent, and the result that its caller gets. */
export interface ListKind<E, T, A, R> {
  /** Returns the form of an element that is sent. Throws if the element is invalid. */
  check(element: E, index: number): T;
  send(call: ListCall<T>): A | Promise<A>;
  /** Returns the caller's result for the answers, or throws the failure. */
  finish(answers: A, elements: readonly T[]): R;
}

/** Runs a call with a list. If reading the list takes no longer than a turn, it has been read when this returns. */
export async function callList<E, T, A, R>(
  session: Session,
  list: readonly E[],
  options: CallOptions,
  { check, send, finish }: ListKind<E, T, A, R>,
): Promise<R> {
  const held = session.batcher.hold();
  try {
    const pacer = session.pacer();
    const elements: T[] = [];
    const take = (element: E, index: number) => elements.push(check(element, index));
    for (const rest of eachOf(list, pacer, options.signal, take)) await rest;
    return finish(await send({ session, held, pacer, options, elements }), elements);
  } finally {
    held.release();
  }
}

/** How the parts of a list are built, and how their answers are read. */
export interface Parts<T, A> {
  readonly operation: Operation;
  readonly kind: CallKind;
  /** Later calls continue when this many elements are sent. */
  readonly releaseAfter: number;
  /** Adds an element to the request. Returns the bytes of the request. */
  add(element: T): number;
  /** Returns the request and starts the next one. */
  finish(): Uint8Array;
  /** The answers for the elements from `first` on: fewer than were sent if the reply reached its limit. */
  decode(reply: ByteReader, first: number): readonly A[];
  /** The answers for `count` elements whose request the engine refused. May throw. */
  refused(error: BigtabError, count: number): readonly A[] | Promise<never>;
  /** Called when answers were added, from `first` on. */
  answered?(answers: readonly A[], first: number): void;
}

/** Sends a list part by part, each after the answer to the one before. What a reply leaves out is sent again. */
export async function sendInTurn<T, A>(call: ListCall<T>, parts: Parts<T, A>): Promise<A[]> {
  const { session, held, pacer, options, elements } = call;
  const answers: A[] = [];
  let most = elements.length;
  while (answers.length < elements.length) {
    throwIfAborted(options.signal);
    const first = answers.length;
    const next = fill(call, parts, first, most);
    const reply = session.batcher.call(parts.operation, parts.finish(), parts.kind, held.lane);
    if (next >= parts.releaseAfter) held.release();
    try {
      for (const answer of parts.decode(await reply, first)) answers.push(answer);
    } catch (error) {
      if (!isAnswer(error)) throw error;
      for (const answer of await parts.refused(error, next - first)) answers.push(answer);
    }
    parts.answered?.(answers, first);
    // A reply has a limit, so elements whose answers would not fit into the next one are not sent.
    most = answers.length < next ? (answers.length - first) * 2 : elements.length;
    options.onProgress?.({ done: answers.length, total: elements.length, unit: 'rows' });
    if (pacer.due()) await pacer.rest();
  }
  return answers;
}

/** Adds up to `most` elements, from `first` on, until the packet is full or the turn is over. Returns the next one. */
function fill<T>({ elements, pacer }: ListCall<T>, parts: Parts<T, unknown>, first: number, most: number): number {
  const end = Math.min(first + most, elements.length);
  for (let next = first; ; ) {
    const bytes = parts.add(elements[next++] as T);
    if (next >= end || bytes >= PACKET_BYTES) return next;
    if ((next - first) % ELEMENTS_PER_LOOK === 0 && pacer.due()) return next;
  }
}

/** Pairs each of `others` with the element at the same index. REQUIRES at least as many elements. */
export function pairs<A, B>(elements: readonly A[], others: readonly B[]): (readonly [A, B])[] {
  return others.map((other, index) => [elements[index] as A, other]);
}

/**
 * Calls `take` with each element. When a turn is over, it yields a promise to await before the rest. An error about one
 * element contains its index, by default as `details.index`; throws the signal's reason if the signal is aborted.
 */
export function* eachOf<T>(
  list: readonly T[],
  pacer: Pacer,
  signal: AbortSignalLike | undefined,
  take: (element: T, index: number) => void,
  place: 'index' | 'condition' = 'index',
): Generator<Promise<void>, void, undefined> {
  for (const [index, element] of list.entries()) {
    if (index > 0 && index % ELEMENTS_PER_LOOK === 0 && pacer.due()) yield pacer.rest();
    throwIfAborted(signal);
    try {
      take(element, index);
    } catch (error) {
      if (!BigtabError.is(error)) throw error;
      throw new BigtabError(error.code, error.message, { details: { ...error.details, [place]: index }, cause: error });
    }
  }
}
