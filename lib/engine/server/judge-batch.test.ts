import { describe, expect, it } from 'vitest';
import type { ByteReader } from '../../bytes/byte-reader.js';
import type { BigtabError } from '../../errors.js';
import type { ResultBlock } from '../../keyvalue/result-block.js';
import { RowsDigest } from '../../keyvalue/rows-digest.js';
import { Delete } from '../../model/delete.js';
import { Get } from '../../model/get.js';
import { Put } from '../../model/put.js';
import { type RowConditionLike, readRowCondition } from '../../model/row-condition.js';
import type { RowMutation } from '../../model/row-mutations.js';
import { Scan, type ScanLike } from '../../model/scan.js';
import { ConditionWriter, encodeAtomicBatch, type ReadCheck } from '../../service/atomic-batch-codec.js';
import { Operation } from '../../service/client-service.js';
import { beginGets, decodeGetReply, writeGet } from '../../service/get-codec.js';
import { decodeScanReply, encodeOpenScanner } from '../../service/scan-codec.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import {
  atomicBatch,
  codeOf,
  get,
  mutate,
  type PacketCall,
  PacketClient,
} from '../../testing/samples/packet-client.js';

type Served = Awaited<ReturnType<typeof serve>>;

async function serve(machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000) })) {
  const { database, connection } = await openEngine(machine);
  for (const name of ['t', 'u']) await connection.ensureTable({ name, families: ['f'] });
  return { machine, database, connection, client: new PacketClient(database.service, 'page') };
}

/** Mutations of one table. */
type Part = readonly [table: string, ...mutations: RowMutation[]];

const put = (row: string, value = 'v') => new Put(row).addColumn('f', 'q', value);

/** Reads a row as a transaction does. The answer: the read, with its digest. */
function readRow(table: string, row: string): PacketCall {
  const request = beginGets(table, false);
  writeGet(request, new Get(row));
  const payload = request.finish();
  const read = (reply: ByteReader) => readCheck('get', payload, decodeGetReply(reply));
  return { operation: Operation.Get, payload, writes: false, read };
}

/** Reads a range as a transaction does. REQUIRES that one reply has all rows. */
function readRange(table: string, scan: ScanLike): PacketCall {
  const payload = encodeOpenScanner(table, new Scan(scan));
  const read = (reply: ByteReader) => readCheck('scan', payload, decodeScanReply(reply).block);
  return { operation: Operation.OpenScanner, payload, writes: false, read };
}

function readCheck(kind: ReadCheck['kind'], request: Uint8Array, block: ResultBlock): ReadCheck {
  const digest = new RowsDigest();
  for (const row of block.rows) if (row.cells > 0) digest.addRow(block, row);
  return { kind, request, rows: digest.rows, digest: digest.finish() };
}

/** The commit of a transaction with these reads, which are answers of `readRow` and `readRange`. */
function commit(reads: readonly unknown[], ...tables: readonly Part[]): PacketCall {
  return { ...atomicBatch(...tables), payload: request(reads as ReadCheck[], [], tables) };
}

/** An atomicBatch with conditions on rows of table t. */
function conditional(conditions: readonly RowConditionLike[], ...tables: readonly Part[]): PacketCall {
  return { ...atomicBatch(...tables), payload: request([], conditions, tables) };
}

function request(
  reads: readonly ReadCheck[],
  conditions: readonly RowConditionLike[],
  tables: readonly Part[],
): Uint8Array {
  const checks = new ConditionWriter('t');
  for (const one of conditions) checks.add(readRowCondition(one));
  const { payload } = atomicBatch(...tables);
  // Without conditions and reads, their two counts are 8 bytes before the mutations.
  const before = encodeAtomicBatch({ checks: conditions.length > 0 ? [checks.finish()] : [], reads, mutations: [] });
  const whole = new Uint8Array(before.length - 4 + payload.length - 8);
  whole.set(before.subarray(0, -4));
  whole.set(payload.subarray(8), before.length - 4);
  return whole;
}

