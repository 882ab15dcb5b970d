import { ByteReader } from '../bytes/byte-reader.js';
import { Operation } from '../service/client-service.js';
import { decodeControlReply, encodeControl } from '../service/control-codec.js';
import { errorFromData } from '../service/error-handler.js';
import { decodeReplies, RequestPacketWriter } from '../service/packet-codec.js';
import type { WorkerTransport } from './worker-transport.js';

/** Asks the worker itself, rather than for a connection: the packet has no connection id. */
export async function callWorker(
  worker: Pick<WorkerTransport, 'call'>,
  method: string,
  args: readonly unknown[],
): Promise<unknown> {
  const packet = new RequestPacketWriter('');
  packet.add(Operation.Control, 0, encodeControl(method, args));
  const [reply] = decodeReplies(await worker.call(packet.finish()));
  if (reply === undefined) return null;
  if (reply instanceof ByteReader) return decodeControlReply(reply);
  throw errorFromData(reply);
}
