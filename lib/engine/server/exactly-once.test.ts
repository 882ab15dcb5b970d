import { describe, expect, it } from 'vitest';
import { Append } from '../../model/append.js';
import { Delete } from '../../model/delete.js';
import { Get } from '../../model/get.js';
import { Increment } from '../../model/increment.js';
import { Put } from '../../model/put.js';
import type { EngineEvent } from '../../service/engine-event.js';
import { BYE, decodeReplies } from '../../service/packet-codec.js';
import { encodeBye, encodeGoOn } from '../../service/packet-writer.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { connectTo, copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import {
  atomicBatch,
  batch,
  codeOf,
  get,
  increment,
  mutate,
  type PacketCall,
  PacketClient,
} from '../../testing/samples/packet-client.js';
import { encodePacket } from '../../testing/samples/packets.js';
import { Database } from './database.js';

const KIB = 1024;

const count = (row: string): PacketCall => increment('t', new Increment(row).addColumn('f', 'n', 1));
const put = (row: string): PacketCall => mutate('t', new Put(row).addColumn('f', 'q', 'v'));
/** Its answer contains the value. */
const append = (row: string, bytes: number): PacketCall =>
  batch('t', new Append(row).addColumn('f', 'q', 'x'.repeat(bytes)));

async function open(medium: MemoryMedium) {
  const { database, connection } = await openEngine(medium);
  await connection.ensureTable({ name: 't', families: ['f'] });
  return { medium, database, connection };
}

type Open = Awaited<ReturnType<typeof open>>;

/** What a process finds after this one was ended, or after it closed the database. */
const afterDeath = ({ medium }: Open): Promise<Open> => open(copyOf(medium));
async function afterClose({ medium, connection }: Open): Promise<Open> {
  await connection.close();
  return open(medium);
}

/** Sends one operation, which was sent before. */
async function again({ database }: Open, connection: string, call: PacketCall, number = 1): Promise<unknown> {
  const { read } = call;
  const packet = encodePacket(connection, 0, [{ ...call, number, repeated: true }]);
  const [reply] = decodeReplies(await database.service.call(packet));
  return reply !== undefined && !('code' in reply) ? read(reply) : reply;
}

async function counterOf({ database }: Open, row: string): Promise<string> {
  const [answer] = await new PacketClient(database.service, '999/reader').send(get('t', row));
  return String(answer).slice(-1).charCodeAt(0).toString();
}

/** Operations of more connections than the engine remembers. */
async function crowd({ database }: Open): Promise<void> {
  for (let page = 0; page < 1_024; page++) await new PacketClient(database.service, `9/p${page}`).send(put('x'));
}

describe('An increment that is sent again', () => {
  it('does not run twice if its connection was forgotten', async () => {
    const first = await open(memoryMedium());
    await new PacketClient(first.database.service, 'page').send(count('n'));
    await crowd(first);
    for (const later of [first, await afterDeath(first), await afterClose(await afterDeath(first))]) {
      expect(codeOf(await again(later, 'page', count('n')))).toBe('OUTCOME_UNKNOWN');
      expect(await counterOf(later, 'n')).toBe('1');
    }
  });

  it('does not run twice if its connection was forgotten and has come again', async () => {
    const first = await open(memoryMedium());
    const client = new PacketClient(first.database.service, '1/page');
    const [answer] = await client.send(count('n'));
    await crowd(first);
    await client.send(count('m'));
    expect(codeOf(await again(first, '1/page', count('n'), 1))).toBe('OUTCOME_UNKNOWN');
    // The log still has the answer.
    expect(await again(await afterDeath(first), '1/page', count('n'), 1)).toEqual(answer);
    const later = await afterClose(first);
    expect(codeOf(await again(later, '1/page', count('n'), 1))).toBe('OUTCOME_UNKNOWN');
    expect(await again(later, '1/page', count('m'), 2)).toEqual([['m/f:n/1000000=1']]);
    expect(await counterOf(later, 'n')).toBe('1');
  });

  it('runs once if its connection is newer than those that were forgotten', async () => {
    const first = await open(memoryMedium());
    await new PacketClient(first.database.service, '1/old').send(count('n'));
    await crowd(first);
    const second = await afterDeath(first);
    const answer = await again(second, '2/new', count('n'));
    expect(answer).toEqual([[expect.stringMatching(/=2$/)]]);
    expect(await again(second, '2/new', count('n'))).toEqual(answer);
    expect(await again(await afterDeath(second), '2/new', count('n'))).toEqual(answer);
  });

  it('runs once if no connection was forgotten', async () => {
    const first = await open(memoryMedium());
    const answer = await again(first, 'page', count('n'));
    expect(answer).toEqual([[expect.stringMatching(/=1$/)]]);
    expect(await again(await afterDeath(first), 'page', count('n'))).toEqual(answer);
  });

  it('does not run twice after the bye of its client, whether the engine has stored it or not', async () => {
    const first = await open(memoryMedium());
    const [answer] = await new PacketClient(first.database.service, '1/page').send(count('n'));
    await first.database.service.call(encodeBye('1/page'));
    expect(codeOf(await again(first, '1/page', count('n')))).toBe('OUTCOME_UNKNOWN');
    // The log still has the answer.
    expect(await again(await afterDeath(first), '1/page', count('n'))).toEqual(answer);
    const later = await afterClose(first);
    expect(codeOf(await again(later, '1/page', count('n')))).toBe('OUTCOME_UNKNOWN');
    expect(await counterOf(later, 'n')).toBe('1');
    // This one never ran.
    expect(await again(later, '1/page', count('n'), 2)).toEqual([[expect.stringMatching(/=2$/)]]);
  });
});

