/*
 * Every message between tabs has this shape, in every version of Bigtab:
 *
 *   { bigtab: 'tabs', type, protocol, epoch, client, sequence, bytes }
 *
 * On the database's channel, for all tabs of all builds:
 *
 *   who       page → leader     is there a leader?
 *   opening   leader → all      a leader opens or closes the database; each second while it opens, and as the answer
 *                               to `who`. Its page answers if its worker does not
 *   leader    leader → all      the leader of this epoch serves; once, and as the answer to `who`
 *   hello     page → leader     begins the session `client`; the page holds the session's lock
 *   change    page → all        asks all connections to close, for a reason (see change-request); `client` is the name of
 *                               the request, which may be repeated
 *
 * On the session's channel:
 *
 *   welcome   leader → page     the session has begun
 *   part      both              a part of a message, not the last one
 *   last      both              the last part of a message, or a complete one
 *   reset     leader → page     a message is missing: begin another session and send everything again
 *   moved     both              the sender's last broadcast: its next messages come by port
 *   ping      page → leader     does the port work? Sent while a call has no answer
 *   pong      leader → page     the answer
 *
 * Parts are numbered from 1 in each direction. A message is
 *
 *   u8   kind (see ToHost and ToPage)
 *   f64  number: of a call, in the call and in its answer
 *        content
 */
import { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';

export type EnvelopeType =
  | 'who'
  | 'opening'
  | 'leader'
  | 'hello'
  | 'change'
  | 'welcome'
  | 'part'
  | 'last'
  | 'reset'
  | 'moved'
  | 'ping'
  | 'pong';

export interface Envelope {
  readonly bigtab: 'tabs';
  readonly type: EnvelopeType;
  /** The sender's PROTOCOL_VERSION. */
  readonly protocol: number;
  /** The leader's epoch; 0 where it is not known. */
  readonly epoch: number;
  /** The session, or '' if the message is for all tabs. */
  readonly client: string;
  /** The number of a part, or 0. */
  readonly sequence: number;
  readonly bytes: Uint8Array | null;
}

/** The kinds of messages to the leader. */
export const ToHost = {
  /** A packet for the engine. */
  Packet: 1,
  /** A packet for the worker; only `open` is answered. */
  Control: 2,
  /** Which events are wanted; the number is one of those below. */
  Listen: 3,
  /** The events of this number have arrived. */
  Seen: 4,
  /** The session ends. */
  Bye: 5,
  /** Whether the page is visible; the number is 1 or 0. A page is hidden until it says otherwise. */
  Visible: 6,
} as const;

/** Which events a follower wants: none, all, or only those of its watches. */
export const LISTEN_NONE = 0;
export const LISTEN_ALL = 1;
export const LISTEN_WAKES = 2;

/** The kinds of messages to a follower. */
export const ToPage = {
  Reply: 1,
  /** The error of a call without a reply, as JSON. */
  Failure: 2,
  /** Events of the engine (see service/event-codec); numbered from 1. */
  Events: 3,
  /** The database can no longer serve, for this reason, as JSON. */
  Lost: 4,
} as const;

export interface Message {
  readonly kind: number;
  readonly number: number;
  readonly content: Uint8Array;
}

const NO_BYTES = new Uint8Array(0);

export function encodeMessage(kind: number, number: number, content: Uint8Array = NO_BYTES): Uint8Array {
  const out = new ByteWriter(9 + content.length);
  out.u8(kind);
  out.f64(number);
  out.raw(content);
  return out.release();
}

/** The content has its own buffer. Throws CORRUPTION for a short message. */
export function decodeMessage(bytes: Uint8Array): Message {
  const reader = new ByteReader(bytes, 0, bytes.length, 'message of a tab');
  return { kind: reader.u8(), number: reader.f64(), content: bytes.slice(reader.offset) };
}

/** A complete message. */
export function makeEnvelope(fields: Pick<Envelope, 'type' | 'protocol' | 'epoch'> & Partial<Envelope>): Envelope {
  return { bigtab: 'tabs', client: '', sequence: 0, bytes: null, ...fields };
}

export function isEnvelope(message: unknown): message is Envelope {
  return (message as Partial<Envelope> | null)?.bigtab === 'tabs';
}
