import { encodeInt64 } from '../../../bytes/numbers.js';
import type { ResultScanner } from '../../../client/result-scanner.js';
import type { Table } from '../../../client/table.js';
import type { BigtabError } from '../../../errors.js';
import { Delete } from '../../../model/delete.js';
import { Scan, type ScanLike } from '../../../model/scan.js';
import { assertEqual, assertRejects, assertThrows } from '../assert.js';
import type { TableTests } from './table-tests.js';

const FAMILIES = ['e', 'tag'];

export function indexTests(tests: TableTests): void {
  tests.connection('an index reads rows in the order of a column, then of their keys', async (connection, name) => {
    const table = await connection.ensureTable({ name, families: FAMILIES, indexes: { byType: { on: 'e:type' } } });
    await table.put([
      note('1', 'todo'),
      note('2', 'done'),
      note('3', 'todo'),
      { row: '4', cells: { e: { other: 'x' } } },
    ]);
    assertEqual(await keys(table, { index: 'byType' }), ['2', '1', '3'], 'all');
    assertEqual(await keys(table, { index: 'byType', equals: 'todo' }), ['1', '3'], 'equals');
    assertEqual(await keys(table, { index: 'byType', from: 'e', reversed: true }), ['3', '1'], 'from, reversed');
    assertEqual(await keys(table, { index: 'byType', to: 'todo' }), ['2'], 'to');
    assertEqual(await keys(table, { index: 'byType', prefix: 'to', limit: 1 }), ['1'], 'prefix, with a limit');
    await table.put(note('1', 'done'));
    await table.delete({ row: '2' });
    assertEqual(await keys(table, { index: 'byType' }), ['1', '3'], 'after changes');
    await table.append({ row: '4', values: { e: { other: 'y' } } });
    assertEqual((await table.get('4')).getText('e', 'other'), 'xy', 'a column without an index');
    await connection.getAdmin().flush(name);
    assertEqual(await keys(table, { index: 'byType', caching: 1 }), ['1', '3'], 'from store files');
    assertEqual(await keys(table, {}), ['1', '3', '4'], 'rows without the index');
    assertEqual((await table.getDescriptor()).families.length, 2, 'families');
  });

  tests.connection('an index orders numbers, and the qualifiers of a family', async (connection, name) => {
    const indexes = { byScore: { on: 'e:score', order: 'int64' }, byTag: { qualifiersOf: 'tag' } } as const;
    const table = await connection.ensureTable({ name, families: FAMILIES, indexes });
    for (const [row, score] of [
      ['a', 5n],
      ['b', -5n],
      ['c', 0n],
    ] as const)
      await table.put({ row, cells: { e: { score: encodeInt64(score) }, tag: { [row]: '', all: '' } } });
    assertEqual(await keys(table, { index: 'byScore' }), ['b', 'c', 'a'], 'numbers');
    assertEqual(await keys(table, { index: 'byScore', from: encodeInt64(0n) }), ['c', 'a'], 'from zero');
    assertEqual(await keys(table, { index: 'byTag', equals: 'all' }), ['a', 'b', 'c'], 'rows with a tag');
    await table.delete(new Delete('b').addColumns('tag', 'all'));
    assertEqual(await keys(table, { index: 'byTag', equals: 'all' }), ['a', 'c'], 'after a delete');
  });

  tests.connection('a unique index refuses a second row with a value', async (connection, name) => {
    const indexes = { byMail: { on: 'e:mail', unique: true } };
    const table = await connection.ensureTable({ name, families: FAMILIES, indexes });
    await table.put({ row: '1', cells: { e: { mail: 'a@b' } } });
    const second = { row: '2', cells: { e: { mail: 'a@b' } } };
    const error = (await assertRejects(table.put(second), 'second', 'CONDITION_FAILED')) as BigtabError;
    assertEqual([error.details.index, error.details.row], ['byMail', '1'], 'details');
    assertEqual(await table.exists('2'), false, 'the refused row');
    const other = { row: '3', cells: { e: { mail: 'c@d' } } };
    const batch = [
      { table: name, mutation: other },
      { table: name, mutation: second },
    ];
    const refused = (await assertRejects(connection.atomicBatch(batch), 'batch', 'CONDITION_FAILED')) as BigtabError;
    assertEqual(
      refused.details,
      { index: 'byMail', row: '1', refused: '2', mutation: 1 },
      'details of the atomicBatch',
    );
    const transaction = connection.transact(async (transaction) => transaction.table(table).put(second));
    const ended = (await assertRejects(transaction, 'transact', 'CONDITION_FAILED')) as BigtabError;
    assertEqual(ended.details, { index: 'byMail', row: '1', refused: '2', mutation: 0 }, 'details of the transaction');
    assertEqual(ended.message.includes('atomicBatch'), false, 'the message of a transaction names an atomicBatch');
    assertEqual(await table.exists('3'), false, 'the row before the refused one');
    await table.put({ row: '1', cells: { e: { mail: 'a@b', name: 'again' } } });
    await table.delete({ row: '1' });
    await table.put(second);
    assertEqual(await keys(table, { index: 'byMail' }), ['2'], 'after the first row was deleted');
  });

  tests.connection('the copy of a schema has the indexes', async (connection, name) => {
    const admin = connection.getAdmin();
    const indexes = { byMail: { on: 'e:mail', unique: true }, byType: { on: 'e:type' } };
    const table = await connection.ensureTable({ name, families: FAMILIES, indexes });
    await table.put(note('1', 'todo'));
    await admin.cloneTableSchema(name, `${name}.copy`);
    assertEqual(await admin.listIndexes(`${name}.copy`), await admin.listIndexes(name), 'indexes');
    const copy = connection.getTable(`${name}.copy`);
    assertEqual(await keys(copy, { index: 'byType' }), [], 'no rows');
    await copy.put(note('2', 'todo'));
    assertEqual(await keys(copy, { index: 'byType', equals: 'todo' }), ['2'], 'rows');
  });

  tests.connection(
    'an index that is added has the rows that are there, and can be dropped',
    async (connection, name) => {
      const admin = connection.getAdmin();
      const table = await connection.ensureTable({ name, families: FAMILIES });
      await table.put(Array.from({ length: 50 }, (_, row) => note(`${100 + row}`, row % 2 === 0 ? 'even' : 'odd')));
      const progress: number[] = [];
      const indexed = { name, families: FAMILIES, indexes: { byType: { on: 'e:type' } } };
      await connection.ensureTable(indexed, { onProgress: ({ done }) => progress.push(done) });
      assertEqual((await keys(table, { index: 'byType', equals: 'odd' })).length, 25, 'rows');
      const info = {
        name: 'byType',
        on: ['e:type'],
        qualifiersOf: null,
        order: ['bytes'],
        unique: false,
        complete: true,
      };
      assertEqual(await admin.listIndexes(name), [info], 'list');
      const other = { ...indexed, indexes: { byType: { on: 'e:other' } } };
      await assertRejects(connection.ensureTable(other), 'another column', 'SCHEMA_MISMATCH');
      await admin.dropIndex(name, 'byType');
      await assertRejects(keys(table, { index: 'byType' }), 'dropped', 'INVALID_ARGUMENT');
      assertEqual(await admin.listIndexes(name), [], 'list after the drop');
      await assertRejects(admin.dropIndex(name, 'byType'), 'dropped again', 'INVALID_ARGUMENT');
    },
  );

  tests.connection('a unique index on rows that violate it is not created', async (connection, name) => {
    const table = await connection.ensureTable({ name, families: FAMILIES });
    await table.put([note('1', 'same'), note('2', 'same')]);
    const indexes = { byType: { on: 'e:type', unique: true } };
    const work = connection.ensureTable({ name, families: FAMILIES, indexes });
    const error = (await assertRejects(work, 'the build', 'CONDITION_FAILED')) as BigtabError;
    assertEqual([error.details.row, error.details.refused], ['1', '2'], 'the rows');
    assertEqual(await connection.getAdmin().listIndexes(name), [], 'indexes');
  });

  tests.connection('a scan by an index refuses what it cannot do', async (connection, name) => {
    const indexes = { byType: { on: 'e:type' } };
    const table = await connection.ensureTable({ name, families: FAMILIES, indexes });
    for (const scan of [
      { equals: 'a' },
      { index: 'byType', start: 'a' },
      { index: 'byType', asOf: 1 },
      { index: 'byType', raw: true },
      { index: 'byType', versions: 2 },
      { index: 'byType', from: 'a', prefix: 'a' },
      { index: 'byType', prefix: 'a', to: 'b' },
      { index: 'byType', after: 5 as never },
      { index: 5 as never },
      { index: 'unknown' },
      { index: 'byType', equals: ['a', 'b'] },
    ] as ScanLike[])
      await assertRejects(keys(table, scan), JSON.stringify(scan), 'INVALID_ARGUMENT');
    const query = () => new Scan({ index: 'byType' });
    for (const scan of [
      query().setRaw(true),
      query().withStartRow('a'),
      query().setTimeRange(1, 2),
      query().setBatch(1),
    ]) {
      await assertRejects(keys(table, scan as unknown as ScanLike), 'after setters', 'INVALID_ARGUMENT');
      await assertRejects(table.count(scan), 'count', 'INVALID_ARGUMENT');
      await assertRejects(table.explain(scan), 'explain', 'INVALID_ARGUMENT');
    }
    const bad = { name, families: FAMILIES, indexes: { bad: { on: 'missing:q' } } };
    await assertRejects(connection.ensureTable(bad), 'a missing family', 'INVALID_ARGUMENT');
  });

  tests.connection(
    'the indexes of a table survive truncate, and those of a dropped family do not',
    async (connection, name) => {
      const admin = connection.getAdmin();
      const indexes = { byType: { on: 'e:type' }, byTag: { qualifiersOf: 'tag' } };
      const table = await connection.ensureTable({ name, families: FAMILIES, indexes });
      await table.put({ row: '1', cells: { e: { type: 'a' }, tag: { t: '' } } });
      await admin.disableTable(name);
      await admin.truncateTable(name);
      assertEqual(await keys(table, { index: 'byTag' }), [], 'after truncate');
      await table.put({ row: '2', cells: { e: { type: 'a' }, tag: { t: '' } } });
      await admin.deleteColumnFamily(name, 'tag');
      assertEqual(
        (await admin.listIndexes(name)).map((index) => index.name),
        ['byType'],
        'indexes',
      );
      assertEqual(await keys(table, { index: 'byType' }), ['2'], 'after the drop of a family');
    },
  );

  tests.connection('a position continues a scan, by keys or by an index, in pages', async (connection, name) => {
    const indexes = { byType: { on: 'e:type' } };
    const table = await connection.ensureTable({ name, families: FAMILIES, indexes });
    const rows = Array.from({ length: 20 }, (_, row) => note(`${10 + row}\u0000ü`, row % 2 === 0 ? 'a' : 'b'));
    await table.put(rows);
    for (const scan of [
      {},
      { reversed: true },
      { index: 'byType' },
      { index: 'byType', reversed: true },
      { index: 'byType', equals: 'b' },
    ]) {
      const all = await keys(table, scan);
      const found: (string | null)[] = [];
      let after: string | null = null;
      do {
        const scanner: ResultScanner = table.getScanner({
          ...scan,
          limit: 3,
          ...(after !== null && { after }),
        } as ScanLike & Record<never, never>);
        assertEqual(scanner.position, null, 'before the first row');
        for await (const { key } of scanner) found.push(key);
        // The row at which a page ends need not exist any more.
        after = scanner.position;
        if (found.length === 3) await table.put({ row: '00', cells: { e: { other: 'before' } } });
      } while (after !== null);
      assertEqual(
        found.filter((key) => key !== '00'),
        all.filter((key) => key !== '00'),
        JSON.stringify(scan),
      );
    }
  });

  tests.connection('a position of another scan is refused', async (connection, name) => {
    const indexes = { byType: { on: 'e:type' } };
    const table = await connection.ensureTable({ name, families: FAMILIES, indexes });
    await table.put([note('1', 'a'), note('2', 'b')]);
    const scanner = table.getScanner({ index: 'byType' });
    await scanner.next();
    const after = scanner.position as string;
    assertEqual(/^[\w-]+$/.test(after), true, 'text for an address');
    assertEqual(await keys(table, { index: 'byType', after }), ['2'], 'the same scan');
    for (const scan of [
      { after },
      { index: 'byType', equals: 'b', after },
      { index: 'byType', reversed: true, after },
      { index: 'byType', after: 'x y' },
      { index: 'byType', after: after.slice(0, -1) },
      { index: 'byType', after: `${after}A` },
      { index: 'byType', after: '' },
    ] as ScanLike[])
      assertThrows(
        () => table.getScanner(scan as ScanLike & Record<never, never>),
        JSON.stringify(scan),
        'INVALID_ARGUMENT',
      );
    await scanner.close();
  });

  tests.connection('a position is refused if it or the scan was changed', async (connection, name) => {
    const table = await connection.ensureTable({ name, families: FAMILIES });
    await table.put(['a1', 'a2', 'a3', 'b1'].map((row) => note(row, row)));
    const plain = { prefix: 'a', limit: 2 };
    const scanner = table.getScanner(plain);
    await scanner.toArray();
    const after = scanner.position as string;
    const letter = (at: number, to: string) => after.slice(0, at) + to + after.slice(at + 1);
    for (const same of [{}, { limit: 5 }, { columns: ['e:type'] }, { caching: 1 }, { batch: 1 }])
      assertEqual(await keys(table, { ...plain, ...same, after }), ['a3'], JSON.stringify(same));
    for (const scan of [
      ...Array.from({ length: after.length }, (_, at) => ({ after: letter(at, after[at] === 'A' ? 'B' : 'A') })),
      ...Array.from({ length: after.length }, (_, at) => ({ after: after.slice(0, at) })),
      ...[{ raw: true }, { versions: 2 }, { asOf: 5 }, { timeRange: [1, 9] }, { familyTimeRange: [['e', 1, 9]] }],
      ...[{ rowOffsetPerColumnFamily: 1 }, { maxResultsPerColumnFamily: 1 }, { reversed: true }],
    ]) {
      const changed = { ...plain, after, ...scan } as ScanLike & Record<never, never>;
      assertThrows(() => table.getScanner(changed), JSON.stringify(scan), 'INVALID_ARGUMENT');
      await assertRejects(table.count(changed), `count ${JSON.stringify(scan)}`, 'INVALID_ARGUMENT');
    }
  });

  tests.connection('a position of an index that was replaced by another is refused', async (connection, name) => {
    const columns = { byType: { on: 'e:type' } } as const;
    const table = await connection.ensureTable({ name, families: FAMILIES, indexes: columns });
    await table.put(note('1', 'a'));
    const scanner = table.getScanner({ index: 'byType', limit: 1 });
    await scanner.toArray();
    const after = scanner.position as string;
    await connection.getAdmin().dropIndex(name, 'byType');
    const indexes = { byType: { on: ['e:type', 'e:score'], order: ['bytes', 'int64'] } } as const;
    await connection.ensureTable({ name, families: FAMILIES, indexes });
    await assertRejects(keys(table, { index: 'byType', after }), 'a scan', 'INVALID_ARGUMENT');
    await assertRejects(table.count({ index: 'byType', after }), 'count', 'INVALID_ARGUMENT');
  });

  tests.connection('a snapshot has the indexes of its table', async (connection, name) => {
    const admin = connection.getAdmin();
    const indexes = { byType: { on: 'e:type' } };
    const table = await connection.ensureTable({ name, families: FAMILIES, indexes });
    await table.put([note('1', 'b'), note('2', 'a')]);
    await admin.snapshot(`${name}-s`, name);
    await table.put([note('1', 'a'), note('3', 'c')]);
    await admin.cloneSnapshot(`${name}-s`, `${name}-c`);
    const clone = connection.getTable(`${name}-c`);
    assertEqual(await keys(clone, { index: 'byType' }), ['2', '1'], 'the clone');
    await clone.put(note('2', 'z'));
    assertEqual(await keys(clone, { index: 'byType' }), ['1', '2'], 'the clone after a put');
    assertEqual(await keys(table, { index: 'byType' }), ['1', '2', '3'], 'the table');
    await admin.disableTable(name);
    await admin.restoreSnapshot(`${name}-s`);
    await admin.enableTable(name);
    assertEqual(await keys(table, { index: 'byType' }), ['2', '1'], 'the restored table');
    await admin.deleteSnapshot(`${name}-s`);
  });

  tests.connection('explain names the index and counts its entries', async (connection, name) => {
    const indexes = { byType: { on: 'e:type' } };
    const table = await connection.ensureTable({ name, families: FAMILIES, indexes });
    await table.put([note('1', 'a'), note('2', 'a'), note('3', 'b')]);
    const { index, rows, complete } = await table.explain({ index: 'byType', equals: 'a' });
    assertEqual([index, rows, complete], [{ name: 'byType', entries: 2 }, 2, true], 'by an index');
    assertEqual((await table.explain({})).index, null, 'without an index');
  });

  tests.connection('count returns the number of rows of a scan', async (connection, name) => {
    const indexes = { byType: { on: 'e:type' } };
    const table = await connection.ensureTable({ name, families: FAMILIES, indexes });
    await table.put(Array.from({ length: 300 }, (_, row) => note(`${100 + row}`, row % 3 === 0 ? 'a' : 'b')));
    await table.delete({ row: '100' });
    assertEqual(await table.count(), 299, 'all rows');
    assertEqual(await table.count({ prefix: '1', batch: 1 }), 99, 'a prefix, in pieces');
    assertEqual(await table.count({ index: 'byType', equals: 'a' }), 99, 'by an index');
    assertEqual(await table.count({ limit: 7 }), 7, 'a limit');
    const progress: number[] = [];
    await table.count({}, { onProgress: ({ done, total }) => progress.push(done / total) });
    assertEqual(progress.at(-1), 1, 'progress');
    await assertRejects(connection.getTable(`${name}-missing`).count(), 'no table', 'TABLE_NOT_FOUND');
  });
}

function note(row: string, type: string) {
  return { row, cells: { e: { type } } };
}

async function keys(table: Pick<Table, 'getScanner'>, scan: ScanLike): Promise<(string | null)[]> {
  return (await table.getScanner(scan as ScanLike & Record<never, never>).toArray()).map(({ key }) => key);
}