describe('An operation that was refused', () => {
  it('runs when it is sent again after a later one has run, a flush, and the death of the process', async () => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000) });
    const { database, connection } = await openEngine(machine);
    await connection.ensureTable({ name: 't', families: ['f'] });
    const client = new PacketClient(database.service, '1/page');
    machine.files.fail({ operation: 'write', path: /wal/, error: 'QUOTA' });
    expect((await client.send(count('n'))).map(codeOf)).toEqual(['QUOTA_EXCEEDED']);
    const [second] = await client.send(count('m'));
    await connection.getAdmin().flush('t');
    const after = await openEngine(machine.image({ kind: 'process-death', seed: 3 }));
    const calls = [count('n'), count('m')].map((call) => ({ ...call, repeated: true }));
    const answers = await new PacketClient(after.database.service, '1/page').send(...calls);
    expect(answers).toEqual([[[expect.stringMatching(/^n.*=1$/)]], second].flat(0));
  });
});

describe('Answers that are not acknowledged', () => {
  it('are never forgotten, however long: the reply is closed before the mutation that finds 1 MiB of them', async () => {
    const first = await open(memoryMedium());
    const calls = ['a', 'b', 'c', 'd', 'e'].map((row) => append(row, 300 * KIB));
    const sent = calls.map((call, index) => ({ ...call, number: index + 1 }));
    const { service } = first.database;
    const replies = decodeReplies(await service.call(encodePacket('1/page', 0, sent)));
    expect(replies).toHaveLength(4);
    expect(await new PacketClient(service, '1/other').send(get('t', 'e'))).toEqual([[[]]]);
    const later = await afterDeath(first);
    const codes = (one: Open, numbers: readonly number[]) =>
      Promise.all(numbers.map(async (n) => codeOf(await again(one, '1/page', calls[n - 1] as PacketCall, n))));
    expect(await codes(later, [1, 2, 3, 4])).toEqual([null, null, null, null]);
    expect(decodeReplies(await service.call(encodeGoOn('1/page', 1)))).toHaveLength(1);
    expect(await codes(first, [2, 3, 4, 5])).toEqual([null, null, null, null]);
  });

  it('of several living clients are kept when an engine opens, and those of clients that died are forgotten later', async () => {
    const first = await open(memoryMedium());
    const pages = ['1/a', '1/b', '1/c', '1/d', '1/e'];
    const call = (page: string) => append(page, /[bcd]/.test(page) ? 700 * KIB : 1);
    for (const page of pages) await new PacketClient(first.database.service, page).send(call(page));
    const later = await afterDeath(first);
    const [dead = '', ...living] = pages;
    for (const page of living) expect(codeOf(await again(later, page, call(page))), page).toBe(null);
    later.medium.clock.advance(10_000);
    expect(codeOf(await again(later, dead, call(dead)))).toBe('OUTCOME_UNKNOWN');
    for (const page of living) expect(codeOf(await again(later, page, call(page))), page).toBe(null);
  });

  it('keep the first mutation of the next packet waiting, but no read', async () => {
    const { database } = await open(memoryMedium());
    const { service } = database;
    const full = { ...append('a', KIB * KIB), number: 1 };
    expect(decodeReplies(await service.call(encodePacket('1/page', 0, [full])))).toHaveLength(1);
    const next = [
      { ...get('t', 'n'), number: 0 },
      { ...count('n'), number: 2 },
    ];
    expect(decodeReplies(await service.call(encodePacket('1/page', 0, next)))).toHaveLength(1);
    expect(decodeReplies(await service.call(encodeGoOn('1/page', 1)))).toHaveLength(1);
    const refilled = { ...append('b', KIB * KIB), number: 3 };
    expect(decodeReplies(await service.call(encodePacket('1/page', 2, [refilled])))).toHaveLength(1);
    const last = { ...count('n'), number: 4 };
    expect(decodeReplies(await service.call(encodePacket('1/page', 2, [last])))).toHaveLength(0);
    expect(decodeReplies(await service.call(encodeGoOn('1/page', 3)))).toHaveLength(1);
  });

  it('limit neither other connections nor a database that closes', async () => {
    const first = await open(memoryMedium());
    const { service } = first.database;
    const calls = [append('a', KIB * KIB), count('n'), count('n')];
    const sent = calls.map((call, index) => ({ ...call, number: index + 1 }));
    expect(decodeReplies(await service.call(encodePacket('1/page', 0, sent)))).toHaveLength(1);
    await new PacketClient(service, '1/other').send(count('n'));
    const later = await afterClose(first);
    expect(await counterOf(later, 'n')).toBe('3');
  });

  it('reach a client in any number, because it acknowledges them', async () => {
    const { database, medium } = await open(memoryMedium());
    const connection = connectTo(database, medium.clock);
    const table = connection.getTable('t');
    const rows = Array.from({ length: 20 }, (_, index) => `r${index}`);
    const value = 'x'.repeat(300 * KIB);
    const results = await Promise.all(rows.map((row) => table.append(new Append(row).addColumn('f', 'q', value))));
    expect(results.map((result) => result?.getText('f', 'q')?.length)).toEqual(rows.map(() => 300 * KIB));
  });

  it('are sent before the next reply that asks for an acknowledgement', async () => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000) });
    let flushNow = (): void => {};
    const yielder = (): Promise<void> =>
      new Promise((resolve) => {
        flushNow = resolve;
      });
    const database = await Database.open({ ...machine, yielder, random: () => 0.5, backend: 'sim' }, { name: 'test' });
    await connectTo(database, machine.clock).ensureTable({ name: 't', families: ['f'] });
    const value = 'x'.repeat(KIB * KIB);
    const forced = batch('t', new Append('a').addColumn('f', 'q', value).setDurability('FSYNC_WAL'));
    const order: string[] = [];
    const send = async (name: string, call: PacketCall, number: number) => {
      const reply = await database.service.call(encodePacket('1/page', 0, [{ ...call, number }]));
      order.push(`${name} ${decodeReplies(reply).length}`);
    };
    const sent = [send('forced', forced, 1), send('later', count('n'), 2)];
    await settle();
    expect(order).toEqual([]);
    flushNow();
    await Promise.all(sent);
    expect(order).toEqual(['forced 1', 'later 0']);
  });
});

