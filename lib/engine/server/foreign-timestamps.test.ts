import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../client/connection.js';
import type { Table } from '../../client/table.js';
import { Append } from '../../model/append.js';
import { CheckAndMutate } from '../../model/check-and-mutate.js';
import { Delete } from '../../model/delete.js';
import { Increment } from '../../model/increment.js';
import { KEEP_HISTORY } from '../../model/keep-history.js';
import { LATEST_TIMESTAMP } from '../../model/mutation.js';
import { Put } from '../../model/put.js';
import { RowMutations } from '../../model/row-mutations.js';
import type { TimestampMode } from '../../model/timestamp-mode.js';
import { type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { RegionReads } from '../region/region-reads.js';

const NOW = 1_600_000_000_000;
const DAY = 86_400_000;
const LARGEST = LATEST_TIMESTAMP - 1;
const INDEXES = { byValue: { on: 'f:q' } };
const decoder = new TextDecoder();

let medium: MemoryMedium;
let connection: Connection;
let table: Table;

/** Opens the table `t` with the families `f`, of one version, and `h`, which keeps its history. */
async function open(timestamps: TimestampMode): Promise<void> {
  ({ connection } = await openEngine(medium, { timestamps }));
  table = await connection.ensureTable({ name: 't', families: ['f', { name: 'h', ...KEEP_HISTORY }] });
}

beforeEach(() => {
  medium = memoryMedium();
  medium.clock.set(NOW);
});
afterEach(() => connection.close());

function put(
  value: string,
  { qualifier = 'q', family = 'f', time }: Partial<Record<'qualifier' | 'family', string>> & { time?: number } = {},
): Put {
  const one = new Put('r');
  return time === undefined ? one.addColumn(family, qualifier, value) : one.addColumn(family, qualifier, time, value);
}

/** The columns of the row with their values and how far they are ahead of NOW. */
async function row(from = table): Promise<string[]> {
  const { cells } = await from.get('r');
  return cells.map(({ family, qualifier, value, timestamp }) => {
    const ahead = timestamp - NOW;
    return `${decoder.decode(family)}:${decoder.decode(qualifier)}=${decoder.decode(value)}@${ahead}`;
  });
}

describe('A write above a timestamp that the engine did not assign (A-10)', () => {
  it("is not moved by other columns and rows in mode 'ordered', but by other columns in 'strict'", async () => {
    await open('ordered');
    await table.put(put('future', { time: NOW + DAY }));
    await table.put(put('new', { qualifier: 'p' }));
    await table.put(put('new'));
    await table.put(put('newer', { qualifier: 'p' }));
    await table.put(new Put('s').addColumn('f', 'q', 'new'));
    expect(await row()).toEqual(['f:p=newer@0', `f:q=new@${DAY + 1}`]);
    expect((await table.get('s')).cells.map(({ timestamp }) => timestamp)).toEqual([NOW]);
    await connection.close();

    medium = memoryMedium();
    medium.clock.set(NOW);
    await open('strict');
    await table.put(put('future', { time: NOW + DAY }));
    await table.put(put('new', { qualifier: 'p' }));
    await table.put(put('new', { family: 'h' }));
    expect(await row()).toEqual([`f:p=new@${DAY + 1}`, `f:q=future@${DAY}`, `h:q=new@${DAY + 2}`]);
  });

  it('keeps the version that it follows, and the order of the versions', async () => {
    await open('ordered');
    await table.put(put('future', { family: 'h', time: NOW + DAY }));
    for (const value of ['a', 'b', 'c']) await table.put(put(value, { family: 'h' }));
    medium.clock.advance(DAY + 10);
    await table.put(put('d', { family: 'h' }));
    const { cells } = await table.get({ row: 'r', versions: 'all' });
    expect(cells.map(({ value, timestamp }) => [decoder.decode(value), timestamp - NOW - DAY])).toEqual([
      ['d', 10],
      ['c', 3],
      ['b', 2],
      ['a', 1],
      ['future', 0],
    ]);
  });

  it('follows what the same list, batch, RowMutations or atomicBatch wrote before it', async () => {
    await open('ordered');
    const parts = () => [new Delete('r', NOW + DAY), put('new')];
    const changes = [
      async () => table.put([put('future', { time: NOW + DAY }), put('new')]),
      async () => table.batch(parts()),
      async () => table.mutateRow(parts().reduce((all, one) => all.add(one), new RowMutations('r'))),
      async () => connection.atomicBatch(parts().map((mutation) => ({ table, mutation }))),
    ];
    for (const change of changes) {
      await change();
      expect((await row()).join()).toContain('f:q=new@');
      await connection.getAdmin().disableTable('t');
      await connection.getAdmin().truncateTable('t');
    }
    await table.mutateRow(
      new RowMutations('r')
        .add(put('future', { time: NOW + DAY }))
        .add(new Increment('r').addColumn('f', 'n', 1))
        .add(new Delete('r').addFamily('f')),
    );
    expect(await row()).toEqual([]);
  });

  it('is above a cell that an import merges, also if it has an index', async () => {
    medium.clock.set(NOW + DAY);
    await open('ordered');
    await table.put(put('future'));
    const backup = await new Response(connection.exportStream()).text();
    await connection.close();

    medium = memoryMedium();
    medium.clock.set(NOW);
    await open('ordered');
    await connection.ensureTable({ name: 't', families: ['f', { name: 'h', ...KEEP_HISTORY }], indexes: INDEXES });
    await connection.importStream(new Response(backup).body as ReadableStream<Uint8Array>, { mode: 'merge' });
    await table.put(put('new'));
    expect(await row()).toEqual([`f:q=new@${DAY + 1}`]);
    const found = async (equals: string) => (await table.getScanner({ index: 'byValue', equals }).toArray()).length;
    expect([await found('new'), await found('future')]).toEqual([1, 0]);
    await table.delete(new Delete('r'));
    expect([await found('new'), await found('future')]).toEqual([0, 0]);
  });

  it('restores a row whose columns have cells and deletes in the future, and keeps what it contained', async () => {
    await open('ordered');
    await table.put(put('one', { family: 'h' }));
    await table.put(put('one', { family: 'h', qualifier: 'p' }));
    medium.clock.advance(10);
    await table.put(put('future', { family: 'h', time: NOW + DAY }));
    await table.put(put('future', { family: 'h', qualifier: 'n', time: NOW + DAY }));
    await table.delete(new Delete('r').addColumns('h', 'p', NOW + DAY + 5));
    await table.restore('r', NOW + 5);
    expect(await row()).toEqual([`h:p=one@${DAY + 6}`, `h:q=one@${DAY + 6}`]);
    const { cells } = await table.get({ row: 'r', asOf: NOW + DAY });
    expect(cells.map(({ value }) => decoder.decode(value))).toEqual(['future', 'one', 'future']);
  });

  it('counts in the status, once for each row, until the clock has passed it', async () => {
    await open('ordered');
    const clock = async () => (await connection.status()).clock;
    await table.put(put('future', { time: NOW + DAY }));
    expect(await clock()).toEqual({ rowsAhead: 0, largestLeadMs: 0 });
    await table.put(put('new'));
    await table.put(put('newer'));
    expect(await clock()).toEqual({ rowsAhead: 1, largestLeadMs: DAY + 2 });
    medium.clock.advance(DAY + 3);
    expect(await clock()).toEqual({ rowsAhead: 0, largestLeadMs: 0 });
    await table.put(put('newest'));
    expect(await row()).toEqual([`f:q=newest@${DAY + 3}`]);
  });

  it('reads nothing while no cell of its table is after now', async () => {
    await open('ordered');
    const read = vi.spyOn(RegionReads.prototype, 'get');
    const visited = vi.spyOn(RegionReads.prototype, 'visitCells');
    const write = async () => {
      medium.clock.advance(1);
      await table.put([put('a'), put('b', { family: 'h' })]);
      await table.delete(new Delete('r').addColumns('f', 'q'));
    };
    await table.put(put('past', { time: NOW - 1 }));
    await write();
    await connection.getAdmin().flush('t');
    await write();
    const other = await connection.ensureTable({ name: 'other', families: ['f'] });
    await other.put(put('future', { time: NOW + DAY }));
    await write();
    expect([read.mock.calls.length, visited.mock.calls.length]).toEqual([0, 0]);
    await other.put(put('new'));
    expect([read.mock.calls.length, visited.mock.calls.length]).toEqual([1, 1]);
    vi.restoreAllMocks();
  });

  it("does not exist in mode 'wall' (W-25)", async () => {
    await open('wall');
    await table.put(put('future', { time: NOW + DAY }));
    await table.put(put('new'));
    await table.delete(new Delete('r'));
    expect(await row()).toEqual([`f:q=future@${DAY}`]);
    expect((await connection.status()).clock).toEqual({ rowsAhead: 0, largestLeadMs: 0 });
  });
});

describe('A write without a timestamp to a column with the largest timestamp (A-30)', () => {
  const refused = (what: string) => ({
    code: 'INVALID_OPERATION',
    message: expect.stringContaining(`${what} has the timestamp ${LARGEST}`),
  });
  const CELL = refused("a cell of column 'f:q'");

  it.each(['ordered', 'strict'] as const)("is refused in mode '%s', and nothing of it is applied", async (mode) => {
    await open(mode);
    await table.put(put('last', { time: LARGEST }));
    const writes = [
      () => table.put(put('new').addColumn('f', 'p', 'new')),
      () => table.delete(new Delete('r')),
      () => table.delete(new Delete('r').addFamily('f')),
      () => table.delete(new Delete('r').addColumns('f', 'q')),
      () => table.mutateRow(new RowMutations('r').add(put('x', { qualifier: 'p', time: 5 })).add(put('new'))),
      () => connection.atomicBatch([{ table, mutation: put('new') }]),
      () => connection.transact(async (transaction) => transaction.table(table).put(put('new'))),
    ];
    for (const write of writes) await expect(write()).rejects.toMatchObject(CELL);
    expect(await row()).toEqual([`f:q=last@${LARGEST - NOW}`]);
    // The version can be deleted, and the column written again.
    await table.delete(new Delete('r').addColumn('f', 'q'));
    await table.put(put('new'));
    expect((await row()).join()).toMatch(/^f:q=new@\d$/);
  });

  it("in mode 'ordered' is refused only if it would be hidden, and alone in a list", async () => {
    await open('ordered');
    await table.put(put('last', { time: LARGEST }));
    const batch = table.batch([put('new', { qualifier: 'p' }), put('new'), new Put('s').addColumn('f', 'q', 'new')]);
    await expect(batch).rejects.toMatchObject({ code: 'BATCH_FAILED' });
    expect(await row()).toEqual(['f:p=new@0', `f:q=last@${LARGEST - NOW}`]);
    expect((await table.get('s')).isEmpty).toBe(false);
  });

  it("in mode 'ordered' replaces the cell that it read, unless that would lose a version", async () => {
    await open('ordered');
    await table.put(put('last', { time: LARGEST }));
    await table.append(new Append('r').addColumn('f', 'q', '!'));
    expect(await row()).toEqual([`f:q=last!@${LARGEST - NOW}`]);
    await table.checkAndMutate(CheckAndMutate.newBuilder('r').ifEquals('f', 'q', 'last!').build(put('new')));
    expect(await row()).toEqual([`f:q=new@${LARGEST - NOW}`]);
    await table.put(put('last', { family: 'h', time: LARGEST }));
    const append = table.append(new Append('r').addColumn('h', 'q', '!'));
    await expect(append).rejects.toMatchObject(refused("a cell of column 'h:q'"));
  });

  it("in mode 'strict' is refused for every column of the row", async () => {
    await open('strict');
    await table.put(put('last', { time: LARGEST }));
    await expect(table.put(put('new', { family: 'h' }))).rejects.toMatchObject(CELL);
    await expect(table.append(new Append('r').addColumn('f', 'q', '!'))).rejects.toMatchObject(CELL);
    const check = CheckAndMutate.newBuilder('r').ifEquals('f', 'q', 'last').build(put('new'));
    await expect(table.checkAndMutate(check)).rejects.toMatchObject(CELL);
  });

  it('names the delete that would hide it', async () => {
    await open('ordered');
    await table.delete(new Delete('r').addFamily('f', LARGEST));
    const FAMILY = refused("a delete of family 'f'");
    await expect(table.put(put('new'))).rejects.toMatchObject(FAMILY);
    await expect(table.increment(new Increment('r').addColumn('f', 'q', 1))).rejects.toMatchObject(FAMILY);
    await table.delete(new Delete('r'));
  });
});
