import { defineTable } from '../../../client/define-table.js';
import type { Table } from '../../../client/table.js';
import { int64, text } from '../../../model/codec.js';
import { Delete } from '../../../model/delete.js';
import { KEEP_HISTORY } from '../../../model/keep-history.js';
import { keyOf } from '../../../model/key-codec.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import { bytes, type TableTests } from './table-tests.js';

const FAMILIES = [
  { name: 'f', ...KEEP_HISTORY },
  { name: 'g', ...KEEP_HISTORY },
];

/** The entries as `column@timestamp=value`, without a value for a delete. */
async function entriesOf(table: Table, ...rest: [Parameters<Table['history']>[1]?, Parameters<Table['history']>[2]?]) {
  const entries = await table.history('a', ...rest);
  const decoder = new TextDecoder();
  return entries.map(({ column, timestamp, value, deleted }) => {
    assertEqual(deleted, value === null, `deleted of ${column}`);
    return `${column}@${timestamp}${value === null ? '' : `=${decoder.decode(value)}`}`;
  });
}

/** The history of rows, restoring them, and the calls of one row. */
export function rowHistoryTests(tests: TableTests): void {
  historyTests(tests);
  restoreTests(tests);
  rowTests(tests);
}

function historyTests(tests: TableTests): void {
  tests.data(
    'a history has every value and every delete, newest first',
    async ({ table, settle }) => {
      await table.put({ row: 'a', timestamp: 1, cells: { f: { q: '1', p: 'p' }, g: { '': 'empty' } } });
      await table.put({ row: 'a', timestamp: 3, cells: { f: { q: '3' } } });
      await settle();
      await table.delete(new Delete('a').addColumns('f', 'q', 4).addColumn('f', 'p', 1));
      await table.put({ row: 'a', timestamp: 5, cells: { f: { '': 'e', größe: '5' } } });
      await table.delete(new Delete('a', 6));
      await table.put({ row: 'b', timestamp: 7, cells: { f: { q: 'other row' } } });
      await settle();
      const all = [
        'f@6',
        'g@6',
        'f:@5=e',
        'f:größe@5=5',
        'f:q@4',
        'f:q@3=3',
        'f:p@1',
        'f:p@1=p',
        'f:q@1=1',
        'g:@1=empty',
      ];
      assertEqual(await entriesOf(table), all, 'the row');
      assertEqual(await entriesOf(table, 'f:q'), ['f:q@6', 'f:q@4', 'f:q@3=3', 'f:q@1=1'], 'f:q');
      assertEqual(await entriesOf(table, ['f', bytes(0x71)]), ['f:q@6', 'f:q@4', 'f:q@3=3', 'f:q@1=1'], 'as a pair');
      assertEqual(await entriesOf(table, 'f:größe'), ['f:größe@6', 'f:größe@5=5'], 'f:größe');
      assertEqual(await entriesOf(table, 'f:'), ['f:@6', 'f:@5=e'], 'the empty qualifier');
      assertEqual(await entriesOf(table, 'g'), ['g@6', 'g:@1=empty'], 'a family');
      assertEqual(await entriesOf(table, 'f:none'), ['f:none@6'], 'a column that never existed');
      assertEqual(await table.history('none'), [], 'a missing row');
      for (let limit = 1; limit <= all.length + 1; limit++) {
        assertEqual(await entriesOf(table, undefined, { limit }), all.slice(0, limit), `the row, limit ${limit}`);
        const ofColumn = (await entriesOf(table, 'f:q')).slice(0, limit);
        assertEqual(await entriesOf(table, 'f:q', { limit }), ofColumn, `f:q, limit ${limit}`);
      }
    },
    FAMILIES,
  );

  tests.table('a history refuses arguments of other kinds, and ends with its signal', async ({ table, connection }) => {
    const refused = (call: Promise<unknown>, what: string, code = 'INVALID_ARGUMENT') =>
      assertRejects(call, what, code);
    await refused(table.history(''), 'no row');
    await refused(table.history('a', 7 as never), 'a number');
    for (const limit of [0, -1, 1.5, '1' as never])
      await refused(table.history('a', 'f:q', { limit }), `limit ${limit}`);
    await refused(table.history('a', 'f:q', { limits: 1 } as never), 'another option');
    await refused(table.history('a', 'nope:q'), 'an unknown family', 'NO_SUCH_COLUMN_FAMILY');
    await refused(connection.getTable('nope').history('a'), 'an unknown table', 'TABLE_NOT_FOUND');
    const reason = new Error('stopped');
    const error = await assertRejects(table.history('a', 'f:q', { signal: AbortSignal.abort(reason) }), 'a signal');
    assert(error === reason, 'the reason');
  });

  tests.table(
    'a history of a family that keeps one version has what is still stored',
    async ({ table, connection, name }) => {
      for (let at = 1; at <= 3; at++) await table.put({ row: 'a', timestamp: at, cells: { f: { q: `${at}` } } });
      for (const column of [undefined, 'f', 'f:q'])
        assertEqual(await entriesOf(table, column), ['f:q@3=3', 'f:q@2=2', 'f:q@1=1'], `before a flush, ${column}`);
      await connection.getAdmin().flush(name);
      for (const column of [undefined, 'f', 'f:q'])
        assertEqual(await entriesOf(table, column), ['f:q@3=3'], `after a flush, ${column}`);
    },
  );

  tests.data(
    'a history of a column has the deletes of its family, however many values the empty qualifier has',
    async ({ table, settle }) => {
      await table.put({ row: 'a', timestamp: 1, cells: { f: { q: '1' } } });
      await table.delete(new Delete('a', 2));
      for (let at = 3; at < 20; at++) await table.put({ row: 'a', timestamp: at, cells: { f: { '': `${at}` } } });
      await settle();
      for (let limit = 1; limit <= 3; limit++)
        assertEqual(await entriesOf(table, 'f:q', { limit }), ['f:q@2', 'f:q@1=1'].slice(0, limit), `limit ${limit}`);
      assertEqual(await entriesOf(table, 'f:', { limit: 2 }), ['f:@19=19', 'f:@18=18'], 'the empty qualifier');
    },
    FAMILIES,
  );

  tests.table(
    'a history of many large values keeps as many as requested',
    async ({ table }) => {
      const value = new Uint8Array(200_000);
      for (let at = 1; at <= 40; at++)
        await table.put({ row: 'a', timestamp: at, cells: { f: { q: value, r: 'small' } } });
      const entries = await table.history('a', 'f:q');
      assertEqual(
        entries.map(({ timestamp }) => timestamp),
        Array.from({ length: 40 }, (_, at) => 40 - at),
        'all',
      );
      const newest = await table.history('a', undefined, { limit: 3 });
      assertEqual(
        newest.map(({ column, timestamp }) => [column, timestamp]),
        [
          ['f:q', 40],
          ['f:r', 40],
          ['f:q', 39],
        ],
        '3',
      );
    },
    FAMILIES,
  );
}

