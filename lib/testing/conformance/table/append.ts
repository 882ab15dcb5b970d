import { decodeInt64, encodeInt64 } from '../../../bytes/numbers.js';
import { Append } from '../../../model/append.js';
import { Put } from '../../../model/put.js';
import { assertEqual, assertRejects } from '../assert.js';
import { bytes, type TableTests, values, versions } from './table-tests.js';

export function appendTests(tests: TableTests): void {
  tests.data(
    'an append adds bytes to the end of the value; a missing value is empty (W-31, W-33)',
    async ({ table, settle }) => {
      assertEqual(values(await table.append(new Append('r').addColumn('f', 's', 'ab'))), ['f:s=ab'], 'first');
      await settle();
      assertEqual(values(await table.append({ row: 'r', values: { f: { s: 'cd' } } })), ['f:s=abcd'], 'second');
      await settle();
      assertEqual(values(await table.get('r')), ['f:s=abcd'], 'stored');
    },
  );

  tests.data('an append of several columns returns their new values in order (W-37)', async ({ table, settle }) => {
    const append = new Append('r').addColumn('g', 'a', '1').addColumn('f', 'b', '2').addColumn('f', null, '3');
    assertEqual(values(await table.append(append)), ['f:=3', 'f:b=2', 'g:a=1'], 'first');
    await settle();
    assertEqual(values(await table.append(append)), ['f:=33', 'f:b=22', 'g:a=11'], 'second');
  });

  tests.data('each append to a column named twice uses the same old value (W-36)', async ({ table, settle }) => {
    await table.put({ row: 'r', timestamp: 5, cells: { f: { s: 'old' } } });
    await settle();
    const result = await table.append(new Append('r').addColumn('f', 's', '1').addColumn('f', 's', '2'));
    assertEqual(values(result), ['f:s=old1', 'f:s=old2'], 'answer');
    await settle();
    assertEqual(values(await table.get('r')), ['f:s=old2'], 'stored');
  });

  tests.data('an empty value also writes a cell (W-36)', async ({ table, settle }) => {
    assertEqual(values(await table.append(new Append('r').addColumn('f', 's', null))), ['f:s='], 'answer');
    await settle();
    assertEqual(values(await table.get('r')), ['f:s='], 'stored');
  });

  tests.data(
    "a new value is newer than the old one; the append's own timestamp applies to a new column (W-34)",
    async ({ table, settle }) => {
      const future = 2 ** 50;
      await table.put(new Put('r', future).addColumn('f', 's', 'a'));
      await settle();
      const result = await table.append({ row: 'r', values: { f: { s: 'b', t: 'c' } }, timestamp: 5 });
      assertEqual(versions(result), [`f:s@${future + 1}=ab`, 'f:t@5=c'], 'answer');
      await settle();
      assertEqual(versions(await table.get('r')), [`f:s@${future + 1}=ab`, 'f:t@5=c'], 'stored');
    },
  );

  tests.data('a time range that excludes the value starts with an empty one (W-35)', async ({ table, settle }) => {
    await table.put(new Put('r').addColumn('f', 's', 5, 'old').addColumn('f', 't', 5, 'old'));
    await settle();
    assertEqual(
      values(await table.append(new Append('r').addColumn('f', 's', 'x').setTimeRange(0, 5))),
      ['f:s=x'],
      'out',
    );
    await settle();
    assertEqual(
      values(await table.append({ row: 'r', values: { f: { t: 'x' } }, timeRange: [5, 6] })),
      ['f:t=oldx'],
      'in',
    );
  });

  tests.data('an append returns an empty Result if no result is requested (W-37)', async ({ table, settle }) => {
    const result = await table.append(new Append('r').addColumn('f', 's', 'x').setReturnResults(false));
    assertEqual([result.isEmpty, result.row], [true, null], 'answer');
    await settle();
    assertEqual(values(await table.get('r')), ['f:s=x'], 'stored');
  });

  tests.data('any bytes may be appended, even to a counter (W-31)', async ({ table, settle }) => {
    await table.append(new Append('r').addColumn('f', 's', bytes(0, 0xff)).addColumn('f', 'n', encodeInt64(1n)));
    await settle();
    await table.append({ row: 'r', values: [{ family: 'f', qualifier: 's', value: bytes(0x5c) }] });
    assertEqual((await table.get('r')).getValue('f', 's'), bytes(0, 0xff, 0x5c), 'bytes');
    await table.incrementColumnValue('r', 'f', 'n', 1);
    assertEqual(decodeInt64((await table.get('r')).getValue('f', 'n') as Uint8Array, 0), 2n, 'counter');
  });

  tests.table('concurrent appends each see the ones before', async ({ table }) => {
    const results = await Promise.all(['a', 'b', 'c'].map((s) => table.append({ row: 'r', values: { f: { s } } })));
    assertEqual(results.map(values), [['f:s=a'], ['f:s=ab'], ['f:s=abc']], 'answers');
  });

  tests.table('an append without values or in an unknown family changes nothing (N-38, W-8)', async ({ table }) => {
    await assertRejects(table.append(new Append('r')), 'empty', 'INVALID_ARGUMENT');
    const unknown = new Append('r').addColumn('f', 's', 'x').addColumn('x', 's', 'x');
    await assertRejects(table.append(unknown), 'unknown family', 'NO_SUCH_COLUMN_FAMILY');
    assertEqual(values(await table.get('r')), [], 'row');
  });
}
