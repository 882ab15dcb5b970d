import type { BytesLike } from '../model/bytes-like.js';
import { Operation } from '../service/client-service.js';
import { decodeMutateReply, MutateRequestWriter, type MutationLike } from '../service/mutate-codec.js';
import { atIndex, batchFailed, type FailureCause, failureCause, isAnswer } from './batch-failed.js';
import { type CallBatcher, PACKET_BYTES } from './call-batcher.js';
import { abortable, type CallOptions, throwIfAborted } from './call-options.js';
import type { Pacer } from './pacer.js';
import type { Session } from './session.js';

/** Packets of one list that are under way at once: the engine is never idle, and little waits in its queue. */
const PACKETS_UNDER_WAY = 4;

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
 * A list that takes no longer than a turn is on its way when this returns. Rejects with BATCH_FAILED when the engine refused
 * some; the others are applied.
 */
export async function writeList<T extends { readonly row: BytesLike }>(
  session: Session,
  table: string,
  list: readonly T[],
  toMutation: (element: T) => MutationLike,
  options: CallOptions,
): Promise<void> {
  throwIfAborted(options.signal);
  const held = session.batcher.hold();
  try {
    await writeHeld(session, held, table, list, toMutation, options);
  } finally {
    held.release();
  }
}

/** Sends the list in its place; what was called later goes on when the last part is on its way. */
async function writeHeld<T extends { readonly row: BytesLike }>(
  session: Session,
  held: Held,
  table: string,
  list: readonly T[],
  toMutation: (element: T) => MutationLike,
  { signal, onProgress }: CallOptions,
): Promise<void> {
  const pacer = session.pacer();
  const encoder = new ListEncoder(table, list, toMutation);
  while (!encoder.run(pacer)) {
    await pacer.rest();
    throwIfAborted(signal);
  }
  const { parts } = encoder;
  const causes: FailureCause[] = [];
  let done = 0;
  const lane = async () => {
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      const { first, count } = part;
      const sent = send(session, held, part);
      if (parts.length === 0) held.release();
      for (const { index, error } of await sent) {
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

/** Checks a list and cuts it into parts, turn by turn. */
class ListEncoder<T> {
  readonly parts: Part[] = [];
  private readonly writer: MutateRequestWriter;
  private readonly list: readonly T[];
  private readonly toMutation: (element: T) => MutationLike;
  private index = 0;
  private first = 0;

  constructor(table: string, list: readonly T[], toMutation: (element: T) => MutationLike) {
    this.writer = new MutateRequestWriter(table);
    this.list = list;
    this.toMutation = toMutation;
  }

  /** Goes on until the turn is over; true when the whole list is in the parts. */
  run(pacer: Pacer): boolean {
    const { writer, list } = this;
    for (; this.index < list.length; this.index++) {
      if (pacer.due) return false;
      try {
        const mutation = this.toMutation(list[this.index] as T);
        if (!writer.takes(mutation) || writer.byteLength >= PACKET_BYTES) this.cut();
        writer.add(mutation);
      } catch (error) {
        throw atIndex(error, this.index);
      }
    }
    this.cut();
    return true;
  }

  private cut(): void {
    const { writer, first } = this;
    const count = writer.mutations;
    if (count > 0) this.parts.push({ request: writer.finish(), first, count });
    this.first += count;
  }
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
