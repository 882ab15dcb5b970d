import type { Table } from '../../../client/table.js';
import { BigtabError } from '../../../errors.js';
import { Delete } from '../../../model/delete.js';
import { Get } from '../../../model/get.js';
import { Put } from '../../../model/put.js';
import { Scan } from '../../../model/scan.js';
import { assert, assertEqual, assertRejects, assertThrows } from '../assert.js';
import { putRows, type TableTests, values } from './table-tests.js';

const LONG_ROW = new Uint8Array(32_768);
/** Passes a value as a program without types might. */
const wrong = <T>(value: unknown): T => value as T;

/** Bytes whose buffer has been transferred. */
function transferred(): Uint8Array {
  const bytes = new Uint8Array(100);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}

/** Refused calls, each with the mistake. */
const REFUSED: readonly (readonly [string, (table: Table) => Promise<unknown>])[] = [
  ['an empty row (N-30)', (table) => table.put({ row: '', cells: { f: { q: 'v' } } })],
  ['a row of 32,768 bytes (N-30)', (table) => table.put({ row: LONG_ROW, cells: { f: { q: 'v' } } })],
  ['a get of an empty row', (table) => table.get('')],
  ['a get of a row of 32,768 bytes', (table) => table.get(LONG_ROW)],
  ['a null row (A-34)', (table) => table.get(wrong(null))],
  ['an undefined row', (table) => table.get(wrong(undefined))],
  ['a number as row', (table) => table.get(wrong(5))],
  ['half a surrogate pair in a row', (table) => table.get('r\ud800')],
  ['half a surrogate pair in a family', (table) => table.get({ row: 'r', columns: ['\udc00'] })],
  ['half a surrogate pair in a qualifier', (table) => table.put({ row: 'r', cells: { f: { 'q\ud800': 'v' } } })],
  ['half a surrogate pair in a value', (table) => table.put({ row: 'r', cells: { f: { q: '\ud800' } } })],
  ['a negative timestamp (N-51)', (table) => table.put({ row: 'r', timestamp: -1, cells: { f: { q: 'v' } } })],
  ['half a millisecond', (table) => table.put({ row: 'r', timestamp: 1.5, cells: { f: { q: 'v' } } })],
  ['a timestamp beyond 2^53 (A-30)', (table) => table.put({ row: 'r', timestamp: 2 ** 53, cells: { f: { q: 'v' } } })],
  [
    'a negative timestamp of a marker',
    (table) => table.delete({ row: 'r', markers: [{ kind: 'family', family: 'f', timestamp: -1 }] }),
  ],
  ['a number as value', (table) => table.put({ row: 'r', cells: { f: { q: wrong<string>(5) } } })],
  ['an undefined value', (table) => table.put({ row: 'r', cells: { f: { q: wrong<string>(undefined) } } })],
  ['null as value of a literal', (table) => table.put({ row: 'r', cells: { f: { q: wrong<string>(null) } } })],
  ['a Date as value', (table) => table.put({ row: 'r', cells: { f: { q: wrong<string>(new Date(0)) } } })],
  ['a row whose buffer was transferred', (table) => table.put({ row: transferred(), cells: { f: { q: 'v' } } })],
  ['a value whose buffer was transferred', (table) => table.put({ row: 'r', cells: { f: { q: transferred() } } })],
  ['a get of a row whose buffer was transferred', (table) => table.get(transferred())],
  ['an unknown property of a put', (table) => table.put(wrong({ row: 'r', cell: {} }))],
  ['an unknown property of a get', (table) => table.get(wrong({ row: 'r', column: ['f'] }))],
  ['an unknown property of a delete', (table) => table.delete(wrong({ row: 'r', marker: [] }))],
  [
    'an unknown kind of marker',
    (table) => table.delete(wrong({ row: 'r', markers: [{ kind: 'colums', family: 'f' }] })),
  ],
  ['a delete with an empty list of markers', (table) => table.delete({ row: 'r', markers: [] })],
  ['a put without cells (N-38)', (table) => table.put({ row: 'r', cells: {} })],
  ['a cell above 10 MiB (N-34)', (table) => table.put({ row: 'r', cells: { f: { q: new Uint8Array(10_485_760) } } })],
  ['a request of another kind', (table) => table.put(wrong(new Delete('r')))],
  ['a get where a delete belongs', (table) => table.delete(wrong(new Get('r')))],
  ['an amount that is no integer', (table) => table.incrementColumnValue('r', 'f', 'q', 0.5)],
  ['an amount of 65 bits', (table) => table.incrementColumnValue('r', 'f', 'q', 2n ** 63n)],
  ['an increment without amounts (N-38)', (table) => table.increment({ row: 'r', amounts: {} })],
  [
    'an unknown durability',
    (table) => table.put({ row: 'r', cells: { f: { q: 'v' } }, durability: wrong('SOMETIMES') }),
  ],
];

