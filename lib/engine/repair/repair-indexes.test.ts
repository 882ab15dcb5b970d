import { describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import type { Connection } from '../../client/connection.js';
import type { VerifyReport } from '../../model/verify-report.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { CRASH_KINDS } from '../../testing/crash/crash-sweep.js';
import { settled } from '../../testing/fakes/stepped-engine.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { writeEntry } from '../../testing/samples/index-entries.js';

const INDEXED = {
  name: 't',
  families: [{ name: 'e', blockSize: 1024 }, 'tag'],
  indexes: { byType: { on: 'e:type' }, byTag: { qualifiersOf: 'tag' } },
} as const;
const ROWS = Array.from({ length: 60 }, (_, row) => `r${100 + row}`);
const TYPES = ['old', 'new'];

function note(row: string, type: string) {
  return { row, cells: { e: { type: `${type} ${row.at(-1)}`, text: 'x'.repeat(60) }, tag: { [type]: '' } } };
}

/** Two files of each family: old values of every row, and new ones. */
async function stored(): Promise<MemoryMedium> {
  const medium = memoryMedium();
  const { connection } = await openEngine(medium);
  const table = await connection.ensureTable(INDEXED);
  for (const type of TYPES) {
    await table.put(ROWS.map((row) => note(row, type)));
    await connection.getAdmin().flush('t');
  }
  // Until then, the table would go back to its state before a flush.
  medium.clock.advance(120_000);
  await settled();
  await connection.close();
  return copyOf(medium);
}

function flip(medium: MemoryMedium, path: string, at: number): void {
  const bytes = medium.files.bytesOf(path).slice();
  bytes[at] = (bytes[at] as number) ^ 0x40;
  medium.files.setBytes(path, bytes);
}

/** The paths of the files of a family, the oldest first. */
function filesOf({ catalog }: MemoryMedium, family: string): string[] {
  const record = catalog.image?.tables[0]?.families.find(({ name }) => name === family);
  return (record?.runs ?? []).flat().map(({ epoch, number }) => `data/${epoch}-${number}`);
}

const problems = ({ files }: VerifyReport) => files.flatMap((file) => file.problems);

/** Reads by the indexes return what a scan of all rows returns. */
async function expectSame(connection: Connection, name = 't'): Promise<void> {
  const table = connection.getTable(name);
  const all = await table.getScanner().toArray();
  for (const type of TYPES) {
    const found = await table.getScanner({ index: 'byType', prefix: `${type} ` }).toArray();
    const due = all.filter((row) => row.getText('e', 'type')?.startsWith(`${type} `));
    expect(found.map(({ key }) => key).sort()).toEqual(due.map(({ key }) => key));
    const tagged = await table.getScanner({ index: 'byTag', equals: type }).toArray();
    const dueTagged = all.filter((row) => row.getText('tag', type) !== null);
    expect(tagged.map(({ key }) => key)).toEqual(dueTagged.map(({ key }) => key));
  }
}

describe('A repair', () => {
  it('that loses cells of a family builds the indexes again, because older values are visible then', async () => {
    const medium = await stored();
    flip(medium, filesOf(medium, 'e').at(-1) as string, 1_500);
    const { connection } = await openEngine(medium);
    const { lost } = await connection.repair();
    expect(lost).not.toEqual([]);
    expect(medium.catalog.image?.tables[0]?.indexes?.map(({ complete }) => complete)).toEqual([false, false]);
    await connection.ensureTable(INDEXED);
    const old = await connection.getTable('t').getScanner({ index: 'byType', prefix: 'old ' }).toArray();
    expect(old.length).toBeGreaterThan(3);
    await expectSame(connection);
    expect(problems(await connection.verify())).toEqual([]);
    medium.clock.advance(120_000);
    await settled();
    expect(medium.catalog.image?.tables[0]?.indexes?.map(({ complete }) => complete)).toEqual([true, true]);
    await connection.close();
    const next = await openEngine(copyOf(medium));
    await expectSame(next.connection);
    expect(problems(await next.connection.verify())).toEqual([]);
    await next.connection.close();
  });

  it('of rows that a compaction could not read builds the indexes again', async () => {
    const medium = await stored();
    flip(medium, filesOf(medium, 'e').at(-1) as string, 1_500);
    const { connection } = await openEngine(medium);
    // It reports the damage.
    await connection
      .getAdmin()
      .majorCompact('t')
      .catch(() => {});
    expect((await connection.repair()).lost).not.toEqual([]);
    await connection.ensureTable(INDEXED);
    await expectSame(connection);
    expect(problems(await connection.verify())).toEqual([]);
    await connection.close();
  });

  it.each(['\\x00byType', '\\x00byTag'])('of a damaged file of %s loses nothing', async (family) => {
    const medium = await stored();
    const path = filesOf(medium, family)[0] as string;
    flip(medium, path, 100);
    const { connection } = await openEngine(medium);
    expect(problems(await connection.verify())).toHaveLength(1);
    const report = await connection.repair();
    expect(report).toEqual({ repaired: [path], quarantined: [], lost: [] });
    await connection.ensureTable(INDEXED);
    await expectSame(connection);
    expect(problems(await connection.verify())).toEqual([]);
    medium.clock.advance(120_000);
    await settled();
    await connection.close();
    const next = await openEngine(copyOf(medium));
    expect((await next.connection.status()).lastRecovery.problems).toEqual([]);
    await expectSame(next.connection);
    await next.connection.close();
  });

  it('of entries that a compaction could not read loses nothing', async () => {
    const medium = await stored();
    flip(medium, filesOf(medium, '\\x00byType')[0] as string, 100);
    const { connection } = await openEngine(medium);
    // It reports the damage.
    await connection
      .getAdmin()
      .majorCompact('t')
      .catch(() => {});
    expect((await connection.repair()).lost).toEqual([]);
    await connection.ensureTable(INDEXED);
    await expectSame(connection);
    expect(problems(await connection.verify())).toEqual([]);
    await connection.close();
  });

  it('builds an index again that lacks an entry, or has one that no version writes', async () => {
    for (const what of ['removal', 'entry'] as const) {
      const medium = await stored();
      const { database, connection } = await openEngine(medium);
      const key = what === 'removal' ? encodeText('\x01new 0\0\0r100') : encodeText('\x02');
      writeEntry(database.engine, 't', 'byType', key, what);
      expect(problems(await connection.verify())).toHaveLength(1);
      expect((await connection.repair()).repaired).toEqual(['index byType of t']);
      await connection.ensureTable(INDEXED);
      await expectSame(connection);
      expect(problems(await connection.verify())).toEqual([]);
      await connection.close();
    }
  });

  it.each(['e', '\\x00byType'])(
    'of a file of %s that only a snapshot has leaves indexes that a clone can use',
    async (family) => {
      const medium = await stored();
      const first = await openEngine(medium);
      const admin = first.connection.getAdmin();
      await admin.snapshot('s', 't');
      const [path] = filesOf(medium, family).slice(family === 'e' ? -1 : 0);
      await admin.disableTable('t');
      await admin.deleteTable('t');
      await first.connection.close();
      const damaged = copyOf(medium);
      flip(damaged, path as string, family === 'e' ? 1_500 : 100);
      const { connection } = await openEngine(damaged);
      await connection.repair();
      expect(problems(await connection.verify())).toEqual([]);
      await connection.getAdmin().cloneSnapshot('s', 'c');
      await connection.ensureTable({ ...INDEXED, name: 'c' });
      await expectSame(connection, 'c');
      expect(problems(await connection.verify())).toEqual([]);
      await connection.close();
    },
  );
});

describe('A crash in a repair', () => {
  it('of any kind, at any operation, leaves indexes that have all rows, or that a repair builds again', async () => {
    const base = new SimMachine({ seed: 5, clock: new ManualClock(1_000_000) });
    const first = await openEngine(base);
    const table = await first.connection.ensureTable(INDEXED);
    for (const type of TYPES) {
      await table.put(ROWS.slice(0, 20).map((row) => note(row, type)));
      await first.connection.getAdmin().flush('t');
    }
    await first.connection.close();
    const image = (stopAt?: number) => {
      const machine = base.image({ kind: 'process-death', seed: 6, ...(stopAt !== undefined && { stopAt }) });
      const [record] = machine.catalog.current?.tables ?? [];
      for (const family of ['e', '\\x00byTag']) {
        const run = record?.families.find(({ name }) => name === family)?.runs.at(-1)?.[0];
        const path = `data/${run?.epoch}-${run?.number}`;
        const bytes = machine.files.bytesOf(path);
        bytes[family === 'e' ? 1_500 : 100] = 0xff;
        machine.files.setBytes(path, bytes);
      }
      return machine;
    };
    const work = async (machine: SimMachine): Promise<void> => {
      const { connection } = await openEngine(machine);
      await connection.repair();
      await connection.ensureTable(INDEXED);
      await connection.getTable('t').put(note('r100', 'new'));
      await connection.close();
    };
    const kinds = Object.values(CRASH_KINDS);
    const counted = image();
    await work(counted);
    const last = counted.counter.count;
    expect(last).toBeGreaterThan(20);
    for (let stopAt = 1; stopAt <= last; stopAt++) {
      const machine = image(stopAt);
      await Promise.race([work(machine).catch(() => {}), machine.counter.whenStopped]);
      // Each operation with two of the kinds, so that the test is quick.
      for (const how of [kinds[stopAt % kinds.length], CRASH_KINDS.anything] as (typeof kinds)[number][]) {
        const { connection } = await openEngine(machine.image({ ...how, seed: stopAt }));
        await connection.repair();
        await connection.ensureTable(INDEXED);
        await expectSame(connection);
        expect(problems(await connection.verify()), `${stopAt} of ${last}, ${machine.counter.log.at(-1)}`).toEqual([]);
        await connection.close();
      }
    }
  }, 60_000);
});
