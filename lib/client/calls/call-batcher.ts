import { ByteReader } from '../../bytes/byte-reader.js';
import type { Clock } from '../../clock.js';
import { BigtabError } from '../../errors.js';
import { decodeReplies, type SentCall } from '../../service/packet-codec.js';
import { encodeGoOn, PacketWriter } from '../../service/packet-writer.js';
import type { Transport } from './transport.js';
import { isLost, workerLost } from './worker-lost.js';

/** A packet is sent when it has grown to this. */
export const PACKET_BYTES: number = 1024 * 1024;
const PACKET_CALLS = 1024;
/**
 * Microtasks that a packet waits for further calls. Answers of one packet arrive together, but what they are answers to takes one or another
 * number of steps until its caller makes the next call: those shall share a packet again.
 */
const STEPS_TO_WAIT = 9;
/**
 * So many calls under way are spread over packets of half of them, of at most SHARED_CALLS, while few travel: then the page works on one
 * answer while the engine works on the next, and neither falls asleep. To wake a thread takes as long as a dozen calls.
 */
const MANY_CALLS = 8;
const SHARED_CALLS = 128;
const FEW_PACKETS = 4;
/**
 * While so many are under way the engine has work, and what has gathered waits for the next answer: its callers' next calls make the packet larger.
 * Not longer than that many milliseconds, because an answer can be slow: a write that waits for a flush.
 */
const ENOUGH_PACKETS = 2;
const MS_TO_WAIT = 4;
/** The engine remembers this many operations whose answers it does not know to have arrived. */
const UNACKNOWLEDGED_CALLS = 4096;

/**
 * How a call travels. `read` changes nothing; `write` gets the next number of the connection; `alone` has a packet for
 * itself, so that nobody waits for its answer; `change` is a `write` that travels alone.
 */
export type CallKind = 'read' | 'write' | 'alone' | 'change';

