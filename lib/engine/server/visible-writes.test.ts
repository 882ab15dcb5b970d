import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import type { Table } from '../../client/table.js';
import { Append } from '../../model/append.js';
import { CheckAndMutate } from '../../model/check-and-mutate.js';
import { Delete } from '../../model/delete.js';
import { Increment } from '../../model/increment.js';
import { KEEP_HISTORY } from '../../model/keep-history.js';
import { Put } from '../../model/put.js';
import { RowMutations } from '../../model/row-mutations.js';
import type { FamilyAttributes } from '../../model/schema/family-descriptor.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';

const NOW = 1_600_000_000_000;
const DAY = 86_400_000;
const LATER = NOW + DAY;
const decoder = new TextDecoder();

let medium: MemoryMedium;
let connection: Connection;
let table: Table;
/** The row that the writes and deletes below change. */
let key: string;

type Mode = 'ordered' | 'strict';

beforeEach(() => {
  medium = memoryMedium();
  medium.clock.set(NOW);
  key = 'r';
});
afterEach(() => connection.close());

const put = (value: string, time?: number, qualifier = 'q') =>
  time === undefined
    ? new Put(key).addColumn('f', qualifier, value)
    : new Put(key).addColumn('f', qualifier, time, value);

/** The columns of the row with their values and how far they are ahead of NOW. */
async function row(): Promise<string[]> {
  const { cells } = await table.get(key);
  return cells.map(({ family, qualifier, value, timestamp }) => {
    const ahead = timestamp - NOW;
    return `${decoder.decode(family)}:${decoder.decode(qualifier)}=${decoder.decode(value)}@${ahead}`;
  });
}

const HIDING: Record<string, () => Promise<unknown>> = {
  'a put': () => table.put(put('future', LATER)),
  'a put in microseconds': () => table.put(put('future', NOW * 1000)),
  'a delete of the row': () => table.delete(new Delete(key, LATER)),
  'a delete of the family': () => table.delete(new Delete(key).addFamily('f', LATER)),
  'a delete of the column': () => table.delete(new Delete(key).addColumns('f', 'q', LATER)),
  'a delete of the version of now': () => table.delete(new Delete(key).addColumn('f', 'q', NOW)),
  'a delete of the family version of now': () => table.delete(new Delete(key).addFamilyVersion('f', NOW)),
  'a delete of the row up to now': () => table.delete(new Delete(key, NOW)),
  'a put and the version after it deleted': async () => {
    await table.put(put('future', LATER));
    await table.delete(new Delete(key).addColumn('f', 'q', LATER + 1));
  },
};

const WRITES: Record<string, () => Promise<unknown>> = {
  put: () => table.put(put('new')),
  'put of a list': () => table.put([put('other', undefined, 'p'), put('old'), put('new')]),
  append: async () => {
    const { cells } = await table.append(new Append(key).addColumn('f', 'q', 'new'));
    expect(decoder.decode(cells[0]?.value)).toMatch(/new$/);
  },
  mutateRow: () => table.mutateRow(new RowMutations(key).add(put('other', undefined, 'p')).add(put('new'))),
  'mutateRow that deletes first': () =>
    table.mutateRow(new RowMutations(key).add(new Delete(key).addFamily('f')).add(put('new'))),
  checkAndMutate: () => table.checkAndMutate(CheckAndMutate.newBuilder(key).ifNotExists('g', 'none').build(put('new'))),
  batch: () => table.batch([put('old'), new Delete(key).addColumns('f', 'q'), put('new')]),
  atomicBatch: () => connection.atomicBatch([{ table, mutation: put('new') }]),
  transact: () => connection.transact(async (transaction) => transaction.table(table).put(put('new'))),
};

