import type { Result } from '../../../client/answers/result.js';
import { Scan } from '../../../model/scan.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import { putRows, rowText, rowTexts, type TableTests, values } from './table-tests.js';

const MANY = Array.from({ length: 3000 }, (_, index) => `row-${String(index).padStart(5, '0')}`);

export function scanTests(tests: TableTests): void {
  tests.data('a scan of an empty table ends at once', async ({ table, settle }) => {
    await settle();
    assertEqual(await table.getScanner().next(), null, 'next');
    assertEqual(await rowTexts(table.getScanner({ reversed: true })), [], 'reversed');
  });

  tests.data('a scan returns every row with its cells in order (O-10)', async ({ table, settle }) => {
    await table.put({ row: 'b', cells: { g: { z: '3', y: '2' }, f: { x: '1' } } });
    await table.put({ row: 'a', cells: { f: { x: '0' } } });
    await settle();
    const rows = await table.getScanner().toArray();
    assertEqual(
      rows.map((row) => [rowText(row), values(row)]),
      [
        ['a', ['f:x=0']],
        ['b', ['f:x=1', 'g:y=2', 'g:z=3']],
      ],
      'rows',
    );
    const reversed = await table.getScanner({ reversed: true }).toArray();
    assertEqual(
      reversed.map((row) => [rowText(row), values(row)]),
      [
        ['b', ['f:x=1', 'g:y=2', 'g:z=3']],
        ['a', ['f:x=0']],
      ],
      'reversed',
    );
  });

  tests.data(
    'a scan reads the families and columns it names, and omits rows without them (R-5)',
    async ({ table, settle }) => {
      await table.put([
        { row: 'a', cells: { f: { q: '1' } } },
        { row: 'b', cells: { g: { q: '2' } } },
        { row: 'c', cells: { f: { p: '3', q: '4' }, g: { q: '5' } } },
      ]);
      await settle();
      const read = async (scan: Scan) =>
        (await table.getScanner(scan).toArray()).map((row) => [rowText(row), ...values(row)]);
      assertEqual(
        await read(new Scan().addFamily('g')),
        [
          ['b', 'g:q=2'],
          ['c', 'g:q=5'],
        ],
        'family',
      );
      assertEqual(
        await read(new Scan().addColumn('f', 'q')),
        [
          ['a', 'f:q=1'],
          ['c', 'f:q=4'],
        ],
        'column',
      );
      assertEqual(
        await read(new Scan().addColumn('f', 'p').addColumn('g', 'q')),
        [
          ['b', 'g:q=2'],
          ['c', 'f:p=3', 'g:q=5'],
        ],
        'columns',
      );
      assertEqual(await rowTexts(table.getScanner('g')), ['b', 'c'], 'by family');
      assertEqual(await rowTexts(table.getScanner('f', 'p')), ['c'], 'by column');
    },
  );

  tests.data('a scan omits deleted rows and returns rows that were written again', async ({ table, settle }) => {
    await putRows(table, ['a', 'b', 'c', 'd']);
    await settle();
    await table.delete([{ row: 'b' }, { row: 'd' }]);
    await table.put({ row: 'd', cells: { g: { q: 'again' } } });
    await settle();
    assertEqual(await rowTexts(table.getScanner()), ['a', 'c', 'd'], 'rows');
    assertEqual(await rowTexts(table.getScanner({ reversed: true })), ['d', 'c', 'a'], 'reversed');
  });

  tests.data('a scan returns thousands of rows in order, over many batches', async ({ table, settle }) => {
    const value = 'v'.repeat(200);
    await table.put(MANY.map((row) => ({ row, cells: { f: { q: value }, g: { row } } })));
    await settle();
    const rows = await table.getScanner().toArray();
    assertEqual(
      rows.map((row) => row.getText('g', 'row')),
      MANY,
      'rows',
    );
    assert(
      rows.every((row) => row.getText('f', 'q') === value),
      'values',
    );
    assertEqual(await rowTexts(table.getScanner({ reversed: true })), [...MANY].reverse(), 'reversed');
  });

  tests.data('caching does not affect the rows (R-76)', async ({ table, settle }) => {
    const rows = MANY.slice(0, 50);
    await putRows(table, rows);
    await settle();
    for (const caching of [1, 2, 7, 49, 50, 51, 1000, 0, -1]) {
      assertEqual(await rowTexts(table.getScanner({ caching })), rows, `caching ${caching}`);
      assertEqual(
        await rowTexts(table.getScanner({ caching, limit: 13 })),
        rows.slice(0, 13),
        `caching ${caching}, limit`,
      );
    }
  });

  tests.data('a limit counts rows, not cells; 0 or less means no limit (R-74)', async ({ table, settle }) => {
    const rows = MANY.slice(0, 20);
    await table.put(rows.map((row) => ({ row, cells: { f: { a: '1', b: '2' }, g: { c: '3' } } })));
    await settle();
    for (const limit of [1, 5, 19, 20, 21, 1000]) {
      assertEqual(await rowTexts(table.getScanner({ limit })), rows.slice(0, limit), `limit ${limit}`);
      const reversed = await rowTexts(table.getScanner({ limit, reversed: true }));
      assertEqual(reversed, [...rows].reverse().slice(0, limit), `reversed limit ${limit}`);
    }
    for (const limit of [0, -1, -7]) assertEqual(await rowTexts(table.getScanner({ limit })), rows, `limit ${limit}`);
  });

  tests.data(
    'a scanner returns rows one by one, several at a time, in batches, and all at once (R-105)',
    async ({ table, settle }) => {
      const rows = MANY.slice(0, 25);
      await putRows(table, rows);
      await settle();
      const scanner = table.getScanner({ caching: 4 });
      assertEqual(rowText((await scanner.next()) as Result), rows[0], 'next');
      assertEqual((await scanner.next(5)).map(rowText), rows.slice(1, 6), 'next(5)');
      for await (const row of scanner) {
        assertEqual(rowText(row), rows[6], 'loop');
        break;
      }
      await assertRejects(scanner.next(), 'left early', 'SCANNER_CLOSED');
      const batches: string[] = [];
      for await (const batch of table.getScanner({ caching: 4 }).batches()) batches.push(...batch.map(rowText));
      assertEqual(batches, rows, 'batches');
    },
  );

  tests.data('a scan sees the table as it was when the scan was opened (R-90, R-91)', async ({ table, settle }) => {
    const rows = MANY.slice(0, 40);
    await putRows(table, rows);
    await settle();
    const scanner = table.getScanner({ caching: 3 });
    const reversed = table.getScanner({ caching: 3, reversed: true });
    await Promise.all([scanner.next(), reversed.next()]);
    await table.put(rows.map((row) => ({ row: `${row}-new`, cells: { f: { q: 'new' } } })));
    await table.put(rows.map((row) => ({ row, cells: { f: { q: 'changed' } } })));
    await table.delete(rows.slice(20).map((row) => ({ row })));
    await settle();
    const seen = await scanner.toArray();
    assertEqual(
      seen.map((row) => row.getText('f', 'q')),
      rows.slice(1),
      'rows',
    );
    assertEqual(
      (await reversed.toArray()).map((row) => row.getText('f', 'q')),
      rows.slice(0, -1).reverse(),
      'reversed',
    );
    assertEqual([scanner.snapshot, reversed.snapshot], ['held', 'held'], 'snapshot');
  });

  tests.table('a scanner continues while its table is flushed (R-93)', async ({ table, connection, name }) => {
    const rows = MANY.slice(0, 200);
    await putRows(table, rows.slice(0, 100));
    await connection.getAdmin().flush(name);
    await putRows(table, rows.slice(100));
    const seen: string[] = [];
    for await (const row of table.getScanner({ caching: 10 })) {
      seen.push(rowText(row));
      if (seen.length === 35 || seen.length === 150) await connection.getAdmin().flush(name);
    }
    assertEqual(seen, rows, 'rows');
  });

  tests.data('many scanners can read at the same time', async ({ table, settle }) => {
    const rows = MANY.slice(0, 300);
    await putRows(table, rows);
    await settle();
    const scans = Array.from({ length: 20 }, (_, index) =>
      rowTexts(table.getScanner({ caching: 1 + index, start: rows[index] as string })),
    );
    for (const [index, seen] of (await Promise.all(scans)).entries())
      assertEqual(seen, rows.slice(index), `scan ${index}`);
  });

  tests.table('a scan of an unknown family fails at its first read (R-4)', async ({ table }) => {
    await putRows(table, ['a']);
    await assertRejects(table.getScanner({ columns: ['x'] }).next(), 'family', 'NO_SUCH_COLUMN_FAMILY');
    await assertRejects(table.getScanner({ columns: ['f', 'x:q'] }).toArray(), 'column', 'NO_SUCH_COLUMN_FAMILY');
  });

  tests.table(
    'a scanner of a disabled or dropped table fails at its next batch',
    async ({ table, connection, name }) => {
      await putRows(table, MANY.slice(0, 100));
      const admin = connection.getAdmin();
      const [disabled, dropped] = [table.getScanner({ caching: 1 }), table.getScanner({ caching: 1 })];
      await Promise.all([disabled.next(2), dropped.next(2)]);
      await admin.disableTable(name);
      await assertRejects(disabled.toArray(), 'disabled', 'TABLE_NOT_ENABLED');
      await admin.deleteTable(name);
      const error = await assertRejects(dropped.toArray(), 'dropped');
      assert(['TABLE_NOT_ENABLED', 'TABLE_NOT_FOUND'].includes((error as { code?: string }).code ?? ''), 'code');
    },
  );

  tests.table('reads after close are refused (A-55)', async ({ table }) => {
    await putRows(table, ['a', 'b']);
    const scanner = table.getScanner({ caching: 1 });
    await scanner.next();
    await scanner.close();
    await scanner.close();
    await assertRejects(scanner.next(), 'next', 'SCANNER_CLOSED');
    await assertRejects(scanner.next(3), 'next(3)', 'SCANNER_CLOSED');
    await assertRejects(scanner.toArray(), 'toArray', 'SCANNER_CLOSED');
  });

  tests.table('the engine does not keep a closed scanner', async ({ table, connection }) => {
    await putRows(table, MANY.slice(0, 100));
    const before = (await connection.status()).scanners.open;
    const scanners = Array.from({ length: 5 }, () => table.getScanner({ caching: 1 }));
    for (const scanner of scanners) await scanner.next();
    assertEqual((await connection.status()).scanners.open, before + 5, 'open');
    for (const scanner of scanners) await scanner.close();
    assertEqual((await connection.status()).scanners.open, before, 'closed');
  });

  tests.table("an aborted scan rejects with the signal's reason", async ({ table }) => {
    await putRows(table, MANY.slice(0, 100));
    const reason = new Error('enough');
    const signal = new ManualSignal();
    const scanner = table.getScanner({ caching: 1 }, { signal });
    await scanner.next();
    signal.abort(reason);
    const error = await assertRejects(scanner.toArray(), 'aborted');
    assert(error === reason, 'the reason itself');
  });
}

/** A minimal AbortSignal, for platforms without one. */
class ManualSignal {
  aborted = false;
  reason: unknown = undefined;
  private readonly listeners = new Set<() => void>();

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.delete(listener);
  }

  abort(reason: unknown): void {
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.listeners) listener();
  }
}
