import type { BytesLike } from '../model/bytes-like.js';
import { Operation } from '../service/client-service.js';
import { decodeMutateReply, MutateRequestWriter, type MutationLike } from '../service/mutate-codec.js';
import { atIndex, batchFailed, type FailureCause, failureCause, isAnswer } from './batch-failed.js';
import { PACKET_BYTES } from './call-batcher.js';
import { abortable, type CallOptions, throwIfAborted } from './call-options.js';
import type { Session } from './session.js';

/** Packets of one list that are under way at once: the engine is never idle, and little waits in its queue. */
const PACKETS_UNDER_WAY = 4;

/** A part of a list, checked and encoded. */
interface Part {
  readonly request: Uint8Array;
  /** Position of its first element in the list. */
  readonly first: number;
  readonly count: number;
}

/**
 * Sends a list of puts or deletes. `toMutation` checks an element; the whole list is checked before anything is sent (W-67).
 * Rejects with BATCH_FAILED when the engine refused some; the others are applied.
 */
export async function writeList<T extends { readonly row: BytesLike }>(
  session: Session,
  table: string,
  list: readonly T[],
  toMutation: (element: T) => MutationLike,
  options: CallOptions,
): Promise<void> {
  const { signal, onProgress } = options;
  throwIfAborted(signal);
  const parts = await encodeParts(session, table, list, toMutation, options);
  const causes: FailureCause[] = [];
  let done = 0;
  const lane = async () => {
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      const { first, count } = part;
      for (const { index, error } of await send(session, part)) {
        causes.push(failureCause(first + index, (list[first + index] as T).row, error));
      }
      // Behind the answer, so that an aborted list sends no further part.
      throwIfAborted(signal);
      done += count;
      onProgress?.({ done, total: list.length, unit: 'rows' });
    }
  };
  await abortable(Promise.all(Array.from({ length: PACKETS_UNDER_WAY }, lane)), signal).catch((error) => {
    parts.length = 0;
    throw error;
  });
  if (causes.length > 0) throw batchFailed(list.length, causes);
}

async function encodeParts<T>(
  session: Session,
  table: string,
  list: readonly T[],
  toMutation: (element: T) => MutationLike,
  { signal }: CallOptions,
): Promise<Part[]> {
  const parts: Part[] = [];
  const pacer = session.pacer();
  const writer = new MutateRequestWriter(table);
  let first = 0;
  const cut = () => {
    const count = writer.mutations;
    if (count > 0) parts.push({ request: writer.finish(), first, count });
    first += count;
  };
  for (let index = 0; index < list.length; index++) {
    try {
      const mutation = toMutation(list[index] as T);
      if (!writer.takes(mutation) || writer.byteLength >= PACKET_BYTES) cut();
      writer.add(mutation);
    } catch (error) {
      throw atIndex(error, index);
    }
    if (pacer.due) {
      await pacer.rest();
      throwIfAborted(signal);
    }
  }
  cut();
  return parts;
}

/** Gives what failed; everything when the engine refused the request as a whole. */
async function send(session: Session, part: Part): Promise<ReturnType<typeof decodeMutateReply>> {
  try {
    return decodeMutateReply(await session.batcher.call(Operation.Mutate, part.request, 'write'));
  } catch (error) {
    if (!isAnswer(error)) throw error;
    return Array.from({ length: part.count }, (_, index) => ({ index, error }));
  }
}
