import { describe, expect, it, vi } from 'vitest';
import { ByteWriter } from '../../bytes/byte-writer.js';
import { Increment } from '../../model/increment.js';
import { Put } from '../../model/put.js';
import type { ClientService } from '../../service/client-service.js';
import { decodeReplies } from '../../service/packet-codec.js';
import { encodeGoOn } from '../../service/packet-writer.js';
import { copyOf, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import { codeOf, get, increment, mutate, type PacketCall, PacketClient } from '../../testing/samples/packet-client.js';
import type { Database, DatabaseOptions } from './database.js';

const KIB = 1024;
/** Three of the large rows exceed the size of a reply. */
const LIMIT = 20 * KIB;

const large = (row: string): PacketCall => mutate('t', new Put(row).addColumn('f', 'q', 'x'.repeat(8 * KIB)));
const count = (row: string): PacketCall => increment('t', new Increment(row).addColumn('f', 'n', 1));

async function serve(options: Partial<DatabaseOptions> = {}) {
  const medium = memoryMedium();
  const { database, connection } = await openEngine(medium, { memory: { getAnswer: LIMIT }, ...options });
  await connection.ensureTable({ name: 't', families: ['f'] });
  const other = new PacketClient(database.service, 'other');
  for (const row of ['a', 'b', 'c', 'd', 'e']) await other.send(large(row));
  return { medium, database, other, client: new PacketClient(database.service, 'page') };
}

const GETS = ['a', 'b', 'c', 'd', 'e'].map((row) => get('t', row));

/** The number of answers in a reply. */
async function answers(reply: Promise<Uint8Array>): Promise<number> {
  return decodeReplies(await reply).length;
}

const goOn = ({ call }: ClientService, connection = 'page') => call(encodeGoOn(connection, 0));

/** Whether the call has been answered once everything that can run has run. */
async function isAnswered(call: Promise<unknown>): Promise<boolean> {
  let answered = false;
  void call.then(() => {
    answered = true;
  });
  await settle();
  return answered;
}

const withService = ({ service }: Database): ClientService => ({ call: (packet) => service.call(packet) });

describe('A reply', () => {
  it('ends with the answer that brings it to its limit; the others arrive when they are requested', async () => {
    const { database, client } = await serve();
    const service = withService(database);
    expect(await answers(service.call(client.packet(...GETS)))).toBe(3);
    expect(await answers(goOn(service))).toBe(2);
    expect(await answers(goOn(service))).toBe(0);
  });

  it('that contains all answers leaves nothing to request', async () => {
    const { database, client } = await serve();
    const service = withService(database);
    expect(await answers(service.call(client.packet(...GETS.slice(0, 3))))).toBe(3);
    expect(await answers(goOn(service))).toBe(0);
  });

  it('contains at least one answer, however large', async () => {
    const { database, client } = await serve({ memory: { getAnswer: 1 } });
    const service = withService(database);
    expect(await answers(service.call(client.packet(...GETS)))).toBe(1);
    for (let left = 4; left > 0; left--) expect(await answers(goOn(service))).toBe(1);
    expect(await answers(goOn(service))).toBe(0);
  });

  it('that cannot be sent reports how many calls it answered; the others arrive when they are requested', async () => {
    const { database, client } = await serve();
    const service = withService(database);
    const packet = client.packet(...GETS);
    const noMemory = () => {
      throw new RangeError('Array buffer allocation failed');
    };
    // Without its large answers, too.
    vi.spyOn(ByteWriter.prototype, 'release').mockImplementationOnce(noMemory).mockImplementationOnce(noMemory);
    await expect(service.call(packet)).rejects.toMatchObject({
      details: { internal: true, answers: 3 },
    });
    expect(await answers(goOn(service))).toBe(2);
  });

  it('is in the order of the calls when it comes in parts, and each call runs once', async () => {
    const { client } = await serve();
    const calls = [count('n'), ...GETS.slice(0, 3), count('n'), ...GETS, count('n'), get('t', 'n')];
    const all = (await client.send(...calls)) as string[][][];
    const shown = all.map((answer) => answer.flat().map((cell) => cell.replace(/x{9,}/, 'X').replace(/\/\d+=/, '=')));
    const gets = ['a', 'b', 'c', 'd', 'e'].map((row) => [`${row}/f:q=X`]);
    const n = (value: number) => [`n/f:n=${value}`];
    expect(shown.slice(0, -1)).toEqual([n(1), ...gets.slice(0, 3), n(2), ...gets, n(3)]);
  });
});

describe('The rest of a packet', () => {
  it('does not run before it is requested', async () => {
    const { database, client, other } = await serve();
    const service = withService(database);
    expect(await answers(service.call(client.packet(...GETS.slice(0, 3), large('late'))))).toBe(3);
    expect(await other.send(get('t', 'late'))).toEqual([[[]]]);
    expect(await answers(goOn(service))).toBe(1);
    expect(await other.send(get('t', 'late'))).not.toEqual([[[]]]);
  });

  it('runs before later packets of its connection, while other connections continue', async () => {
    const { database, client, other } = await serve();
    const service = withService(database);
    await service.call(client.packet(...GETS.slice(0, 3), count('n'), ...GETS, count('n')));
    const later = [count('n'), count('n')].map((call) => client.send(call));
    const flush = client.send(get('t', 'n'));
    expect(await Promise.all([...later, flush].map(isAnswered))).toEqual([false, false, false]);
    expect(codeOf((await other.send(count('o')))[0])).toBe(null);
    expect(await answers(goOn(service))).toBe(4);
    expect(await Promise.all(later.map(isAnswered))).toEqual([false, false]);
    expect(await answers(goOn(service))).toBe(3);
    const values = (await Promise.all(later)).map(([answer]) => (answer as string[][]).flat()[0]?.split('=')[1]);
    expect(values).toEqual(['3', '4']);
    await flush;
  });

  it('is answered in parts again, without running twice, when its packet is sent again', async () => {
    const { medium, client } = await serve();
    const calls = [count('n'), ...GETS.slice(0, 3), count('n'), ...GETS];
    const packet = client.packet(...calls);
    const first = await client.sendPacket(packet, calls);
    expect(await client.sendPacket(packet, calls)).toEqual(first);
    const again = await openEngine(copyOf(medium), { memory: { getAnswer: LIMIT } });
    const after = new PacketClient(again.database.service, 'page');
    expect(await after.sendPacket(packet, calls)).toEqual(first);
  });

  it('does not run if the process dies before it is requested', async () => {
    const { medium, database, client } = await serve();
    await withService(database).call(client.packet(count('n'), ...GETS.slice(0, 3), count('n')));
    const again = await openEngine(copyOf(medium));
    const [answer] = await new PacketClient(again.database.service, 'new').send(count('n'));
    expect((answer as string[][]).flat()[0]).toMatch(/=2$/);
  });

  it('runs when the database closes, without a request, and so do the packets after it', async () => {
    const { medium, database, client } = await serve();
    const service = withService(database);
    await service.call(client.packet(...GETS.slice(0, 3), count('n'), ...GETS, count('n')));
    const later = client.send(count('n'));
    const closed = database.close();
    expect((await later).map(codeOf)).toEqual([null]);
    await closed;
    // A request at this point is still answered.
    expect(await answers(goOn(service))).toBe(7);
    const again = await openEngine(medium);
    const [answer] = await new PacketClient(again.database.service, 'new').send(count('n'));
    expect((answer as string[][]).flat()[0]).toMatch(/=4$/);
  });

  it('waits for memory like a separate packet, and later packets wait for it', async () => {
    const limit = 128 * KIB;
    const { medium, database, client, other } = await serve({
      memory: { getAnswer: LIMIT, memstore: limit, memstoreLimit: limit, flushSize: 1024 * KIB },
    });
    const service = withService(database);
    await service.call(client.packet(...GETS.slice(0, 3), large('x'), count('n')));
    await other.send(mutate('t', new Put('fill').addColumn('f', 'q', 'x'.repeat(limit))));
    const rest = goOn(service);
    const later = client.send(count('n'));
    expect(await answers(rest)).toBe(2);
    expect((await later).flat(3)[0]).toMatch(/=2$/);
    expect(medium.files.paths().some((path) => path.startsWith('data/'))).toBe(true);
  });
});

describe('Packets that wait', () => {
  it('keep their order when one of them has to wait again', async () => {
    const limit = 128 * KIB;
    const { database, other } = await serve({
      memory: { memstore: limit, memstoreLimit: limit, flushSize: 1024 * KIB },
    });
    const client = new PacketClient(database.service, 'page');
    const fill = (row: string) => mutate('t', new Put(row).addColumn('f', 'q', 'x'.repeat(limit)));
    await other.send(fill('full'));
    // The first waits for memory and fills it, so the second waits again; meanwhile others come.
    const order: string[] = [];
    const send = (name: string, call: PacketCall) => client.send(call).then(() => order.push(name));
    const sent = [send('1', fill('1')), send('2', fill('2')), send('3', count('n'))];
    for (let round = 0; round < 400 && order.length === 0; round++) await null;
    sent.push(send('4', count('n')));
    await Promise.all(sent);
    expect(order).toEqual(['1', '2', '3', '4']);
  });
});
