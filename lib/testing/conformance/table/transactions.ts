import type { Transaction, TransactionTable } from '../../../client/transaction.js';
import { PageFilter } from '../../../filter/page-filter.js';
import { assert, assertEqual, assertRejects, assertThrows } from '../assert.js';
import { putRows, rowText, rowTexts, type TableTests, values } from './table-tests.js';

const cells = (value: string) => ({ f: { q: value } });

export function transactionTests(tests: TableTests): void {
  tests.data(
    'a transaction reads like its table, and applies all its writes together',
    async ({ connection, name, table, settle }) => {
      const other = await connection.ensureTable({ name: `${name}.other`, families: ['f'] });
      await putRows(table, ['a', 'b', 'c']);
      await settle();
      const read = await connection.transact(async (transaction) => {
        const own = transaction.table(table);
        const found = {
          get: values(await own.get('a')),
          list: (await own.get(['b', { row: 'none' }])).map(rowText),
          exists: await own.exists('c'),
          existsList: await own.exists(['c', 'none']),
          scan: (await own.scan({ start: 'b' })).map(rowText),
          reversed: (await own.scan({ reversed: true, limit: 2 })).map(rowText),
          filtered: (await own.scan({ filter: new PageFilter(1) })).map(rowText),
          other: await transaction.table(`${name}.other`).exists('a'),
        };
        own.put([{ row: 'd', cells: cells('new') }]);
        own.delete({ row: 'a' });
        own.append({ row: 'b', values: cells('+') });
        own.mutateRow({ row: 'c', mutations: [{ row: 'c', cells: { g: { q: 'both' } } }] });
        transaction.table(other).increment({ row: 'n', amounts: { f: { n: 3 } } });
        assertEqual(await table.exists('d'), false, 'not written yet');
        return found;
      });
      const expected = {
        get: ['f:q=a'],
        list: ['b', 'nothing'],
        exists: true,
        existsList: [true, false],
        scan: ['b', 'c'],
        reversed: ['c', 'b'],
        filtered: ['a'],
        other: false,
      };
      assertEqual(read, expected, 'what it read');
      await settle();
      const rows = (await table.getScanner().toArray()).map((row) => values(row).join());
      assertEqual(rows, ['f:q=b+', 'f:q=c,g:q=both', 'f:q=new'], 'rows');
      assertEqual((await other.get('n')).getLong('f', 'n'), 3n, 'counter');
    },
  );

  for (const [what, read, change] of CHANGES) {
    tests.data(`a transaction runs again if ${what} was changed meanwhile`, async ({ connection, table, settle }) => {
      await putRows(table, ['a', 'c']);
      await settle();
      let runs = 0;
      const result = await connection.transact(async (transaction) => {
        const own = transaction.table(table);
        await read(own);
        if (++runs === 1) await change(table);
        own.put({ row: 'x', cells: cells(`run ${runs}`) });
        return runs;
      });
      assertEqual([result, runs], [2, 2], 'runs');
      assertEqual(values(await table.get('x')), ['f:q=run 2'], 'written once');
    });
  }

  tests.table('a transaction is not disturbed by what it has not read', async ({ connection, table }) => {
    await putRows(table, ['a', 'c', 'e']);
    let runs = 0;
    await connection.transact(async (transaction) => {
      const own = transaction.table(table);
      await own.get({ row: 'a', columns: ['f:q'] });
      await own.scan({ start: 'c', stop: 'd' });
      await own.scan({ limit: 1 });
      await own.exists('e');
      runs++;
      await table
        .put({ row: 'a', cells: { g: { q: 'other column' } } })
        .then(() => table.delete({ row: 'a', markers: [{ kind: 'columns', family: 'g', qualifier: 'q' }] }));
      await putRows(table, ['b', 'd', 'e', 'f']);
      own.put({ row: 'x', cells: cells('v') });
    });
    assertEqual(runs, 1, 'runs');
  });

  tests.table('a transaction that only reads sees one state', async ({ connection, table }) => {
    await table.put([
      { row: 'a', cells: cells('1') },
      { row: 'b', cells: cells('1') },
    ]);
    let runs = 0;
    const seen = await connection.transact(async (transaction) => {
      const own = transaction.table(table);
      const first = (await own.get('a')).getText('f', 'q');
      if (++runs === 1)
        await table.put([
          { row: 'a', cells: cells('2') },
          { row: 'b', cells: cells('2') },
        ]);
      return [first, (await own.get('b')).getText('f', 'q')];
    });
    assertEqual([seen, runs], [['2', '2'], 2], 'one state');
  });

  tests.table(
    'a transaction ends with CONFLICT after its attempts, and writes nothing',
    async ({ connection, table }) => {
      let runs = 0;
      const work = async (transaction: Transaction): Promise<void> => {
        const own = transaction.table(table);
        await own.get('a');
        await table.incrementColumnValue('a', 'f', 'n', 1);
        runs++;
        own.put({ row: 'x', cells: cells('v') });
      };
      const error = await assertRejects(connection.transact(work, { attempts: 3 }), 'conflicts', 'CONFLICT');
      assertEqual((error as unknown as { details: unknown }).details, { attempts: 3 }, 'details');
      assertEqual([runs, await table.exists('x')], [3, false], 'runs');
      await assertRejects(connection.transact(work), 'ten attempts', 'CONFLICT');
      assertEqual(runs, 13, 'runs by default');
    },
  );

  tests.table('the error of a transaction is passed on, and nothing is written', async ({ connection, table }) => {
    const thrown = new Error('not enough');
    const run = connection.transact(async (transaction) => {
      transaction.table(table).put({ row: 'x', cells: cells('v') });
      throw thrown;
    });
    assertEqual(await run.catch((error) => error === thrown), true, 'the same error');
    assertEqual(await table.exists('x'), false, 'nothing written');
  });

  tests.table('a transaction that throws runs again if what it read has changed', async ({ connection, table }) => {
    await table.put({ row: 'a', cells: cells('1') });
    let runs = 0;
    const seen = await connection.transact(async (transaction) => {
      const value = (await transaction.table(table).get('a')).getText('f', 'q');
      if (++runs === 1) await table.put({ row: 'a', cells: cells('2') });
      if (value === '1') throw new Error('too old');
      return value;
    });
    assertEqual([seen, runs], ['2', 2], 'runs');
  });

  tests.table('a transaction cannot read what it has written', async ({ connection, name, table }) => {
    await putRows(table, ['a', 'b', 'c']);
    const refused = await connection.transact(async (transaction) => {
      const own = transaction.table(table);
      own.put({ row: 'b', cells: cells('new') });
      const errors = [
        await assertRejects(own.get('b'), 'get', 'INVALID_STATE'),
        await assertRejects(own.exists('b'), 'exists', 'INVALID_STATE'),
        await assertRejects(own.scan({ start: 'a', stop: 'c' }), 'scan', 'INVALID_STATE'),
        await assertRejects(own.scan({ start: 'b', reversed: true }), 'reversed scan', 'INVALID_STATE'),
        await assertRejects(transaction.table(name).scan(), 'scan by name', 'INVALID_STATE'),
      ];
      assertEqual((await own.scan({ start: 'b', startInclusive: false })).map(rowText), ['c'], 'rows after it');
      assertEqual((await own.scan({ stop: 'b' })).map(rowText), ['a'], 'rows before it');
      return errors;
    });
    for (const error of refused) assert(error.message.includes(`row 'b' of table '${name}'`), 'names the row');
  });

  tests.table('a transaction cannot be used after its end', async ({ connection, table }) => {
    let kept: TransactionTable | null = null;
    await connection.transact(async (transaction) => {
      kept = transaction.table(table) as TransactionTable;
    });
    const after = kept as unknown as TransactionTable;
    await assertRejects(after.get('a'), 'get', 'INVALID_STATE');
    await assertRejects(after.scan(), 'scan', 'INVALID_STATE');
    assertThrows(() => after.put({ row: 'a', cells: cells('v') }), 'put', 'INVALID_STATE');
    assertEqual(await table.exists('a'), false, 'nothing written');
  });

  tests.table('a read that is not awaited counts too', async ({ connection, table }) => {
    let runs = 0;
    await connection.transact(async (transaction) => {
      const own = transaction.table(table);
      void own.get('a');
      if (++runs === 1) void table.put({ row: 'a', cells: cells('v') });
      own.put({ row: 'x', cells: cells('v') });
    });
    assertEqual(runs, 2, 'runs');
  });

  tests.table('writers of one counter lose no increment', async ({ connection, table }) => {
    const add = () =>
      connection.transact(
        async (transaction) => {
          const own = transaction.table(table);
          const value = Number((await own.get('n')).getText('f', 'q') ?? 0);
          own.put({ row: 'n', cells: cells(String(value + 1)) });
        },
        { attempts: 200 },
      );
    await Promise.all(Array.from({ length: 8 }, add));
    assertEqual((await table.get('n')).getText('f', 'q'), '8', 'counter');
  });

  tests.table('an aborted transaction rejects with the reason and writes nothing', async ({ connection, table }) => {
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error('enough');
    const run = connection.transact(
      async (transaction) => {
        const own = transaction.table(table);
        await own.get('a');
        controller.abort(reason);
        own.put({ row: 'x', cells: cells('v') });
      },
      { signal },
    );
    assertEqual(await run.catch((error) => error === reason), true, 'the reason');
    assertEqual(await table.exists('x'), false, 'nothing written');
    const late = connection.transact(async () => assert(false, 'it ran'), { signal });
    assertEqual(await late.catch((error) => error === reason), true, 'aborted before');
  });

  tests.table('a transaction refuses what is malformed, and more than it can check', async ({ connection, table }) => {
    await assertRejects(connection.transact(null as never), 'no function', 'INVALID_ARGUMENT');
    for (const attempts of [0, 1.5, '2' as never])
      await assertRejects(
        connection.transact(async () => 1, { attempts }),
        `${attempts} attempts`,
        'INVALID_ARGUMENT',
      );
    await assertRejects(
      connection.transact(async () => 1, { atempts: 2 } as never),
      'a typo',
      'INVALID_ARGUMENT',
    );
    const scan = (options: object) =>
      connection.transact((transaction) => transaction.table(table).scan(options as never));
    await assertRejects(scan({ batch: 1 }), 'batch', 'INVALID_ARGUMENT');
    await assertRejects(scan({ needCursorResult: true }), 'cursors', 'INVALID_ARGUMENT');
    const put = (given: object) =>
      connection.transact(async (transaction) => transaction.table(table).put(given as never));
    await assertRejects(put({ row: 'a', cells: {} }), 'an empty put', 'INVALID_ARGUMENT');
    await assertRejects(
      connection.transact(async (transaction) => transaction.table(table).delete('a' as never)),
      'a delete of a row key',
      'INVALID_ARGUMENT',
    );
    const rows = Array.from({ length: 10_001 }, (_, index) => `r${index}`);
    await putRows(table, rows);
    await assertRejects(scan({}), 'too many rows', 'INVALID_OPERATION');
    assertEqual((await scan({ limit: 10_000 })).length, 10_000, 'as many as it may read');
    assertEqual((await rowTexts(table.getScanner({ limit: 1 }))).length, 1, 'the connection works on');
  });
}

