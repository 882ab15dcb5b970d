import { describe, expect, it } from 'vitest';
import { ByteReader } from '../bytes/byte-reader.js';
import { BigtabError } from '../errors.js';
import { encodePacket } from '../testing/samples/packets.js';
import { Operation } from './client-service.js';
import {
  type Answer,
  decodePacket,
  decodeReplies,
  encodeCall,
  encodeReplies,
  repeatPacket,
  senderOf,
} from './packet-codec.js';
import { encodeBye, encodeGoOn, PacketWriter } from './packet-writer.js';

const bytes = (...list: number[]): Uint8Array => Uint8Array.from(list);

function packet(): Uint8Array {
  return encodePacket('page-1', 5, [
    { operation: Operation.Get, number: 0, payload: bytes(1, 2, 3) },
    { operation: Operation.Mutate, number: 7, payload: bytes() },
  ]);
}

describe('encodePacket', () => {
  it('returns connection, acknowledgement and calls in their order', () => {
    const { connection, acknowledged, calls } = decodePacket(packet());
    expect([connection, acknowledged]).toEqual(['page-1', 5]);
    expect(calls.map(({ operation, number }) => [operation, number])).toEqual([
      [Operation.Get, 0],
      [Operation.Mutate, 7],
    ]);
    expect(calls.map(({ payload }) => payload.raw(payload.end - payload.offset))).toEqual([bytes(1, 2, 3), bytes()]);
  });

  it('has flags, none of them unless requested', () => {
    const flags = (bytes: Uint8Array) => {
      const { connection, bye, resumed, acknowledged, calls } = decodePacket(bytes);
      return [connection, bye, resumed, acknowledged, calls.length];
    };
    const call = { operation: Operation.Mutate, number: 7, payload: bytes() };
    expect(flags(packet())).toEqual(['page-1', false, false, 5, 2]);
    expect(flags(encodeCall('7/a', call))).toEqual(['7/a', false, false, 0, 1]);
    expect(flags(encodePacket('7/a', 6, [call], true))).toEqual(['7/a', false, true, 6, 1]);
    expect(flags(encodeGoOn('7/a', 9))).toEqual(['7/a', false, false, 9, 0]);
    expect(flags(encodeBye('7/a', 9))).toEqual(['7/a', true, false, 9, 0]);
  });

  it('has the durability and the version of the connection, also when it is sent again', () => {
    const writer = new PacketWriter({ connection: 'page-1', durability: 'FSYNC_WAL', version: 3 });
    for (const number of [7, 8]) writer.add({ operation: Operation.Mutate, number, payload: bytes(1) });
    const first = writer.finish();
    writer.acknowledge(first, 6);
    const again = repeatPacket(first, 1);
    writer.acknowledge(again, 7, true);
    for (const packet of [first, again]) {
      expect(decodePacket(packet)).toMatchObject({ connection: 'page-1', durability: 'FSYNC_WAL', version: 3 });
      expect(senderOf(packet)).toEqual({ connection: 'page-1', bye: false });
    }
    expect(decodePacket(again)).toMatchObject({
      acknowledged: 7,
      resumed: true,
      calls: [{ number: 8, repeated: true }],
    });
    expect(decodePacket(packet())).toMatchObject({ durability: 'USE_DEFAULT', version: 0 });
  });

  it('prevents reading beyond the payload of a call into the next', () => {
    const [call] = decodePacket(packet()).calls;
    call?.payload.skip(3);
    expect(() => call?.payload.u8()).toThrowError(expect.objectContaining({ code: 'CORRUPTION' }));
  });
});

describe('decodePacket', () => {
  it('reports every cut as CORRUPTION', () => {
    const whole = packet();
    for (let length = 0; length < whole.length; length++) {
      expect(() => decodePacket(whole.slice(0, length)), `cut at ${length}`).toThrowError(
        expect.objectContaining({ code: 'CORRUPTION' }),
      );
    }
  });

  it("refuses another build's packet with VERSION_CONFLICT", () => {
    const other = packet();
    other[0] = 99;
    expect(() => decodePacket(other)).toThrowError(expect.objectContaining({ code: 'VERSION_CONFLICT' }));
    expect(() => decodeReplies(other)).toThrowError(expect.objectContaining({ code: 'VERSION_CONFLICT' }));
  });
});

describe('encodeReplies', () => {
  const answers: Answer[] = [
    { payload: bytes(4, 5) },
    { error: new BigtabError('TABLE_NOT_FOUND', "Table 'ü' does not exist", { details: { table: 'ü' } }) },
    { payload: bytes() },
  ];

  it('returns payloads and errors in their order', () => {
    const [first, second, third] = decodeReplies(encodeReplies(answers));
    expect(first).toMatchObject({ offset: expect.any(Number) });
    expect(first !== undefined && !('code' in first) && first.raw(2)).toEqual(bytes(4, 5));
    expect(second).toMatchObject({
      code: 'TABLE_NOT_FOUND',
      hbaseName: 'TableNotFoundException',
      details: { table: 'ü' },
    });
    expect(third !== undefined && !('code' in third) && third.atEnd).toBe(true);
  });

  it('reports every cut as CORRUPTION or as an error of the JSON, and never returns an answer', () => {
    const whole = encodeReplies(answers);
    for (let length = 0; length < whole.length; length++) {
      expect(() => decodeReplies(whole.slice(0, length)), `cut at ${length}`).toThrowError();
    }
  });
});

describe('replies for which there is not enough memory', () => {
  it('are sent with an error instead of each long answer', () => {
    // No platform has that amount of memory.
    const endless = { length: 2 ** 52 } as Uint8Array;
    const replies = decodeReplies(
      encodeReplies([{ payload: Uint8Array.of(1, 2) }, { payload: endless }, { error: new BigtabError('IO', 'no') }]),
    );
    expect(replies[0]).toBeInstanceOf(ByteReader);
    expect(replies[1]).toMatchObject({
      code: 'INVALID_OPERATION',
      message: expect.stringMatching(/Not enough memory to send an answer of 4503599627370496 bytes.*Request less/),
      details: { bytes: 2 ** 52 },
    });
    expect(replies[2]).toMatchObject({ code: 'IO' });
  });
});
