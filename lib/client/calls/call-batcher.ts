import { ByteReader } from '../../bytes/byte-reader.js';
import type { Clock } from '../../clock.js';
import { BigtabError } from '../../errors.js';
import { decodeReplies, type SentCall } from '../../service/packet-codec.js';
import { encodeGoOn, PacketWriter } from '../../service/packet-writer.js';
import type { Transport } from './transport.js';
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
/** The engine remembers this many operations whose answers the page has not acknowledged. */
const UNACKNOWLEDGED_CALLS = 4096;

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

/** Calls that are sent together. */
interface Packet {
  readonly bytes: Uint8Array;
  readonly calls: readonly Call[];
  /** Whether it has a single call with its own packet, whose answer may take a long time. */
  readonly alone: boolean;
  /** The largest number among them. */
  readonly lastNumber: number;
}

/** A gate that calls pass through in order. While it is closed, calls wait; opening it lets them pass. */
export interface Lane {
  /** Null while it is open. */
  waiting: (() => void)[] | null;
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
 * the calls. At most 4,096 numbered calls are in progress; further ones wait here. When the engine is lost, every
 * waiting and every later call rejects with WORKER_LOST, and `tellLost` is called once.
 */
export class CallBatcher {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #connection: string;
  readonly #tellLost: (error: BigtabError) => void;
  /** Calls without an answer, in the order in which they were made. */
  readonly #open = new Set<Call>();
  readonly #waiting: Packet[] = [];
  readonly #packets: PacketWriter;
  /** The calls of the next packet. */
  #calls: Call[] = [];
  /** Packets without an answer, except those of a single call with its own packet: such a call may take a while. */
  #underWay = 0;
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

  constructor(transport: Transport, clock: Clock, connection: string, tellLost: (error: BigtabError) => void) {
    this.#transport = transport;
    this.#clock = clock;
    this.#connection = connection;
    this.#tellLost = tellLost;
    this.#packets = new PacketWriter(connection);
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
    this.#open.add(call);
    this.#calls.push(call);
    packets.add({ operation, number, payload });
    const enough = this.#underWay < FEW_PACKETS ? this.#share : PACKET_CALLS;
    if (alone || packets.calls >= enough || packets.byteLength >= PACKET_BYTES) this.#seal(alone);
    else if (packets.calls === 1) void this.#sealSoon();
  }

  /** Waits with promises, because a microtask that the page queues itself costs ten times as much. */
  async #sealSoon(): Promise<void> {
    for (let step = 0; step < STEPS_TO_WAIT; step++) await null;
    const { length } = this.#calls;
    if (length === 0) return;
    if (this.#underWay < ENOUGH_PACKETS || this.#open.size < MANY_CALLS || length >= this.#share) this.#seal(false);
    else this.#endWait ??= this.#clock.after(MS_TO_WAIT, () => this.#seal(false));
  }

  #seal(alone: boolean): void {
    this.#endWait?.();
    this.#endWait = null;
    const calls = this.#calls;
    if (calls.length > 0) {
      const lastNumber = calls.reduce((last, { number }) => Math.max(last, number), 0);
      this.#waiting.push({ bytes: this.#packets.finish(), calls, alone, lastNumber });
      this.#calls = [];
    }
    this.#pump();
  }

  #pump(): void {
    const waiting = this.#waiting;
    for (let next = waiting[0]; next !== undefined && this.#lost === null; next = waiting[0]) {
      const { bytes, calls, alone, lastNumber } = next;
      const acknowledged = this.#firstOpen() - 1;
      if (lastNumber > acknowledged + UNACKNOWLEDGED_CALLS) return;
      waiting.shift();
      for (const one of calls) one.sent = true;
      this.#packets.acknowledge(bytes, acknowledged);
      if (!alone) this.#underWay++;
      this.#travel(bytes, calls, alone);
    }
  }

  #travel(bytes: Uint8Array, calls: readonly Call[], alone: boolean): void {
    this.#transport
      .call(bytes)
      .then(
        (reply) => this.#settle(calls, alone, reply),
        (error) => this.#fail(calls, alone, error),
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

  #settle(calls: readonly Call[], alone: boolean, reply: Uint8Array): void {
    if (this.#lost !== null) return;
    const open = this.#open;
    const replies = decodeReplies(reply);
    const answered = replies.length;
    if (answered > calls.length || (answered === 0 && calls.length > 0)) throw new Error('an answer is missing');
    if (answered === calls.length && !alone) this.#underWay--;
    this.#share = open.size < MANY_CALLS ? PACKET_CALLS : Math.min(open.size >> 1, SHARED_CALLS);
    for (let index = 0; index < answered; index++) {
      const one = calls[index] as Call;
      const answer = replies[index];
      open.delete(one);
      if (answer instanceof ByteReader) one.resolve(answer);
      else one.reject(answer);
    }
    if (answered < calls.length) this.#goOn(calls.slice(answered), alone);
    else {
      if (this.#endWait !== null) void this.#sealSoon();
      this.#pump();
      this.#tellIdle();
    }
  }

  /** Rejects the calls of this reply, which have no answer. Throws if the engine is lost. */
  #fail(calls: readonly Call[], alone: boolean, error: unknown): void {
    if (!BigtabError.is(error) || isLost(error)) throw error;
    if (this.#lost !== null) return;
    const { code, message } = error;
    const { answers, ...details } = error.details;
    const answered = typeof answers === 'number' ? answers : calls.length;
    const left = calls.slice(answered);
    if (left.length === 0 && !alone) this.#underWay--;
    for (const one of calls.slice(0, answered)) {
      this.#open.delete(one);
      const outcome = one.number > 0 ? 'unknown' : 'none';
      one.reject(new BigtabError(code, message, { details: { ...details, outcome }, cause: error }));
    }
    if (left.length > 0) this.#goOn(left, alone);
    else {
      this.#pump();
      this.#tellIdle();
    }
  }

  /** Requests the answers that did not fit into the reply. The engine keeps them until then, to save memory here. */
  #goOn(left: readonly Call[], alone: boolean): void {
    this.#travel(encodeGoOn(this.#connection, this.#firstOpen() - 1), left, alone);
  }
}

function pass(lane: Lane, call: () => void): void {
  if (lane.waiting === null) call();
  else lane.waiting.push(call);
}
