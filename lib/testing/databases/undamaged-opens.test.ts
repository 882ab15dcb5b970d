import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../index.js';
import { openDirectory } from '../../kits/node/directory.js';
import { SimulatedMachine } from '../../kits/simulated-machine.js';
import type { OpenMode } from '../../model/open-mode.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { encodeImage } from '../../storage/catalog/catalog-image.js';
import { settled } from '../fakes/stepped-engine.js';
import { openEngine } from '../samples/engine.js';
import { type StoredDatabase, storedDatabases } from './stored-database.js';

/*
 * No open of an undamaged database lists a problem: every stored database is opened several times, in every mode and over every
 * kind of files. `e2e/storage/stored-databases.spec.ts` does so in a browser.
 */

const MODES: readonly OpenMode[] = ['read-only', 'salvage', 'normal'];

type Open = (mode: OpenMode) => Promise<Connection>;

let directory = '';

afterEach(() => {
  if (directory !== '') rmSync(directory, { recursive: true });
  directory = '';
});

/** The database on a simulated machine. */
function onMachine({ storedAt, catalog, files }: StoredDatabase): Open {
  const machine = new SimMachine({ seed: 1, clock: new ManualClock(storedAt), image: catalog });
  for (const [path, bytes] of files) machine.files.setBytes(path, bytes);
  return async (open) => (await openEngine(machine, { open })).connection;
}

/** The database in a directory of this machine. */
function inDirectory({ storedAt, catalog, files }: StoredDatabase): Open {
  directory = mkdtempSync(join(tmpdir(), 'bigtab-stored-'));
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  };
  for (const [path, bytes] of files) write(path, bytes);
  write('catalog', encodeImage(catalog));
  return (open) => openDirectory(directory, { open, clock: new ManualClock(storedAt) });
}

async function expectNoProblem(connection: Connection): Promise<void> {
  const { origin, lastRecovery } = await connection.status();
  const { ok, files } = await connection.verify();
  const bad = files.filter(({ problems }) => problems.length > 0);
  expect({ origin, problems: lastRecovery.problems, ok, bad }).toEqual({
    origin: 'opened',
    problems: [],
    ok: true,
    bad: [],
  });
}

describe.each([
  ['on a simulated machine', onMachine],
  ['in a directory', inDirectory],
] as const)('An undamaged database %s', (_, place) => {
  it.each(storedDatabases().map((stored) => [stored.name, stored] as const))(
    'has no problem at any open in any mode: %s',
    async (_, stored) => {
      const open = place(stored);
      for (const mode of [...MODES, ...MODES]) {
        const connection = await open(mode);
        await expectNoProblem(connection);
        await connection.close();
      }
    },
  );
});

describe('A new database in a directory', () => {
  async function create(): Promise<void> {
    directory = mkdtempSync(join(tmpdir(), 'bigtab-new-'));
    const connection = await openDirectory(directory);
    const table = await connection.ensureTable({ name: 't', families: ['f'], indexes: { byQ: { on: 'f:q' } } });
    await table.put({ row: 'a', cells: { f: { q: 'v' } } });
    expect((await connection.verify()).ok).toBe(true);
    await connection.close();
  }

  it('has no problem at any open, and nothing to repair', async () => {
    await create();
    for (const mode of [...MODES, ...MODES]) {
      const connection = await openDirectory(directory, { open: mode });
      await expectNoProblem(connection);
      if (mode === 'normal') expect(await connection.repair()).toEqual({ repaired: [], quarantined: [], lost: [] });
      await connection.close();
    }
  });

  it('has no problem after a process was killed while it replaced the catalog', async () => {
    await create();
    for (const mode of MODES) {
      writeFileSync(join(directory, 'catalog.next'), '{"database":');
      const connection = await openDirectory(directory, { open: mode });
      await expectNoProblem(connection);
      await connection.close();
    }
  });
});

it('A database on a SimulatedMachine has no problem after its process was killed, in any mode', async () => {
  const machine = new SimulatedMachine();
  const first = await machine.open();
  const table = await first.ensureTable({ name: 't', families: ['f'], indexes: { byQ: { on: 'f:q' } } });
  await table.put({ row: 'a', cells: { f: { q: 'v' } } });
  machine.kill();
  for (const mode of [...MODES, ...MODES]) {
    const connection = await machine.open({ open: mode });
    await expectNoProblem(connection);
    if (mode === 'normal') await connection.getTable('t').put({ row: 'b', cells: { f: { q: 'v' } } });
    machine.kill();
  }
});

it('A database in a directory keeps its catalog if a list of files to remove contains it', async () => {
  const [stored] = storedDatabases() as [StoredDatabase];
  const { catalog, storedAt } = stored;
  const quarantined = [{ path: 'catalog', bytes: 1, since: storedAt }];
  const open = inDirectory({ ...stored, catalog: { ...catalog, database: { ...catalog.database, quarantined } } });
  const first = await open('normal');
  await expectNoProblem(first);
  await first.repair({ release: true });
  await first.close();
  const clock = new ManualClock(storedAt + 600_000);
  const second = await openDirectory(directory, { clock });
  for (let minute = 0; minute < 3; minute++) {
    clock.advance(61_000);
    await settled();
  }
  await second.getAdmin().flush('notes');
  await second.close();
  await expectNoProblem(await open('read-only'));
});
