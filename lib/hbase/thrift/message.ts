/*
 * Messages of Thrift's binary protocol, in its strict form. Big-endian.
 *
 *   i32  0x80010000 + kind: 1 = call, 2 = reply, 3 = exception
 *   text name of the method
 *   i32  sequence number: 0, because each HTTP request has one call
 *   struct: of a call its arguments; of a reply the result in field 0, or a declared error; of an exception its text
 *           in field 1 and its kind in field 2
 */
import { ByteReader } from '../../bytes/byte-reader.js';
import { ByteWriter } from '../../bytes/byte-writer.js';
import { corruption } from '../../errors.js';
import { type ArgsOf, METHODS, type MethodName, type ResultOf } from './methods.js';
import { TIllegalArgument, TIOError } from './structs.js';
import { type Fields, I32, struct, TEXT, type Type } from './types.js';

const VERSION_1 = 0x8001_0000;
const CALL = 1;
const EXCEPTION = 3;

const ApplicationException: Type<{ readonly message?: string }> = struct({ message: [1, TEXT] });

/** What a reply has: a result, or an error that the method declares. */
interface Outcome {
  readonly success?: unknown;
  readonly io?: TIOError;
  readonly illegal?: TIllegalArgument;
}

/** A call that the gateway answered with an error. */
export interface Failure {
  /** `io`: TIOError, `illegal`: TIllegalArgument, `exception`: the gateway could not run the call. */
  readonly kind: 'io' | 'illegal' | 'exception';
  readonly message: string;
}

/** The answer to a call. */
export type Reply<M extends MethodName> = { readonly result: ResultOf<M> } | { readonly failure: Failure };

/** The bytes of a call. */
export function encodeCall<M extends MethodName>(name: M, args: ArgsOf<M>): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter();
  I32.write(out, (VERSION_1 + CALL) | 0);
  TEXT.write(out, name);
  I32.write(out, 0);
  METHODS[name][0].write(out, args);
  return out.written() as Uint8Array<ArrayBuffer>;
}

/** Reads the head of a message: its kind and the name of its method. Throws CORRUPTION for anything else. */
export function readHead(reader: ByteReader): { readonly kind: number; readonly name: string } {
  const at = reader.offset;
  const version = I32.read(reader);
  if (version >>> 16 !== VERSION_1 >>> 16) throw corruption(reader.where, at, "this is not Thrift's binary protocol");
  const name = TEXT.read(reader);
  I32.read(reader);
  return { kind: version & 0xff, name };
}

/** Reads the answer to a call of `name`. Throws CORRUPTION for anything else. */
export function decodeReply<M extends MethodName>(name: M, bytes: Uint8Array): Reply<M> {
  const reader = new ByteReader(bytes, 0, bytes.length, `the gateway's answer to ${name}`);
  const head = readHead(reader);
  if (head.kind === EXCEPTION) {
    const { message = '' } = ApplicationException.read(reader);
    return { failure: { kind: 'exception', message } };
  }
  if (head.name !== name) throw corruption(reader.where, 0, `it answers ${head.name}`);
  const type = METHODS[name][1] as Type<unknown> | null;
  const errors = { io: [1, TIOError], illegal: [2, TIllegalArgument] } as const;
  const { success, io, illegal } = struct(
    (type === null ? errors : { success: [0, type], ...errors }) as Fields<Outcome>,
  ).read(reader);
  if (io !== undefined) return { failure: { kind: 'io', message: io.message ?? '' } };
  if (illegal !== undefined) return { failure: { kind: 'illegal', message: illegal.message ?? '' } };
  if (type !== null && success === undefined) throw corruption(reader.where, reader.offset, 'the result is missing');
  return { result: success as ResultOf<M> };
}
