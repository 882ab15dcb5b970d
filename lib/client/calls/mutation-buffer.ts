import type { ByteReader } from '../../bytes/byte-reader.js';
import type { RowMutation } from '../../model/row-mutations.js';
import { ActionRequestWriter, decodeActionsReply } from '../../service/action-codec.js';
import { Operation } from '../../service/client-service.js';
import { readJson } from '../../service/control-codec.js';
import { decodeMutateReply, MutateRequestWriter } from '../../service/mutate-codec.js';
import { failuresOf, type PartFailure } from './batch-failed.js';
import { PACKET_BYTES } from './call-batcher.js';
import type { Session } from './session.js';

/** The part of a buffer that one call sends. */
export interface MutationPart {
  readonly operation: typeof Operation.Mutate | typeof Operation.Batch;
  readonly request: Uint8Array;
  /** The rows of its mutations, in the same order. */
  readonly rows: readonly Uint8Array[];
}

/**
 * Mutations of one table, encoded when they are added and not read again. Neighbours of one kind share a request,
 * because Puts and Deletes have a faster one than Increments and Appends.
 */
export class MutationBuffer {
  /** The number of mutations in the buffer. */
  mutations = 0;
  readonly #puts: MutateRequestWriter;
  readonly #others: ActionRequestWriter;
  #rows: Uint8Array[] = [];
  #parts: MutationPart[] = [];
  #partBytes = 0;

  constructor(table: string) {
    this.#puts = new MutateRequestWriter(table);
    this.#others = new ActionRequestWriter(table);
  }

  /** Makes Vue skip this object when it wraps a BufferedMutator in proxies; see Session. */
  get [Symbol.toStringTag](): string {
    return 'MutationBuffer';
  }

  get bytes(): number {
    return this.#partBytes + this.#puts.byteLength + this.#others.byteLength;
  }

  /** Adds a mutation in its encoded form. */
  add(mutation: RowMutation): void {
    const puts = this.#puts;
    const others = this.#others;
    const plain = mutation.kind === 'Put' || mutation.kind === 'Delete';
    const open = puts.byteLength + others.byteLength;
    if (open >= PACKET_BYTES || (plain ? others.actions > 0 || !puts.takes(mutation) : puts.mutations > 0)) this.#cut();
    if (plain) puts.add(mutation);
    else others.add(mutation);
    this.#rows.push(mutation.row);
    this.mutations++;
  }

  /** Empties the buffer. */
  take(): readonly MutationPart[] {
    if (this.#rows.length > 0) this.#cut();
    const parts = this.#parts;
    this.#parts = [];
    this.#partBytes = 0;
    this.mutations = 0;
    return parts;
  }

  #cut(): void {
    const puts = this.#puts;
    const others = this.#others;
    const rows = this.#rows;
    const part: MutationPart =
      puts.mutations > 0
        ? { operation: Operation.Mutate, request: puts.finish(), rows }
        : { operation: Operation.Batch, request: others.finish(), rows };
    this.#parts.push(part);
    this.#partBytes += part.request.length;
    this.#rows = [];
  }
}

/** Sends a part. Returns its failures; rejects if there was no answer. */
export function sendPart(
  session: Session,
  { operation, request, rows }: MutationPart,
): Promise<readonly PartFailure[]> {
  const decode = operation === Operation.Mutate ? decodeMutateReply : decodeFailedActions;
  return failuresOf(rows.length, session.batcher.call(operation, request, 'write'), decode);
}

function decodeFailedActions(reply: ByteReader): PartFailure[] {
  return decodeActionsReply(reply).flatMap(({ outcome, payload }, index) =>
    outcome === 'failed' ? [{ index, error: readJson(payload) as PartFailure['error'] }] : [],
  );
}
