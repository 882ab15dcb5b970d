import { ByteReader } from '../../bytes/byte-reader.js';
import type { Clock } from '../../clock.js';
import { BigtabError } from '../../errors.js';
import { decodeReply, type Sender, type SentCall } from '../../service/packet-codec.js';
import { encodeBye, encodeGoOn, PacketWriter } from '../../service/packet-writer.js';
import { type Lane, pass } from './lane.js';
import { type Packet, PacketQueue } from './packet-queue.js';
import type { EngineState, Transport } from './transport.js';
import { isLost, workerLost } from './worker-lost.js';

/** A packet is sent when it reaches this size. */
export const PACKET_BYTES: number = 1024 * 1024;
const PACKET_CALLS = 1024;
/**
 * Microtasks that a packet waits for further calls. The answers of one packet arrive together, but their callers take
 * different numbers of microtasks until they make their next calls, which should share a packet again.
 */
const STEPS_TO_WAIT = 9;
/**
 * With this many calls in progress, packets are sent with half of them, at most SHARED_CALLS, while few packets are in
 * progress. Then the page works on one answer while the engine works on the next, and neither falls asleep: waking a
 * thread costs as much as a dozen calls.
 */
const MANY_CALLS = 8;
const SHARED_CALLS = 128;
const FEW_PACKETS = 4;
/**
 * While this many packets are in progress the engine has work, and collected calls wait for the next answer, because
 * the calls after it make the packet larger. They wait at most MS_TO_WAIT, because an answer can be slow, for example
 * that of a write that waits for a flush.
 */
const ENOUGH_PACKETS = 2;
const MS_TO_WAIT = 4;

/**
 * How a call is sent. `read` changes nothing; `write` gets the next number of the connection; `alone` has its own
 * packet, so that no other call waits for its answer; `change` is a `write` with its own packet.
 */
export type CallKind = 'read' | 'write' | 'alone' | 'change';

interface Call {
  /** 0 unless it is a write. */
  readonly number: number;
  sent: boolean;
  readonly resolve: (reply: ByteReader) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The place of a long list. Its calls pass through `lane`; later calls wait until `release`, which may be called again.
 */
export interface HeldPlace {
  readonly lane: Lane;
  release(): void;
}

/**
 * Collects the calls of a few microtasks in one packet and distributes the answers. Packets are sent in the order of
 * the calls. At most 4,096 numbered calls and about 16 MiB are in progress; further ones wait here. When another engine
 * replaces the one that was away, every call without an answer is sent again. When the engine is lost, every waiting and
 * every later call rejects with WORKER_LOST, and `tellLost` is called once.
 */
export class CallBatcher {
  /** Called when there is another engine, or the same one again, after the calls that are sent again. */
  onRenewed: () => void = () => {};
  /** Called with the differences of watches in a reply, before its calls settle. */
  onDifferences: (differences: ByteReader) => void = () => {};
  /** Called when a reply was lost, perhaps with differences, and its calls reject. */
  onLostReply: () => void = () => {};
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #connection: string;
  readonly #tellLost: (error: BigtabError) => void;
  /** Calls without an answer, in the order in which they were made. */
  readonly #open = new Set<Call>();
  readonly #queue = new PacketQueue<Call>();
  readonly #packets: PacketWriter;
  /** The calls of the next packet. */
  #calls: Call[] = [];
  /** How often the engine was renewed: an answer to a packet that was sent earlier is ignored. */
  #renewals = 0;
  /** Cancels the timer of collected calls; null while they do not wait for an answer. */
  #endWait: (() => void) | null = null;
  /** With this many calls a packet is sent at once if few packets are in progress. */
  #share = PACKET_CALLS;
  /** The last number assigned to a call. */
  #numbered = 0;
  /** The lane that the next call enters. */
  #lane: Lane = { waiting: null };
  #lost: { readonly cause: unknown } | null = null;
  #tellIdle = () => {};

  constructor(transport: Transport, clock: Clock, sender: Sender, tellLost: (error: BigtabError) => void) {
    this.#transport = transport;
    this.#clock = clock;
    this.#connection = sender.connection;
    this.#tellLost = tellLost;
    this.#packets = new PacketWriter(sender);
  }

