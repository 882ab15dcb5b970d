import { describe, expect, it } from 'vitest';
import { Delete } from '../../model/delete.js';
import type { Durability } from '../../model/durability.js';
import { Get } from '../../model/get.js';
import { Increment } from '../../model/increment.js';
import { Put } from '../../model/put.js';
import type { EngineEvent } from '../../service/engine-event.js';
import { setHead } from '../../service/packet-codec.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { connectTo, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import {
  batch,
  codeOf,
  get,
  increment,
  mutate,
  nextBatch,
  openScanner,
  type PacketCall,
  PacketClient,
} from '../../testing/samples/packet-client.js';
import { encodePacket } from '../../testing/samples/packets.js';
import { Database, type DatabaseOptions } from './database.js';

const SEGMENT = 'wal/1-1';

/** Its monotonic reading moves by `step` whenever it is read. */
class WorkingClock extends ManualClock {
  step = 0;

  override monotonic(): number {
    const now = super.monotonic();
    if (this.step > 0) this.advance(this.step);
    return now;
  }
}

interface Served {
  readonly machine: SimMachine;
  readonly clock: WorkingClock;
  readonly database: Database;
  readonly client: PacketClient;
}

async function serve(options: Partial<DatabaseOptions> = {}): Promise<Served> {
  const clock = new WorkingClock(1_000);
  const machine = new SimMachine({ seed: 1, clock });
  const { database, connection } = await openEngine(machine, options);
  await connection.ensureTable({ name: 't', families: ['f'] });
  return { machine, clock, database, client: new PacketClient(database.service, 'page') };
}

/** The flush that FSYNC_WAL writes wait for does not start before `flushNow`. */
async function serveWithoutFlush(): Promise<{ readonly client: PacketClient; readonly flushNow: () => void }> {
  const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000) });
  let flushNow = (): void => {};
  const yielder = (): Promise<void> =>
    new Promise((resolve) => {
      flushNow = resolve;
    });
  const database = await Database.open({ ...machine, yielder, random: () => 0.5, backend: 'sim' }, { name: 'test' });
  await connectTo(database, machine.clock).ensureTable({ name: 't', families: ['f'] });
  return { client: new PacketClient(database.service, 'page'), flushNow: () => flushNow() };
}

function put(row: string, value = 'v', durability: Durability = 'USE_DEFAULT'): PacketCall {
  return mutate('t', new Put(row).addColumn('f', 'q', value).setDurability(durability));
}

function count(row: string, amount = 1): PacketCall {
  return increment('t', new Increment(row).addColumn('f', 'n', amount));
}

/** The operations on the log from here on, without their files. */
function watchLog({ machine }: Served): () => string[] {
  const from = machine.counter.log.length;
  return () =>
    machine.counter.log
      .slice(from)
      .filter((one) => one.includes('wal/'))
      .map((one) => one.split(' ')[0] as string);
}

