/*
 * Packets: what one message carries. Little-endian; a text is a u32 length and UTF-8.
 *
 *   request   u8   protocol version
 *             text connection
 *             f64  acknowledged: the client has the answers of all its numbered calls up to this one
 *             u32  calls, then each:
 *                    u8   operation
 *                    f64  number; 0 for calls that change nothing, else 1, 2, 3 … of this connection
 *                    u32  length, payload (one codec a request: mutate, get, scan, action, control)
 *
 *   reply     u8   protocol version
 *             u32  answers, in the order of the calls, then each:
 *                    u8   status: 0 = done, 1 = failed
 *                    u32  length, payload; of a failure: ErrorData as JSON
 */
import { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { BigtabError, corruption, type ErrorData } from '../errors.js';
import { type Operation, PROTOCOL_VERSION } from './client-service.js';
import { readJson } from './control-codec.js';
import { errorFromData, errorToData } from './error-handler.js';

/** What stands at the head of a reply, and before the payload of each answer. */
const HEAD_BYTES = 5;
const ANSWER_BYTES = 5;
/** Memory that has grown beyond this is not kept for the next packet. */
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

/** A call as it is sent. */
export interface SentCall {
  readonly operation: Operation;
  /** 0 for a call that changes nothing. */
  readonly number: number;
  readonly payload: Uint8Array;
}

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
  add({ operation, number, payload }: SentCall): void {
    const { out } = this;
    out.u8(operation);
    out.f64(number);
    out.sized(payload);
    this.calls++;
  }

  /** The packet in a buffer of its own, to be told what is acknowledged; the next one begins. */
  finish(): Uint8Array {
    this.out.patchU32(this.acknowledgedAt + 8, this.calls);
    const packet = this.out.finish();
    this.begin();
    return packet;
  }

  /** Writes into a packet that every numbered call up to this one has its answer. */
  acknowledge(packet: Uint8Array, acknowledged: number): void {
    new DataView(packet.buffer, packet.byteOffset).setFloat64(this.acknowledgedAt, acknowledged, true);
  }

  private begin(): void {
    if (this.out.bytes.length > KEPT_BYTES) this.out = new ByteWriter();
    const { out } = this;
    out.reset();
    out.u8(PROTOCOL_VERSION);
    out.text(this.connection);
    this.acknowledgedAt = out.reserve(12);
    this.calls = 0;
  }
}

/** A packet in a buffer of its own. `acknowledged`: every numbered call up to this one has its answer. */
export function encodePacket(connection: string, acknowledged: number, calls: readonly SentCall[]): Uint8Array {
  const writer = new PacketWriter(connection);
  for (const call of calls) writer.add(call);
  const packet = writer.finish();
  writer.acknowledge(packet, acknowledged);
  return packet;
}

/** Throws VERSION_CONFLICT for another build's packet and CORRUPTION for a short one. Payloads are not looked at. */
export function decodePacket(bytes: Uint8Array): RequestPacket {
  const reader = open(bytes, 'request packet');
  const connection = reader.text();
  const acknowledged = readNumber(reader);
  const calls: RequestCall[] = [];
  for (let left = reader.u32(); left > 0; left--) {
    const operation = reader.u8() as Operation;
    const number = readNumber(reader);
    calls.push({ operation, number, payload: reader.part('request') });
  }
  return { connection, acknowledged, calls };
}

/** A number of a call, or 0. */
function readNumber(reader: ByteReader): number {
  const at = reader.offset;
  const number = reader.f64();
  if (!Number.isSafeInteger(number) || number < 0) throw corruption(reader.where, at, 'no number of a call');
  return number;
}

/** What one call is answered with. */
export type Answer = { readonly payload: Uint8Array } | { readonly error: unknown };

export function encodeReplies(answers: readonly Answer[]): Uint8Array {
  let length = HEAD_BYTES;
  for (const answer of answers) length += ANSWER_BYTES + ('payload' in answer ? answer.payload.length : 0);
  const out = new ByteWriter(length);
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
  return out.release();
}

/** The payload of each answer, or the error that a failed call is answered with. */
export type Reply = ByteReader | BigtabError;

export function decodeReplies(bytes: Uint8Array): readonly Reply[] {
  const reader = open(bytes, 'reply packet');
  const replies: Reply[] = [];
  for (let left = reader.u32(); left > 0; left--) {
    const failed = reader.u8() !== DONE;
    const payload = reader.part('reply');
    replies.push(failed ? errorFromData(readJson(payload) as ErrorData) : payload);
  }
  return replies;
}

/** VERSION_CONFLICT with a build that speaks the protocol `other`. */
export function versionConflict(other: number): BigtabError {
  return new BigtabError(
    'VERSION_CONFLICT',
    `Another build of Bigtab is in use here (protocol ${other}; this build's is ${PROTOCOL_VERSION}). Load one version of Bigtab only.`,
    { details: { other, own: PROTOCOL_VERSION } },
  );
}

function open(bytes: Uint8Array, where: string): ByteReader {
  const reader = new ByteReader(bytes, 0, bytes.length, where);
  const version = reader.u8();
  if (version !== PROTOCOL_VERSION) throw versionConflict(version);
  return reader;
}