  /** Reserves the place of a list among the calls. */
  hold(): HeldPlace {
    const lane = this.#lane;
    const behind: Lane = { waiting: [] };
    this.#lane = behind;
    const open = () => {
      const calls = behind.waiting ?? [];
      behind.waiting = null;
      for (const call of calls) call();
    };
    return { lane, release: () => pass(lane, open) };
  }

  /**
   * Resolves with the payload of the answer; rejects with the engine's error, or with WORKER_LOST. A call gets its
   * number when it passes through its lane. The payload is copied before the call returns.
   */
  call(
    operation: SentCall['operation'],
    payload: Uint8Array,
    kind: CallKind = 'read',
    lane: Lane = this.#lane,
  ): Promise<ByteReader> {
    return new Promise((resolve, reject) => {
      const own = lane.waiting === null ? payload : payload.slice();
      pass(lane, () => this.#add(operation, own, kind, resolve, reject));
    });
  }

  /** Sends the calls collected so far. */
  send(): void {
    this.#seal(false);
  }

  /** Called when the engine is away, and when there is one again: then sends what has no answer again. */
  hear(state: EngineState): void {
    this.#queue.away = state === 'away';
    if (state === 'away') return;
    this.#renewals++;
    this.#queue.takeBack();
    this.#seal(false);
    this.onRenewed();
  }

  /**
   * Called when no engine answers: rejects everything that waits for an answer, and goes on. REQUIRES that the engine is
   * away.
   */
  giveUp(reason: BigtabError): void {
    this.#seal(false);
    this.#queue.clear();
    const { code, message } = reason;
    for (const { sent, number, reject } of this.#open) {
      const outcome = sent && number > 0 ? 'unknown' : 'none';
      reject(new BigtabError(code, message, { details: { ...reason.details, outcome }, cause: reason }));
    }
    this.#open.clear();
    this.#tellIdle();
  }

  /** Called when the engine is lost: rejects everything that waits for an answer. */
  lose(reason: unknown): void {
    if (this.#lost !== null) return;
    const cause = reason ?? 'no reason was given';
    this.#lost = { cause };
    this.#endWait?.();
    for (const { sent, number, reject } of this.#open)
      reject(workerLost(sent && number > 0 ? 'unknown' : 'none', cause));
    this.#open.clear();
    this.#tellIdle();
    this.#tellLost(workerLost('none', cause));
  }

  /** Resolves when no call waits for its answer. */
  async idle(): Promise<void> {
    while (this.#open.size > 0) {
      await new Promise<void>((resolve) => {
        this.#tellIdle = resolve;
      });
    }
  }

  #add(
    operation: SentCall['operation'],
    payload: Uint8Array,
    kind: CallKind,
    resolve: Call['resolve'],
    reject: Call['reject'],
  ): void {
    if (this.#lost !== null) {
      reject(workerLost('none', this.#lost.cause));
      return;
    }
    const packets = this.#packets;
    const alone = kind === 'alone' || kind === 'change';
    const number = kind === 'write' || kind === 'change' ? ++this.#numbered : 0;
    if (alone) this.#seal(false);
    const call = { number, sent: false, resolve, reject };
    if (this.#open.size === 0 && this.#queue.away) this.#transport.waits?.();
    this.#open.add(call);
    this.#calls.push(call);
    packets.add({ operation, number, payload });
    const enough = this.#queue.underWay < FEW_PACKETS ? this.#share : PACKET_CALLS;
    if (alone || packets.calls >= enough || packets.byteLength >= PACKET_BYTES) this.#seal(alone);
    else if (packets.calls === 1) void this.#sealSoon();
  }

  /** Waits with promises, because a microtask that the page queues itself costs ten times as much. */
  async #sealSoon(): Promise<void> {
    for (let step = 0; step < STEPS_TO_WAIT; step++) await null;
    const { length } = this.#calls;
    // While the engine is away, further calls may join the packet.
    if (length === 0 || this.#queue.away) return;
    if (this.#queue.underWay < ENOUGH_PACKETS || this.#open.size < MANY_CALLS || length >= this.#share)
      this.#seal(false);
    else this.#endWait ??= this.#clock.after(MS_TO_WAIT, () => this.#seal(false));
  }

  #seal(alone: boolean): void {
    this.#endWait?.();
    this.#endWait = null;
    const calls = this.#calls;
    if (calls.length > 0) {
      const lastNumber = calls.reduce((last, { number }) => Math.max(last, number), 0);
      this.#queue.add({ bytes: this.#packets.finish(), calls, alone, lastNumber });
      this.#calls = [];
    }
    this.#pump();
  }

  #pump(): void {
    while (this.#queue.hasNext && this.#lost === null) {
      const acknowledged = this.#firstOpen() - 1;
      const packet = this.#queue.next(acknowledged);
      if (packet === null) return;
      for (const one of packet.calls) one.sent = true;
      this.#packets.acknowledge(packet.bytes, acknowledged, this.#queue.resumed);
      this.#queue.resumed = false;
      this.#travel(packet.bytes, packet);
    }
  }

  /** Reports that the connection has closed. Nothing waits for the answer. */
  bye(): void {
    if (this.#lost !== null || this.#queue.away) return;
    this.#transport.call(encodeBye(this.#connection, this.#firstOpen() - 1)).catch(() => undefined);
  }

  /** `bytes`: the packet, or the request for its other answers. */
  #travel(bytes: Uint8Array, packet: Packet<Call>): void {
    const renewals = this.#renewals;
    const isCurrent = () => renewals === this.#renewals && this.#lost === null;
    this.#transport
      .call(bytes)
      .then(
        (reply) => isCurrent() && this.#settle(packet, reply, bytes),
        (error) => isCurrent() && this.#fail(packet, error),
      )
      .catch((error) => {
        this.lose(error);
        this.#transport.end?.(error);
      });
  }

  /** The smallest number without an answer. */
  #firstOpen(): number {
    for (const { number } of this.#open) if (number > 0) return number;
    return this.#numbered + 1;
  }

  #settle(packet: Packet<Call>, reply: Uint8Array, sent: Uint8Array): void {
    const { calls } = packet;
    const open = this.#open;
    const { answers: replies, differences } = decodeReply(reply);
    const answered = replies.length;
    // The engine may wait for an acknowledgement before the first call, but not when it has one.
    if (answered > calls.length || (answered === 0 && sent !== packet.bytes)) throw new Error('an answer is missing');
    if (differences !== null) this.onDifferences(differences);
    this.#share = open.size < MANY_CALLS ? PACKET_CALLS : Math.min(open.size >> 1, SHARED_CALLS);
    for (let index = 0; index < answered; index++) {
      const one = calls[index] as Call;
      const answer = replies[index];
      open.delete(one);
      if (answer instanceof ByteReader) one.resolve(answer);
      else one.reject(answer);
    }
    this.#goOn(packet, answered);
  }

  /** Rejects the calls of this reply, which have no answer. Throws if the engine is lost. */
  #fail(packet: Packet<Call>, error: unknown): void {
    if (!BigtabError.is(error) || isLost(error)) throw error;
    const { code, message } = error;
    const { answers, ...details } = error.details;
    const answered = typeof answers === 'number' ? answers : packet.calls.length;
    for (const one of packet.calls.slice(0, answered)) {
      this.#open.delete(one);
      const outcome = one.number > 0 ? 'unknown' : 'none';
      one.reject(new BigtabError(code, message, { details: { ...details, outcome }, cause: error }));
    }
    this.onLostReply();
    this.#goOn(packet, answered);
  }

  /**
   * Requests the answers that did not fit into the reply. The engine keeps them until then, to save memory here. If it is
   * away, their calls are sent again later.
   */
  #goOn(packet: Packet<Call>, answered: number): void {
    if (this.#queue.answered(packet, answered)) {
      if (this.#endWait !== null) void this.#sealSoon();
      this.#pump();
      this.#tellIdle();
    } else if (!this.#queue.away) {
      this.#travel(encodeGoOn(this.#connection, this.#firstOpen() - 1), packet);
    }
  }
}