type Change = (table: { put(put: unknown): Promise<void>; delete(remove: unknown): Promise<void> }) => Promise<void>;

/** What a transaction reads, and a change that it must notice. */
const CHANGES: readonly (readonly [what: string, read: (own: TransactionTable) => Promise<unknown>, change: Change])[] =
  [
    ['a row', (own) => own.get('a'), (table) => table.put({ row: 'a', cells: cells('other') })],
    [
      'the timestamp of a cell',
      (own) => own.get('a'),
      (table) => table.put({ row: 'a', cells: cells('a'), timestamp: Date.now() + 1_000 }),
    ],
    ['a missing row', (own) => own.get('b'), (table) => table.put({ row: 'b', cells: cells('new') })],
    ['a row that existed', (own) => own.exists('a'), (table) => table.delete({ row: 'a' })],
    ['the existence of a row', (own) => own.exists('b'), (table) => table.put({ row: 'b', cells: cells('new') })],
    [
      'a range by a new row',
      (own) => own.scan({ start: 'a', stop: 'c' }),
      (table) => table.put({ row: 'b', cells: cells('v') }),
    ],
    ['a range by a delete', (own) => own.scan(), (table) => table.delete({ row: 'c' })],
    ['an empty range', (own) => own.scan({ prefix: 'z' }), (table) => table.put({ row: 'z', cells: cells('v') })],
    ['a limited range', (own) => own.scan({ limit: 2 }), (table) => table.put({ row: 'b', cells: cells('v') })],
    [
      'a reversed range',
      (own) => own.scan({ reversed: true, limit: 1 }),
      (table) => table.put({ row: 'd', cells: cells('v') }),
    ],
    ['one of several rows', (own) => own.get(['a', 'b', 'c']), (table) => table.put({ row: 'c', cells: cells('v') })],
  ];
