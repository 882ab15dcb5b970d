import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import type { CatalogImage } from '../../storage/catalog/catalog.js';
import { FORMAT_VERSION } from '../../storage/catalog/catalog-image.js';
import { MemoryCatalog } from '../../storage/catalog/memory-catalog.js';
import { Manifest } from '../../storage/manifest/manifest.js';
import { openEngine } from '../../testing/samples/engine.js';
import { contents } from '../../testing/samples/sim-outcomes.js';

const future = ({ database, tables }: CatalogImage): CatalogImage => ({
  database: { ...database, features: ['time-travel'], generation: database.generation + 1 },
  tables,
});

/** The medium after a process with one table has died, and its catalog image. */
async function stored(): Promise<{ readonly machine: SimMachine; readonly image: CatalogImage }> {
  const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
  const { connection } = await openEngine(machine);
  await connection.ensureTable({ name: 't', families: ['f'] });
  return { machine: machine.image({ kind: 'process-death', seed: 2 }), image: machine.catalog.current as CatalogImage };
}

/** The same files with another catalog, which decodes its image as every catalog does. */
function withImage({ files, clock }: SimMachine, image: CatalogImage): SimMachine {
  const make = async (found: CatalogImage | null) => new MemoryCatalog(found);
  return new SimMachine({ seed: 3, clock: clock as ManualClock, image, make }, files);
}

describe('A database', () => {
  it('that uses a feature this version does not know is refused, with the name of the feature, and not changed', async () => {
    const { machine, image } = await stored();
    const newer = withImage(machine, future(image));
    const before = contents(newer.files);
    await expect(openEngine(newer)).rejects.toMatchObject({
      code: 'FORMAT_TOO_NEW',
      details: { feature: 'time-travel' },
    });
    expect(contents(newer.files)).toBe(before);
    expect(newer.catalog.current).toEqual(future(image));
  });

  it('whose mirror uses an unknown feature is refused, and not changed', async () => {
    const { machine, image } = await stored();
    const manifest = await Manifest.create(machine.files, image.database.epoch + 1);
    manifest.write(future(image));
    manifest.close();
    const before = contents(machine.files);
    await expect(openEngine(machine)).rejects.toMatchObject({
      code: 'FORMAT_TOO_NEW',
      details: { feature: 'time-travel' },
    });
    expect(contents(machine.files)).toBe(before);
  });

  it('of format 1 opens, and its catalog and mirror then have the current format', async () => {
    const { machine, image } = await stored();
    const { features: _, ...database } = { ...image.database, format: 1 };
    const old = withImage(machine, { database, tables: image.tables });
    const { connection } = await openEngine(old);
    expect(await connection.getAdmin().listTableNames()).toEqual(['t']);
    expect(old.catalog.current?.database).toMatchObject({ format: FORMAT_VERSION, features: [] });
    await connection.close();
  });
});