describe('A write that is answered from memory or from the log', () => {
  it('is reported to listeners again', async () => {
    const first = await open(memoryMedium());
    const calls = [
      mutate('t', new Put('b').addColumn('f', 'q', 'v'), new Delete('d')),
      batch('t', new Get('a'), new Increment('e').addColumn('f', 'n', 1)),
      atomicBatch(['t', new Put('f').addColumn('f', 'q', 'v')]),
    ];
    await new PacketClient(first.database.service, '1/page').send(...calls);
    for (const { database } of [first, await afterDeath(first)]) {
      const events: EngineEvent[] = [];
      database.subscribe((event) => events.push(event));
      for (const call of calls.map((call) => ({ ...call, repeated: true }))) {
        const client = new PacketClient(database.service, '1/page');
        for (let before = calls.findIndex(({ payload }) => payload === call.payload); before > 0; before--)
          client.packet(call);
        await client.send(call);
      }
      const rows = events.map((event) => event.type === 'commit' && [event.firstRow, event.lastRow].join('-'));
      expect(rows).toEqual(['98-100', '101-101', '102-102']);
    }
  });

  it('has the gets of its batch read again, because only outcomes of writes are kept', async () => {
    const first = await open(memoryMedium());
    const client = new PacketClient(first.database.service, '1/page');
    await client.send(mutate('t', new Put('a').addColumn('f', 'q', 'x'.repeat(100 * KIB))));
    const before = first.database.engine.operations.roomOf('1/page');
    const call = batch('t', new Get('a'), new Put('b').addColumn('f', 'q', 'v'));
    await client.send(call);
    expect(before - first.database.engine.operations.roomOf('1/page')).toBeLessThan(100);
    await client.send(mutate('t', new Put('a').addColumn('f', 'q', 'later')));
    for (const later of [first, await afterDeath(first)]) {
      const [row] = (await again(later, '1/page', call, 2)) as string[][][];
      expect(row?.[0]?.[0]).toMatch(/=later$/);
    }
  });
});

