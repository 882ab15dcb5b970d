/* The required behavior of every Catalog, independent of its storage. */
import { applyEdit, type Catalog, type CatalogEdit, type CatalogImage } from '../../storage/catalog/catalog.js';
import {
  longDatabase,
  longTable,
  sampleDatabase,
  sampleImage,
  sampleSnapshot,
  sampleTable,
} from '../samples/sample-images.js';
import { assert, assertEqual, assertRejects } from './assert.js';
import type { SuiteRunner } from './suite-runner.js';

export interface CatalogUnderTest {
  readonly catalog: Catalog;
  /** A second catalog on the same medium, as another worker opens it. */
  another(): Promise<Catalog>;
  /** Called once after each test. */
  dispose(): Promise<void>;
}

type Test = (name: string, body: (catalog: Catalog, under: CatalogUnderTest) => Promise<void>) => void;

/** Registers the suite. `make` returns a new, empty catalog for each test. */
export function catalogSuite(runner: SuiteRunner, make: () => Promise<CatalogUnderTest>): void {
  const test: Test = (name, body) => {
    runner.test(name, async () => {
      const under = await make();
      try {
        await body(under.catalog, under);
      } finally {
        await under.dispose();
      }
    });
  };
  imageTests(test);
  longRecordTests(test);
  commitTests(test);
  snapshotTests(test);
  fencingTests(test);
}

function edit(epoch: number, generation: number, changes: Omit<CatalogEdit, 'database'> = {}): CatalogEdit {
  return { database: sampleDatabase(epoch, generation), ...changes };
}

function imageTests(test: Test): void {
  test('is empty when it is new', async (catalog) => {
    assertEqual(await catalog.open(), null, 'image');
    assertEqual(await catalog.open(), null, 'image again');
  });

  test('returns a complete image, with tables in the order of their ids', async (catalog, under) => {
    const image = sampleImage(3, 9, [1, 2, 9, 10, 11, 200]);
    await catalog.replace(image);
    assertEqual(await catalog.open(), image, 'image');
    assertEqual(await (await under.another()).open(), image, 'image seen by another');
  });

  test('keeps no table of a replaced image', async (catalog) => {
    await catalog.replace(sampleImage(1, 5, [1, 2, 3]));
    await catalog.replace(sampleImage(2, 1, [2]));
    assertEqual(await catalog.open(), sampleImage(2, 1, [2]), 'image');
  });

  test('is not affected by later changes of its arguments or results', async (catalog) => {
    const image = sampleImage(1, 1);
    await catalog.replace(image);
    (image.database as { epoch: number }).epoch = 50;
    const given = (await catalog.open()) as CatalogImage;
    (given.tables as unknown[]).length = 0;
    assertEqual(await catalog.open(), sampleImage(1, 1), 'image');
  });

  test('is empty after a reset, which may come twice, and accepts any image then', async (catalog, under) => {
    await catalog.reset();
    await catalog.replace(sampleImage(5, 5));
    await catalog.reset();
    await catalog.reset();
    assertEqual(await (await under.another()).open(), null, 'image');
    await assertRejects(catalog.commit(edit(5, 6)), 'commit', 'FENCED');
    await catalog.replace(sampleImage(1, 1));
    assertEqual(await catalog.open(), sampleImage(1, 1), 'new image');
  });

  test('returns the same image after it was closed', async (catalog) => {
    await catalog.replace(sampleImage(1, 1));
    await catalog.close();
    assertEqual(await catalog.open(), sampleImage(1, 1), 'image');
  });

  test('stores a thousand tables', async (catalog) => {
    const ids = Array.from({ length: 1000 }, (_, index) => index + 1);
    await catalog.replace(sampleImage(1, 1, ids));
    await catalog.commit(edit(1, 2, { remove: ids.slice(10) }));
    assertEqual(await catalog.open(), sampleImage(1, 2, ids.slice(0, 10)), 'image');
  });
}

function longRecordTests(test: Test): void {
  const long = (generation: number, tables: readonly number[]): CatalogImage => ({
    database: longDatabase(1, generation),
    tables: tables.map((id) => longTable(id)),
  });

  test('stores records of any length, and returns them after they became shorter or longer', async (catalog, under) => {
    let image = long(1, [1, 2, 10]);
    await catalog.replace(image);
    assertEqual(await (await under.another()).open(), image, 'image');
    const changes: CatalogEdit[] = [
      { database: longDatabase(1, 2, 100), put: [longTable(1, 500), sampleTable(2), longTable(3)], remove: [10] },
      { database: sampleDatabase(1, 3), put: [sampleTable(1), longTable(2)], remove: [3] },
      { database: longDatabase(1, 4), put: [sampleTable(10)] },
    ];
    for (const change of changes) {
      await catalog.commit(change);
      image = applyEdit(image, change);
      assertEqual(await (await under.another()).open(), image, `image of generation ${change.database.generation}`);
    }
  });

  test('keeps no part of a long record of a replaced image', async (catalog) => {
    await catalog.replace(long(1, [1, 2]));
    await catalog.replace(sampleImage(1, 2, [2]));
    assertEqual(await catalog.open(), sampleImage(1, 2, [2]), 'image');
    await catalog.replace(long(3, [2]));
    assertEqual(await catalog.open(), long(3, [2]), 'image');
  });

  test('refuses to follow another generation when its record is long, too', async (catalog) => {
    await catalog.replace(long(5, [1]));
    await assertRejects(catalog.commit(edit(1, 7)), 'commit of generation 7 after 5', 'CORRUPTION');
    await assertRejects(catalog.commit(edit(2, 6)), 'commit of epoch 2', 'FENCED');
    await catalog.commit(edit(1, 6));
  });
}

