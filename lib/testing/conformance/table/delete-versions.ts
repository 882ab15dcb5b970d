import { Delete } from '../../../model/delete.js';
import { Put } from '../../../model/put.js';
import { assertEqual } from '../assert.js';
import { type TableTest, type TableTests, versions } from './table-tests.js';

/** A table that keeps five versions; the row `r` has `f:q` and `f:p` at 1, 2 and 3. */
async function fill({ connection, name, settle }: TableTest) {
  const table = await connection.ensureTable({ name: `${name}v`, families: [{ name: 'f', maxVersions: 5 }] });
  for (const time of [1, 2, 3]) {
    await table.put(new Put('r', time).addColumn('f', 'q', `q${time}`).addColumn('f', 'p', `p${time}`));
    await connection.getAdmin().flush(`${name}v`);
  }
  await settle();
  const all = async () => versions(await table.get({ row: 'r', versions: 'all' }));
  return { table, all };
}

export function deleteVersionsTests(tests: TableTests): void {
  tests.data('a version marker hides only its version (R-24)', async (test) => {
    const { table, all } = await fill(test);
    await table.delete(new Delete('r').addColumn('f', 'q', 2));
    await test.settle();
    assertEqual(await all(), ['f:p@3=p3', 'f:p@2=p2', 'f:p@1=p1', 'f:q@3=q3', 'f:q@1=q1'], 'row');
  });

  tests.data('a family version marker hides that version of every column (R-24)', async (test) => {
    const { table, all } = await fill(test);
    await table.delete({ row: 'r', markers: [{ kind: 'familyVersion', family: 'f', timestamp: 3 }] });
    await test.settle();
    assertEqual(await all(), ['f:p@2=p2', 'f:p@1=p1', 'f:q@2=q2', 'f:q@1=q1'], 'row');
    await table.delete(new Delete('r').addFamilyVersion('f', 1));
    assertEqual(await all(), ['f:p@2=p2', 'f:q@2=q2'], 'row');
  });

  tests.data(
    'without a timestamp, the newest visible version is deleted, and each further call deletes the next (W-24)',
    async (test) => {
      const { table, all } = await fill(test);
      await table.delete(new Delete('r').addColumns('f', 'p'));
      await table.delete(new Delete('r').addColumn('f', 'q'));
      assertEqual(await all(), ['f:q@2=q2', 'f:q@1=q1'], 'one');
      await test.settle();
      await table.delete(new Delete('r').addColumn('f', 'q').addColumn('f', 'q'));
      assertEqual(await all(), [], 'two at once');
    },
  );

  tests.data('each delete of a list sees the ones before it (W-24, A-12)', async (test) => {
    const { table, all } = await fill(test);
    const newest = { row: 'r', markers: [{ kind: 'column', family: 'f', qualifier: 'q' }] } as const;
    await table.delete([newest, new Delete('r').addColumns('f', 'p'), newest]);
    await test.settle();
    assertEqual(await all(), ['f:q@1=q1'], 'row');
  });

  tests.data("the Delete's own timestamp selects the version (W-21)", async (test) => {
    const { table, all } = await fill(test);
    await table.delete(new Delete('r', 2).addColumn('f', 'q').addColumns('f', 'p'));
    await test.settle();
    assertEqual(await all(), ['f:p@3=p3', 'f:q@3=q3', 'f:q@1=q1'], 'row');
  });

  tests.data(
    'a put after a delete of the newest version is visible, even within one millisecond (A-10)',
    async ({ table, settle }) => {
      for (let index = 0; index < 10; index++) {
        await table.put({ row: 'r', cells: { f: { q: `v${index}` } } });
        assertEqual((await table.get('r')).getText('f', 'q'), `v${index}`, 'put');
        await table.delete(new Delete('r').addColumn('f', 'q'));
      }
      await table.put({ row: 'r', cells: { f: { q: 'last' } } });
      await settle();
      assertEqual((await table.get('r')).getText('f', 'q'), 'last', 'row');
    },
  );
}