describe('A turn', () => {
  it('logs all its mutations with one write', async () => {
    const served = await serve();
    const log = watchLog(served);
    await served.client.send(put('a'), count('n'), mutate('t', new Delete('a')), put('b'));
    expect(log()).toEqual(['write']);
  });

  it('lets a read see the earlier writes of its group, but not the later ones', async () => {
    const { client } = await serve();
    const answers = await client.send(
      get('t', 'a'),
      put('a', '1'),
      get('t', 'a'),
      put('a', '2'),
      get('t', 'a'),
      count('n'),
      count('n'),
    );
    expect([answers[0], answers[2], answers[4]]).toEqual([[[]], [['a/f:q/1000=1']], [['a/f:q/1000=2']]]);
    expect(answers.slice(5)).toEqual([[['n/f:n/1000=1']], [['n/f:n/1001=2']]]);
  });

  it('shows a scanner the writes before it, but not those after it', async () => {
    const { client } = await serve();
    const [, batch] = await client.send(put('a'), openScanner('t'), put('b'));
    expect(batch).toEqual({ id: 0, rows: ['a'] });
  });

  it('cuts a group at a mebibyte, never a request', async () => {
    const served = await serve();
    const half = 'x'.repeat(600_000);
    const log = watchLog(served);
    await served.client.send(put('a', half), put('b', half), put('c', half), put('d', 'x'));
    expect(log().filter((operation) => operation === 'write')).toEqual(['write', 'write']);
    const before = watchLog(served);
    await served.client.send(mutate('t', ...['e', 'f', 'g'].map((row) => new Put(row).addColumn('f', 'q', half))));
    expect(before().filter((operation) => operation === 'write')).toEqual(['write']);
  });

  it('cuts a group after two milliseconds', async () => {
    const served = await serve();
    const log = watchLog(served);
    served.clock.step = 3;
    await served.client.send(put('a'), put('b'), put('c'));
    served.clock.step = 0;
    expect(log()).toEqual(['write', 'write', 'write']);
  });

  it('reports changed rows to listeners once per table, only of groups that succeed', async () => {
    const { clock, client, database, machine } = await serve();
    const events: EngineEvent[] = [];
    database.subscribe((event) => events.push(event));
    await client.send(put('m'), put('b'), count('x'), get('t', 'a'));
    const rows = () =>
      events
        .splice(0)
        .map((event) => event.type === 'commit' && [event.table, event.firstRow, event.lastRow].map(String));
    expect(rows()).toEqual([['t', '98', '120']]);
    clock.step = 3;
    machine.files.fail({ operation: 'write', path: SEGMENT, at: 2, error: 'QUOTA' });
    await client.send(put('c'), put('z'));
    clock.step = 0;
    expect(rows()).toEqual([['t', '99', '99']]);
  });
});

describe('FSYNC_WAL', () => {
  it('is answered after one flush that all such writes share, those of other messages too', async () => {
    const served = await serve();
    const other = new PacketClient(served.database.service, 'other');
    const log = watchLog(served);
    await Promise.all([
      served.client.send(put('a', 'v', 'FSYNC_WAL'), put('b', 'v', 'FSYNC_WAL'), put('c')),
      other.send(put('d', 'v', 'FSYNC_WAL')),
      served.client.send(put('e', 'v', 'FSYNC_WAL')),
    ]);
    expect(log()).toEqual(['write', 'write', 'write', 'flush']);
  });

  it('does not delay other packets', async () => {
    const { client, flushNow } = await serveWithoutFlush();
    const order: string[] = [];
    const forced = client.send(put('a', 'v', 'FSYNC_WAL')).then(() => order.push('forced'));
    await client.send(put('b')).then(() => order.push('plain'));
    expect(await client.send(get('t', 'a'))).toEqual([[['a/f:q/1000=v']]]);
    flushNow();
    await forced;
    expect(order).toEqual(['plain', 'forced']);
  });

  it('of an earlier group is not forgotten when a later one of the turn fails', async () => {
    const { machine, clock, client } = await serve();
    machine.files.fail({ operation: 'write', path: SEGMENT, at: 2, error: 'IO' });
    machine.files.fail({ operation: 'truncate', path: SEGMENT, error: 'IO' });
    machine.files.fail({ operation: 'flush', path: /wal/, times: 99, error: 'IO' });
    clock.step = 3;
    const [first, second] = await client.send(put('a', 'v', 'FSYNC_WAL'), put('b'));
    clock.step = 0;
    expect(first).toMatchObject({ message: expect.stringContaining('forced to the device') });
    expect(second).toMatchObject({ code: 'STORAGE_UNAVAILABLE', details: { outcome: 'unknown' } });
  });

  it('blocks later packets if the rest of its own packet must run in another turn', async () => {
    const { machine, clock, client } = await serve({ memory: { getAnswer: 20_000 } });
    await client.send(put('large', 'x'.repeat(30_000)));
    machine.files.fail({ operation: 'write', path: SEGMENT, at: 2, error: 'QUOTA' });
    clock.step = 3;
    // The reply seems full until the group of the batch turns out not to be logged.
    const read = batch('t', new Put('b').addColumn('f', 'q', 'v'), new Get('large'));
    const first = client.send(put('a', 'v', 'FSYNC_WAL'), read, count('n'));
    const later = client.send(count('n'));
    const [forced, refused, counted] = await first;
    expect([forced, refused].map(codeOf)).toEqual([null, 'QUOTA_EXCEEDED']);
    const [next] = await later;
    expect([counted, next].map((answer) => String(answer).split('=')[1])).toEqual(['1', '2']);
  });

  it('that fails is reported to the writes that requested it, and to no others', async () => {
    const served = await serve();
    served.machine.files.fail({ operation: 'flush', path: /wal/, times: 9, error: 'IO' });
    const [plain, forced, bad, read] = await served.client.send(
      put('a'),
      put('b', 'v', 'FSYNC_WAL'),
      mutate('nowhere', new Put('a').addColumn('f', 'q', 'v').setDurability('FSYNC_WAL')),
      get('t', 'b'),
    );
    expect([plain, codeOf(bad), read]).toEqual([[], 'TABLE_NOT_FOUND', [['b/f:q/1000=v']]]);
    expect(forced).toMatchObject({ code: 'STORAGE_UNAVAILABLE', details: { outcome: 'unknown' } });
  });
});

