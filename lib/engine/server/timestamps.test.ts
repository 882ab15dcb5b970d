import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { CheckAndMutate } from '../../model/check-and-mutate.js';
import { Delete } from '../../model/delete.js';
import { Increment } from '../../model/increment.js';
import { Put } from '../../model/put.js';
import { RowMutations } from '../../model/row-mutations.js';
import type { TimestampMode } from '../../model/timestamp-mode.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { get, increment, mutate, PacketClient } from '../../testing/samples/packet-client.js';

const NOW = 1_000_000;

async function open(medium: MemoryMedium, timestamps: TimestampMode) {
  const { connection, database } = await openEngine(medium, { timestamps });
  const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
  return { connection, table, client: new PacketClient(database.service, 'packets') };
}

const put = (value: string, row = 'r') => new Put(row).addColumn('f', 'q', value);

/** `value@timestamp` of f:q, or null. */
async function newest(connection: Connection, row = 'r'): Promise<string | null> {
  const cell = (await connection.getTable('t').get(row)).getColumnLatestCell('f', 'q');
  return cell === null ? null : `${new TextDecoder().decode(cell.value)}@${cell.timestamp - NOW}`;
}

describe('Puts and deletes of one millisecond (A-10)', () => {
  const cases: readonly [TimestampMode, string | null][] = [
    ['ordered', 'new@1'],
    ['strict', 'new@2'],
    ['wall', null],
  ];
  for (const [mode, expected] of cases) {
    const outcome = expected === null ? 'loses a put after a delete (W-30)' : 'loses no put after a delete';
    it(`'${mode}' ${outcome}, in one call after the other`, async () => {
      const { connection, table } = await open(memoryMedium(), mode);
      await table.put(put('old'));
      await table.delete(new Delete('r'));
      expect(await newest(connection)).toBe(null);
      await table.put(put('new'));
      expect(await newest(connection)).toBe(expected);
    });

    it(`'${mode}' ${outcome}, in one packet`, async () => {
      const { connection, table } = await open(memoryMedium(), mode);
      await Promise.all([
        table.put(put('old')),
        table.delete(new Delete('r').addColumns('f', 'q')),
        table.put(put('new')),
      ]);
      expect(await newest(connection)).toBe(expected);
    });

    it(`'${mode}' ${outcome}, in one list (A-12)`, async () => {
      const { connection, client } = await open(memoryMedium(), mode);
      const [failed] = await client.send(mutate('t', put('old'), new Delete('r').addFamily('f'), put('new')));
      expect(failed).toEqual([]);
      expect(await newest(connection)).toBe(expected);
    });

    it(`'${mode}' ${outcome}, inside one RowMutations and inside one batch`, async () => {
      const { connection, table } = await open(memoryMedium(), mode);
      await table.put(put('old'));
      await table.mutateRow(new RowMutations('r').add(new Delete('r')).add(put('new')));
      expect(await newest(connection)).toBe(expected);
      await table.put(put('old', 's'));
      await table.batch([new Delete('s'), put('new', 's')]);
      expect(await newest(connection, 's')).toBe(expected);
    });

    it(`'${mode}' ${outcome} of the newest version (W-24)`, async () => {
      const { connection, table } = await open(memoryMedium(), mode);
      await table.put(put('old'));
      await table.delete(new Delete('r').addColumn('f', 'q'));
      await table.put(put('new'));
      expect(await newest(connection)).toBe(mode === 'strict' ? 'new@1' : expected);
    });

    it(`'${mode}' ${outcome} for appends and increments`, async () => {
      const { connection, table } = await open(memoryMedium(), mode);
      await table.append({ row: 'r', values: { f: { q: 'old' } } });
      await table.delete(new Delete('r'));
      await table.append({ row: 'r', values: { f: { q: 'new' } } });
      expect(await newest(connection)).toBe(expected);
    });

    it(`'${mode}' ${mode === 'wall' ? 'loses it also' : 'keeps it also'} when the database was closed in between`, async () => {
      const medium = memoryMedium();
      const first = await open(medium, mode);
      await first.table.put(put('old'));
      await first.table.delete(new Delete('r'));
      await first.connection.close();
      const { connection, table } = await open(medium, mode);
      await table.put(put('new'));
      expect((await newest(connection)) !== null).toBe(expected !== null);
    });

    it(`'${mode}' ${mode === 'wall' ? 'loses it also' : 'keeps it also'} when the process died in between`, async () => {
      const medium = memoryMedium();
      const first = await open(medium, mode);
      await first.table.delete(new Delete('r'));
      const { connection, table } = await open(copyOf(medium), mode);
      await table.put(put('new'));
      expect((await newest(connection)) !== null).toBe(expected !== null);
    });

    it(`'${mode}' returns the same answers from store files`, async () => {
      const { connection, table } = await open(memoryMedium(), mode);
      await table.put(put('old'));
      await connection.getAdmin().flush('t');
      await table.delete(new Delete('r'));
      await connection.getAdmin().flush('t');
      await table.put(put('new'));
      await connection.getAdmin().flush('t');
      expect(await newest(connection)).toBe(expected);
    });
  }
});