interface Call {
  /** 0 unless it is a write. */
  readonly number: number;
  sent: boolean;
  readonly resolve: (reply: ByteReader) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls that travel together. */
interface Packet {
  readonly bytes: Uint8Array;
  readonly calls: readonly Call[];
  /** Its one call travels alone: its answer may take long. */
  readonly alone: boolean;
  /** The largest number among them. */
  readonly lastNumber: number;
}

/** A place that calls pass in their order. While it is closed they wait here; opening it lets them go, the first one first. */
export interface Lane {
  /** Null while it is open. */
  waiting: (() => void)[] | null;
}

/** Gathers the calls of a few microtasks into one packet and hands out the answers. */
export interface CallBatcher {
  /**
   * Keeps the place of a long list that is sent turn by turn: its calls go through the lane that this gives, and calls that
   * are made meanwhile wait until `release`. Both may be done more than once.
   */
  hold(): { readonly lane: Lane; release(): void };
  /**
   * Gives the payload of the answer; rejects with the error that the engine answered, or with WORKER_LOST. A number is
   * given when the call passes its lane. The payload is copied before this returns.
   */
  call(operation: SentCall['operation'], payload: Uint8Array, kind?: CallKind, lane?: Lane): Promise<ByteReader>;
  /** What was called so far leaves now. */
  send(): void;
  /** The engine is gone: rejects everything that waits for an answer. */
  lose(reason: unknown): void;
  /** Resolves when no call waits for its answer. */
  idle(): Promise<void>;
}

/**
 * Packets leave in the order of the calls. No more than 4,096 numbered calls are under way; what comes above waits here.
 * When the engine is gone, every call that waits and every later one rejects with WORKER_LOST, and `tellLost` is called once.
 */
export function createBatcher(
  transport: Transport,
  clock: Clock,
  connection: string,
  tellLost: (error: BigtabError) => void,
): CallBatcher {
  /** Calls without an answer, in their order. */
  const open = new Set<Call>();
  const waiting: Packet[] = [];
  const packets = new PacketWriter(connection);
  /** Those of the packet at hand. */
  let calls: Call[] = [];
  /** Packets without an answer, but for those whose call travels alone: such a one may take long. */
  let underWay = 0;
  /** Ends the timer of what has gathered; null while nothing waits for an answer. */
  let endWait: (() => void) | null = null;
  /** With so many calls a packet leaves at once when few are under way. */
  let share = PACKET_CALLS;
  /** Numbers given out so far. */
  let numbered = 0;
  /** Where the next call goes. */
  let lane: Lane = { waiting: null };
  let lost: { readonly cause: unknown } | null = null;
  let tellIdle = () => {};

  const hold = () => {
    const own = lane;
    const behind: Lane = { waiting: [] };
    lane = behind;
    const open = () => {
      const calls = behind.waiting ?? [];
      behind.waiting = null;
      for (const call of calls) call();
    };
    return { lane: own, release: () => pass(own, open) };
  };

  const call: CallBatcher['call'] = (operation, payload, kind = 'read', at = lane) =>
    new Promise((resolve, reject) => {
      const own = at.waiting === null ? payload : payload.slice();
      pass(at, () => add(operation, own, kind, resolve, reject));
    });

  const add = (
    operation: SentCall['operation'],
    payload: Uint8Array,
    kind: CallKind,
    resolve: Call['resolve'],
    reject: Call['reject'],
  ) => {
    if (lost !== null) return reject(workerLost('none', lost.cause));
    const alone = kind === 'alone' || kind === 'change';
    const number = kind === 'write' || kind === 'change' ? ++numbered : 0;
    if (alone) seal();
    const call = { number, sent: false, resolve, reject };
    open.add(call);
    calls.push(call);
    packets.add({ operation, number, payload });
    const enough = underWay < FEW_PACKETS ? share : PACKET_CALLS;
    if (alone || packets.calls >= enough || packets.byteLength >= PACKET_BYTES) seal(alone);
    else if (packets.calls === 1) void sealSoon();
  };

  /** By promises: a microtask that the page queues itself costs it ten times as much. */
  const sealSoon = async () => {
    for (let step = 0; step < STEPS_TO_WAIT; step++) await null;
    if (calls.length === 0) return;
    if (underWay < ENOUGH_PACKETS || open.size < MANY_CALLS || calls.length >= share) seal();
    else endWait ??= clock.after(MS_TO_WAIT, () => seal());
  };

  const seal = (alone = false) => {
    endWait?.();
    endWait = null;
    if (calls.length > 0) {
      const lastNumber = calls.reduce((last, { number }) => Math.max(last, number), 0);
      waiting.push({ bytes: packets.finish(), calls, alone, lastNumber });
      calls = [];
    }
    pump();
  };

  const pump = () => {
    for (let next = waiting[0]; next !== undefined && lost === null; next = waiting[0]) {
      const { bytes, calls, alone, lastNumber } = next;
      const acknowledged = firstOpen() - 1;
      if (lastNumber > acknowledged + UNACKNOWLEDGED_CALLS) return;
      waiting.shift();
      for (const one of calls) one.sent = true;
      packets.acknowledge(bytes, acknowledged);
      if (!alone) underWay++;
      travel(bytes, calls, alone);
    }
  };

  const travel = (bytes: Uint8Array, calls: readonly Call[], alone: boolean) => {
    transport
      .call(bytes)
      .then(
        (reply) => settle(calls, alone, reply),
        (error) => fail(calls, alone, error),
      )
      .catch(giveUp);
  };

  /** The smallest number without an answer. */
  const firstOpen = () => {
    for (const { number } of open) if (number > 0) return number;
    return numbered + 1;
  };

  const settle = (calls: readonly Call[], alone: boolean, reply: Uint8Array) => {
    if (lost !== null) return;
    const replies = decodeReplies(reply);
    const answered = replies.length;
    if (answered > calls.length || (answered === 0 && calls.length > 0)) throw new Error('an answer is missing');
    const complete = answered === calls.length;
    if (complete && !alone) underWay--;
    share = open.size < MANY_CALLS ? PACKET_CALLS : Math.min(open.size >> 1, SHARED_CALLS);
    for (let index = 0; index < answered; index++) {
      const one = calls[index] as Call;
      const answer = replies[index];
      open.delete(one);
      if (answer instanceof ByteReader) one.resolve(answer);
      else one.reject(answer);
    }
    // The engine keeps the others until it is asked: what it has read for them would wait here in memory.
    if (!complete) return travel(encodeGoOn(connection, firstOpen() - 1), calls.slice(answered), alone);
    if (endWait !== null) void sealSoon();
    pump();
    tellIdle();
  };

  /** Only the calls of this reply have no answer, unless the engine is gone. */
  const fail = (calls: readonly Call[], alone: boolean, error: unknown) => {
    if (!BigtabError.is(error) || isLost(error)) throw error;
    if (lost !== null) return;
    const { code, message } = error;
    const { answers, ...details } = error.details;
    const answered = typeof answers === 'number' ? answers : calls.length;
    const left = calls.slice(answered);
    if (left.length === 0 && !alone) underWay--;
    for (const one of calls.slice(0, answered)) {
      open.delete(one);
      const outcome = one.number > 0 ? 'unknown' : 'none';
      one.reject(new BigtabError(code, message, { details: { ...details, outcome }, cause: error }));
    }
    if (left.length > 0) return travel(encodeGoOn(connection, firstOpen() - 1), left, alone);
    pump();
    tellIdle();
  };

  const giveUp = (error: unknown) => {
    lose(error);
    transport.end?.(error);
  };

  const lose = (reason: unknown) => {
    if (lost !== null) return;
    lost = { cause: reason ?? 'no reason was given' };
    endWait?.();
    for (const { sent, number, reject } of open) {
      reject(workerLost(sent && number > 0 ? 'unknown' : 'none', lost.cause));
    }
    open.clear();
    tellIdle();
    tellLost(workerLost('none', lost.cause));
  };

  const idle = async () => {
    while (open.size > 0) {
      await new Promise<void>((resolve) => {
        tellIdle = resolve;
      });
    }
  };

  return { hold, call, send: () => seal(), lose, idle };
}

function pass(lane: Lane, call: () => void): void {
  if (lane.waiting === null) call();
  else lane.waiting.push(call);
}
