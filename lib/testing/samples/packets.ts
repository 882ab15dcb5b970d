import { NO_OPTIONS, type SentCall } from '../../service/packet-codec.js';
import { PacketWriter } from '../../service/packet-writer.js';

/**
 * A packet in its own buffer. `acknowledged`: every numbered call up to this one has been answered. `resumed`: it
 * replaces earlier packets. `own`: the options of the connection.
 */
export function encodePacket(
  connection: string,
  acknowledged: number,
  calls: readonly SentCall[],
  resumed = false,
  own: Partial<typeof NO_OPTIONS> = {},
): Uint8Array {
  const writer = new PacketWriter({ connection, ...NO_OPTIONS, ...own });
  for (const call of calls) writer.add(call);
  const packet = writer.finish();
  writer.acknowledge(packet, acknowledged, resumed);
  return packet;
}
