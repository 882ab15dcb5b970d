import { ByteWriter } from '../bytes/byte-writer.js';
import {
  BYE,
  beginPacket,
  finishPacket,
  NO_OPTIONS,
  RESUMED,
  type Sender,
  type SentCall,
  setHead,
  writeCall,
} from './packet-codec.js';

/** Memory that has grown larger is not kept for the next packet. */
const KEPT_BYTES = 4 * 1024 * 1024;

/** Collects the calls of one connection into packets, one after the other in the same memory. */
export class PacketWriter {
  /** Number of calls in the current packet. */
  calls = 0;
  readonly #sender: Sender;
  #out: ByteWriter = new ByteWriter();
  #headAt = 0;
  /** Where the calls begin: what is before them is the same in all packets, and written once. */
  #callsAt = 0;

  constructor(sender: Sender) {
    this.#sender = sender;
    this.#writeHead();
  }

  get byteLength(): number {
    return this.#out.length;
  }

  /** Copies the payload. */
  add(call: SentCall): void {
    writeCall(this.#out, call);
    this.calls++;
  }

  /** Returns the packet in its own buffer, and starts the next one. The acknowledgement is still to be set. */
  finish(): Uint8Array {
    const packet = finishPacket(this.#out, this.#headAt, this.calls);
    this.calls = 0;
    if (this.#out.bytes.length > KEPT_BYTES) {
      this.#out = new ByteWriter();
      this.#writeHead();
    } else this.#out.truncate(this.#callsAt);
    return packet;
  }

  /**
   * Sets a packet's acknowledgement: every numbered call up to this one has its answer. `resumed`: it is the first of
   * those that are sent again.
   */
  acknowledge(packet: Uint8Array, acknowledged: number, resumed = false): void {
    setHead(packet, this.#headAt, acknowledged, resumed ? RESUMED : 0);
  }

  #writeHead(): void {
    this.#headAt = beginPacket(this.#out, this.#sender);
    this.#callsAt = this.#out.length;
  }
}

/** A packet without calls, which requests the answers that did not fit into the last reply. */
export function encodeGoOn(connection: string, acknowledged: number): Uint8Array {
  return withoutCalls(connection, acknowledged, 0);
}

/** A packet without calls, which reports that the connection has closed. */
export function encodeBye(connection: string, acknowledged = 0): Uint8Array {
  return withoutCalls(connection, acknowledged, BYE);
}

function withoutCalls(connection: string, acknowledged: number, flags: number): Uint8Array {
  const out = new ByteWriter();
  const at = beginPacket(out, { connection, ...NO_OPTIONS });
  const packet = finishPacket(out, at, 0);
  setHead(packet, at, acknowledged, flags);
  return packet;
}
