import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import type { IndexesLike } from '../../model/schema/index-descriptor.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { settled } from '../../testing/fakes/stepped-engine.js';
import { exported, tokenOf } from '../../testing/samples/backups.js';
import { openEngine } from '../../testing/samples/engine.js';

async function open(machine: SimMachine) {
  let ended = false;
  const onFenced = () => {
    ended = true;
  };
  const { connection } = await openEngine(machine, {}, { onFenced });
  const rows = async (name: string) =>
    (await connection.getTable(name).getScanner({}).toArray()).map(({ row }) =>
      new TextDecoder().decode(row ?? undefined),
    );
  const put = (name: string, row: string) => connection.getTable(name).put({ row, cells: { f: { q: row } } });
  return { connection, admin: connection.getAdmin(), rows, put, hasEnded: () => ended };
}

/** A table with rows in store files and in the log, and a catalog and mirror that are lost, or a mirror that is old. */
async function lost(
  how: 'both lost' | 'mirror old',
  catalog: 'missing' | 'broken',
  indexes: IndexesLike = {},
  onFirst: (connection: Connection) => Promise<unknown> = async () => {},
): Promise<SimMachine> {
  const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
  const { connection, admin, put } = await open(machine);
  await connection.ensureTable({ name: 't', families: ['f'], indexes });
  await put('t', 'a');
  await admin.flush('t');
  await onFirst(connection);
  if (how === 'mirror old') {
    machine.files.fail({ operation: 'write', path: /^manifest-/, error: 'IO', times: 99, written: 0 });
    machine.files.fail({ operation: 'create', path: /^manifest-/, error: 'IO', times: 99 });
  }
  await put('t', 'b');
  await admin.flush('t');
  await put('t', 'c');
  const image = machine.image({
    kind: 'process-death',
    seed: 7,
    catalog: catalog === 'missing' ? 'nothing' : 'all',
  });
  if (catalog === 'broken') image.catalog.breakDown({ repairable: true });
  const manifests = image.files.paths().filter((path) => path.startsWith('manifest-'));
  if (how === 'both lost') for (const path of manifests) image.files.takeAway(path);
  return image;
}

describe.each([
  ['both lost', 'missing'],
  ['both lost', 'broken'],
  ['mirror old', 'missing'],
  ['mirror old', 'broken'],
] as const)('A repair of a database whose list of files is in doubt (%s, catalog %s)', (how, catalog) => {
  it('makes the list count; after the next open, everything works', async () => {
    const machine = await lost(how, catalog);
    const { connection, rows, hasEnded } = await open(machine);
    expect((await connection.status()).state).toBe('read-only');
    const before = await rows('t');
    const call = connection.repair().catch((error: { code: string }) => error.code);
    await settled();
    expect(hasEnded()).toBe(true);
    await connection.close();
    expect(['INVALID_OPERATION', 'CONNECTION_CLOSED']).toContain(await call);

    const next = await open(machine.image({ kind: 'process-death', seed: 8 }));
    expect((await next.connection.status()).state).toBe('open');
    expect(await next.rows('t')).toEqual(before);
    expect((await next.connection.repair()).lost).toEqual([]);
    expect((await next.connection.verify()).ok).toBe(true);
    await next.put('t', 'd');
    expect(await next.rows('t')).toEqual([...before, 'd']);
    // The log may have changes of tables that the list lacks, so it is kept.
    expect((await next.connection.status()).storeFiles.quarantined.count).toBeGreaterThan(0);
  });
});

it('A repair that makes an older list count lets indexes be built again, because the log may lack entries', async () => {
  const indexes = { byQ: { on: 'f:q' } };
  const machine = await lost('mirror old', 'missing', indexes);
  const { connection } = await open(machine);
  const call = connection.repair().catch(() => {});
  await settled();
  await connection.close();
  await call;
  const accepted = machine.image({ kind: 'process-death', seed: 8 });
  expect(accepted.catalog.current?.tables[0]?.indexes?.map(({ complete }) => complete)).toEqual([false]);
  const next = await open(accepted);
  await next.connection.ensureTable({ name: 't', families: ['f'], indexes });
  const found = await next.connection.getTable('t').getScanner({ index: 'byQ' }).toArray();
  expect(found.map(({ key }) => key)).toEqual(await next.rows('t'));
  await next.connection.close();
});

it('A repair that makes an older list count ends increments, because later commits may have removed deletes', async () => {
  let token = '';
  const machine = await lost('mirror old', 'missing', {}, async (connection) => {
    token = tokenOf(await exported(connection));
  });
  const { connection } = await open(machine);
  const call = connection.repair().catch(() => {});
  await settled();
  await connection.close();
  await call;
  const next = await open(machine.image({ kind: 'process-death', seed: 8 }));
  await expect(exported(next.connection, { since: token })).rejects.toMatchObject({ code: 'SNAPSHOT_EXPIRED' });
  const again = tokenOf(await exported(next.connection));
  await next.put('t', 'd');
  expect(await exported(next.connection, { since: again })).toContain('"row":"d"');
  await next.connection.close();
});
