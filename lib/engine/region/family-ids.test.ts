import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import type { TableRecord } from '../../storage/catalog/catalog.js';
import { openEngine } from '../../testing/samples/engine.js';
import { sampleTable } from '../../testing/samples/sample-images.js';
import { droppedFamilies, newFamilyIds } from './family-ids.js';

const record: TableRecord = { ...sampleTable(1), flushedSequenceId: 50, rollbackPoints: [] };

describe('The ids of families', () => {
  it('rise up to 65,535, then the smallest free ones are used', () => {
    const ids = newFamilyIds({ name: 't', nextFamilyId: 65_534 }, [1, 3, 65_534]);
    expect([ids.next(), ids.next(), ids.next(), ids.next()]).toEqual([65_534, 65_535, 2, 4]);
    expect(ids.nextFamilyId).toBe(65_536);
  });

  it('are refused if none is free', () => {
    const all = Array.from({ length: 65_535 }, (_, index) => index + 1);
    const ids = newFamilyIds({ name: 't', nextFamilyId: 65_536 }, all);
    expect(() => ids.next()).toThrowError(expect.objectContaining({ code: 'INVALID_OPERATION' }));
  });

  it('are not free before every edit that the log has of the family is in files', () => {
    const dropped = droppedFamilies(record, [2], 60);
    expect(dropped).toEqual([{ id: 2, sequenceId: 60 }]);
    const next = { ...record, droppedFamilies: dropped };
    expect(droppedFamilies({ ...next, flushedSequenceId: 59 }, [], 70)).toEqual(dropped);
    expect(droppedFamilies({ ...next, flushedSequenceId: 60 }, [], 70)).toEqual([]);
  });

  it('are not free while a roll-back point has an older sequence id or names the family', () => {
    const point = { since: 1, flushedSequenceId: 60, added: [] };
    const next = { ...record, flushedSequenceId: 90, droppedFamilies: [{ id: 2, sequenceId: 60 }] };
    expect(droppedFamilies({ ...next, rollbackPoints: [point] }, [], 90)).toEqual([]);
    expect(droppedFamilies({ ...next, rollbackPoints: [{ ...point, flushedSequenceId: 59 }] }, [], 90)).toHaveLength(1);
    const replaced = [{ family: 2, at: 0, run: [] }];
    expect(droppedFamilies({ ...next, rollbackPoints: [{ ...point, replaced }] }, [], 90)).toHaveLength(1);
  });
});

/** A machine with a table `t`, which has the families a and k and has used all ids but a few. */
async function almostAllUsed(): Promise<SimMachine> {
  const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
  const { connection } = await openEngine(machine);
  await connection.ensureTable({ name: 't', families: ['a', 'k'] });
  await connection.close();
  const { database, tables } = machine.catalog.current as NonNullable<typeof machine.catalog.current>;
  const used = { database, tables: tables.map((table) => ({ ...table, nextFamilyId: 65_534 })) };
  for (const path of machine.files.paths()) if (path.startsWith('manifest-')) machine.files.takeAway(path);
  return new SimMachine({ seed: 2, clock: machine.clock, image: used }, machine.files);
}

describe('A table that has used all ids of families', () => {
  it('never gives cells of one family to another, also after recovery', async () => {
    let machine = await almostAllUsed();
    const expected = new Map<string, string>();
    for (let round = 0; round < 8; round++) {
      const { connection } = await openEngine(machine);
      const admin = connection.getAdmin();
      const table = connection.getTable('t');
      const name = `f${round}`;
      await admin.addColumnFamily('t', name);
      await table.put({ row: 'r', cells: { [name]: { q: name } } });
      expected.set(name, name);
      if (round % 3 === 2) {
        const gone = `f${round - 1}`;
        await admin.deleteColumnFamily('t', gone);
        expected.delete(gone);
        await admin.addColumnFamily('t', `g${round}`);
      }
      const check = async (): Promise<void> => {
        const result = await table.get('r');
        for (const family of (await admin.getDescriptor('t')).families) {
          expect(result.getText(family.name, 'q'), family.name).toBe(expected.get(family.name) ?? null);
        }
      };
      await check();
      machine = machine.image({ kind: 'process-death', seed: round });
      machine.clock.advance(20_000);
      const again = await openEngine(machine.image({ kind: 'process-death', seed: round }));
      const result = await again.connection.getTable('t').get('r');
      for (const family of (await again.connection.getAdmin().getDescriptor('t')).families) {
        expect(result.getText(family.name, 'q'), family.name).toBe(expected.get(family.name) ?? null);
      }
    }
    const ids = machine.catalog.current?.tables[0]?.families.map(({ id }) => id) ?? [];
    expect(ids).toEqual(expect.arrayContaining([65_534, 3, 4]));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refuses more families than a table may have', async () => {
    const { connection } = await openEngine(new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) }));
    const families = Array.from({ length: 1001 }, (_, index) => `f${index}`);
    const tooMany = connection.getAdmin().createTable({ name: 't', families });
    await expect(tooMany).rejects.toMatchObject({
      code: 'INVALID_OPERATION',
      message: expect.stringContaining('1000'),
    });
    await connection.getAdmin().createTable({ name: 't', families: families.slice(1) });
    await expect(connection.getAdmin().addColumnFamily('t', 'another')).rejects.toMatchObject({
      code: 'INVALID_OPERATION',
    });
  });
});
