import { expect, it } from 'vitest';
import type { ByteReader } from '../../bytes/byte-reader.js';
import { BigtabError } from '../../errors.js';
import { Put } from '../../model/put.js';
import { Operation } from '../../service/client-service.js';
import { encodeControl, readJson } from '../../service/control-codec.js';
import { decodeReplies, type Reply, type SentCall } from '../../service/packet-codec.js';
import { connectTo, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import { mutate } from '../../testing/samples/packet-client.js';
import { encodePacket } from '../../testing/samples/packets.js';

/** A database of version 1 with a table, and a function that sends a packet of a connection of that version. */
async function open() {
  const medium = memoryMedium();
  const { database, connection } = await openEngine(medium);
  const upgrade = async (name: string, version: number): Promise<() => Promise<void>> => {
    const call = (method: 'beginUpgrade' | 'endUpgrade', number: number, ...args: unknown[]) =>
      database.service.call(encodePacket(name, 0, [control(method, args as never, number)], false, { version }));
    await call('beginUpgrade', 0, version);
    return async () => void (await call('endUpgrade', 1, true, version - 1, version));
  };
  const ended = await upgrade('1/first', 1);
  await ended();
  await connection.ensureTable({ name: 't', families: ['f'] });
  const send = async (...calls: SentCall[]): Promise<readonly Reply[]> =>
    decodeReplies(await database.service.call(encodePacket('1/old', 0, calls, false, { version: 1 })));
  return { medium, database, connection, upgrade, send };
}

function control(method: Parameters<typeof encodeControl>[0], args: never, number: number, repeated = false): SentCall {
  return { operation: Operation.Control, number, repeated, payload: encodeControl(method, args) };
}

function put(row: string, number: number, repeated = false): SentCall {
  const { operation, payload } = mutate('t', new Put(row).addColumn('f', 'q', 'v'));
  return { operation, payload, number, repeated };
}

function codes(replies: readonly Reply[]): unknown[] {
  return replies.map((reply) => (BigtabError.is(reply) ? reply.code : 'done'));
}

it('A call of an older version is answered if it ran before the upgrade, and refused if it did not', async () => {
  const { connection, send, upgrade } = await open();
  const createTable = (number: number, repeated: boolean) =>
    control('createTable', [{ name: 'u', families: ['f'] }, []] as never, number, repeated);
  expect(codes(await send(put('a', 1)))).toEqual(['done']);
  expect(codes(await send(createTable(2, false)))).toEqual(['done']);
  const ended = await upgrade('1/new', 2);
  await ended();
  expect(codes(await send(put('a', 1, true), put('b', 3, true), put('c', 4)))).toEqual([
    'done',
    'DATABASE_NEWER',
    'DATABASE_NEWER',
  ]);
  expect(codes(await send(createTable(2, true), createTable(5, false)))).toEqual(['done', 'DATABASE_NEWER']);
  expect(await connection.getTable('t').getScanner().toArray()).toHaveLength(1);
});

it('A connection of an older version may still ask for the status', async () => {
  const { send, upgrade } = await open();
  await (await upgrade('1/new', 2))();
  const [reply] = await send(control('status', [] as never, 0));
  expect(readJson(reply as ByteReader)).toMatchObject({ name: 'test' });
});

it('A database closes although calls wait for an upgrade, and they do not run', async () => {
  const { medium, database, upgrade, send } = await open();
  await upgrade('1/new', 2);
  let settled = false;
  void send(put('a', 1)).finally(() => {
    settled = true;
  });
  await settle();
  await database.close();
  await settle();
  expect(settled).toBe(false);
  const again = await openEngine(medium);
  const rows = connectTo(again.database, medium.clock).getTable('t').getScanner().toArray();
  await settle();
  medium.clock.advance(1_000);
  expect(await rows).toEqual([]);
});
