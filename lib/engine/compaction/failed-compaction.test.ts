import { describe, expect, it } from 'vitest';
import { Put } from '../../model/put.js';
import { openSteppedEngine, settled } from '../../testing/fakes/stepped-engine.js';
import { openEngine } from '../../testing/samples/engine.js';

async function bench() {
  const engine = await openSteppedEngine(false);
  const { connection, machine } = engine;
  const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', maxVersions: 99 }, 'g'] });
  const errors: string[] = [];
  connection.addEventListener('error', ({ error }) => errors.push(error.code));
  const admin = connection.getAdmin();
  const files = () => machine.files.paths().filter((path) => path.startsWith('data/'));
  const writeFiles = async (family: string, count: number) => {
    for (let file = 0; file < count; file++) {
      await table.put(new Put('r').addColumn(family, 'q', `${file}`));
      await admin.flush('t');
    }
  };
  return { ...engine, admin, errors, files, writeFiles };
}

describe('A store that cannot be compacted', () => {
  it('does not keep the others from being compacted, and keeps its files', async () => {
    const made = await bench();
    await made.writeFiles('f', 4);
    const before = made.files();
    await made.writeFiles('g', 3);
    made.machine.files.fail({ operation: 'read', path: before[1] as string, error: 'IO', times: 99 });
    made.clock.advance(2_000);
    await settled();
    expect(made.errors).toEqual(['STORAGE_UNAVAILABLE']);
    expect(made.files()).toEqual(expect.arrayContaining(before));
    expect((await made.connection.status()).storeFiles.count).toBe(5);
  });

  it('reports a damaged file once, and keeps it', async () => {
    const { admin, clock, connection, files, machine, writeFiles } = await bench();
    await admin.compactionSwitch(false);
    await writeFiles('f', 3);
    await connection.close();
    const [path] = files() as [string];
    const bytes = machine.files.bytesOf(path);
    bytes[40] = (bytes[40] as number) ^ 1;
    machine.files.setBytes(path, bytes);

    const again = await openEngine({ files: machine.files, catalog: machine.catalog, clock });
    const errors: string[] = [];
    again.connection.addEventListener('error', ({ error }) => errors.push(error.code));
    for (let minute = 0; minute < 3; minute++) {
      await again.connection.getTable('t').put(new Put('r').addColumn('g', 'q', 'v'));
      clock.advance(60_000);
      await settled();
    }
    expect(errors).toEqual(['CORRUPTION']);
    expect(files()).toContain(path);
  });

  it('ends with a commit of the mirror if the catalog cannot say whether its commit was carried out', async () => {
    for (const carriedOut of [true, false]) {
      const made = await bench();
      await made.writeFiles('f', 3);
      made.machine.catalog.fail({ operation: 'commit', carriedOut });
      made.machine.catalog.fail({ operation: 'open', carriedOut: false });
      await made.admin.majorCompact('t');
      expect(made.files()).toContain('data/1-4');
      await made.admin.majorCompact('t');
      for (let minute = 0; minute < 3; minute++) {
        made.clock.advance(60_000);
        await settled();
      }
      expect(made.files()).toEqual(['data/1-5']);
    }
  });
});
