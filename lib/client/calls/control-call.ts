import { ByteReader } from '../../bytes/byte-reader.js';
import { NO_CONNECTION, Operation } from '../../service/client-service.js';
import { encodeControl, readJson } from '../../service/control-codec.js';
import type { ControlMethod, EngineMethods, WorkerMethods } from '../../service/control-methods.js';
import { decodeReplies, encodeCall } from '../../service/packet-codec.js';
import type { Transport } from './transport.js';

/** Calls a method of the worker itself. Rejects with WORKER_LOST if the worker ends before it answers. */
export function callWorker<M extends keyof WorkerMethods>(
  worker: { control(packet: Uint8Array): Promise<Uint8Array>; readonly gone: Promise<never> },
  method: M,
  ...args: Parameters<WorkerMethods[M]>
): Promise<ReturnType<WorkerMethods[M]>> {
  return Promise.race([send((packet) => worker.control(packet), NO_CONNECTION, method, args), worker.gone]);
}

/**
 * Calls a method of the engine for the connection `id`. The promise never settles if the engine ends before it answers.
 */
export function callEngine<M extends keyof EngineMethods>(
  call: Transport['call'],
  id: string,
  method: M,
  ...args: Parameters<EngineMethods[M]>
): Promise<ReturnType<EngineMethods[M]>> {
  return send(call, id, method, args);
}

/** The table of control methods determines the type of the result. */
async function send(
  call: Transport['call'],
  id: string,
  method: ControlMethod,
  args: readonly unknown[],
): Promise<never> {
  const request = { operation: Operation.Control, number: 0, payload: encodeControl(method, args) };
  const [reply] = decodeReplies(await call(encodeCall(id, request)));
  if (reply instanceof ByteReader) return readJson(reply) as never;
  throw reply;
}