describe('The database record', () => {
  /** Without the connection that has created the table. */
  const operations = ({ database }: Open) =>
    database.engine.operations.facts.operations.filter(({ connection }) => !connection.startsWith('0/'));
  const size = (one: Open) => JSON.stringify(operations(one)).length;

  it('has nothing of connections that have closed, or have acknowledged everything', async () => {
    const first = await open(memoryMedium());
    const { service } = first.database;
    for (let page = 0; page < 20; page++) {
      const calls = Array.from({ length: 200 }, (_, index) => ({ ...count('n'), number: index + 1 }));
      await service.call(encodePacket(`1/${page}`, 0, calls));
      await service.call(page % 2 === 0 ? encodeBye(`1/${page}`, 200) : encodeGoOn(`1/${page}`, 200));
    }
    expect(operations(first)).toEqual([]);
    expect(operations(await afterClose(first))).toEqual([]);
  });

  it('has nothing of a connection that was closed by its user', async () => {
    const first = await open(memoryMedium());
    const table = first.connection.getTable('t');
    await Promise.all(['a', 'b', 'c'].map((row) => table.put(new Put(row).addColumn('f', 'q', 'v'))));
    const stored = () => first.database.engine.commit.image.database.operations;
    expect(stored()).toHaveLength(1);
    await first.connection.close();
    expect(stored()).toEqual([]);
  });

  it('has only the number of the last operation of a client that died', async () => {
    const first = await open(memoryMedium());
    const client = new PacketClient(first.database.service, '1/dead');
    for (let n = 0; n < 200; n++) await client.send(count('n'));
    await first.database.service.call(encodeBye('1/dead'));
    const stub = { connection: '1/dead', highest: 200, acknowledged: 200, answers: [] };
    expect(operations(first)).toEqual([stub]);
    expect(operations(await afterClose(first))).toEqual([stub]);
  });

  it('is small even if many clients die without a bye', async () => {
    const first = await open(memoryMedium());
    for (let page = 0; page < 100; page++) {
      const calls = Array.from({ length: 200 }, (_, index) => ({ ...put(`r${index}`), number: index + 1 }));
      await first.database.service.call(encodePacket(`1/${page}`, 0, calls));
    }
    expect(size(await afterDeath(first))).toBeLessThan(12 * KIB);
  });
});

it('A bye with calls is obeyed after they have run', async () => {
  const first = await open(memoryMedium());
  const packet = encodePacket('1/page', 0, [{ ...count('n'), number: 1 }]);
  packet[1 + 4 + '1/page'.length + 9] = BYE;
  expect(decodeReplies(await first.database.service.call(packet))).toHaveLength(1);
  expect(first.database.engine.operations.has('1/page', 1)).toBe(false);
  expect(await counterOf(first, 'n')).toBe('1');
});