function restoreTests(tests: TableTests): void {
  tests.data(
    'a restore gives the row the values of an earlier time, and can be undone',
    async ({ table, settle }) => {
      await table.put({ row: 'a', cells: { f: { q: 'one', n: '1' }, g: { q: 'one' } } });
      await table.put({ row: 'a', cells: { f: { q: 'two', more: 'x' } } });
      await settle();
      await table.delete({ row: 'a' });
      await settle();
      const values = async () =>
        (await table.get('a')).cells.map(({ value }) => new TextDecoder().decode(value)).join();
      const times = [...new Set((await table.history('a')).map(({ timestamp }) => timestamp))];
      const [deleted, second, first] = times as [number, number, number];
      await table.restore('a', first);
      assertEqual(await values(), '1,one,one', 'the first values');
      await table.restore('a', new Date(second), { columns: ['f'] });
      assertEqual(await values(), 'x,1,two,one', 'the second values');
      await table.restore('a', deleted);
      assertEqual(await values(), '', 'the deleted row');
      await table.restore('a', second);
      assertEqual(await values(), 'x,1,two,one', 'the second values again');
    },
    FAMILIES,
  );

  tests.data(
    'a restore is refused where values may be gone, and changes nothing',
    async ({ table, settle }) => {
      await table.put({ row: 'a', cells: { f: { q: 'one' }, p: { q: 'plain' } } });
      const [{ timestamp = 0 } = {}] = await table.history('a', 'f:q');
      await table.put({ row: 'a', cells: { f: { q: 'two' } } });
      await settle();
      await assertRejects(table.restore('a', timestamp), 'the row', 'INVALID_OPERATION');
      await assertRejects(table.restore('a', timestamp, { columns: ['p:q'] }), 'its column', 'INVALID_OPERATION');
      await assertRejects(table.restore('a', 1, { columns: ['f'] }), 'an early time', 'INVALID_OPERATION');
      assertEqual((await table.get('a')).getText('f', 'q'), 'two', 'the value');
      await table.restore('a', timestamp, { columns: ['f'] });
      assertEqual((await table.get('a')).getText('f', 'q'), 'one', 'the restored value');
    },
    [...FAMILIES, 'p'],
  );
}

