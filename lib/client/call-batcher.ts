import type { ByteReader } from '../bytes/byte-reader.js';
import { BigtabError } from '../errors.js';
import type { Operation } from '../service/client-service.js';
import { errorFromData } from '../service/error-handler.js';
import { decodeReplies, RequestPacketWriter } from '../service/packet-codec.js';
import { Lane } from './lane.js';
import type { Transport } from './transport.js';

/** A packet is sent when it has grown to this. */
export const PACKET_BYTES: number = 1024 * 1024;
const PACKET_CALLS = 1024;
/** The engine remembers this many operations whose answers it does not know to have arrived. */
const UNACKNOWLEDGED_CALLS = 4096;

/**
 * How a call travels. `read` changes nothing; `write` gets the next number of the connection; `alone` has a packet for
 * itself, so that nobody waits for its answer; `change` is a `write` that travels alone.
 */
export type CallKind = 'read' | 'write' | 'alone' | 'change';

interface Call {
  readonly writes: boolean;
  readonly resolve: (reply: ByteReader) => void;
  readonly reject: (error: unknown) => void;
}

interface Packet {
  readonly bytes: Uint8Array;
  readonly calls: readonly Call[];
  /** Number of its first `write`; Infinity without one. */
  readonly first: number;
  readonly writes: number;
}

/**
 * Gathers the calls of one microtask into one packet and hands out the answers.
 *
 * Packets leave in the order of the calls. No more than 4,096 numbered calls are under way; what comes above waits here.
 * When the engine is gone, every call that waits and every later one rejects with WORKER_LOST.
 */
export class CallBatcher {
  private readonly transport: Transport;
  private readonly writer: RequestPacketWriter;
  private calls: Call[] = [];
  /** Numbers given out so far, and those of packets that were sent. */
  private numbered = 0;
  private sent = 0;
  private first: number = Number.POSITIVE_INFINITY;
  private readonly waiting: Packet[] = [];
  private readonly underWay = new Set<Packet>();
  /** Where the next call goes. */
  private lane: Lane = new Lane(true);
  private lostBy: unknown = null;
  private tellIdle: () => void = () => undefined;
  private tellLost: (error: BigtabError) => void = () => undefined;

  constructor(transport: Transport, connection: string) {
    this.transport = transport;
    this.writer = new RequestPacketWriter(connection);
  }

  /**
   * Keeps the place of a long list that is sent turn by turn: its calls go through the lane that this gives, and calls that
   * are made meanwhile wait until `release`. Both may be done more than once.
   */
  hold(): { readonly lane: Lane; release(): void } {
    const { lane } = this;
    const behind = new Lane(false);
    this.lane = behind;
    return { lane, release: () => lane.pass(() => behind.open()) };
  }

  /**
   * Gives the payload of the answer; rejects with the error that the engine answered, or with WORKER_LOST. A number is
   * given when the call passes its lane.
   */
  call(operation: Operation, payload: Uint8Array, kind: CallKind, lane: Lane = this.lane): Promise<ByteReader> {
    return new Promise((resolve, reject) => {
      lane.pass(() => this.add(operation, payload, kind).then(resolve, reject));
    });
  }

  private add(operation: Operation, payload: Uint8Array, kind: CallKind): Promise<ByteReader> {
    const writes = kind === 'write' || kind === 'change';
    if (this.lostBy !== null) return Promise.reject(this.workerLost('none'));
    const alone = kind === 'alone' || kind === 'change';
    if (alone) this.seal();
    if (writes) {
      this.numbered++;
      this.first = Math.min(this.first, this.numbered);
    }
    this.writer.add(operation, writes ? this.numbered : 0, payload);
    return new Promise((resolve, reject) => {
      this.calls.push({ writes, resolve, reject });
      if (alone || this.calls.length === PACKET_CALLS || this.writer.byteLength >= PACKET_BYTES) this.seal();
      else if (this.calls.length === 1) queueMicrotask(() => this.seal());
    });
  }

  /** Tells `listener` once when the engine is gone. */
  onLost(listener: (error: BigtabError) => void): void {
    this.tellLost = listener;
  }

  /** Rejects everything that waits for an answer. */
  lose(reason: unknown): void {
    if (this.lostBy !== null) return;
    this.lostBy = reason ?? 'no reason was given';
    this.seal();
    for (const { calls } of this.underWay) {
      for (const { writes, reject } of calls) reject(this.workerLost(writes ? 'unknown' : 'none'));
    }
    for (const { calls } of this.waiting) for (const { reject } of calls) reject(this.workerLost('none'));
    this.underWay.clear();
    this.waiting.length = 0;
    this.tellIdle();
    this.tellLost(this.workerLost('none'));
  }

  /** Resolves when no call waits for its answer. */
  async idle(): Promise<void> {
    while (this.calls.length + this.waiting.length + this.underWay.size > 0) {
      await new Promise<void>((resolve) => {
        this.tellIdle = resolve;
      });
    }
  }

  private seal(): void {
    const { calls } = this;
    if (calls.length === 0) return;
    let writes = 0;
    for (const call of calls) if (call.writes) writes++;
    this.waiting.push({ bytes: this.writer.finish(), calls, first: this.first, writes });
    this.calls = [];
    this.first = Number.POSITIVE_INFINITY;
    this.pump();
  }

  private pump(): void {
    while (this.lostBy === null) {
      const next = this.waiting[0];
      if (next === undefined) return;
      const acknowledged = this.acknowledged();
      if (next.writes > 0 && this.sent + next.writes - acknowledged > UNACKNOWLEDGED_CALLS) return;
      this.waiting.shift();
      this.sent += next.writes;
      this.writer.acknowledge(next.bytes, acknowledged);
      this.underWay.add(next);
      this.transport.call(next.bytes).then(
        (reply) => this.settle(next, reply),
        (reason) => this.lose(reason),
      );
    }
  }

  /** All numbers up to this one have their answers. */
  private acknowledged(): number {
    let open = this.sent + 1;
    for (const { first } of this.underWay) open = Math.min(open, first);
    return open - 1;
  }

  private settle(packet: Packet, bytes: Uint8Array): void {
    if (!this.underWay.has(packet)) return;
    try {
      const replies = decodeReplies(bytes);
      if (replies.length !== packet.calls.length) throw new Error('an answer is missing');
      this.underWay.delete(packet);
      packet.calls.forEach((call, index) => {
        const reply = replies[index] as (typeof replies)[number];
        if ('code' in reply) call.reject(errorFromData(reply));
        else call.resolve(reply);
      });
      this.pump();
      this.tellIdle();
    } catch (error) {
      this.lose(error);
    }
  }

  private workerLost(outcome: 'unknown' | 'none'): BigtabError {
    const done = outcome === 'none' ? 'This call changed nothing.' : 'Whether this write took effect is unknown.';
    return new BigtabError('WORKER_LOST', `The engine worker ended. ${done} Call connect again.`, {
      details: { outcome },
      cause: this.lostBy,
    });
  }
}
