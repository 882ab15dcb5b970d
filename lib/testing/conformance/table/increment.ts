import { decodeInt64, encodeInt64 } from '../../../bytes/numbers.js';
import type { Result } from '../../../client/answers/result.js';
import { Increment } from '../../../model/increment.js';
import { Put } from '../../../model/put.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import { type TableTests, values } from './table-tests.js';

const LARGEST = 2n ** 63n - 1n;

/** The counters of a Result as `family:qualifier=number`. */
function counters(result: Result): string[] {
  return result.toJSON().cells.map(({ family, qualifier, value }) => `${family}:${qualifier}=${value}`);
}

/** The stored number of `f:n`. */
function stored(result: Result): bigint | null {
  const value = result.getValue('f', 'n');
  return value === null ? null : decodeInt64(value, 0);
}

export function incrementTests(tests: TableTests): void {
  tests.data('a counter starts at 0 and adds up (W-31, W-33)', async ({ table, settle }) => {
    const sums: bigint[] = [];
    for (const amount of [5, -7, 1n, 0]) {
      sums.push(await table.incrementColumnValue('r', 'f', 'n', amount));
      await settle();
    }
    assertEqual(sums, [5n, -2n, -1n, -1n], 'answers');
    assertEqual(stored(await table.get('r')), -1n, 'stored');
  });

  tests.data('a counter is 8 bytes, big-endian, and wraps modulo 2^64 (W-32)', async ({ table, settle }) => {
    await table.put({ row: 'r', cells: { f: { n: encodeInt64(LARGEST) } } });
    await settle();
    assertEqual(await table.incrementColumnValue('r', 'f', 'n', 1), -(2n ** 63n), 'wrapped up');
    await settle();
    assertEqual(await table.incrementColumnValue('r', 'f', 'n', -1), LARGEST, 'wrapped down');
    await settle();
    assertEqual((await table.get('r')).getValue('f', 'n'), encodeInt64(LARGEST), 'bytes');
  });

  tests.data('an increment of several columns returns their new values in order (W-37)', async ({ table, settle }) => {
    const increment = new Increment('r')
      .addColumn('g', 'b', 3)
      .addColumn('f', 'z', 1)
      .addColumn('f', 'a', 2)
      .addColumn('g', null, 4);
    assertEqual(counters(await table.increment(increment)), ['f:a=2', 'f:z=1', 'g:=4', 'g:b=3'], 'first');
    await settle();
    assertEqual(counters(await table.increment(increment)), ['f:a=4', 'f:z=2', 'g:=8', 'g:b=6'], 'second');
    await settle();
    assertEqual((await table.get('r')).size, 4, 'cells');
  });

  tests.data('each increment of a column named twice uses the same old value (W-36)', async ({ table, settle }) => {
    await table.incrementColumnValue('r', 'f', 'n', 10);
    await settle();
    const result = await table.increment(new Increment('r').addColumn('f', 'n', 1).addColumn('f', 'n', 5));
    assertEqual(counters(result), ['f:n=11', 'f:n=15'], 'answer');
    await settle();
    assertEqual(stored(await table.get('r')), 15n, 'stored');
  });

  tests.data('an amount of 0 also writes a cell (W-36)', async ({ table, settle }) => {
    assertEqual(await table.incrementColumnValue('r', 'f', 'n', 0), 0n, 'answer');
    await settle();
    assertEqual(stored(await table.get('r')), 0n, 'stored');
  });

  tests.data('a new cell is newer than the one from which it was computed (W-34)', async ({ table, settle }) => {
    const future = 2 ** 50;
    await table.put(new Put('r', future).addColumn('f', 'n', encodeInt64(1n)));
    await settle();
    const result = await table.increment({ row: 'r', amounts: { f: { n: 1 } }, timestamp: 5 });
    assertEqual(result.getColumnLatestCell('f', 'n')?.timestamp, future + 1, 'timestamp');
    await settle();
    assertEqual(stored(await table.get('r')), 2n, 'stored');
  });

  tests.data("the increment's own timestamp applies to a new counter (W-34)", async ({ table, settle }) => {
    const result = await table.increment({ row: 'r', amounts: { f: { n: 1 } }, timestamp: 5 });
    assertEqual(result.getColumnLatestCell('f', 'n')?.timestamp, 5, 'timestamp');
    await settle();
    assertEqual((await table.get('r')).getColumnLatestCell('f', 'n')?.timestamp, 5, 'stored');
  });

  tests.data('an increment returns an empty Result if no result is requested (W-37)', async ({ table, settle }) => {
    const result = await table.increment({ row: 'r', amounts: { f: { n: 3 } }, returnResults: false });
    assertEqual([result.isEmpty, result.row], [true, null], 'answer');
    await settle();
    assertEqual(stored(await table.get('r')), 3n, 'stored');
  });

  tests.data(
    'a value that is not 8 bytes long is refused, and the row is unchanged (W-32)',
    async ({ table, settle }) => {
      await table.put({ row: 'r', cells: { f: { n: encodeInt64(1n), text: 'seven b' }, g: { n: encodeInt64(1n) } } });
      await settle();
      const increment = new Increment('r').addColumn('f', 'n', 1).addColumn('f', 'text', 1).addColumn('g', 'n', 1);
      const error = await assertRejects(table.increment(increment), 'not a number', 'INVALID_OPERATION');
      assert(error.message.includes("Field is not a long, it's 7 bytes wide"), error.message);
      assertEqual(error.hbaseName, 'DoNotRetryIOException', 'class');
      const result = await table.get('r');
      assertEqual([stored(result), result.getValue('g', 'n')], [1n, encodeInt64(1n)], 'others');
    },
  );

  tests.data('a deleted counter starts again at 0 (W-33)', async ({ table, settle }) => {
    await table.incrementColumnValue('r', 'f', 'n', 41);
    await settle();
    await table.delete({ row: 'r' });
    await settle();
    assertEqual(await table.incrementColumnValue('r', 'f', 'n', 1), 1n, 'answer');
    await settle();
    assertEqual(stored(await table.get('r')), 1n, 'stored');
  });

  tests.table('concurrent increments each see the ones before', async ({ table }) => {
    const sums = await Promise.all(Array.from({ length: 500 }, () => table.incrementColumnValue('r', 'f', 'n', 1)));
    assertEqual(
      sums,
      Array.from({ length: 500 }, (_, index) => BigInt(index + 1)),
      'answers',
    );
    assertEqual(stored(await table.get('r')), 500n, 'stored');
  });

  tests.table('an increment sees a put and a delete of the same turn', async ({ table }) => {
    const [, first, , second] = await Promise.all([
      table.put({ row: 'r', cells: { f: { n: encodeInt64(10n) } } }),
      table.incrementColumnValue('r', 'f', 'n', 1),
      table.delete({ row: 'r' }),
      table.incrementColumnValue('r', 'f', 'n', 1),
    ]);
    assertEqual([first, second], [11n, 1n], 'answers');
  });

  tests.table('an increment of an unknown family changes nothing (W-8)', async ({ table }) => {
    const increment = new Increment('r').addColumn('f', 'n', 1).addColumn('x', 'n', 1);
    await assertRejects(table.increment(increment), 'unknown family', 'NO_SUCH_COLUMN_FAMILY');
    assertEqual(values(await table.get('r')), [], 'row');
  });
}
