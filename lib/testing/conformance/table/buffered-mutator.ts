import type { BufferedMutator } from '../../../client/buffered-mutator.js';
import type { BigtabError } from '../../../errors.js';
import { Append } from '../../../model/append.js';
import { Delete } from '../../../model/delete.js';
import { Increment } from '../../../model/increment.js';
import { Put } from '../../../model/put.js';
import type { RowMutation } from '../../../model/row-mutations.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import { rowTexts, type TableTests, values } from './table-tests.js';

const put = (row: string, value = 'v', family = 'f') => new Put(row).addColumn(family, 'q', value);

/** The row and code of each failed mutation. */
function causesOf(error: unknown): string[] {
  const { causes } = (error as BigtabError).details as { readonly causes: readonly { row: string; code: string }[] };
  return causes.map(({ row, code }) => `${row} ${code}`);
}

export function bufferedMutatorTests(tests: TableTests): void {
  tests.data(
    'a BufferedMutator writes nothing before it is flushed, then all in order (W-68)',
    async ({ connection, name, table, settle }) => {
      const mutator = connection.getBufferedMutator(name);
      assertEqual([mutator.getName(), mutator.getWriteBufferSize()], [name, 2_097_152], 'parameters');
      await mutator.mutate(put('a', 'old'));
      await mutator.mutate([
        new Increment('n').addColumn('f', 'n', 5),
        new Delete('a'),
        { row: 'a', cells: { f: { q: 'new' } } },
        new Append('a').addColumn('f', 'q', 'er'),
        { kind: 'Delete', row: 'gone' },
      ]);
      assertEqual(await rowTexts(table.getScanner()), [], 'before');
      await mutator.flush();
      await settle();
      assertEqual(await rowTexts(table.getScanner()), ['a', 'n'], 'after');
      assertEqual(values(await table.get('a')), ['f:q=newer'], 'order');
      await mutator.mutate(put('b'));
      await mutator.close();
      await mutator.close();
      assertEqual(await rowTexts(table.getScanner()), ['a', 'b', 'n'], 'closed');
    },
  );

  tests.table('without a listener, the next flush or close reports the failures (W-68, W-70)', async (test) => {
    const { connection, name, table } = test;
    const mutator = connection.getBufferedMutator({ tableName: name });
    await mutator.mutate([put('a'), put('b', 'v', 'x'), put('c')]);
    const error = await assertRejects(mutator.flush(), 'flush', 'BATCH_FAILED');
    assertEqual(causesOf(error), ['b NO_SUCH_COLUMN_FAMILY'], 'causes');
    assert(error.message.startsWith('1 of 3 requests failed'), error.message);
    assertEqual(await rowTexts(table.getScanner()), ['a', 'c'], 'the others');
    await mutator.flush();
    await mutator.mutate(new Increment('a').addColumn('f', 'q', 1));
    assertEqual(
      causesOf(await assertRejects(mutator.close(), 'close', 'BATCH_FAILED')),
      ['a INVALID_OPERATION'],
      'close',
    );
    await mutator.close();
    const missing = connection.getBufferedMutator(`${name}.missing`);
    await missing.mutate([put('a'), put('b')]);
    const causes = causesOf(await assertRejects(missing.close(), 'no table', 'BATCH_FAILED'));
    assertEqual(causes, ['a TABLE_NOT_FOUND', 'b TABLE_NOT_FOUND'], 'each of them (W-7)');
  });

  tests.table('a listener receives failures, and flush and close resolve (W-68)', async ({ connection, name }) => {
    const told: string[][] = [];
    const listener = (error: BigtabError, from: BufferedMutator) => {
      assertEqual(from, mutator, 'who tells');
      told.push(causesOf(error));
    };
    const mutator = connection.getBufferedMutator({ tableName: name, listener });
    await mutator.mutate([put('a'), put('b', 'v', 'x'), new Delete('c').addFamily('y')]);
    await mutator.flush();
    await mutator.mutate(put('d', 'v', 'x'));
    await mutator.close();
    const code = 'NO_SUCH_COLUMN_FAMILY';
    assertEqual(told, [[`b ${code}`, `c ${code}`], [`d ${code}`]], 'told');
  });

  tests.table('mutate validates at once, and accepts nothing from an invalid list (W-68, N-34, N-38)', async (test) => {
    const { connection, name, table } = test;
    const mutator = connection.getBufferedMutator({ tableName: name, maxKeyValueSize: 100 });
    const refused = (mutation: unknown) =>
      assertRejects(mutator.mutate(mutation as RowMutation), String(mutation), 'INVALID_ARGUMENT');
    assertEqual((await refused(new Put('r'))).message, 'No columns to insert', 'empty');
    const large = (await refused(put('r', 'v'.repeat(200)))).message;
    assertEqual(large.startsWith('KeyValue size too large'), true, large);
    await refused([put('b'), new Put('r')]);
    await refused(new Increment('r'));
    await refused(new Append('r'));
    await refused({ row: 'r' });
    await refused({ row: 'r', mutations: [] });
    await refused(undefined);
    await mutator.mutate(new Append('n').addColumn('f', 'q', 'v'.repeat(200)));
    await mutator.close();
    assertEqual(await rowTexts(table.getScanner()), ['n'], 'rows');
  });

  tests.table('a closed BufferedMutator accepts no more mutations (W-68)', async ({ connection, name }) => {
    const mutator = connection.getBufferedMutator(name);
    await mutator.close();
    for (const call of [mutator.mutate(put('a')), mutator.flush()]) {
      const error = await assertRejects(call, 'closed', 'INVALID_STATE');
      assertEqual(error.message, 'Cannot put when the BufferedMutator is closed.', 'message');
    }
  });

  tests.table('a full buffer is sent automatically (W-68)', async ({ connection, name, table }) => {
    const bySize = connection.getBufferedMutator({ tableName: name, writeBufferSize: 1_000 });
    const byCount = connection.getBufferedMutator({ tableName: name, maxMutations: 3 });
    for (let row = 0; row < 5; row++) await byCount.mutate(put(`c${row}`));
    await bySize.mutate(put('s', 'x'.repeat(2_000)));
    await bySize.mutate(put('t'));
    assertEqual(await rowTexts(table.getScanner()), ['c0', 'c1', 'c2', 's'], 'sent by themselves');
    await byCount.close();
    await bySize.close();
    const large = connection.getBufferedMutator(name);
    await large.mutate(Array.from({ length: 3_000 }, (_, row) => put(`r${row}`, 'x'.repeat(1_000))));
    await large.close();
    assertEqual((await rowTexts(table.getScanner({ prefix: 'r' }))).length, 3_000, 'many');
  });

  tests.table('a BufferedMutator with invalid parameters throws INVALID_ARGUMENT', async ({ connection, name }) => {
    for (const wrong of [
      undefined,
      {},
      { tableName: 5 },
      { tableName: name, writeBufferSize: 0 },
      { tableName: name, maxMutations: 1.5 },
      { tableName: name, maxKeyValueSize: 'large' },
      { tableName: name, writeBufferPeriodicFlushTimeoutMs: -1 },
      { tableName: name, listener: 'me' },
      { tableName: name, bufferSize: 5 },
    ]) {
      const make = async () => connection.getBufferedMutator(wrong as never);
      await assertRejects(make(), JSON.stringify(wrong), 'INVALID_ARGUMENT');
    }
  });
}
