import { describe, expect, it } from 'vitest';
import { memoryBudget } from '../../model/memory-options.js';
import { Put } from '../../model/put.js';
import type { StatusReport } from '../../model/status-report.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { passSeconds } from '../../testing/fakes/pass-seconds.js';
import { settled } from '../../testing/fakes/stepped-engine.js';
import { encodeCells, put } from '../../testing/samples/cells.js';
import { openEngine } from '../../testing/samples/engine.js';
import { recover } from '../recovery/region-recovery.js';
import type { Region } from '../region/region.js';
import { AdminServiceImpl } from '../server/admin-service-impl.js';
import { Origin } from '../server/origin.js';
import { IndexBuilds } from './index-builds.js';
import { Maintenance } from './maintenance.js';
import { ObsoleteFiles } from './obsolete-files.js';

async function bench(machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) })) {
  const { connection } = await openEngine(machine);
  const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
  const files = () => machine.files.paths().filter((path) => path.startsWith('data/'));
  return { machine, connection, admin: connection.getAdmin(), table, files };
}

const both = (row: string) => new Put(row).addColumn('f', 'q', row).addColumn('g', 'q', row);

describe('A flush', () => {
  it('writes one file for each family that has cells, and commits them together', async () => {
    const { machine, admin, table, files } = await bench();
    await table.put([both('a'), new Put('b').addColumn('g', 'q', 'v')]);
    const from = machine.counter.log.length;
    await admin.flush('t');
    expect(files()).toEqual(['data/1-1', 'data/1-2']);
    expect(machine.counter.log.slice(from).filter((operation) => operation.includes('catalog')).length).toBe(1);
    await table.put(new Put('c').addColumn('g', 'q', 'v'));
    await admin.flush('t');
    expect(files()).toEqual(['data/1-1', 'data/1-2', 'data/1-3']);
  });

  it('writes nothing if nothing is in memory', async () => {
    const { machine, admin } = await bench();
    const from = machine.counter.count;
    await admin.flush('t');
    expect(machine.counter.count).toBe(from);
  });

  it('flushes the log to the device before it commits', async () => {
    const { machine, admin, table } = await bench();
    await table.put(both('a'));
    const from = machine.counter.log.length;
    await admin.flush('t');
    const steps = machine.counter.log.slice(from).filter((operation) => /flush wal|catalog/.test(operation));
    expect(steps).toEqual(['flush wal/1-1', 'catalog commit']);
  });

  it('does not include writes that arrive while it runs', async () => {
    const { machine, admin, table } = await bench();
    await table.put(both('a'));
    const flushed = admin.flush('t');
    await table.put(both('b'));
    await flushed;
    const again = await bench(machine.image({ kind: 'process-death', seed: 2 }));
    expect((await again.connection.status()).lastRecovery).toMatchObject({ records: 1, problems: [] });
    expect((await again.table.getScanner({}).toArray()).length).toBe(2);
  });

  for (const at of ['the first', 'the second']) {
    it(`that fails in ${at} file leaves no file, and the next one writes everything`, async () => {
      const { machine, admin, table, files } = await bench();
      await table.put(both('a'));
      machine.files.fail({
        operation: 'write',
        path: at === 'the first' ? 'data/1-1' : 'data/1-2',
        error: 'QUOTA',
      });
      await expect(admin.flush('t')).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
      expect(files()).toEqual([]);
      await table.put(both('b'));
      await admin.flush('t');
      expect((await table.getScanner({}).toArray()).map((row) => row.cells.length)).toEqual([2, 2]);
      const again = await bench(machine.image({ kind: 'process-death', seed: 2 }));
      expect((await again.connection.status()).lastRecovery).toMatchObject({ records: 0, problems: [] });
      expect((await again.table.getScanner({}).toArray()).length).toBe(2);
    });
  }

  it('whose commit is refused leaves no file', async () => {
    const { machine, admin, table, files } = await bench();
    await table.put(both('a'));
    machine.catalog.fail({ operation: 'commit', carriedOut: false });
    await expect(admin.flush('t')).rejects.toThrow();
    expect(files()).toEqual([]);
    await admin.flush('t');
    expect(files()).toEqual(['data/1-3', 'data/1-4']);
  });

  it('whose commit may have been carried out keeps its files: the next open may need them', async () => {
    const { machine, admin, table, files } = await bench();
    await table.put(both('a'));
    machine.catalog.fail({ operation: 'commit', carriedOut: true, error: 'HANG' });
    const flush = admin.flush('t');
    flush.catch(() => {});
    await settled();
    await passSeconds(machine.clock, 30);
    await expect(flush).rejects.toMatchObject({ details: { reason: 'no-answer' } });
    expect(files()).toEqual(['data/1-1', 'data/1-2']);
    const again = await bench(machine.image({ kind: 'process-death', seed: 2 }));
    expect((await again.connection.status()).lastRecovery).toMatchObject({ records: 0, problems: [] });
    expect((await again.table.getScanner({}).toArray()).length).toBe(1);
  });

  it('that waited while its table was dropped does nothing', async () => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
    const { engine, manifest } = await recover({
      ...machine,
      yielder: () => Promise.resolve(),
      random: () => 0.5,
      budget: memoryBudget(),
      site: {},
      timestamps: 'ordered',
      onError: () => {},
      onFenced: () => {},
    });
    const maintenance = new Maintenance(engine, () => false);
    const admin = new AdminServiceImpl({
      engine,
      catalog: machine.catalog,
      manifest,
      leftovers: new Set(),
      maintenance,
      obsolete: new ObsoleteFiles(engine),
      device: { makeRoom: async () => false },
      indexes: new IndexBuilds(engine, maintenance),
      status: async () => ({}) as StatusReport,
      emit: () => {},
      watches: { schemaChanged: () => {} },
      origin: new Origin('created'),
      accept: null,
      snapshotCleaner: { isEnabled: true },
      random: () => 0.5,
    });
    const caller = { connection: '', number: 0, repeated: false };
    await admin.call({ method: 'createTable', args: [{ name: 't', families: ['f'] }, []] }, caller);
    const region = engine.regions.get('t') as Region;
    const { block } = encodeCells([put('r', 'q', 1, engine.group.takeSequenceIds(1))]);
    region.stores[0]?.memstore.insert(block, 0);
    expect(engine.pool.usedBytes).toBeGreaterThan(0);
    const dropped = maintenance.exclusive(region, async () => region.close());
    expect(await maintenance.flush(region)).toBe(false);
    await dropped;
    expect(machine.files.paths().filter((path) => path.startsWith('data/'))).toEqual([]);
    expect(engine.pool.usedBytes).toBe(0);
  });
});