describe("The clock 'ordered' (A-10)", () => {
  it('shows a put that follows counters which ran ahead of the millisecond', async () => {
    const { client } = await open(memoryMedium(), 'ordered');
    const count = () => increment('t', new Increment('r').addColumn('f', 'q', 1));
    await client.send(count(), count(), count(), mutate('t', put('reset')));
    expect(await client.send(get('t', 'r'))).toEqual([[[`r/f:q/${NOW + 2}=reset`]]]);
  });

  it('covers with a delete the counters that ran ahead of the millisecond', async () => {
    const { client } = await open(memoryMedium(), 'ordered');
    const count = () => increment('t', new Increment('r').addColumn('f', 'q', 1));
    await client.send(count(), count(), count(), mutate('t', new Delete('r')));
    expect(await client.send(get('t', 'r'), count())).toEqual([[[]], [[`r/f:q/${NOW + 3}=1`]]]);
  });

  it('does not assign an earlier timestamp to a row when the wall clock is set back, even after a restart', async () => {
    const medium = memoryMedium();
    const first = await open(medium, 'ordered');
    await first.table.put(put('first'));
    medium.clock.set(NOW - 500);
    await first.table.put(put('second'));
    expect(await newest(first.connection)).toBe('second@0');
    await first.connection.close();
    const { connection, table } = await open(medium, 'ordered');
    await table.put(put('third'));
    expect(await newest(connection)).toBe('third@0');
    await table.put(put('elsewhere', 's'));
    expect(await newest(connection, 's')).toBe('elsewhere@-500');
  });

  it('keeps explicit timestamps unchanged, and follows them only in their columns (W-4)', async () => {
    const { connection, table } = await open(memoryMedium(), 'ordered');
    await table.put(new Put('r').addColumn('f', 'q', NOW + 9_000, 'future'));
    expect(await newest(connection)).toBe('future@9000');
    await table.put(new Put('r').addColumn('g', 'q', 'now'));
    expect((await table.get('r')).getColumnLatestCell('g', 'q')?.timestamp).toBe(NOW);
    await table.put(put('now'));
    expect(await newest(connection)).toBe('now@9001');
    await table.put(put('now', 's'));
    expect(await newest(connection, 's')).toBe('now@0');
  });

  it('gives a mutation that touches a family with several versions a new timestamp in all its families (W-2)', async () => {
    const { connection } = await openEngine(memoryMedium());
    const families = ['f', { name: 'g', maxVersions: 2 }];
    const table = await connection.ensureTable({ name: 'mixed', families });
    await table.put(put('one'));
    await table.put(put('two').addColumn('g', 'q', 'two'));
    await table.put(put('three'));
    const { cells } = await table.get({ row: 'r', versions: 'all' });
    expect(cells.map(({ timestamp }) => timestamp - NOW)).toEqual([1, 1]);
  });

  it('assigns one timestamp to all cells of a mutation (W-2)', async () => {
    const { client } = await open(memoryMedium(), 'ordered');
    const both = new Put('r').addColumn('f', 'q', '1').addColumn('g', 'q', '2');
    await client.send(mutate('t', new Delete('r'), both));
    expect(await client.send(get('t', 'r'))).toEqual([[[`r/f:q/${NOW + 1}=1`, `r/g:q/${NOW + 1}=2`]]]);
  });
});

describe("The clock 'strict' (A-10)", () => {
  it('assigns a later timestamp to a put than that of the checked cell, even if that is in the future (W-55)', async () => {
    const { table } = await open(memoryMedium(), 'strict');
    await table.put(new Put('r').addColumn('f', 'q', NOW + 50, 'ahead'));
    const check = CheckAndMutate.newBuilder('r').ifEquals('f', 'q', 'ahead').build(put('new'));
    expect((await table.checkAndMutate(check)).success).toBe(true);
    const { cells } = await table.get({ row: 'r', versions: 'all' });
    expect(cells.map(({ timestamp }) => timestamp - NOW)).toEqual([51]);
  });

  it('gives every mutation of a row its own timestamp, in list order', async () => {
    const { client } = await open(memoryMedium(), 'strict');
    const times: unknown[] = [];
    for (let turn = 0; turn < 3; turn++) {
      await client.send(mutate('t', put('v'), put('w')));
      times.push(...(await client.send(get('t', 'r'))));
    }
    expect(times).toEqual([1, 3, 5].map((ahead) => [[`r/f:q/${NOW + ahead}=w`]]));
  });
});

describe("The clock 'wall' (W-3)", () => {
  it('is set back with the wall clock', async () => {
    const medium = memoryMedium();
    const { connection, table } = await open(medium, 'wall');
    await table.put(put('first'));
    medium.clock.set(NOW - 500);
    await table.put(put('hidden behind the first'));
    expect(await newest(connection)).toBe('first@0');
  });

  it('assigns the old timestamp + 1 to a counter if that is later (W-34)', async () => {
    const { client } = await open(memoryMedium(), 'wall');
    const count = (at?: number) => {
      const one = new Increment('r').addColumn('f', 'q', 1);
      return increment('t', at === undefined ? one : one.setTimestamp(at));
    };
    expect(await client.send(count(5), count(), count(7))).toEqual([
      [['r/f:q/5=1']],
      [[`r/f:q/${NOW}=2`]],
      [[`r/f:q/${NOW + 1}=3`]],
    ]);
  });
});