/** Lets `change` happen before a transaction that has read rows of table t writes. Resolves to how often it ran. */
async function runsAfter({ machine, connection }: Served, change: () => Promise<unknown>): Promise<number> {
  let runs = 0;
  let isDone = false;
  const done = connection.transact(async (transaction) => {
    const own = transaction.table('t');
    await own.get('a');
    await own.scan({ start: 'b' });
    if (++runs === 1) await change();
    transaction.table('u').put({ row: 'done', cells: { f: { q: 'v' } } });
  });
  done.finally(() => {
    isDone = true;
  });
  // The pause before it runs again.
  for (let left = 100; left > 0 && !isDone; left--) {
    machine.clock.advance(1);
    await settle();
  }
  await done;
  return runs;
}

describe('The conditions of an atomicBatch and the reads of a transaction', () => {
  it('are judged with the earlier writes of their group', async () => {
    const { client } = await serve();
    const [missing] = await client.send(readRow('t', 'a'));
    const answers = await client.send(
      mutate('t', put('a')),
      conditional([{ row: 'a', exists: true }], ['t', put('b')]),
      conditional([{ row: 'b', exists: false }], ['t', put('c')]),
      commit([missing], ['t', put('d')]),
      get('t', 'a', 'b', 'c', 'd'),
    );
    expect(answers.slice(0, 4).map(codeOf)).toEqual([null, null, 'CONDITION_FAILED', 'CONFLICT']);
    expect((answers[4] as string[][]).map((cells) => cells.length)).toEqual([1, 1, 0, 0]);
  });

  it('are judged before the first mutation, all of them', async () => {
    const { client } = await serve();
    const [row, range] = await client.send(readRow('t', 'a'), readRange('t', { start: 'a', stop: 'c' }));
    const conditions = [
      { row: 'a', exists: false },
      { row: 'b', column: 'f:q' },
    ];
    const [done, failed] = await client.send(
      conditional(conditions, ['t', put('a'), put('b')]),
      conditional(conditions, ['t', put('c')]),
    );
    expect([codeOf(done), codeOf(failed)]).toEqual([null, 'CONDITION_FAILED']);
    expect((failed as BigtabError).details).toEqual({ failed: [0, 1] });
    const many = Array.from({ length: 13 }, (_, index) => ({ row: `z${index}`, exists: true }));
    expect((await client.send(conditional(many)))[0]).toMatchObject({
      message: expect.stringMatching(/: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, and 3 more$/),
      details: { failed: many.map((_, index) => index) },
    });
    const [after] = await client.send(readRange('t', { start: 'c' }));
    const answers = await client.send(commit([row, after], ['t', put('c')]), commit([after, range], ['t', put('c')]));
    expect(answers.map(codeOf)).toEqual(['CONFLICT', 'CONFLICT']);
    expect((await client.send(commit([after], ['t', put('c'), put('cc')]))).map(codeOf)).toEqual([null]);
  });

  it('that were judged by writes of a group which is not logged are answered with the error of the group', async () => {
    const { client, machine } = await serve();
    const [missing] = await client.send(readRow('t', 'a'));
    machine.files.fail({ operation: 'write', path: /wal/, error: 'QUOTA' });
    const calls = [
      mutate('t', put('a')),
      conditional([{ row: 'a', exists: false }], ['t', put('b')]),
      conditional([{ row: 'a', exists: true }]),
      commit([missing], ['t', put('c')]),
      commit([missing]),
      conditional([], ['none', put('d')]),
    ];
    const packet = client.packet(...calls);
    const refused = (await client.sendPacket(packet, calls)).map(codeOf);
    expect(refused).toEqual([...Array(5).fill('QUOTA_EXCEEDED'), 'TABLE_NOT_FOUND']);
    expect(await client.send(get('t', 'a', 'b', 'c'))).toEqual([[[], [], []]]);
    const again = (await client.sendPacket(packet, calls)).map(codeOf);
    expect(again).toEqual([null, 'CONDITION_FAILED', null, 'CONFLICT', 'CONFLICT', 'TABLE_NOT_FOUND']);
  });

  it('are not judged again if the batch was applied and is sent again, also to the next engine', async () => {
    const { client, machine } = await serve();
    const [missing] = await client.send(readRow('t', 'a'));
    const calls = [commit([missing], ['t', put('a')]), conditional([{ row: 'b', exists: false }], ['t', put('b')])];
    const packet = client.packet(...calls);
    const first = await client.sendPacket(packet, calls);
    expect(first.map(codeOf)).toEqual([null, null]);
    expect(await client.sendPacket(packet, calls)).toEqual(first);
    const { database } = await openEngine(machine.image({ kind: 'process-death', seed: 3 }));
    expect(await new PacketClient(database.service, 'page').sendPacket(packet, calls)).toEqual(first);
  });

  it('are judged again if the batch was refused and is sent again', async () => {
    const { client } = await serve();
    const [missing] = await client.send(readRow('t', 'a'));
    const calls = [commit([missing], ['t', put('b')]), conditional([{ row: 'a', exists: false }], ['t', put('c')])];
    const packet = client.packet(...calls);
    await client.send(mutate('t', put('a')));
    expect((await client.sendPacket(packet, calls)).map(codeOf)).toEqual(['CONFLICT', 'CONDITION_FAILED']);
    await client.send(mutate('t', new Delete('a')));
    expect((await client.sendPacket(packet, calls)).map(codeOf)).toEqual([null, null]);
  });

  it('of a table that was disabled, dropped or created again are not what was read', async () => {
    const { client, connection } = await serve();
    await client.send(mutate('t', put('a')));
    const admin = connection.getAdmin();
    const [row, range] = await client.send(readRow('t', 'a'), readRange('t', {}));
    const commits = [commit([row], ['u', put('x')]), commit([range], ['u', put('x')]), commit([row, range])];
    const refusals = async () => (await client.send(...commits)).map(codeOf);
    await admin.disableTable('t');
    expect(await refusals()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT']);
    const [condition] = await client.send(conditional([{ row: 'a', exists: true }], ['u', put('x')]));
    expect(condition).toMatchObject({ code: 'TABLE_NOT_ENABLED', details: { condition: 0 } });
    await admin.enableTable('t');
    expect(await refusals()).toEqual([null, null, null]);
    await admin.disableTable('t');
    await admin.deleteTable('t');
    expect(await refusals()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT']);
    await connection.ensureTable({ name: 't', families: ['f'] });
    expect(await refusals()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT']);
  });

  it('do not depend on flushes and compactions', async () => {
    const served = await serve();
    const admin = served.connection.getAdmin();
    const table = served.connection.getTable('t');
    for (const row of ['a', 'b', 'c']) {
      await table.put(put(row));
      await admin.flush('t');
      await table.put(put(row, 'w'));
    }
    await table.delete({ row: 'c' });
    expect(await runsAfter(served, () => admin.flush('t'))).toBe(1);
    expect(await runsAfter(served, () => admin.majorCompact('t'))).toBe(1);
  });

  it('change when cells expire and when families are dropped', async () => {
    const served = await serve();
    const table = served.connection.getTable('t');
    await table.put([put('a').setTTL(5_000), put('b').setTTL(10_000), put('c')]);
    const pass = async () => served.machine.clock.advance(6_000);
    expect(await runsAfter(served, pass)).toBe(2);
    expect(await runsAfter(served, pass)).toBe(2);
    expect(await runsAfter(served, pass)).toBe(1);
    const admin = served.connection.getAdmin();
    await admin.addColumnFamily('t', 'g');
    expect(await runsAfter(served, () => admin.deleteColumnFamily('t', 'f'))).toBe(2);
  });

  it('are read again from a file whose handle was ended', async () => {
    const { connection, client, machine } = await serve();
    await connection.getTable('t').put([put('a'), put('b')]);
    const [row, range] = await client.send(readRow('t', 'a'), readRange('t', {}));
    await connection.getAdmin().flush('t');
    await connection.close();
    // The next engine has read no block of the file yet.
    const { database } = await openEngine(machine);
    const { engine, service } = database;
    const files = (engine.regions.get('t')?.stores ?? []).flatMap((store) => store.files.map(({ file }) => file));
    for (const { path } of files) machine.files.fail({ operation: 'read', path, error: 'INVALID' });
    const next = new PacketClient(service, 'page 2');
    const answers = await next.send(commit([row, range], ['u', put('x')]), commit([row], ['u', put('y')]));
    expect([engine.watch.lost, ...answers.map(codeOf)]).toEqual([files.length, null, null]);
    expect(await next.send(get('u', 'x', 'y'))).toEqual([[[expect.any(String)], [expect.any(String)]]]);
  });
});
