import { ByteWriter } from '../bytes/byte-writer.js';
import { beginPacket, finishPacket, type SentCall, writeCall } from './packet-codec.js';

/** Memory that has grown beyond this is not kept for the next packet. */
const KEPT_BYTES = 4 * 1024 * 1024;

/** Gathers the calls of one connection into packets, one after the other in the same memory. */
export class PacketWriter {
  /** Calls of the packet at hand. */
  calls = 0;
  private readonly connection: string;
  private out: ByteWriter = new ByteWriter();
  private acknowledgedAt = 0;

  constructor(connection: string) {
    this.connection = connection;
    this.begin();
  }

  get byteLength(): number {
    return this.out.length;
  }

  /** Copies the payload. */
  add(call: SentCall): void {
    writeCall(this.out, call);
    this.calls++;
  }

  /** The packet in a buffer of its own, to be told what is acknowledged; the next one begins. */
  finish(): Uint8Array {
    const packet = finishPacket(this.out, this.acknowledgedAt, this.calls);
    this.begin();
    return packet;
  }

  /** Writes into a packet that every numbered call up to this one has its answer. */
  acknowledge(packet: Uint8Array, acknowledged: number): void {
    new DataView(packet.buffer, packet.byteOffset).setFloat64(this.acknowledgedAt, acknowledged, true);
  }

  private begin(): void {
    if (this.out.bytes.length > KEPT_BYTES) this.out = new ByteWriter();
    this.out.reset();
    this.acknowledgedAt = beginPacket(this.out, this.connection);
    this.calls = 0;
  }
}

/** A packet without calls: asks for the answers that the last reply had no room for. */
export function encodeGoOn(connection: string, acknowledged: number): Uint8Array {
  const out = new ByteWriter();
  const at = beginPacket(out, connection);
  const packet = finishPacket(out, at, 0);
  new DataView(packet.buffer, packet.byteOffset).setFloat64(at, acknowledged, true);
  return packet;
}
