import { describe, expect, it } from 'vitest';
import { Append } from '../../model/append.js';
import { Delete } from '../../model/delete.js';
import { Get } from '../../model/get.js';
import { Increment } from '../../model/increment.js';
import { Put } from '../../model/put.js';
import { ActionRequestWriter } from '../../service/action-codec.js';
import { encodeAtomicBatch } from '../../service/atomic-batch-codec.js';
import { Operation } from '../../service/client-service.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { copyOf, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { atomicBatch, codeOf, get, mutate, PacketClient } from '../../testing/samples/packet-client.js';
import type { DatabaseOptions } from './database.js';

async function serve(options: Partial<DatabaseOptions> = {}) {
  const medium = memoryMedium();
  const { database, connection } = await openEngine(medium, { timestamps: 'wall', ...options });
  for (const name of ['t', 'u']) await connection.ensureTable({ name, families: ['f'] });
  return { medium, database, connection, client: new PacketClient(database.service, 'page') };
}

const put = (row: string, value = 'v') => new Put(row).addColumn('f', 'q', value);
const append = (row: string, value = 'x') => new Append(row).addColumn('f', 's', value);

describe('An atomicBatch', () => {
  it('is one log record, for any number of tables and any size (W-5, W-69)', async () => {
    const { medium, client } = await serve();
    await client.send(atomicBatch(['t', put('a'), append('b')], ['u', put('a')], ['t', append('b')]));
    const again = await openEngine(copyOf(medium), { timestamps: 'wall' });
    expect((await again.connection.status()).lastRecovery.records).toBe(1);
    const reader = new PacketClient(again.database.service, 'page-2');
    expect(await reader.send(get('t', 'a', 'b'), get('u', 'a'))).toEqual([
      [['a/f:q/1000000=v'], ['b/f:s/1000001=xx']],
      [['a/f:q/1000000=v']],
    ]);
  });

  it('runs once, even if it is sent again, before and after a restart (W-65)', async () => {
    const { medium, client } = await serve();
    const call = atomicBatch(['t', append('b')], ['u', append('b', 'y')], ['t', append('b', 'z')]);
    const packet = client.packet(call);
    const answer = [[[['b/f:s/1000000=x']], [['b/f:s/1000000=y']], [['b/f:s/1000001=xz']]]];
    expect(await client.sendPacket(packet, [call])).toEqual(answer);
    expect(await client.sendPacket(packet, [call])).toEqual(answer);
    const again = await openEngine(copyOf(medium), { timestamps: 'wall' });
    const other = new PacketClient(again.database.service, 'page');
    expect(await other.sendPacket(packet, [call])).toEqual(answer);
    expect(await other.send(get('t', 'b'), get('u', 'b'))).toEqual([[['b/f:s/1000001=xz']], [['b/f:s/1000000=y']]]);
  });

  it('that fails does not affect the rest of its packet, in memory and in the log', async () => {
    const { medium, client } = await serve();
    const answers = await client.send(
      mutate('t', put('a')),
      atomicBatch(['t', put('b'), new Delete('x')], ['u', put('c')], ['t', new Increment('a').addColumn('f', 'q', 1)]),
      mutate('u', put('d')),
      get('t', 'a', 'b'),
    );
    expect(codeOf(answers[1])).toBe('INVALID_OPERATION');
    expect(answers[1]).toMatchObject({ details: { index: 3 } });
    expect(answers[3]).toEqual([['a/f:q/1000000=v'], []]);
    const again = await openEngine(copyOf(medium), { timestamps: 'wall' });
    expect((await again.connection.status()).lastRecovery.records).toBe(2);
    const reader = new PacketClient(again.database.service, 'page-2');
    expect(await reader.send(get('t', 'a', 'b'), get('u', 'c', 'd'))).toEqual([
      [['a/f:q/1000000=v'], []],
      [[], ['d/f:q/1000000=v']],
    ]);
  });

  it('is undone with its group when the log cannot be written', async () => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000) });
    const { database, connection } = await openEngine(machine);
    for (const name of ['t', 'u']) await connection.ensureTable({ name, families: ['f'] });
    const client = new PacketClient(database.service, 'page');
    machine.files.fail({ operation: 'write', path: /wal/, error: 'QUOTA' });
    const [answer] = await client.send(atomicBatch(['t', put('a')], ['u', put('b')]));
    expect(codeOf(answer)).toBe('QUOTA_EXCEEDED');
    expect(await client.send(get('t', 'a'), get('u', 'b'))).toEqual([[[]], [[]]]);
  });

  it('is logged even if all its mutations use SKIP_WAL (W-63)', async () => {
    const { medium, client, database } = await serve();
    const skipped = (row: string) => put(row).setDurability('SKIP_WAL');
    await client.send(atomicBatch(['t', skipped('a')], ['u', skipped('b')]));
    await database.close();
    const again = await openEngine(copyOf(medium), { timestamps: 'wall' });
    const reader = new PacketClient(again.database.service, 'page-2');
    expect(await reader.send(get('t', 'a'), get('u', 'b'))).toEqual([[['a/f:q/1000000=v']], [['b/f:q/1000000=v']]]);
  });

  it('refuses requests that are empty or contain anything but mutations', async () => {
    const { client } = await serve();
    const gets = new ActionRequestWriter('t');
    gets.add(new Get('a'));
    for (const parts of [[], [gets.finish()]]) {
      const payload = encodeAtomicBatch({ checks: [], reads: [], mutations: parts });
      const call = { operation: Operation.AtomicBatch, payload, writes: true, read: () => null };
      expect(codeOf((await client.send(call))[0])).toBe('INVALID_ARGUMENT');
    }
  });
});
