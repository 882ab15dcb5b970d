import { ByteReader } from '../../bytes/byte-reader.js';
import { Operation } from '../../service/client-service.js';
import { encodeControl, readJson } from '../../service/control-codec.js';
import { decodeReplies, encodeCall } from '../../service/packet-codec.js';
import type { Transport } from './transport.js';

/** Calls the worker itself, not the engine for a connection. Rejects with WORKER_LOST if the worker ends first. */
export async function callWorker(
  worker: { control(packet: Uint8Array): Promise<Uint8Array>; readonly gone: Promise<never> },
  method: string,
  ...args: readonly unknown[]
): Promise<unknown> {
  return Promise.race([callEngine((packet) => worker.control(packet), '', method, args), worker.gone]);
}

/** Calls the engine for the connection `id`; an empty id: the worker itself. Never settles if the engine ends first. */
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
