import { Operation } from '../../service/client-service.js';
import { decodeMutateReply, MutateRequestWriter, type MutationLike } from '../../service/mutate-codec.js';
import { batchFailed, type FailureCause, failureCause, failuresOf } from './batch-failed.js';
import { PACKET_BYTES } from './call-batcher.js';
import { type CallOptions, throwIfAborted } from './call-options.js';
import { callList, ELEMENTS_PER_LOOK, type ListCall } from './list-call.js';
import type { Session } from './session.js';

/** Packets of one list that are in progress at once: the engine is never idle, and its queue stays short. */
const PACKETS_UNDER_WAY = 4;
/** Each part is twice as long as the one before, up to a packet, so that the engine starts early. */
const FIRST_PART_BYTES = 32 * 1024;

/** A part of a list, encoded. */
interface Part {
  readonly request: Uint8Array;
  /** Position of its first element in the list. */
  readonly first: number;
  readonly count: number;
}

/** Sends puts or deletes, checked by `toMutation`. Rejects with BATCH_FAILED if some failed; the others are applied. */
export function writeList<E>(
  session: Session,
  table: string,
  list: readonly E[],
  toMutation: (element: E) => MutationLike,
  options: CallOptions,
): Promise<void> {
  return callList<E, MutationLike, FailureCause[], void>(session, list, options, {
    check: (element) => toMutation(element),
    send: (call) => new ListWriter(table, call).write(),
    finish(causes, { length }) {
      if (causes.length > 0) throw batchFailed(length, causes);
    },
  });
}

/** Sends the parts of a list over several lanes: the engine works on the first while others are built. Used once. */
class ListWriter {
  readonly #call: ListCall<MutationLike>;
  readonly #request: MutateRequestWriter;
  readonly #parts: Part[] = [];
  readonly #lanes: Promise<void>[] = [];
  readonly #causes: FailureCause[] = [];
  #busyLanes = 0;
  #done = 0;
  #partBytes = FIRST_PART_BYTES;
  /** Position of the first element of the next part. */
  #next = 0;
  /** Whether the last part was built. */
  #complete = false;

  constructor(table: string, call: ListCall<MutationLike>) {
    this.#call = call;
    this.#request = new MutateRequestWriter(table);
  }

  /** Returns the failures of requests. */
  async write(): Promise<FailureCause[]> {
    const { session, held, pacer, options, elements } = this.#call;
    const request = this.#request;
    try {
      for (const [index, mutation] of elements.entries()) {
        const full = !request.takes(mutation) || request.byteLength >= this.#partBytes;
        if (full) this.#cut();
        if ((full || index % ELEMENTS_PER_LOOK === 0) && index >= ELEMENTS_PER_LOOK && pacer.due()) {
          await pacer.rest();
          throwIfAborted(options.signal);
        }
        request.add(mutation);
      }
      this.#complete = true;
      if (request.mutations > 0) this.#cut();
      if (this.#parts.length === 0) held.release();
      await session.abortable(Promise.all(this.#lanes), options.signal);
    } catch (error) {
      this.#parts.length = 0;
      throw error;
    }
    return this.#causes;
  }

  /** Ends the current request, and starts a lane for it if all others are busy. */
  #cut(): void {
    const count = this.#request.mutations;
    this.#parts.push({ request: this.#request.finish(), first: this.#next, count });
    this.#next += count;
    this.#partBytes = Math.min(this.#partBytes * 2, PACKET_BYTES);
    if (this.#busyLanes === PACKETS_UNDER_WAY) return;
    this.#busyLanes++;
    const lane = this.#runLane();
    // `write` awaits all of them.
    lane.catch(() => undefined);
    this.#lanes.push(lane);
    if (!this.#complete) this.#call.session.batcher.send();
  }

  /** Sends part after part until none is left. */
  async #runLane(): Promise<void> {
    const { session, held, pacer, options, elements } = this.#call;
    for (let part = this.#parts.shift(); part !== undefined; part = this.#parts.shift()) {
      const { request, first, count } = part;
      const reply = session.batcher.call(Operation.Mutate, request, 'write', held.lane);
      const failures = failuresOf(count, reply, decodeMutateReply);
      // Later calls continue when the last part is sent.
      if (this.#complete && this.#parts.length === 0) held.release();
      for (const { index, error } of await failures) {
        const at = first + index;
        this.#causes.push(failureCause(at, (elements[at] as MutationLike).row, error));
        if (pacer.due()) await pacer.rest();
      }
      // After the answer, so that an aborted list sends no further part.
      throwIfAborted(options.signal);
      this.#done += count;
      options.onProgress?.({ done: this.#done, total: elements.length, unit: 'rows' });
    }
    this.#busyLanes--;
  }
}
