import { describe, expect, it } from 'vitest';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { passSeconds } from '../../testing/fakes/pass-seconds.js';
import { openEngine } from '../../testing/samples/engine.js';
import { removeDatabase } from './remove-database.js';

const SECRET = 'the secret value';

/** A database with the value in a store file, an obsolete file and the log. */
async function used(): Promise<SimMachine> {
  const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
  const { connection } = await openEngine(machine);
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  for (const row of ['a', 'b']) {
    await table.put(new Put(row).addColumn('f', 'q', SECRET));
    await connection.getAdmin().flush('t');
  }
  await connection.getAdmin().majorCompact('t');
  await table.put(new Put('c').addColumn('f', 'q', SECRET).setDurability('FSYNC_WAL'));
  await passSeconds(machine.clock, 30);
  return machine;
}

/** The files in which the value can be found. */
function holders({ files }: SimMachine): readonly string[] {
  return files.paths().filter((path) => new TextDecoder('latin1').decode(files.bytesOf(path)).includes(SECRET));
}

describe('The removal of a database', () => {
  it('leaves no file and no catalog, also if there is none', async () => {
    const machine = (await used()).image({ kind: 'process-death', seed: 2 });
    for (let time = 0; time < 2; time++) {
      await removeDatabase(machine.files, machine.catalog);
      expect([machine.files.paths(), machine.catalog.current]).toEqual([[], null]);
    }
  });

  for (const kind of ['process-death', 'power-cut'] as const) {
    it(`that ends in any operation is finished by the next open, or never began: ${kind}`, async () => {
      const before = await used();
      let whole = 0;
      let done = false;
      for (let stopAt = 1; !done; stopAt++) {
        const machine = before.image({ kind: 'process-death', seed: stopAt, stopAt });
        done = await removeDatabase(machine.files, machine.catalog).then(
          () => true,
          () => false,
        );
        for (let seed = 0; seed < 3; seed++) {
          const left = machine.image({ kind, seed });
          const { connection } = await openEngine(left);
          const names = await connection.getAdmin().listTableNames();
          if (names.length > 0) {
            whole++;
            expect((await connection.getTable('t').getScanner({}).toArray()).length).toBe(3);
          } else {
            expect((await connection.status()).origin).toBe('created');
            expect(holders(left), `stopped at ${stopAt}`).toEqual([]);
          }
          await connection.close();
        }
      }
      expect(whole).toBeGreaterThan(0);
    });
  }

  it('is not undone by a power cut: names that come back hold nothing', async () => {
    const machine = (await used()).image({ kind: 'process-death', seed: 2 });
    await removeDatabase(machine.files, machine.catalog);
    for (let seed = 0; seed < 20; seed++) {
      const cut = machine.image({ kind: 'power-cut', seed });
      expect(holders(cut)).toEqual([]);
      const { connection } = await openEngine(cut);
      expect(await connection.getAdmin().listTableNames()).toEqual([]);
      await connection.close();
    }
  });

  it('needs no room, and works without IndexedDB', async () => {
    const full = (await used()).image({ kind: 'process-death', seed: 2 });
    full.files.fail({ operation: 'write', error: 'QUOTA', times: 1000 });
    await removeDatabase(full.files, full.catalog);
    expect(full.files.paths()).toEqual([]);
    const broken = (await used()).image({ kind: 'process-death', seed: 2 });
    broken.catalog.breakDown({ repairable: true });
    await removeDatabase(broken.files, broken.catalog);
    expect([broken.files.paths(), broken.catalog.current]).toEqual([[], null]);
  });
});
