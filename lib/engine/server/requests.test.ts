import { describe, expect, it } from 'vitest';
import { Delete } from '../../model/delete.js';
import { Increment } from '../../model/increment.js';
import { LATEST_TIMESTAMP } from '../../model/mutation.js';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { openEngine } from '../../testing/samples/engine.js';
import {
  codeOf,
  exists,
  get,
  increment,
  mutate,
  nextBatch,
  openScanner,
  PacketClient,
} from '../../testing/samples/packet-client.js';
import type { DatabaseOptions } from './database.js';

async function serve(options: Partial<DatabaseOptions> = {}) {
  const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000) });
  const { database, connection } = await openEngine(machine, options);
  await connection.ensureTable({ name: 't', families: ['f', 'g'] });
  return { machine, connection, database, client: new PacketClient(database.service, 'page') };
}

const put = (row: string, value = 'v') => new Put(row).addColumn('f', 'q', value);

describe('A list of mutations', () => {
  it('leaves out complete mutations of unknown families, and applies the others (W-8)', async () => {
    const { client } = await serve();
    const mixed = new Put('b').addColumn('f', 'q', 'v').addColumn('nope', 'q', 'v');
    const [failed] = await client.send(mutate('t', put('a'), mixed, new Delete('c').addFamily('nope'), put('d')));
    expect(failed).toEqual([
      [1, 'NO_SUCH_COLUMN_FAMILY'],
      [2, 'NO_SUCH_COLUMN_FAMILY'],
    ]);
    expect(await client.send(exists('t', 'a', 'b', 'd'))).toEqual([[true, false, true]]);
  });

  it('fails as a whole for one cell above the limit, in the size that HBase counts; exactly the limit is accepted (N-35)', async () => {
    const overhead = 4 + 4 + (2 + 1 + 1 + 1 + 1 + 8 + 1) + 4;
    const { client } = await serve({ memory: { cellSize: overhead + 100 } });
    const [refused] = await client.send(mutate('t', put('a'), put('b', 'x'.repeat(101)), put('c')));
    expect(refused).toMatchObject({ code: 'INVALID_OPERATION', message: expect.stringContaining('exceeds limit of') });
    expect(await client.send(mutate('t', put('d', 'x'.repeat(100))))).toEqual([[]]);
    expect(await client.send(exists('t', 'a', 'b', 'c', 'd'))).toEqual([[false, false, false, true]]);
  });

  it('is complete or absent after the death of the process, over several rows and families', async () => {
    const { client, machine } = await serve();
    const rows = ['a', 'b', 'c'].map((row) => new Put(row).addColumn('f', 'q', 'v').addColumn('g', 'q', 'v'));
    const before = machine.counter.count;
    await client.send(mutate('t', ...rows));
    expect(machine.counter.count).toBe(before + 1);
    for (let seed = 1; seed < 20; seed++) {
      const stopped = new SimMachine({ seed: 1, clock: new ManualClock(1_000), stopAt: before + 1 });
      const { database, connection } = await openEngine(stopped);
      await connection.ensureTable({ name: 't', families: ['f', 'g'] });
      void new PacketClient(database.service, 'page').send(mutate('t', ...rows)).catch(() => {});
      await stopped.counter.whenStopped;
      const { database: again } = await openEngine(stopped.image({ kind: 'process-death', seed }));
      const [found] = await new PacketClient(again.service, 'other').send(get('t', 'a', 'b', 'c'));
      expect((found as string[][]).map((row) => row.length)).toSatisfy(
        (counts) => String(counts) === '2,2,2' || String(counts) === '0,0,0',
      );
    }
  });

  it('deletes a row in every family, and puts the same column twice with the last value (W-11, W-20)', async () => {
    const { client } = await serve();
    const twice = new Put('a').addColumn('f', 'q', 'first').addColumn('f', 'q', 'last').addColumn('g', 'q', 'v');
    await client.send(mutate('t', twice));
    expect(await client.send(get('t', 'a'))).toEqual([[['a/f:q/1000=last', 'a/g:q/1000=v']]]);
    await client.send(mutate('t', new Delete('a')));
    expect(await client.send(get('t', 'a'))).toEqual([[[]]]);
  });

  it('reports first that the table is missing, then that it is disabled, then the family (W-7, W-8)', async () => {
    const { client, connection } = await serve();
    const bad = new Put('a').addColumn('nope', 'q', 'v');
    await connection.getAdmin().createTable({ name: 'off', families: ['f'] });
    await connection.getAdmin().disableTable('off');
    const answers = await client.send(mutate('none', bad), mutate('off', bad), get('off', 'a'), openScanner('none'));
    expect(answers.map(codeOf)).toEqual([
      'TABLE_NOT_FOUND',
      'TABLE_NOT_ENABLED',
      'TABLE_NOT_ENABLED',
      'TABLE_NOT_FOUND',
    ]);
    const [column] = await client.send(get('t', { row: 'a', columns: ['nope:q'] }));
    expect(codeOf(column)).toBe('NO_SUCH_COLUMN_FAMILY');
  });
});

