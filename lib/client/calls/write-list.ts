import type { BytesLike } from '../../model/bytes-like.js';
import { Operation } from '../../service/client-service.js';
import { decodeMutateReply, MutateRequestWriter, type MutationLike } from '../../service/mutate-codec.js';
import { batchFailed, ELEMENTS_PER_LOOK, eachOf, type FailureCause, failureCause, isAnswer } from './batch-failed.js';
import { type CallBatcher, PACKET_BYTES } from './call-batcher.js';
import { type CallOptions, throwIfAborted } from './call-options.js';
import type { Session } from './session.js';

/** Packets of one list that are under way at once: the engine is never idle, and little waits in its queue. */
const PACKETS_UNDER_WAY = 4;
/** Each part is twice as long as the one before, up to a packet, so that the engine begins early. */
const FIRST_PART_BYTES = 32 * 1024;

type Held = ReturnType<CallBatcher['hold']>;

/** A part of a list, checked and encoded. */
interface Part {
  readonly request: Uint8Array;
  /** Position of its first element in the list. */
  readonly first: number;
  readonly count: number;
}

/**
 * Sends a list of puts or deletes. `toMutation` checks an element; the whole list is checked before anything is sent (W-67).
 * A list that takes no longer than a turn has been taken in when this returns. Rejects with BATCH_FAILED when the engine refused
 * some; the others are applied.
 */
export async function writeList<T extends { readonly row: BytesLike }>(
  session: Session,
  table: string,
  list: readonly T[],
  toMutation: (element: T) => MutationLike,
  options: CallOptions,
): Promise<void> {
  const held = session.batcher.hold();
  try {
    await writeHeld(session, held, table, list, toMutation, options);
  } finally {
    held.release();
  }
}

/**
 * Sends the list in its place; what was called later goes on when the last part is on its way. The engine works on the first parts
 * while the others are made.
 */
async function writeHeld<T extends { readonly row: BytesLike }>(
  session: Session,
  held: Held,
  table: string,
  list: readonly T[],
  toMutation: (element: T) => MutationLike,
  { signal, onProgress }: CallOptions,
): Promise<void> {
  const pacer = session.pacer();
  const mutations: MutationLike[] = [];
  for (const rest of eachOf(list, pacer, signal, (element) => mutations.push(toMutation(element)))) await rest;
  const parts: Part[] = [];
  const lanes: Promise<void>[] = [];
  const causes: FailureCause[] = [];
  let busyLanes = 0;
  let all = false;
  let done = 0;
  const lane = async () => {
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      const sent = send(session, held, part);
      if (all && parts.length === 0) held.release();
      for (const { index, error } of await sent) {
        const at = part.first + index;
        causes.push(failureCause(at, (list[at] as T).row, error));
        if (pacer.due()) await pacer.rest();
      }
      // Behind the answer, so that an aborted list sends no further part.
      throwIfAborted(signal);
      done += part.count;
      onProgress?.({ done, total: list.length, unit: 'rows' });
    }
    busyLanes--;
  };
  const writer = new MutateRequestWriter(table);
  let first = 0;
  let partBytes = FIRST_PART_BYTES;
  const cut = () => {
    const count = writer.mutations;
    parts.push({ request: writer.finish(), first, count });
    first += count;
    partBytes = Math.min(partBytes * 2, PACKET_BYTES);
    if (busyLanes === PACKETS_UNDER_WAY) return;
    busyLanes++;
    const running = lane();
    // Whoever awaits all of them is told.
    running.catch(() => undefined);
    lanes.push(running);
    if (!all) session.batcher.send();
  };
  try {
    for (const [index, mutation] of mutations.entries()) {
      const full = !writer.takes(mutation) || writer.byteLength >= partBytes;
      if (full) cut();
      if ((full || index % ELEMENTS_PER_LOOK === 0) && index >= ELEMENTS_PER_LOOK && pacer.due()) {
        await pacer.rest();
        throwIfAborted(signal);
      }
      writer.add(mutation);
    }
    all = true;
    if (writer.mutations > 0) cut();
    if (parts.length === 0) held.release();
    await session.abortable(Promise.all(lanes), signal);
  } catch (error) {
    parts.length = 0;
    throw error;
  }
  if (causes.length > 0) throw batchFailed(list.length, causes);
}

/** Gives what failed; everything when the engine refused the request as a whole. */
async function send(session: Session, held: Held, part: Part): Promise<ReturnType<typeof decodeMutateReply>> {
  try {
    return decodeMutateReply(await session.batcher.call(Operation.Mutate, part.request, 'write', held.lane));
  } catch (error) {
    if (!isAnswer(error)) throw error;
    return Array.from({ length: part.count }, (_, index) => ({ index, error }));
  }
}
