/*
 * Packets: the content of one message. Little-endian; "text" is a u32 length and UTF-8.
 *
 *   request   u8   protocol version
 *             text connection
 *             u8   the connection's durability (see durability-codec): that of mutations if neither they nor their table specify one
 *             f64  the version that the connection requests of the database; 0 if none
 *             u8   flags: 1 = bye: the connection has closed, and is forgotten after the calls of this packet
 *                         2 = resumed: the client sends all its open calls again, this packet first
 *             f64  acknowledged: the client has received the answers of its numbered calls up to this one
 *             u32  calls, then each:
 *                    u8   operation; + 128 if the call was sent before, and its answer is not known
 *                    f64  number; 0 for calls that change nothing, else 1, 2, 3 … of this connection
 *                    u32  length, payload (a codec for each kind of request: mutate, get, scan, action, atomic batch, control)
 *
 *   reply     u8   protocol version
 *             u32  answers, in the order of the calls, then each:
 *                    u8   status: 0 = done, 1 = failed
 *                    u32  length, payload; for a failure: ErrorData as JSON
 *             if watches of the connection have changed: differences (see watch-codec)
 *
 * A reply ends with the answer that brings its size to about 8 MiB, or before a mutation or schema change whose answer
 * cannot be kept until the client has acknowledged others; it may have no answers then. If it answers fewer calls than
 * the request has, the engine keeps the others. A request without calls acknowledges what the client has received, and runs them: its
 * reply contains at least one of their answers. No later packet of the connection is started before that.
 *
 * A packet that is resumed replaces all earlier packets of its connection: the calls of theirs that have not started
 * never do, and their replies may lack answers. So does a bye without calls, which can also be sent for a client that
 * has died.
 */
import { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { BigtabError, corruption, type ErrorData, errorToData } from '../errors.js';
import type { Durability } from '../model/durability.js';
import { type Operation, PROTOCOL_VERSION } from './client-service.js';
import { readJson } from './control-codec.js';
import { readDurability, writeDurability } from './durability-codec.js';
import { errorFromData } from './error-handler.js';

/** The size of the head of a reply, and of the fields before the payload of each answer. */
const HEAD_BYTES = 5;
const ANSWER_BYTES = 5;

export const BYE = 1;
export const RESUMED = 2;

/** Added to the operation of a call that was sent before. */
const REPEATED = 128;

const DONE = 0;
const FAILED = 1;

export interface RequestCall {
  readonly operation: Operation;
  /** 0 for a call that changes nothing. */
  readonly number: number;
  /** Whether it was sent before. */
  readonly repeated: boolean;
  readonly payload: ByteReader;
}

/** Who sends a packet. */
export interface Sender {
  readonly connection: string;
  /** That of its mutations if neither they nor their table specify one. */
  readonly durability: Durability;
  /** The version of the database that it requests; 0 if none. */
  readonly version: number;
}

/** The options of a sender that has none. */
export const NO_OPTIONS: Omit<Sender, 'connection'> = { durability: 'USE_DEFAULT', version: 0 };

export interface RequestPacket extends Sender {
  /** Whether the connection has closed. */
  readonly bye: boolean;
  /** Whether it replaces all earlier packets of its connection. */
  readonly resumed: boolean;
  readonly acknowledged: number;
  readonly calls: readonly RequestCall[];
}

/** A call as it is sent. */
export interface SentCall {
  readonly operation: Operation;
  /** 0 for a call that changes nothing. */
  readonly number: number;
  /** Whether it was sent before, and its answer is not known. */
  readonly repeated?: boolean;
  readonly payload: Uint8Array;
}

/** Starts a packet, and returns the position of the fields that `finishPacket` and `setHead` fill in. */
export function beginPacket(out: ByteWriter, { connection, durability, version }: Sender): number {
  out.u8(PROTOCOL_VERSION);
  out.text(connection);
  writeDurability(out, durability);
  out.f64(version);
  return out.reserve(13);
}

/** Copies the payload. */
export function writeCall(out: ByteWriter, { operation, number, repeated = false, payload }: SentCall): void {
  out.u8(repeated ? operation + REPEATED : operation);
  out.f64(number);
  out.sized(payload);
}

/** The packet in its own buffer. Its flags and its acknowledgement are still to be set. */
export function finishPacket(out: ByteWriter, at: number, calls: number): Uint8Array {
  out.patchU32(at + 9, calls);
  return out.finish();
}

/** Sets the flags of a packet, and its acknowledgement: every numbered call up to this one has its answer. */
export function setHead(packet: Uint8Array, at: number, acknowledged: number, flags = 0): void {
  packet[at] = flags;
  new DataView(packet.buffer, packet.byteOffset).setFloat64(at + 1, acknowledged, true);
}

/** A packet of one call in its own buffer, of a connection without options. */
export function encodeCall(connection: string, call: SentCall): Uint8Array {
  const out = new ByteWriter();
  const at = beginPacket(out, { connection, ...NO_OPTIONS });
  writeCall(out, call);
  const packet = finishPacket(out, at, 1);
  setHead(packet, at, 0);
  return packet;
}

/** The connection of a request packet, and whether it has closed. Throws as `decodePacket` does. */
export function senderOf(bytes: Uint8Array): Pick<RequestPacket, 'connection' | 'bye'> {
  const reader = open(bytes, 'request packet');
  const connection = reader.text();
  reader.skip(9);
  return { connection, bye: (reader.u8() & BYE) !== 0 };
}

/** A copy of a packet, to be sent again: its last `left` calls, marked as sent before. */
export function repeatPacket(packet: Uint8Array, left: number): Uint8Array {
  const reader = open(packet, 'request packet');
  reader.sized();
  reader.skip(18);
  const calls = reader.u32();
  const head = reader.offset;
  for (let answered = calls - left; answered > 0; answered--) skipCall(reader);
  const shift = reader.offset - head;
  const copy = packet.slice(shift);
  copy.set(packet.subarray(0, head));
  const view = new DataView(copy.buffer);
  view.setUint32(head - 4, left, true);
  for (; !reader.atEnd; skipCall(reader)) {
    const at = reader.offset - shift;
    view.setUint8(at, view.getUint8(at) | REPEATED);
  }
  return copy;
}

function skipCall(reader: ByteReader): void {
  reader.skip(9);
  reader.sized();
}

/** Throws VERSION_CONFLICT for a packet of another build, and CORRUPTION for a short one. Does not check payloads. */
export function decodePacket(bytes: Uint8Array): RequestPacket {
  const reader = open(bytes, 'request packet');
  const connection = reader.text();
  const durability = readDurability(reader);
  const version = readNumber(reader);
  const flags = reader.u8();
  const acknowledged = readNumber(reader);
  const calls: RequestCall[] = [];
  for (let left = reader.u32(); left > 0; left--) {
    const kind = reader.u8();
    const number = readNumber(reader);
    const repeated = kind >= REPEATED;
    const operation = (repeated ? kind - REPEATED : kind) as Operation;
    calls.push({ operation, number, repeated, payload: reader.part('request') });
  }
  const [bye, resumed] = [(flags & BYE) !== 0, (flags & RESUMED) !== 0];
  return { connection, durability, version, bye, resumed, acknowledged, calls };
}

/** The number of a call, or the version of a connection, or 0. */
function readNumber(reader: ByteReader): number {
  const at = reader.offset;
  const number = reader.f64();
  if (!Number.isSafeInteger(number) || number < 0) throw corruption(reader.where, at, 'expected a number');
  return number;
}

/** The answer to a call. */
export type Answer = { readonly payload: Uint8Array } | { readonly error: unknown };

const NO_DIFFERENCES = new Uint8Array(0);

/** Answers up to this length can always be sent. */
const SHORT_ANSWER_BYTES = 64 * 1024;

/**
 * If there is not enough memory for all answers, long ones are replaced by an error: every call must get an answer.
 */
export function encodeReplies(answers: readonly Answer[], differences: Uint8Array = NO_DIFFERENCES): Uint8Array {
  try {
    return encodeAll(answers, differences);
  } catch (error) {
    return encodeAll(
      answers.map((answer) => shortened(answer, error)),
      differences,
    );
  }
}

function shortened(answer: Answer, cause: unknown): Answer {
  if ('error' in answer || answer.payload.length <= SHORT_ANSWER_BYTES) return answer;
  const message = `Not enough memory to send an answer of ${answer.payload.length} bytes. Any writes in the call were applied. Request less at a time.`;
  return { error: new BigtabError('INVALID_OPERATION', message, { details: { bytes: answer.payload.length }, cause }) };
}

function encodeAll(answers: readonly Answer[], differences: Uint8Array): Uint8Array {
  let length = HEAD_BYTES + differences.length;
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
  out.raw(differences);
  return out.release();
}

/** The number of calls that a reply answers. */
export function answersIn(reply: Uint8Array): number {
  return new DataView(reply.buffer, reply.byteOffset).getUint32(1, true);
}

/**
 * Sent instead of a reply of `answers` answers that could not be created or sent. The rest of its packet is then
 * requested as after that reply.
 */
export function unsentReply(cause: unknown, answers: number): BigtabError {
  const { code, message, details } = errorToData(cause);
  return new BigtabError(code, message, { details: { ...details, answers }, cause });
}

/** The payload of each answer, or the error of a failed call. */
export type Reply = ByteReader | BigtabError;

/** A reply as it was received. */
export interface ReceivedReply {
  readonly answers: readonly Reply[];
  /** The differences of the connection's watches; null if there are none. */
  readonly differences: ByteReader | null;
}

export function decodeReply(bytes: Uint8Array): ReceivedReply {
  const reader = open(bytes, 'reply packet');
  const answers: Reply[] = [];
  for (let left = reader.u32(); left > 0; left--) {
    const failed = reader.u8() !== DONE;
    const payload = reader.part('reply');
    answers.push(failed ? errorFromData(readJson(payload) as ErrorData) : payload);
  }
  return { answers, differences: reader.atEnd ? null : reader };
}

/** The answers of a reply to a client that has no watches. */
export function decodeReplies(bytes: Uint8Array): readonly Reply[] {
  return decodeReply(bytes).answers;
}

/** VERSION_CONFLICT with a build that uses the protocol version `other`; undefined if the version is not known. */
export function versionConflict(other: number | undefined): BigtabError {
  return new BigtabError(
    'VERSION_CONFLICT',
    `This page, or another tab of the site, uses another build of Bigtab (protocol ${other ?? 'unknown'}; this build's is ${PROTOCOL_VERSION}). Load only one version of Bigtab in a page, and reload the older tab.`,
    { details: { other, own: PROTOCOL_VERSION } },
  );
}

function open(bytes: Uint8Array, where: string): ByteReader {
  const reader = new ByteReader(bytes, 0, bytes.length, where);
  const version = reader.u8();
  if (version !== PROTOCOL_VERSION) throw versionConflict(version);
  return reader;
}