describe('An increment', () => {
  const add = (...columns: [string, string, number | bigint][]) => {
    const request = new Increment('r');
    for (const [family, qualifier, amount] of columns) request.addColumn(family, qualifier, amount);
    return request;
  };

  it('starts from zero, returns cells in family and qualifier order, and writes a cell for an amount of zero (W-33, W-36, W-37)', async () => {
    const { client } = await serve();
    const [cells] = await client.send(increment('t', add(['g', 'b', 3], ['f', 'z', 0], ['g', 'a', -2])));
    expect(cells).toEqual([['r/f:z/1000=0', 'r/g:a/1000=-2', 'r/g:b/1000=3']]);
    expect((await client.send(get('t', 'r')))[0]).toMatchObject([{ length: 3 }]);
  });

  it('computes a column that is named twice from the same old value, and stores the later one (W-36)', async () => {
    const { client } = await serve();
    await client.send(increment('t', add(['f', 'n', 10])));
    const [cells] = await client.send(increment('t', add(['f', 'n', 1], ['f', 'n', 5])));
    expect(cells).toEqual([['r/f:n/1001=11', 'r/f:n/1001=15']]);
    expect(await client.send(increment('t', add(['f', 'n', 0])))).toEqual([[['r/f:n/1002=15']]]);
  });

  it('wraps at 64 bits (W-32)', async () => {
    const { client } = await serve();
    await client.send(increment('t', add(['f', 'n', 2n ** 63n - 1n])));
    expect(await client.send(increment('t', add(['f', 'n', 1])))).toEqual([[['r/f:n/1001=-9223372036854775808']]]);
  });

  it('changes nothing when one of its columns is not 8 bytes wide, its family unknown or its cell too large (W-32, N-35)', async () => {
    const { client } = await serve({ memory: { cellSize: 200 } });
    await client.send(mutate('t', new Put('r').addColumn('g', 'text', 'seven77')));
    const answers = await client.send(
      increment('t', add(['f', 'n', 1], ['g', 'text', 1])),
      increment('t', add(['f', 'n', 1], ['nope', 'n', 1])),
      increment('t', add(['f', 'n', 1], ['f', 'n'.repeat(200), 1])),
      increment('none', add(['nope', 'n', 1])),
    );
    expect(answers.map(codeOf)).toEqual([
      'INVALID_OPERATION',
      'NO_SUCH_COLUMN_FAMILY',
      'INVALID_OPERATION',
      'TABLE_NOT_FOUND',
    ]);
    expect(answers[0]).toMatchObject({ message: expect.stringContaining("Field is not a long, it's 7 bytes wide") });
    expect(answers[2]).toMatchObject({ message: expect.stringContaining('exceeds limit of 200 bytes') });
    expect(await client.send(increment('t', add(['f', 'n', 1])))).toEqual([[['r/f:n/1000=1']]]);
  });

  it('returns nothing if no results are requested (W-37)', async () => {
    const { client } = await serve();
    expect(await client.send(increment('t', add(['f', 'n', 4]).setReturnResults(false)))).toEqual([[[]]]);
    expect(await client.send(increment('t', add(['f', 'n', 1])))).toEqual([[['r/f:n/1001=5']]]);
  });

  it('on the largest timestamp keeps it, and is visible (A-30)', async () => {
    const { client } = await serve();
    const largest = LATEST_TIMESTAMP - 1;
    await client.send(increment('t', add(['f', 'n', 1]).setTimestamp(largest)));
    expect(await client.send(increment('t', add(['f', 'n', 1])))).toEqual([[[`r/f:n/${largest}=2`]]]);
    expect(await client.send(increment('t', add(['f', 'n', 1])))).toEqual([[[`r/f:n/${largest}=3`]]]);
  });
});

describe('A read', () => {
  it('answers gets in order up to the budget, and reports how many', async () => {
    const { client } = await serve({ memory: { getAnswer: 1_000 } });
    await client.send(mutate('t', put('a', 'x'.repeat(600)), put('b', 'x'.repeat(600)), put('c')));
    const [rows] = await client.send(get('t', 'none', 'a', 'b', 'c'));
    expect((rows as string[][]).map(([cell]) => cell?.slice(0, 1))).toEqual([undefined, 'a', 'b']);
  });

  it('of existence alone sees deletes and families', async () => {
    const { client } = await serve();
    await client.send(mutate('t', put('a'), put('b'), new Delete('b'), new Put('c').addColumn('g', 'q', '')));
    expect(await client.send(exists('t', 'a', 'b', 'c', 'd'))).toEqual([[true, false, true, false]]);
  });

  it('that reads a damaged block releases everything it held', async () => {
    const { client, connection, machine } = await serve();
    await client.send(mutate('t', put('a'), put('b'), new Put('a').addColumn('g', 'q', 'v')));
    await connection.getAdmin().flush('t');
    machine.files.fail({ operation: 'read', path: 'data/1-2', times: 9, error: 'IO' });
    const answers = await client.send(openScanner('t'), get('t', 'a'), exists('t', 'b'));
    expect(answers.map(codeOf)).toEqual(['STORAGE_UNAVAILABLE', 'STORAGE_UNAVAILABLE', null]);
    machine.files.heal();
    await connection.getAdmin().disableTable('t');
    await connection.getAdmin().deleteTable('t');
    // Nothing of the table is still open.
    for (const path of machine.files.paths().filter((one) => one.startsWith('data/'))) await machine.files.remove(path);
  });

  it('from a scanner whose table was disabled or dropped fails with the error of the table', async () => {
    const { client, connection } = await serve({ memory: { scanBatch: 1, scanBatchLimit: 1 } });
    await client.send(mutate('t', put('a'), put('b'), put('c'), put('d')));
    const admin = connection.getAdmin();
    await client.send(openScanner('t'), openScanner('t'));
    await admin.disableTable('t');
    expect((await client.send(nextBatch(1))).map(codeOf)).toEqual(['TABLE_NOT_ENABLED']);
    await admin.truncateTable('t');
    expect(await client.send(nextBatch(2))).toMatchObject([
      { code: 'TABLE_NOT_FOUND', message: expect.stringContaining('truncated') },
    ]);
    expect((await client.send(nextBatch(1), nextBatch(2))).map(codeOf)).toEqual(['SCANNER_CLOSED', 'SCANNER_CLOSED']);
  });
});
