import { describe, expect, it } from 'vitest';
import { Increment } from '../../model/increment.js';
import { Put } from '../../model/put.js';
import { decodeReplies } from '../../service/packet-codec.js';
import { encodeBye, encodeGoOn } from '../../service/packet-writer.js';
import { memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import { get, increment, mutate, type PacketCall, PacketClient } from '../../testing/samples/packet-client.js';
import { encodePacket } from '../../testing/samples/packets.js';
import type { Database, DatabaseOptions } from './database.js';

const KIB = 1024;
/** Three of the large rows exceed the size of a reply. */
const LIMIT = 20 * KIB;

const large = (row: string): PacketCall => mutate('t', new Put(row).addColumn('f', 'q', 'x'.repeat(8 * KIB)));
const count = (row: string): PacketCall => increment('t', new Increment(row).addColumn('f', 'n', 1));
const ROWS = ['a', 'b', 'c', 'd', 'e'];
const GETS = ROWS.map((row) => get('t', row));

async function serve(options: Partial<DatabaseOptions> = {}) {
  const { database, connection } = await openEngine(memoryMedium(), { memory: { getAnswer: LIMIT }, ...options });
  await connection.ensureTable({ name: 't', families: ['f'] });
  const other = new PacketClient(database.service, 'other');
  for (const row of ROWS) await other.send(large(row));
  return { database, other };
}

/** A packet whose writes are numbered from `first` on. */
function packet(first: number, calls: readonly PacketCall[], resumed = false): Uint8Array {
  let number = first;
  const sent = calls.map(({ operation, payload, writes }) => ({
    operation,
    payload,
    number: writes ? number++ : 0,
    repeated: resumed,
  }));
  return encodePacket('page', 0, sent, resumed);
}

/** The number of answers in each reply to a packet, until all of its calls are answered. */
async function answers({ service }: Database, bytes: Uint8Array, calls: number): Promise<number[]> {
  const replies = [decodeReplies(await service.call(bytes)).length];
  for (let left = calls - (replies[0] as number); left > 0; left -= replies.at(-1) as number) {
    replies.push(decodeReplies(await service.call(encodeGoOn('page', 0))).length);
  }
  return replies;
}

async function counted(other: PacketClient): Promise<string> {
  const [answer] = await other.send(get('t', 'n'));
  return String(answer).split('=')[1]?.charCodeAt(7).toString() ?? 'none';
}

describe('A packet that is resumed', () => {
  it('replaces the rest of an earlier packet and the packets that wait for it', async () => {
    const { database, other } = await serve();
    const first = [count('n'), ...GETS.slice(0, 3), count('n'), ...GETS];
    await database.service.call(packet(1, first));
    const later = database.service.call(packet(3, [count('n')]));
    expect(await answers(database, packet(1, first, true), first.length)).toEqual([4, 4, 2]);
    expect(decodeReplies(await later)).toEqual([]);
    expect(await counted(other)).toBe('2');
    expect(await answers(database, packet(3, [count('n')], true), 1)).toEqual([1]);
    expect(await counted(other)).toBe('3');
  });

  it('runs after a packet that is running, of which no rest is kept', async () => {
    const limit = 128 * KIB;
    const memory = { getAnswer: LIMIT, memstore: limit, memstoreLimit: limit, flushSize: 1024 * KIB };
    const { database, other } = await serve({ memory });
    await other.send(mutate('t', new Put('fill').addColumn('f', 'q', 'x'.repeat(limit))));
    const calls = [count('n'), ...GETS, count('n')];
    // It waits for memory.
    const first = database.service.call(packet(1, calls));
    expect(await answers(database, packet(1, calls, true), calls.length)).toEqual([4, 3]);
    expect(decodeReplies(await first)).toHaveLength(4);
    expect(await counted(other)).toBe('2');
  });

  it('leaves other connections as they are', async () => {
    const { database, other } = await serve();
    await database.service.call(packet(1, GETS));
    await database.service.call(encodePacket('third', 0, [], true));
    expect(decodeReplies(await database.service.call(encodeGoOn('page', 0)))).toHaveLength(2);
    await other.send(count('n'));
  });
});

it('A bye without calls drops what the connection has not run yet', async () => {
  const { database, other } = await serve();
  await database.service.call(packet(1, [...GETS, count('n')]));
  const later = database.service.call(packet(2, [count('n')]));
  expect(decodeReplies(await database.service.call(encodeBye('page')))).toEqual([]);
  expect(decodeReplies(await later)).toEqual([]);
  await settle();
  expect(await counted(other)).toBe('none');
});
