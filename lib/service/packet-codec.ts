/*
 * Packets: what one message carries. Little-endian; a text is a u32 length and UTF-8.
 *
 *   request   u8   protocol version
 *             text connection
 *             f64  acknowledged: the client has the answers of all its numbered calls up to this one
 *             u32  calls, then each:
 *                    u8   operation
 *                    f64  number; 0 for calls that change nothing, else 1, 2, 3 … of this connection
 *                    u32  length, payload (one codec a request: mutate, get, scan, increment, control)
 *
 *   reply     u8   protocol version
 *             u32  answers, in the order of the calls, then each:
 *                    u8   status: 0 = done, 1 = failed
 *                    u32  length, payload; of a failure: ErrorData as JSON
 */
import { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { decodeText } from '../bytes/text.js';
import { BigtabError, type ErrorData } from '../errors.js';
import { type Operation, PROTOCOL_VERSION } from './client-service.js';
import { errorToData } from './error-handler.js';

/** A writer that has grown beyond this is not kept for the next packet. */
const KEPT_BYTES = 4 * 1024 * 1024;
const DONE = 0;
const FAILED = 1;

export interface RequestCall {
  readonly operation: Operation;
  /** 0 for a call that changes nothing. */
  readonly number: number;
  readonly payload: ByteReader;
}

export interface RequestPacket {
  readonly connection: string;
  readonly acknowledged: number;
  readonly calls: readonly RequestCall[];
}

/** Builds request packets, one after the other in the same memory. */
export class RequestPacketWriter {
  /** Calls of the packet at hand. */
  calls = 0;
  private out: ByteWriter = new ByteWriter();
  private readonly connection: string;
  private acknowledgedAt = 0;

  constructor(connection: string) {
    this.connection = connection;
    this.begin();
  }

  get byteLength(): number {
    return this.out.length;
  }

  add(operation: Operation, number: number, payload: Uint8Array): void {
    const out = this.out;
    out.u8(operation);
    out.f64(number);
    out.sized(payload);
    this.calls++;
  }

  /** The packet in a buffer of its own, not yet acknowledging anything; the next one begins. */
  finish(): Uint8Array {
    this.out.patchU32(this.acknowledgedAt + 8, this.calls);
    const packet = this.out.finish();
    this.begin();
    return packet;
  }

  /** Fills in, as late as possible, what `packet` acknowledges. REQUIRES a packet of this writer. */
  acknowledge(packet: Uint8Array, upTo: number): void {
    new DataView(packet.buffer).setFloat64(this.acknowledgedAt, upTo, true);
  }

  private begin(): void {
    if (this.out.bytes.length > KEPT_BYTES) this.out = new ByteWriter();
    const out = this.out;
    out.reset();
    out.u8(PROTOCOL_VERSION);
    out.text(this.connection);
    this.acknowledgedAt = out.length;
    out.f64(0);
    out.u32(0);
    this.calls = 0;
  }
}

/** Throws VERSION_CONFLICT for another build's packet and CORRUPTION for a short one. Payloads are not looked at. */
export function decodePacket(bytes: Uint8Array): RequestPacket {
  const reader = open(bytes, 'request packet');
  const connection = reader.text();
  const acknowledged = reader.f64();
  const calls: RequestCall[] = [];
  for (let left = reader.u32(); left > 0; left--) {
    const operation = reader.u8() as Operation;
    const number = reader.f64();
    calls.push({ operation, number, payload: part(reader, 'request') });
  }
  return { connection, acknowledged, calls };
}

/** What one call is answered with. */
export type Answer = { readonly payload: Uint8Array } | { readonly error: unknown };

export function encodeReplies(answers: readonly Answer[]): Uint8Array {
  const out = new ByteWriter();
  out.u8(PROTOCOL_VERSION);
  out.u32(answers.length);
  for (const answer of answers) {
    if ('error' in answer) {
      out.u8(FAILED);
      out.text(JSON.stringify(errorToData(answer.error)));
    } else {
      out.u8(DONE);
      out.sized(answer.payload);
    }
  }
  return out.finish();
}

/** The payload of each answer, or what a failed call was refused with. */
export type Reply = ByteReader | ErrorData;

export function decodeReplies(bytes: Uint8Array): readonly Reply[] {
  const reader = open(bytes, 'reply packet');
  const replies: Reply[] = [];
  for (let left = reader.u32(); left > 0; left--) {
    if (reader.u8() === DONE) replies.push(part(reader, 'reply'));
    else replies.push(JSON.parse(decodeText(reader.sized())) as ErrorData);
  }
  return replies;
}

function open(bytes: Uint8Array, where: string): ByteReader {
  const reader = new ByteReader(bytes, 0, bytes.length, where);
  const version = reader.u8();
  if (version !== PROTOCOL_VERSION) {
    throw new BigtabError(
      'VERSION_CONFLICT',
      `This build of Bigtab speaks protocol ${PROTOCOL_VERSION}, the other side ${version}; load one version only`,
    );
  }
  return reader;
}

function part(reader: ByteReader, where: string): ByteReader {
  const length = reader.u32();
  const start = reader.offset;
  reader.skip(length);
  return new ByteReader(reader.bytes, start, start + length, where);
}