describe('A group that cannot be logged', () => {
  it('is answered with the error; refusals keep their own errors, reads see the stored cells', async () => {
    const { client, machine } = await serve();
    await client.send(put('a', 'old'));
    machine.files.fail({ operation: 'write', path: SEGMENT, error: 'QUOTA' });
    const answers = await client.send(
      put('a', 'new'),
      get('t', 'a'),
      mutate('t', new Put('a').addColumn('f', 'n', 'x'.repeat(8))),
      count('a'),
      mutate('t', new Put('a').addColumn('f', 'q', 'x'.repeat(10_485_760))),
      openScanner('t'),
    );
    expect([answers[0], answers[2], answers[3], answers[4]].map(codeOf)).toEqual([
      'QUOTA_EXCEEDED',
      'QUOTA_EXCEEDED',
      'QUOTA_EXCEEDED',
      'INVALID_OPERATION',
    ]);
    expect([answers[1], answers[5]]).toEqual([[['a/f:q/1000=old']], { id: 0, rows: ['a'] }]);
  });

  it('ends the scanners it moved, because they may be positioned on a removed cell', async () => {
    const { client, machine } = await serve({ memory: { scanBatch: 1, scanBatchLimit: 1 } });
    await client.send(mutate('t', ...['a', 'b', 'c', 'd'].map((row) => new Put(row).addColumn('f', 'q', 'v'))));
    const [first] = await client.send(openScanner('t'));
    expect(first).toEqual({ id: 1, rows: ['a'] });
    machine.files.fail({ operation: 'write', path: SEGMENT, error: 'QUOTA' });
    const [refused, batch] = await client.send(put('bb'), nextBatch(1));
    expect([codeOf(refused), batch]).toEqual(['QUOTA_EXCEEDED', { id: 1, rows: ['b'] }]);
    await client.send(put('z'));
    const [next] = await client.send(nextBatch(1, 2));
    expect(codeOf(next)).toBe('SCANNER_CLOSED');
  });

  it('is not remembered: the same operations may run again', async () => {
    const { client, machine } = await serve();
    machine.files.fail({ operation: 'write', path: SEGMENT, error: 'QUOTA' });
    const calls = [count('n')];
    const packet = client.packet(...calls);
    expect((await client.sendPacket(packet, calls)).map(codeOf)).toEqual(['QUOTA_EXCEEDED']);
    expect(await client.sendPacket(packet, calls)).toEqual([[['n/f:n/1000=1']]]);
  });
});