function commitTests(test: Test): void {
  test('applies an edit, which adds, replaces and removes tables together with the database record', async (catalog, under) => {
    const image = sampleImage(4, 1, [1, 2, 3]);
    await catalog.replace(image);
    const change = edit(4, 2, { put: [sampleTable(2, 8), sampleTable(5)], remove: [3, 77] });
    await catalog.commit(change);
    assertEqual(await catalog.open(), applyEdit(image, change), 'image');
    assertEqual(await (await under.another()).open(), applyEdit(image, change), 'image seen by another');
  });

  test('applies edits one after the other', async (catalog) => {
    let image = sampleImage(1, 0, []);
    await catalog.replace(image);
    for (let generation = 1; generation <= 20; generation++) {
      const change = edit(1, generation, { put: [sampleTable(generation % 5, generation)], remove: [generation % 7] });
      await catalog.commit(change);
      image = applyEdit(image, change);
      assertEqual(await catalog.open(), image, `image of generation ${generation}`);
    }
  });

  test('refuses an edit that does not follow the stored generation, and changes nothing', async (catalog) => {
    await catalog.replace(sampleImage(1, 5));
    for (const generation of [4, 5, 7]) {
      const refused = catalog.commit(edit(1, generation, { remove: [1] }));
      await assertRejects(refused, `commit of generation ${generation} after 5`, 'CORRUPTION');
    }
    assertEqual(await catalog.open(), sampleImage(1, 5), 'image');
    await catalog.commit(edit(1, 6));
  });

  test('accepts only one of two commits of the same generation', async (catalog, under) => {
    await catalog.replace(sampleImage(1, 1));
    const other = await under.another();
    const results = await Promise.allSettled([
      catalog.commit(edit(1, 2, { remove: [1] })),
      other.commit(edit(1, 2, { remove: [2] })),
    ]);
    const winners = results.filter((result) => result.status === 'fulfilled');
    assertEqual(winners.length, 1, 'number of winners');
    const image = (await catalog.open()) as CatalogImage;
    assertEqual(image.tables.length, 1, 'number of tables left');
  });
}

function snapshotTests(test: Test): void {
  const long = { ...sampleSnapshot('long'), table: longTable(7) };

  test('keeps snapshots in the order of their names, short ones and long ones', async (catalog, under) => {
    let image: CatalogImage = { ...sampleImage(1, 1), snapshots: [sampleSnapshot('a'), long] };
    await catalog.replace(image);
    assertEqual(await catalog.open(), image, 'image');
    const changes: CatalogEdit[] = [
      edit(1, 2, { putSnapshots: [sampleSnapshot('long'), sampleSnapshot('B.1'), sampleSnapshot('z')], remove: [1] }),
      edit(1, 3, { removeSnapshots: ['a', 'none'], putSnapshots: [{ ...long, name: 'z' }] }),
      edit(1, 4, { removeSnapshots: ['long', 'z', 'B.1'] }),
    ];
    for (const change of changes) {
      await catalog.commit(change);
      image = applyEdit(image, change);
      assertEqual(await (await under.another()).open(), image, `image of generation ${change.database.generation}`);
    }
    assertEqual('snapshots' in image, false, 'snapshots left');
  });

  test('keeps no snapshot of a replaced image, nor after a reset', async (catalog) => {
    await catalog.replace({ ...sampleImage(1, 1), snapshots: [sampleSnapshot('a'), long] });
    await catalog.replace(sampleImage(2, 1));
    assertEqual(await catalog.open(), sampleImage(2, 1), 'image');
    await catalog.replace({ ...sampleImage(2, 2), snapshots: [long] });
    await catalog.reset();
    await catalog.replace(sampleImage(1, 1));
    assertEqual(await catalog.open(), sampleImage(1, 1), 'image after the reset');
  });
}

function fencingTests(test: Test): void {
  test('refuses a commit to an empty catalog', async (catalog) => {
    await assertRejects(catalog.commit(edit(1, 1)), 'commit', 'FENCED');
    assertEqual(await catalog.open(), null, 'image');
  });

  test('refuses a commit with another epoch, and changes nothing', async (catalog) => {
    await catalog.replace(sampleImage(5, 5));
    for (const epoch of [4, 6]) {
      await assertRejects(catalog.commit(edit(epoch, 6, { remove: [1] })), `commit of epoch ${epoch}`, 'FENCED');
    }
    assertEqual(await catalog.open(), sampleImage(5, 5), 'image');
  });

  test('refuses a replacement with an older epoch, and accepts the same or a newer one', async (catalog) => {
    await catalog.replace(sampleImage(5, 5));
    await assertRejects(catalog.replace(sampleImage(4, 9)), 'replace', 'FENCED');
    assertEqual(await catalog.open(), sampleImage(5, 5), 'image');
    await catalog.replace(sampleImage(5, 3));
    assertEqual(await catalog.open(), sampleImage(5, 3), 'image of the same epoch');
    await catalog.replace(sampleImage(6, 1));
    assertEqual(await catalog.open(), sampleImage(6, 1), 'image of a newer epoch');
  });

  test('rejects the commits of a writer once another one has raised the epoch', async (catalog, under) => {
    await catalog.replace(sampleImage(1, 1));
    await catalog.commit(edit(1, 2));
    const taker = await under.another();
    const found = (await taker.open()) as CatalogImage;
    await taker.replace({ ...found, database: { ...found.database, epoch: 2 } });
    const error = await assertRejects(catalog.commit(edit(1, 3)), 'commit of the old writer', 'FENCED');
    assert(error.message.includes('2'), `the message names the epoch that stands: ${error.message}`);
    await taker.commit(edit(2, 3));
    assertEqual((await taker.open())?.database, sampleDatabase(2, 3), 'database record');
  });
}
