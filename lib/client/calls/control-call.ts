import { ByteReader } from '../../bytes/byte-reader.js';
import { Operation } from '../../service/client-service.js';
import { encodeControl, readJson } from '../../service/control-codec.js';
import { decodeReplies, encodeCall } from '../../service/packet-codec.js';
import type { Transport } from './transport.js';

/**
 * Asks the worker itself, rather than for a connection: the packet has no connection id. Rejects with WORKER_LOST when the
 * worker ends before the answer.
 */
export async function callWorker(
  { control, gone }: { readonly control: Transport['call']; readonly gone: Promise<never> },
  method: string,
  ...args: readonly unknown[]
): Promise<unknown> {
  return Promise.race([callEngine(control, '', method, args), gone]);
}

/** Asks for the connection `id`, or the worker itself where that is empty. Never answered when the engine ends before. */
export async function callEngine(
  call: Transport['call'],
  id: string,
  method: string,
  args: readonly unknown[],
): Promise<unknown> {
  const request = { operation: Operation.Control, number: 0, payload: encodeControl(method, args) };
  const [reply] = decodeReplies(await call(encodeCall(id, request)));
  if (reply instanceof ByteReader) return readJson(reply);
  throw reply;
}
