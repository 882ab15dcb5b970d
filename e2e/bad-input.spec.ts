import { expect, test } from './in-page.js';

/** What a page may request but must not get: the code of the error, and words of its message. */
test('bad input is rejected with a typed error, and the data is unchanged', async ({ page }) => {
  const seen = await page.evaluate(async () => {
    const { connect } = await import('bigtab');
    const connection = await connect('crawl');
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    const admin = connection.getAdmin();
    await table.put({ row: 'a', cells: { f: { q: 'v' } } });
    const before = JSON.stringify(await table.getScanner().toArray());
    const names = await admin.listTableNames();
    // Types forbid most of these, but programs without types can still do them.
    const wrong = (value: unknown) => value as never;
    const cell = { f: { q: 'v' } };
    const asked: Record<string, () => unknown> = {
      'unknown table': () => connection.getTable('none').put({ row: 'a', cells: cell }),
      'unknown family': () => connection.getTable('t').put({ row: 'a', cells: { g: { q: 'v' } } }),
      'unknown family of a get': () => connection.getTable('t').get({ row: 'a', columns: ['g:q'] }),
      'unknown family of a scan': () =>
        connection
          .getTable('t')
          .getScanner({ columns: ['g:q'] })
          .next(),
      'unknown family of a delete': () =>
        connection.getTable('t').delete({ row: 'a', markers: [{ kind: 'family', family: 'g' }] }),
      'empty row': () => table.put({ row: '', cells: cell }),
      'no row': () => table.put({ row: wrong(undefined), cells: cell }),
      'null as row': () => table.get(wrong(null)),
      'row of 32,768 bytes': () => table.put({ row: 'x'.repeat(32_768), cells: cell }),
      'no cells': () => table.put({ row: 'a', cells: {} }),
      'lone surrogate as row': () => table.put({ row: '\ud800', cells: cell }),
      'lone surrogate as value': () => table.put({ row: 'a', cells: { f: { q: 'x\udc00' } } }),
      'lone surrogate as qualifier': () => table.put({ row: 'a', cells: { f: { '\ud800': 'v' } } }),
      'negative timestamp': () => table.put({ row: 'a', timestamp: -1, cells: cell }),
      'timestamp with a fraction': () => table.put({ row: 'a', timestamp: 1.5, cells: cell }),
      'timestamp that is no number': () => table.put({ row: 'a', timestamp: wrong('1'), cells: cell }),
      'number as value': () => table.put({ row: 'a', cells: { f: { q: wrong(7) } } }),
      'undefined as value': () => table.put({ row: 'a', cells: { f: { q: wrong(undefined) } } }),
      'unknown property of a put': () => table.put(wrong({ row: 'a', cell: cell, cells: cell })),
      'unknown property of a delete': () => table.delete(wrong({ row: 'a', family: 'f' })),
      'unknown property of a get': () => table.get(wrong({ row: 'a', column: ['f:q'] })),
      'unknown property of a scan': () => table.getScanner(wrong({ startRow: 'a' })).next(),
      'row alone as a delete': () => table.delete(wrong('a')),
      'cell above the limit': () => table.put({ row: 'a', cells: { f: { q: 'x'.repeat(10 * 1024 * 1024 + 1) } } }),
      'one bad put in a list': () =>
        table.put([
          { row: 'b', cells: cell },
          { row: '', cells: cell },
        ]),
      'amount that is no integer': () => table.incrementColumnValue('a', 'f', 'n', 0.5),
      'table name with a space': () => admin.createTable({ name: 'a b', families: ['f'] }),
      'family name with a colon': () => admin.createTable({ name: 'u', families: ['f:g'] }),
      'table without a family': () => admin.createTable({ name: 'u', families: [] }),
      'unknown attribute of a family': () => admin.createTable(wrong({ name: 'u', families: [{ name: 'f', ttl: 1 }] })),
    };
    const answers: Record<string, string> = {};
    for (const [what, ask] of Object.entries(asked)) {
      const failure = await failureOf(ask);
      const known = failure?.code !== undefined && failure.message.length > 5;
      answers[what] = known ? (failure.code as string) : `${failure?.name}: ${failure?.message}`;
    }
    const after = JSON.stringify(await table.getScanner().toArray());
    const same = before === after && `${names}` === `${await admin.listTableNames()}`;
    return { answers, same };
  });
  const { answers, same } = seen;
  const others: Record<string, string> = {
    'unknown table': 'TABLE_NOT_FOUND',
    'unknown family': 'NO_SUCH_COLUMN_FAMILY',
    'unknown family of a get': 'NO_SUCH_COLUMN_FAMILY',
    'unknown family of a scan': 'NO_SUCH_COLUMN_FAMILY',
    'unknown family of a delete': 'NO_SUCH_COLUMN_FAMILY',
    'table without a family': 'INVALID_OPERATION',
  };
  const expected = Object.keys(answers).map((what) => [what, others[what] ?? 'INVALID_ARGUMENT']);
  expect(answers).toEqual(Object.fromEntries(expected));
  expect(same).toBe(true);
});