export function errorTests(tests: TableTests): void {
  tests.table('malformed requests reject with INVALID_ARGUMENT and change nothing', async ({ table }) => {
    await table.put({ row: 'r', cells: { f: { q: 'before' } } });
    for (const [what, call] of REFUSED) {
      const error = await assertRejects(call(table), what, 'INVALID_ARGUMENT');
      assertEqual(error.hbaseName, 'IllegalArgumentException', what);
      assert(BigtabError.is(error) && error.message.length > 0, what);
    }
    assertEqual(values(await table.get('r')), ['f:q=before'], 'row');
  });

  tests.table('malformed scans throw INVALID_ARGUMENT at once', async ({ table }) => {
    for (const [what, make] of [
      ['an unknown property', () => table.getScanner(wrong({ limt: 5 }))],
      ['a limit that is no integer', () => table.getScanner({ limit: 1.5 })],
      ['prefix and start', () => table.getScanner({ prefix: 'a', start: 'b' })],
      ['a bound of 32,768 bytes (N-31)', () => table.getScanner({ start: LONG_ROW })],
      ['a number as bound', () => table.getScanner(new Scan().withStartRow(wrong(5)))],
      ['another kind of request', () => table.getScanner(wrong(new Get('r')))],
    ] as const) {
      assertThrows(make, what, 'INVALID_ARGUMENT');
    }
  });

  tests.connection(
    'names that the model forbids reject with INVALID_ARGUMENT (N-1 … N-7, N-20 … N-23)',
    async (connection, name) => {
      const admin = connection.getAdmin();
      for (const table of ['', '.t', '-t', 'a b', 'a/b', 'a:b:c', 'zookeeper', ':t', 'ns:', 't😀', 'a'.repeat(256)]) {
        await assertRejects(connection.getTable(table).get('r'), `get of table ${table}`, 'INVALID_ARGUMENT');
        await assertRejects(admin.tableExists(table), `tableExists ${table}`, 'INVALID_ARGUMENT');
        await assertRejects(admin.disableTable(table), `disableTable ${table}`, 'INVALID_ARGUMENT');
        await assertRejects(admin.createTable({ name: table, families: ['f'] }), `table ${table}`, 'INVALID_ARGUMENT');
      }
      for (const family of ['', '.f', 'a:b', 'a/b', 'a\u0000', 'recovered.edits', 'f'.repeat(128)]) {
        await assertRejects(admin.createTable({ name, families: [family] }), `family ${family}`, 'INVALID_ARGUMENT');
      }
      await assertRejects(admin.createTable({ name, families: ['f', 'f'] }), 'twice', 'INVALID_ARGUMENT');
      assertEqual(await admin.tableExists(name), false, 'exists');
    },
  );

  tests.connection('every call on an unknown table rejects with TABLE_NOT_FOUND (W-7)', async (connection, name) => {
    const table = connection.getTable(name);
    for (const [what, call] of [
      ['put', () => table.put(new Put('r').addColumn('f', 'q', 'v'))],
      ['delete', () => table.delete(new Delete('r'))],
      ['get', () => table.get('r')],
      ['exists', () => table.exists('r')],
      ['scan', () => table.getScanner().next()],
      ['increment', () => table.increment({ row: 'r', amounts: { f: { q: 1 } } })],
      ['incrementColumnValue', () => table.incrementColumnValue('r', 'f', 'q', 1)],
      ['getDescriptor', () => table.getDescriptor()],
    ] as const) {
      const error = await assertRejects(call(), what, 'TABLE_NOT_FOUND');
      assertEqual(error.hbaseName, 'TableNotFoundException', what);
    }
  });

  tests.table("an error has the caller's stack, and the engine's stack in its cause", async ({ connection, name }) => {
    const table = connection.getTable(`${name}-missing`);
    async function theCallersFunction(): Promise<unknown> {
      const result = await table.get('r');
      return result;
    }
    const error = await assertRejects(theCallersFunction(), 'missing', 'TABLE_NOT_FOUND');
    assert(error.stack?.includes('theCallersFunction') === true, `stack: ${error.stack}`);
    assert(error.cause instanceof Error && error.cause.stack !== error.stack, 'cause');
  });

  tests.table('a refused call does not affect the connection', async ({ connection, table, name }) => {
    await putRows(table, ['a']);
    await assertRejects(connection.getTable(`${name}-missing`).get('r'), 'missing', 'TABLE_NOT_FOUND');
    const outcomes = await Promise.allSettled([
      table.put(new Put('b').addColumn('f', 'q', 'v')),
      table.put(new Put('b').addColumn('x', 'q', 'v')),
      table.get('b'),
    ]);
    assertEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
      'outcomes',
    );
    assertEqual(values(await table.get('b')), ['f:q=v'], 'row');
  });
}
