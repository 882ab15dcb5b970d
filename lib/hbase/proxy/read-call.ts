import { ByteReader } from '../../bytes/byte-reader.js';
import { isCorruption } from '../../errors.js';
import { readHead } from '../thrift/message.js';
import { CallNames } from './call-names.js';
import { type MethodKind, PROXIED_METHODS } from './proxied-methods.js';
import { Refusal } from './refusal.js';

/** A call as the proxy sees it. */
export interface ProxiedCall extends Pick<CallNames, 'tables' | 'system' | 'code'> {
  readonly method: string;
  readonly kind: MethodKind;
}

/** Thrift's kind of a message that expects an answer. */
const CALL = 1;

const NAME = /^\w{1,64}$/;

/**
 * Reads the body of a request: one call in the strict form of Thrift's binary protocol, with arguments exactly as HBase's
 * interface declares them. Throws a Refusal with 400 for anything else, with 403 for an unknown method, and with
 * 413 for a call with too many names.
 */
export function readCall(body: Uint8Array): ProxiedCall {
  const reader = new ByteReader(body, 0, body.length, 'the body of the request');
  try {
    const { kind, name } = readHead(reader);
    if (kind !== CALL)
      throw new Refusal(400, `Only calls are passed on, and this is a message of Thrift's kind ${kind}.`);
    const method = PROXIED_METHODS.get(name);
    if (method === undefined) throw unknownMethod(name);
    const names = new CallNames();
    method.args.check(reader, names);
    const left = reader.end - reader.offset;
    if (left > 0)
      throw new Refusal(400, `The body has ${left} bytes after its call of ${name}. Send one call a request.`);
    const { tables, system, code } = names;
    return { method: name, kind: method.kind, tables, system, code };
  } catch (error) {
    if (!isCorruption(error)) throw error;
    const message = `The body is not a call of HBase's Thrift2 interface in the strict binary protocol: ${error.message}.`;
    throw new Refusal(400, message);
  }
}

function unknownMethod(name: string): Refusal {
  const shown = NAME.test(name) ? name : 'its method';
  return new Refusal(403, `This proxy does not know ${shown}, and passes on only the methods of HBase 2.4 to 2.6.`);
}
