import type { SentCall } from '../../service/packet-codec.js';
import { PacketWriter } from '../../service/packet-writer.js';

/**
 * A packet in its own buffer. `acknowledged`: every numbered call up to this one has been answered. `resumed`: it
 * replaces earlier packets.
 */
export function encodePacket(
  connection: string,
  acknowledged: number,
  calls: readonly SentCall[],
  resumed = false,
): Uint8Array {
  const writer = new PacketWriter({ connection, durability: 'USE_DEFAULT' });
  for (const call of calls) writer.add(call);
  const packet = writer.finish();
  writer.acknowledge(packet, acknowledged, resumed);
  return packet;
}
