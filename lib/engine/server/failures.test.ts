import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimCatalog } from '../../simulation/sim-catalog.js';
import { SimFileSystem } from '../../simulation/sim-file-system.js';
import { type Medium, openEngine } from '../../testing/samples/engine.js';

interface Sim extends Medium {
  readonly files: SimFileSystem;
  readonly catalog: SimCatalog;
}

function newSim(): Sim {
  const clock = new ManualClock(1_000_000);
  return { clock, files: new SimFileSystem({ seed: 1, clock }), catalog: new SimCatalog({ seed: 1 }) };
}

function afterDeath(sim: Sim): Sim {
  return {
    ...sim,
    files: sim.files.image({ kind: 'process-death', seed: 2 }),
    catalog: sim.catalog.image({ seed: 2 }),
  };
}

async function openWithRow(sim: Sim): Promise<Connection> {
  const { connection } = await openEngine(sim);
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  await table.put(new Put('r').addColumn('f', 'q', 'old'));
  return connection;
}

async function readValue(connection: Connection, row = 'r'): Promise<string | null> {
  return (await connection.getTable('t').get(row)).getText('f', 'q');
}

describe('When the log cannot be written', () => {
  it('answers the mutations with the error, the reads with the stored cells, and accepts the next write', async () => {
    const sim = newSim();
    const connection = await openWithRow(sim);
    const table = connection.getTable('t');
    sim.files.fail({ operation: 'write', path: 'wal/1-1', error: 'QUOTA' });
    const [put, read, count] = await Promise.allSettled([
      table.put(new Put('r').addColumn('f', 'q', 'new')),
      table.get('r'),
      table.incrementColumnValue('n', 'f', 'c', 1),
    ]);
    expect(put).toMatchObject({ status: 'rejected', reason: { code: 'QUOTA_EXCEEDED' } });
    expect(count).toMatchObject({ status: 'rejected', reason: { code: 'QUOTA_EXCEEDED' } });
    expect(read.status === 'fulfilled' && read.value.getText('f', 'q')).toBe('old');
    sim.files.heal();
    expect(await readValue(connection)).toBe('old');
    await table.put(new Put('r').addColumn('f', 'q', 'newer'));
    expect(await table.incrementColumnValue('n', 'f', 'c', 1)).toBe(1n);
    expect(await readValue(connection)).toBe('newer');
    const again = (await openEngine(afterDeath(sim))).connection;
    expect(await readValue(again)).toBe('newer');
    expect(await again.getTable('t').incrementColumnValue('n', 'f', 'c', 1)).toBe(2n);
  });

  it('continues in another segment when the device refuses a flush', async () => {
    const sim = newSim();
    const connection = await openWithRow(sim);
    sim.files.fail({ operation: 'flush', path: 'wal/1-1', error: 'IO' });
    await connection.getTable('t').put(new Put('r').addColumn('f', 'q', 'forced').setDurability('FSYNC_WAL'));
    sim.files.heal();
    await connection.getTable('t').put(new Put('s').addColumn('f', 'q', 'later'));
    const again = (await openEngine(afterDeath(sim))).connection;
    expect([await readValue(again), await readValue(again, 's')]).toEqual(['forced', 'later']);
  });
});