describe('A packet that is sent twice', () => {
  it('gets the same answers, and has an effect once', async () => {
    const { client } = await serve();
    const calls = [count('n', 5), put('a'), mutate('t', new Put('b').addColumn('nope', 'q', 'v')), count('n', 2)];
    const packet = client.packet(...calls);
    const first = await client.sendPacket(packet, calls);
    expect(first).toEqual([[['n/f:n/1000=5']], [], [[0, 'NO_SUCH_COLUMN_FAMILY']], [['n/f:n/1001=7']]]);
    await client.send(put('a', 'later'));
    expect(await client.sendPacket(packet, calls)).toEqual(first);
    expect(await client.send(get('t', 'a'))).toEqual([[['a/f:q/1000=later']]]);
  });

  it('is answered from the log after the death of the process', async () => {
    const { client, machine } = await serve();
    const calls = [count('n', 5), put('a')];
    const packet = client.packet(...calls);
    const first = await client.sendPacket(packet, calls);
    const { database } = await openEngine(machine.image({ kind: 'process-death', seed: 3 }));
    expect(await new PacketClient(database.service, 'page').sendPacket(packet, calls)).toEqual(first);
    expect(await new PacketClient(database.service, 'other').send(count('n', 0))).toEqual([
      [[expect.stringMatching(/=5$/)]],
    ]);
  });

  it('is answered from the catalog after the log was flushed and removed', async () => {
    const { client, machine, database } = await serve();
    const calls = [count('n', 5)];
    const packet = client.packet(...calls);
    const first = await client.sendPacket(packet, calls);
    await database.close();
    const { database: again } = await openEngine(machine.image({ kind: 'process-death', seed: 3 }));
    expect(await new PacketClient(again.service, 'page').sendPacket(packet, calls)).toEqual(first);
  });

  it('waits for the flush that its first answer waits for', async () => {
    const { client, flushNow } = await serveWithoutFlush();
    const calls = [put('a', 'v', 'FSYNC_WAL')];
    const packet = client.packet(...calls);
    let answered = 0;
    const count = (answers: readonly unknown[]) => {
      answered++;
      return answers;
    };
    const both = [1, 2].map(() => client.sendPacket(packet, calls).then(count));
    await settle();
    expect(answered).toBe(0);
    flushNow();
    expect(await Promise.all(both)).toEqual([[[]], [[]]]);
  });

  it('keeps its answer when it is sent again in a group that fails', async () => {
    const { client, machine, database } = await serve();
    await client.send(count('n', 5));
    const both = [count('n', 5), put('a')];
    const again = new PacketClient(database.service, 'page');
    machine.files.fail({ operation: 'write', path: SEGMENT, error: 'QUOTA' });
    const [count5, refused] = await again.send(...both);
    expect([count5, codeOf(refused)]).toEqual([[['n/f:n/1000=5']], 'QUOTA_EXCEEDED']);
  });

  it('reads its gets again without the writes of a group that fails', async () => {
    const { client, machine } = await serve();
    const call = batch('t', new Put('b').addColumn('f', 'q', 'v'), new Get('a'));
    await client.send(call);
    const write = put('a');
    const packet = encodePacket('page', 0, [
      { ...write, number: 2 },
      { ...call, number: 1 },
    ]);
    machine.files.fail({ operation: 'write', path: SEGMENT, error: 'QUOTA' });
    const [refused, repeated] = await client.sendPacket(packet, [write, call]);
    expect([codeOf(refused), repeated]).toEqual(['QUOTA_EXCEEDED', [[[]], [[]]]]);
  });

  it('is new, not OUTCOME_UNKNOWN, when its connection is not remembered and it is not marked as a repetition', async () => {
    const { database } = await serve();
    const late = new PacketClient(database.service, 'never seen');
    late.packet(count('n'), count('n'));
    expect(await late.send(count('n'))).toEqual([[['n/f:n/1000=1']]]);
  });

  it('is OUTCOME_UNKNOWN and does not run when its answer was acknowledged already', async () => {
    const { client } = await serve();
    const calls = [count('n')];
    const packet = client.packet(...calls);
    await client.sendPacket(packet, calls);
    const next = client.packet(put('a'));
    setHead(next, 1 + 4 + 'page'.length + 9, 1);
    await client.sendPacket(next, [put('a')]);
    const [answer] = await client.sendPacket(packet, calls);
    expect(codeOf(answer)).toBe('OUTCOME_UNKNOWN');
    expect(await client.send(count('n', 0))).toEqual([[['n/f:n/1001=1']]]);
  });
});
