/*
 * The packets of a connection, from the first that has no complete answer to the one that was collected last:
 *
 *   sent, in the order of sending | waiting: taken back, then never sent
 *
 * A sent packet is kept until all its calls are answered. When its engine is replaced, the sent packets become the first
 * of those that wait, so no newer call overtakes them.
 */
import { repeatPacket } from '../../service/packet-codec.js';

/** The engine remembers this many operations whose answers the page has not acknowledged. */
const UNACKNOWLEDGED_CALLS = 4096;
/** Packets of this size together may be kept, or one that is larger. Packets of control calls are short, and not counted. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** Calls that are sent together. */
export interface Packet<C> {
  bytes: Uint8Array;
  /** Those without an answer. */
  calls: readonly C[];
  /** Whether it has a single call with its own packet, whose answer may take a long time. */
  readonly alone: boolean;
  /** The largest number among its calls. */
  readonly lastNumber: number;
}

export class PacketQueue<C> {
  /** Whether there is no engine: nothing is sent. */
  away = false;
  /** Sent packets, except those of a single call with its own packet: such a call may take a while. */
  underWay = 0;
  /** Whether the next packet is the first one for another engine. */
  resumed = false;
  #waiting: Packet<C>[] = [];
  readonly #sent = new Set<Packet<C>>();
  /** The bytes of the packets that `underWay` counts. */
  #kept = 0;

  add(packet: Packet<C>): void {
    this.#waiting.push(packet);
  }

  /** Whether a packet waits that could be sent. */
  get hasNext(): boolean {
    return this.#waiting.length > 0 && !this.away;
  }

  /**
   * The next packet to send; null if it must wait. `acknowledged`: every numbered call up to this one has its answer.
   */
  next(acknowledged: number): Packet<C> | null {
    const packet = this.#waiting[0];
    if (packet === undefined || packet.lastNumber > acknowledged + UNACKNOWLEDGED_CALLS) return null;
    if (!packet.alone) {
      const kept = this.#kept + packet.bytes.length;
      if (this.underWay > 0 && kept > KEPT_BYTES) return null;
      this.#kept = kept;
      this.underWay++;
    }
    this.#waiting.shift();
    this.#sent.add(packet);
    return packet;
  }

  /** The first `count` calls of a sent packet have their answers. Returns whether it has no others. */
  answered(packet: Packet<C>, count: number): boolean {
    if (count < packet.calls.length) {
      packet.calls = packet.calls.slice(count);
      return false;
    }
    this.#sent.delete(packet);
    if (!packet.alone) {
      this.#kept -= packet.bytes.length;
      this.underWay--;
    }
    return true;
  }

  /** Drops all packets. */
  clear(): void {
    this.#waiting = [];
    this.#sent.clear();
    this.#kept = 0;
    this.underWay = 0;
  }

  /** No sent packet will be answered: the calls without an answer wait to be sent again. */
  takeBack(): void {
    for (const packet of this.#sent) packet.bytes = repeatPacket(packet.bytes, packet.calls.length);
    this.#waiting = [...this.#sent, ...this.#waiting];
    this.#sent.clear();
    this.#kept = 0;
    this.underWay = 0;
    this.resumed = true;
  }
}
