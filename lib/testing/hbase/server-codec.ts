/*
 * The gateway's side of Thrift's binary protocol: reads calls and writes replies. It uses the tables of methods and
 * structs of the client, so both sides agree on every field by construction. What the tables say is compared with a
 * real gateway by `compare-gateways`.
 */
import { ByteReader } from '../../bytes/byte-reader.js';
import { ByteWriter } from '../../bytes/byte-writer.js';
import { isCorruption } from '../../errors.js';
import { readHead } from '../../hbase/thrift/message.js';
import { type ArgsOf, METHODS, type MethodName, type ResultOf } from '../../hbase/thrift/methods.js';
import { TIllegalArgument, TIOError } from '../../hbase/thrift/structs.js';
import { type Fields, I32, struct, TEXT, type Type } from '../../hbase/thrift/types.js';

/** A call as the gateway received it. */
export interface ReceivedCall {
  readonly method: string;
  readonly sequence: number;
  /** The bytes of the arguments. */
  readonly reader: ByteReader;
}

/** An error that a reply carries. */
export interface ReplyFailure {
  /** `io`: TIOError, `illegal`: TIllegalArgument, `exception`: TApplicationException. */
  readonly kind: 'io' | 'illegal' | 'exception';
  readonly message: string;
  /** The kind of a TApplicationException: `ExceptionKind`. */
  readonly type?: number;
}

/** Kinds of a TApplicationException. */
export const ExceptionKind = { UNKNOWN_METHOD: 1, INTERNAL_ERROR: 6, PROTOCOL_ERROR: 7 } as const;

const VERSION_1 = 0x8001_0000;
const REPLY = 2;
const EXCEPTION = 3;

const ApplicationException: Type<{ readonly message: string; readonly type: number }> = struct({
  message: [1, TEXT],
  type: [2, I32],
});

interface Outcome {
  readonly success?: unknown;
  readonly io?: TIOError;
  readonly illegal?: TIllegalArgument;
}

/** The head of a call. Returns null for bytes that are none; the gateway answers them with the HTTP status 500. */
export function decodeCall(bytes: Uint8Array): ReceivedCall | null {
  const reader = new ByteReader(bytes, 0, bytes.length, 'a call');
  return orNull(() => {
    const { name } = readHead(reader);
    // The sequence number is the last part of the head.
    return { method: name, sequence: new DataView(bytes.buffer, bytes.byteOffset).getInt32(reader.offset - 4), reader };
  });
}

export function isMethod(name: string): name is MethodName {
  return Object.hasOwn(METHODS, name);
}

/** The arguments of a call of `name`. Returns null for bytes that end too early. */
export function decodeArguments<M extends MethodName>(name: M, { reader }: ReceivedCall): ArgsOf<M> | null {
  return orNull(() => METHODS[name][0].read(reader));
}

/** The reply with a result. */
export function encodeResult<M extends MethodName>(name: M, sequence: number, result: ResultOf<M>): Uint8Array {
  const type = METHODS[name][1] as Type<unknown> | null;
  return encodeOutcome(name, sequence, type, type === null ? {} : { success: result });
}

/** The reply with an error. */
export function encodeFailure(name: string, sequence: number, { kind, message, type }: ReplyFailure): Uint8Array {
  if (kind === 'exception') {
    const out = headOf(EXCEPTION, name, sequence);
    ApplicationException.write(out, { message, type: type ?? ExceptionKind.INTERNAL_ERROR });
    return out.finish();
  }
  return encodeOutcome(name, sequence, null, { [kind]: { message } });
}

function encodeOutcome(name: string, sequence: number, type: Type<unknown> | null, outcome: Outcome): Uint8Array {
  const out = headOf(REPLY, name, sequence);
  const errors = { io: [1, TIOError], illegal: [2, TIllegalArgument] } as const;
  const fields = type === null ? errors : { success: [0, type], ...errors };
  struct(fields as Fields<Outcome>).write(out, outcome);
  return out.finish();
}

function headOf(kind: number, name: string, sequence: number): ByteWriter {
  const out = new ByteWriter();
  I32.write(out, (VERSION_1 + kind) | 0);
  TEXT.write(out, name);
  I32.write(out, sequence);
  return out;
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (isCorruption(error)) return null;
    throw error;
  }
}