describe('When a flush fails', () => {
  it('keeps answering, reports the error, and the next flush writes the cells of the failed one', async () => {
    const sim = newSim();
    const connection = await openWithRow(sim);
    const admin = connection.getAdmin();
    sim.files.fail({ operation: 'write', path: 'data/1-1', error: 'QUOTA' });
    await expect(admin.flush('t')).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect(await readValue(connection)).toBe('old');
    await connection.getTable('t').put(new Put('s').addColumn('f', 'q', 'meanwhile'));
    sim.files.heal();
    await admin.flush('t');
    expect((await connection.status()).storeFiles.count).toBe(2);
    expect([await readValue(connection), await readValue(connection, 's')]).toEqual(['old', 'meanwhile']);
    const again = (await openEngine(afterDeath(sim))).connection;
    expect([await readValue(again), await readValue(again, 's')]).toEqual(['old', 'meanwhile']);
    expect((await again.status()).lastRecovery).toMatchObject({ records: 0, problems: [] });
  });

  for (const carriedOut of [true, false]) {
    it(`reads the generation when the catalog rejects a commit that was ${carriedOut ? '' : 'not '}carried out`, async () => {
      const sim = newSim();
      const connection = await openWithRow(sim);
      const admin = connection.getAdmin();
      sim.catalog.fail({ operation: 'commit', carriedOut });
      if (carriedOut) await admin.flush('t');
      else await expect(admin.flush('t')).rejects.toMatchObject({ message: expect.stringContaining('catalog') });
      expect((await connection.status()).storeFiles.count).toBe(carriedOut ? 1 : 0);
      expect(await readValue(connection)).toBe('old');
      await admin.flush('t');
      const again = (await openEngine(afterDeath(sim))).connection;
      expect(await readValue(again)).toBe('old');
      expect((await again.status()).storeFiles.count).toBe(1);
    });

    it(`succeeds in the mirror when the catalog cannot tell whether it was ${carriedOut ? '' : 'not '}carried out`, async () => {
      const sim = newSim();
      const connection = await openWithRow(sim);
      const admin = connection.getAdmin();
      sim.catalog.fail({ operation: 'commit', carriedOut });
      sim.catalog.fail({ operation: 'open', carriedOut: false });
      await admin.flush('t');
      expect((await connection.status()).state).toBe('degraded');
      const killed = (await openEngine(afterDeath(sim))).connection;
      expect([await readValue(killed), (await killed.status()).storeFiles.count]).toEqual(['old', 1]);
      expect(await readValue(connection)).toBe('old');
      await admin.flush('t');
      await admin.createTable({ name: 'u', families: ['f'] });
      const again = (await openEngine(afterDeath(sim))).connection;
      expect(await readValue(again)).toBe('old');
      expect(await again.getAdmin().listTableNames()).toEqual(['t', 'u']);
    });
  }
});

describe('A scanner', () => {
  it('is ended by its lease, and the client continues after its last row (R-94)', async () => {
    const sim = newSim();
    const { connection } = await openEngine(sim, { memory: { scanBatch: 1, scanBatchLimit: 1 } });
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put(Array.from({ length: 9 }, (_, row) => new Put(`r${row}`).addColumn('f', 'q', 'v')));
    const scanner = table.getScanner({});
    expect(new TextDecoder().decode((await scanner.next())?.row as Uint8Array)).toBe('r0');
    // The next batch is requested meanwhile.
    for (let turn = 0; turn < 50; turn++) await null;
    sim.clock.advance(76_000);
    for (let turn = 0; turn < 50; turn++) await null;
    expect((await connection.status()).scanners).toMatchObject({ open: 0, expired: 1 });
    expect((await scanner.toArray()).length).toBe(8);
  });

  it('fails at its next batch when its table was dropped', async () => {
    const sim = newSim();
    const { connection } = await openEngine(sim, { memory: { scanBatch: 1, scanBatchLimit: 1 } });
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put(Array.from({ length: 50 }, (_, row) => new Put(`r${row}`).addColumn('f', 'q', 'v')));
    const scanner = table.getScanner({});
    await scanner.next();
    await connection.getAdmin().disableTable('t');
    await connection.getAdmin().deleteTable('t');
    await expect(scanner.toArray()).rejects.toMatchObject({ code: 'TABLE_NOT_FOUND' });
    expect((await connection.status()).scanners.open).toBe(0);
  });

  it('sees the table at the start of the scan, also over a flush', async () => {
    const sim = newSim();
    const { connection } = await openEngine(sim, { memory: { scanBatch: 1, scanBatchLimit: 1 } });
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put(Array.from({ length: 9 }, (_, row) => new Put(`r${row}`).addColumn('f', 'q', 'before')));
    const scanner = table.getScanner({});
    await scanner.next();
    await table.put(Array.from({ length: 9 }, (_, row) => new Put(`r${row}`).addColumn('f', 'q', 'after')));
    await table.put(new Put('r5a').addColumn('f', 'q', 'after'));
    await connection.getAdmin().flush('t');
    const rest = await scanner.toArray();
    expect(rest.map((row) => row.getText('f', 'q'))).toEqual(Array.from({ length: 8 }, () => 'before'));
  });
});
