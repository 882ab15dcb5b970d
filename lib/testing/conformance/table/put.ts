import { LATEST_TIMESTAMP } from '../../../model/mutation.js';
import { Put } from '../../../model/put.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import { bytes, type TableTests, values, versions } from './table-tests.js';

export function putTests(tests: TableTests): void {
  tests.data('a put is read back with its values and timestamps (W-10)', async ({ table, settle }) => {
    await table.put(
      new Put('r', 7).addColumn('f', 'a', 'one').addColumn('f', 'b', 9, 'two').addColumn('g', 'c', 'three'),
    );
    await settle();
    assertEqual(versions(await table.get('r')), ['f:a@7=one', 'f:b@9=two', 'g:c@7=three'], 'cells');
  });

  tests.data('a literal writes the same cells as the class', async ({ table, settle }) => {
    await table.put({ row: 'r', cells: { f: { a: 'one' }, g: { c: bytes(0x33) } }, timestamp: 7 });
    await table.put({
      row: 'r',
      cells: [
        { family: 'f', qualifier: bytes(0x62), timestamp: 9, value: 'two' },
        { family: 'g', value: 'none' },
      ],
    });
    await settle();
    const result = await table.get('r');
    assertEqual(values(result), ['f:a=one', 'f:b=two', 'g:=none', 'g:c=3'], 'cells');
    assertEqual(result.getColumnLatestCell('f', 'b')?.timestamp, 9, 'own timestamp');
  });

  tests.data('cells without a timestamp get the time of their write (W-2)', async ({ table, settle }) => {
    await table.put(
      new Put('r').addColumn('f', 'a', '1').addColumn('g', 'b', LATEST_TIMESTAMP, '2').addColumn('f', 'c', 5, '3'),
    );
    await settle();
    const [a, c, b] = (await table.get('r')).cells.map(({ timestamp }) => timestamp);
    assert(a === b && c === 5, `timestamps ${a}, ${b} and ${c}`);
    assert(Number.isSafeInteger(a) && (a as number) > 0 && (a as number) < LATEST_TIMESTAMP, `a time: ${a}`);
  });

  tests.data(
    'the version with the largest timestamp is read, not the last written (R-32, W-4)',
    async ({ table, settle }) => {
      for (const timestamp of [5, 9, 2]) await table.put(new Put('r', timestamp).addColumn('f', 'q', `v${timestamp}`));
      await settle();
      assertEqual(versions(await table.get('r')), ['f:q@9=v9'], 'newest');
    },
  );

  tests.data('of two writes with the same timestamp, the later one is read (R-33, W-4)', async ({ table, settle }) => {
    await table.put(new Put('r', 5).addColumn('f', 'q', 'old'));
    await settle();
    await table.put(new Put('r', 5).addColumn('f', 'q', 'new'));
    await settle();
    assertEqual(versions(await table.get('r')), ['f:q@5=new'], 'cell');
  });

  tests.data('a column that is given twice in one put has the later value (W-11)', async ({ table, settle }) => {
    await table.put(new Put('r', 5).addColumn('f', 'q', 'first').addColumn('f', 'q', 'second'));
    await settle();
    assertEqual(versions(await table.get('r')), ['f:q@5=second'], 'cell');
  });

  tests.data(
    'of two awaited puts to one column the later one is read, even within one millisecond (W-3)',
    async ({ table, settle }) => {
      for (let index = 0; index < 20; index++) {
        await table.put(new Put('r').addColumn('f', 'q', `v${index}`));
        assertEqual((await table.get('r')).getText('f', 'q'), `v${index}`, 'read at once');
      }
      await settle();
      assertEqual((await table.get('r')).getText('f', 'q'), 'v19', 'read in the end');
    },
  );

  tests.data(
    'families and qualifiers are returned in the order of their unsigned bytes (O-1, O-10)',
    async ({ table, settle }) => {
      const put = new Put('r', 1);
      for (const qualifier of [bytes(0xff), bytes(0x7f), bytes(), bytes(0x61, 0), bytes(0x61), bytes(0x80)]) {
        put.addColumn('g', qualifier, 'v').addColumn('f', qualifier, 'v');
      }
      await table.put(put);
      await settle();
      const { cells } = await table.get('r');
      const order = [bytes(), bytes(0x61), bytes(0x61, 0), bytes(0x7f), bytes(0x80), bytes(0xff)];
      assertEqual(
        cells.map(({ qualifier }) => qualifier),
        [...order, ...order],
        'qualifiers',
      );
      assertEqual(
        cells.map(({ family }) => family[0]),
        [...order.map(() => 0x66), ...order.map(() => 0x67)],
        'families',
      );
    },
  );

  tests.data('qualifiers and values may be empty (N-32, N-33)', async ({ table, settle }) => {
    await table.put(new Put('r', 1).addColumn('f', null, null).addColumn('g', '', 'v'));
    await settle();
    const result = await table.get('r');
    assertEqual(values(result), ['f:=', 'g:=v'], 'cells');
    assertEqual(result.getValue('f', null), bytes(), 'empty value');
  });

  tests.data('rows of any bytes, up to 32,767 of them, are distinct (N-30)', async ({ table, settle }) => {
    const rows = [
      bytes(0),
      bytes(0, 0),
      bytes(0xff),
      bytes(0xff, 0xff),
      new Uint8Array(32_767).fill(0x61),
      new Uint8Array(32_766).fill(0x61),
    ];
    for (const [index, row] of rows.entries()) await table.put(new Put(row).addColumn('f', 'q', String(index)));
    await settle();
    for (const [index, row] of rows.entries()) {
      const result = await table.get(row);
      assertEqual(result.getText('f', 'q'), String(index), `row ${index}`);
      assertEqual(result.row, row, `key ${index}`);
    }
  });

  tests.data('text is stored as UTF-8', async ({ table, settle }) => {
    await table.put({ row: 'größe 🌊', cells: { f: { 'höhe 🏔': 'weit weg ✈' } } });
    await settle();
    assertEqual((await table.get('größe 🌊')).getText('f', 'höhe 🏔'), 'weit weg ✈', 'value');
  });

  tests.data('values of every size are returned completely', async ({ table, settle }) => {
    const sizes = [1, 1000, 65_535, 65_536, 65_537, 1_000_000];
    for (const size of sizes)
      await table.put(new Put('r').addColumn('f', `q${size}`, new Uint8Array(size).fill(size & 0xff)));
    await settle();
    const result = await table.get('r');
    for (const size of sizes) {
      const value = result.getValue('f', `q${size}`);
      assert(value?.length === size && value.every((byte) => byte === (size & 0xff)), `value of ${size} bytes`);
    }
  });

  tests.data('the smallest and the largest timestamp can be stored (N-50, A-30)', async ({ table, settle }) => {
    const largest = Number.MAX_SAFE_INTEGER - 1;
    await table.put(new Put('r').addColumn('f', 'a', 0, 'v').addColumn('f', 'b', largest, 'v'));
    await settle();
    assertEqual(versions(await table.get('r')), ['f:a@0=v', `f:b@${largest}=v`], 'cells');
  });

  tests.data(
    'a put in the future hides one with an earlier timestamp that is written later (R-32)',
    async ({ table, settle }) => {
      await table.put(new Put('r', 2 ** 50).addColumn('f', 'q', 'future'));
      await table.put(new Put('r', 2 ** 49).addColumn('f', 'q', 'written later'));
      await settle();
      assertEqual(values(await table.get('r')), ['f:q=future'], 'cell');
    },
  );

  for (const durability of ['USE_DEFAULT', 'SKIP_WAL', 'ASYNC_WAL', 'SYNC_WAL', 'FSYNC_WAL'] as const) {
    tests.data(
      `a put with ${durability} is visible as soon as it is acknowledged (W-6, W-63)`,
      async ({ table, settle }) => {
        await table.put(new Put('r').addColumn('f', 'q', 'v').setDurability(durability));
        await settle();
        assertEqual(values(await table.get('r')), ['f:q=v'], 'cell');
      },
    );
  }

  tests.table('a get called after a put sees it, even if neither is awaited', async ({ table }) => {
    const calls: Promise<unknown>[] = [];
    for (let index = 0; index < 200; index++) {
      calls.push(table.put({ row: 'r', cells: { f: { q: String(index) }, g: { q: String(index) } } }));
      calls.push(
        table.get('r').then((result) => assertEqual(values(result), [`f:q=${index}`, `g:q=${index}`], 'both families')),
      );
    }
    await Promise.all(calls);
  });

  tests.table('a put with an unknown family does not change the row (W-8)', async ({ table }) => {
    await table.put({ row: 'r', cells: { f: { q: 'before' } } });
    const put = new Put('r').addColumn('f', 'q', 'after').addColumn('x', 'q', 'after');
    const error = await assertRejects(table.put(put), 'unknown family', 'NO_SUCH_COLUMN_FAMILY');
    assertEqual(error.hbaseName, 'NoSuchColumnFamilyException', 'class');
    assertEqual(values(await table.get('r')), ['f:q=before'], 'row');
  });

  tests.data('LATEST_TIMESTAMP means the time of the write and is never stored (N-52)', async (test) => {
    const { table, settle } = test;
    await table.put(new Put('r').addColumn('f', 'q', LATEST_TIMESTAMP, 'v'));
    await settle();
    const [cell] = (await table.get('r')).cells;
    assert(cell !== undefined && cell.timestamp < LATEST_TIMESTAMP, 'timestamp');
  });

  tests.table('a family with REPLICATION_SCOPE accepts a put that is not logged (W-62)', async (test) => {
    const { connection, name } = test;
    const families = [{ name: 'f', metadata: { REPLICATION_SCOPE: '1' } }];
    const table = await connection.ensureTable({ name: `${name}.scope`, families });
    await table.put({ row: 'r', cells: { f: { q: 'v' } }, durability: 'SKIP_WAL' });
    assertEqual(values(await table.get('r')), ['f:q=v'], 'row');
  });
}