const DELETES: Record<string, () => Promise<unknown>> = {
  row: () => table.delete(new Delete(key)),
  family: () => table.delete(new Delete(key).addFamily('f')),
  column: () => table.delete(new Delete(key).addColumns('f', 'q')),
  'versions, one by one': () =>
    table.delete(new Delete(key).addColumn('f', 'q').addColumn('f', 'q').addColumn('f', 'q')),
  'column and put, inside mutateRow': () =>
    table.mutateRow(new RowMutations(key).add(put('new')).add(new Delete(key).addColumns('f', 'q'))),
  'row, after a check': () =>
    table.checkAndMutate(CheckAndMutate.newBuilder(key).ifNotExists('g', 'none').build(new Delete(key))),
  'row, in a transaction': () =>
    connection.transact(async (transaction) => transaction.table(table).delete(new Delete(key))),
};

const NOTHING = async (): Promise<void> => undefined;

const FAMILIES: Record<string, Partial<FamilyAttributes>> = {
  one: {},
  three: { maxVersions: 3 },
  history: KEEP_HISTORY,
  replayed: { newVersionBehavior: true, maxVersions: 2 },
  expiring: { timeToLive: 3600, minVersions: 1 },
};

/** Where the cells of the tables may be. */
const PLACES: Record<string, (mode: Mode) => Promise<unknown>> = {
  memory: async () => undefined,
  files: () => eachTable((name) => connection.getAdmin().flush(name)),
  'compacted files': () =>
    eachTable(async (name) => {
      await connection.getAdmin().flush(name);
      await connection.getTable(name).put(new Put('other').addColumn('f', 'q', 'x'));
      await connection.getAdmin().majorCompact(name);
    }),
  'another run': async (timestamps) => {
    medium = copyOf(medium);
    await connection.close();
    ({ connection } = await openEngine(medium, { timestamps }));
  },
};

async function eachTable(run: (name: string) => Promise<unknown>): Promise<void> {
  for (const name of Object.keys(FAMILIES)) await run(name);
}

/**
 * In every place, calls `prepare` and later `test` for a row of each kind of family with each kind of cell that would hide
 * a write.
 */
async function everywhere(mode: Mode, prepare: () => Promise<unknown>, test: (where: string) => Promise<unknown>) {
  const eachRow = (run: (name: string, hiding: string) => Promise<unknown>) =>
    eachTable(async (name) => {
      table = connection.getTable(name);
      for (const hiding of Object.keys(HIDING)) {
        key = hiding;
        await run(name, hiding);
      }
    });
  for (const [place, store] of Object.entries(PLACES)) {
    medium = memoryMedium();
    medium.clock.set(NOW);
    ({ connection } = await openEngine(medium, { timestamps: mode }));
    await eachTable((name) => connection.ensureTable({ name, families: [{ name: 'f', ...FAMILIES[name] }, 'g'] }));
    await eachRow(async (_, hiding) => {
      await HIDING[hiding]?.();
      await prepare();
    });
    await store(mode);
    await eachRow((name, hiding) => test(`after ${hiding}, in a family with ${name}, in ${place}`));
    await connection.close();
  }
}

describe.each(['ordered', 'strict'] as const)("In mode '%s', a write without a timestamp is visible (W-6)", (mode) => {
  it.each(Object.entries(WRITES))('%s', (_, write) =>
    everywhere(mode, NOTHING, async (where) => {
      await write();
      expect((await row()).join(), where).toMatch(/f:q=[a-z]*new@\d+/);
    }),
  );

  it.each(Object.entries(DELETES))('delete of the %s', (_, remove) =>
    everywhere(mode, NOTHING, async (where) => {
      await remove();
      expect((await row()).join(), where).not.toContain('f:q');
      await table.put(put('new'));
      expect((await row()).join(), where).toContain('f:q=new');
    }),
  );

  it('increment', () =>
    everywhere(
      mode,
      () => table.delete(new Delete(key).addColumns('f', 'q')),
      async (where) => {
        const count = async () => {
          await table.increment(new Increment(key).addColumn('f', 'q', 1));
          return (await table.get(key)).getLong('f', 'q');
        };
        expect([await count(), await count()], where).toEqual([1n, 2n]);
      },
    ));
});
