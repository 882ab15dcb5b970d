import { describe, expect, it } from 'vitest';
import { equalBytes } from '../bytes/compare.js';
import { Operation } from './client-service.js';
import { decodePacket } from './packet-codec.js';
import { PacketWriter } from './packet-writer.js';

/** Longer than the memory that a writer keeps. */
const LONG = new Uint8Array(5 * 1024 * 1024);

describe('PacketWriter', () => {
  it('begins each packet with the connection, also after a long one', () => {
    const writer = new PacketWriter({ connection: '7/page', durability: 'SYNC_WAL', version: 0 });
    for (const [number, payload] of [Uint8Array.of(1), LONG, Uint8Array.of(2), Uint8Array.of(3)].entries()) {
      const before = writer.byteLength;
      writer.add({ operation: Operation.Mutate, number, payload });
      const packet = writer.finish();
      writer.acknowledge(packet, number, number === 3);
      expect(writer.byteLength).toBe(before);
      expect(writer.calls).toBe(0);
      const { connection, acknowledged, resumed, calls } = decodePacket(packet);
      expect({ connection, acknowledged, resumed }).toEqual({
        connection: '7/page',
        acknowledged: number,
        resumed: number === 3,
      });
      const [call] = calls;
      expect(calls.length).toBe(1);
      expect(call && equalBytes(call.payload.raw(call.payload.end - call.payload.offset), payload)).toBe(true);
    }
  });
});