function rowTests(tests: TableTests): void {
  tests.table(
    'a row has the calls of its table, without the key',
    async ({ table }) => {
      const key = bytes(0x61);
      const row = table.row(key);
      key[0] = 0x62;
      assertEqual(await row.exists(), false, 'a missing row');
      await row.put({ f: { q: 'one' }, g: { p: 'two' } });
      await row.put({ cells: { f: { old: 'x' } }, timestamp: 5 });
      assertEqual(await row.exists({ columns: ['f:q'] }), true, 'the row');
      assertEqual((await table.get('a')).size, 3, 'its cells');
      assertEqual((await row.get({ columns: ['g'] })).getText('g', 'p'), 'two', 'one family');
      assertEqual((await row.increment({ f: { n: 2 } })).size, 1, 'a counter');
      assertEqual((await row.increment({ amounts: { f: { n: 3 } }, returnResults: false })).isEmpty, true, 'no answer');
      assertEqual(
        (await row.history('f:n')).map(({ value }) => value?.[7]),
        [5, 2],
        'its history',
      );
      assertEqual((await row.history(undefined, { limit: 1 })).length, 1, 'the newest entry');
      await row.put([{ family: 'g', qualifier: 'p', value: 'three' }]);
      assertEqual((await row.get()).getText('g', 'p'), 'three', 'a list of cells');
      const counted = await row.increment([{ family: 'f', qualifier: 'n', amount: 1 }]);
      assertEqual(counted.getLong('f', 'n'), 6n, 'a list of amounts');
      await row.delete({ markers: [{ kind: 'columns', family: 'f', qualifier: 'q' }] });
      assertEqual((await row.get()).getText('f', 'q'), null, 'the deleted column');
      await row.delete();
      assertEqual((await row.get()).isEmpty, true, 'the deleted row');
    },
    FAMILIES,
  );

  tests.connection('a row, a history and a restore of a typed table use its codecs', async (connection, name) => {
    const columns = { title: text, hits: int64 };
    const typed = await connection.ensureTable(
      defineTable({ name, families: { f: { ...KEEP_HISTORY, columns }, g: { ...KEEP_HISTORY } } }),
    );
    const row = typed.row('a');
    await row.put({ f: { title: 'one', hits: 1n } });
    await row.put({ cells: { f: { title: 'two' }, g: { raw: bytes(1, 2) } } });
    assertEqual((await row.increment({ f: { hits: 4 } })).f.hits, 5n, 'the counter');
    await typed.delete(new Delete('a').addColumns('f', 'title'));
    const titles = await typed.history('a', 'f:title');
    assertEqual(
      titles.map(({ value, deleted }) => [value, deleted]),
      [
        [null, true],
        ['two', false],
        ['one', false],
      ],
      'titles',
    );
    assertEqual(
      (await row.history('f:hits')).map(({ value }) => value),
      [5n, 1n],
      'hits',
    );
    const all = (await typed.history('a')).map(({ column, value }) => [column, value]);
    assertEqual(
      all.slice(0, 3),
      [
        ['f:title', null],
        ['f:hits', 5n],
        ['f:title', 'two'],
      ],
      'the row',
    );
    assertEqual(all[3], ['g:raw', bytes(1, 2)], 'bytes');
    await typed.restore('a', titles[2]?.timestamp as number, { columns: ['f'] });
    const { f, g } = await row.get();
    assertEqual([f.title, f.hits, g.raw], ['one', 1n, bytes(1, 2)], 'the restored row');
    assertEqual(await row.exists(), true, 'the row exists');
    await row.delete();
    assertEqual(await typed.exists('a'), false, 'the row is deleted');
  });

  tests.connection('a row whose key has several parts is named by them', async (connection, name) => {
    const families = { f: { ...KEEP_HISTORY, columns: { n: int64 } } };
    const typed = await connection.ensureTable(defineTable({ name, key: keyOf(text, int64), families }));
    const key: [string, bigint] = ['alice', 5n];
    const row = typed.row(key);
    key[0] = 'bob';
    await row.put({ f: { n: 1n } });
    await row.put({ f: { n: 2n } });
    const entries = await typed.history(['alice', 5n], 'f:n');
    assertEqual(
      entries.map(({ value }) => value),
      [2n, 1n],
      'its history',
    );
    await typed.restore(['alice', 5n], entries[1]?.timestamp as number);
    assertEqual((await row.get()).f.n, 1n, 'the restored value');
    assertEqual((await typed.get(['alice', 5n])).key, ['alice', 5n], 'its key');
  });
}
