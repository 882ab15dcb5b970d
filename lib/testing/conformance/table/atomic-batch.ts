import type { Result } from '../../../client/answers/result.js';
import type { Connection } from '../../../client/connection.js';
import type { BigtabError } from '../../../errors.js';
import { Append } from '../../../model/append.js';
import { Delete } from '../../../model/delete.js';
import { Increment } from '../../../model/increment.js';
import { Put } from '../../../model/put.js';
import { RowMutations } from '../../../model/row-mutations.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import { bytes, type TableTests, values } from './table-tests.js';

/** A second table, named after the first. */
async function beside(connection: Connection, name: string) {
  return connection.ensureTable({ name: `${name}.other`, families: ['f'] });
}

export function atomicBatchTests(tests: TableTests): void {
  const put = (row: string, value: string) => new Put(row).addColumn('f', 'q', value);

  tests.data(
    'an atomicBatch writes rows of several tables in list order, and each mutation sees those before it (W-69)',
    async ({ connection, name, table, settle }) => {
      const other = await beside(connection, name);
      const results = await connection.atomicBatch([
        { table: name, mutation: put('a', 'one') },
        { table: other, mutation: new Increment('n').addColumn('f', 'n', 5) },
        { table, mutation: { row: 'a', values: { f: { q: ' two' } } } },
        { table: other.getName(), mutation: { row: 'n', amounts: { f: { n: 2 } } } },
        {
          table: `default:${name}`,
          mutation: new RowMutations('b').add(put('b', 'v')).add(new Append('b').addColumn('g', 's', 'x')),
        },
        { table, mutation: { kind: 'Delete', row: 'c' } },
      ]);
      assertEqual(
        results.map((result) => result.toJSON().cells.map(({ value }) => value)),
        [[], ['5'], ['one two'], ['7'], ['x'], []],
        'results',
      );
      await settle();
      assertEqual(
        (await table.getScanner().toArray()).map((row) => values(row).join()),
        ['f:q=one two', 'f:q=v,g:s=x'],
        'rows',
      );
      assertEqual((await other.get('n')).value(), bytes(0, 0, 0, 0, 0, 0, 0, 7), 'counter');
    },
  );

  tests.data(
    'an atomicBatch with a failing mutation writes nothing, and reports which one failed (W-69)',
    async ({ connection, name, table, settle }) => {
      const other = await beside(connection, name);
      await table.put(put('n', 'no number'));
      await other.put(put('kept', 'v'));
      await settle();
      const before = [
        { table, mutation: put('a', 'v') },
        { table: other, mutation: put('a', 'v') },
        { table, mutation: new Delete('n') },
      ];
      const failing = async (mutation: Parameters<Connection['atomicBatch']>[0][number], code: string) => {
        const list = [...before, { table, mutation: put('n', 'no number') }, mutation, ...before];
        const error = (await assertRejects(connection.atomicBatch(list), code, code)) as BigtabError;
        assertEqual(error.details.index, 4, `place of ${code}`);
        assert(error.message.includes('Mutation 4'), error.message);
      };
      await failing({ table, mutation: new Increment('n').addColumn('f', 'q', 1) }, 'INVALID_OPERATION');
      await failing({ table: other, mutation: new Put('b').addColumn('g', 'q', 'v') }, 'NO_SUCH_COLUMN_FAMILY');
      await failing({ table: `${name}.missing`, mutation: put('b', 'v') }, 'TABLE_NOT_FOUND');
      await connection.getAdmin().disableTable(other.getName());
      await assertRejects(connection.atomicBatch(before), 'disabled', 'TABLE_NOT_ENABLED');
      await connection.getAdmin().enableTable(other.getName());
      await settle();
      assertEqual(
        (await table.getScanner().toArray()).map((row) => values(row).join()),
        ['f:q=no number'],
        'rows',
      );
      assertEqual((await other.getScanner().toArray()).length, 1, 'rows of the other');
      const [, result] = await connection.atomicBatch([
        { table: other, mutation: put('a', 'v') },
        { table, mutation: new Increment('a').addColumn('f', 'n', 1) },
      ]);
      assertEqual((result as Result).toJSON().cells[0]?.value, '1', 'the next one');
    },
  );

  tests.table(
    'an atomicBatch that cannot be sent is refused as a whole (W-69, N-38)',
    async ({ connection, table }) => {
      const good = { table, mutation: put('a', 'v') };
      const refused = async (second: unknown) => {
        const error = await assertRejects(
          connection.atomicBatch([good, second as never]),
          String(second),
          'INVALID_ARGUMENT',
        );
        assertEqual((error as BigtabError).details.index, 1, 'place');
      };
      await refused({ table, mutation: new Put('b') });
      await refused({ table, mutation: { row: 'b' } });
      await refused({ table, mutation: new RowMutations('b') });
      await refused({ table, mutation: put('b', 'v'), durability: 'SYNC_WAL' });
      await refused({ table: 5, mutation: put('b', 'v') });
      await refused({ mutation: put('b', 'v') });
      await refused({ table, mutation: { kind: 'Get', row: 'b' } });
      await refused(put('b', 'v'));
      const large = { table, mutation: new Put('l').addColumn('f', 'q', new Uint8Array(9_000_000)) };
      await refused({ ...large, mutation: new Put('l').addColumn('f', 'q', new Uint8Array(17_000_000)) });
      const error = await assertRejects(connection.atomicBatch([large, large]), 'too large', 'INVALID_ARGUMENT');
      assert(error.message.includes('16777216'), error.message);
      await assertRejects(connection.atomicBatch(good as never), 'no list', 'INVALID_ARGUMENT');
      assertEqual(await connection.atomicBatch([]), [], 'nothing');
      assertEqual((await table.getScanner().toArray()).length, 0, 'rows');
    },
  );

  tests.table('an atomicBatch that would write too much writes nothing (W-69)', async ({ connection, table }) => {
    await table.put(new Put('l').addColumn('f', 'q', new Uint8Array(6_000_000)));
    const append = { table, mutation: new Append('l').addColumn('f', 'q', 'x') };
    const error = await assertRejects(connection.atomicBatch([append, append, append]), 'long', 'INVALID_OPERATION');
    assertEqual((error as BigtabError).details.index, 2, 'place');
    assertEqual((await table.get('l')).value()?.length, 6_000_000, 'length');
  });

  tests.table('readers see all of an atomicBatch or nothing (W-69)', async ({ connection, name, table }) => {
    const other = await beside(connection, name);
    const write = (round: number) =>
      connection.atomicBatch([
        { table, mutation: put('r', String(round)) },
        { table: other, mutation: put('r', String(round)) },
      ]);
    const seen: (string | null)[][] = [];
    const writing = Promise.all(Array.from({ length: 20 }, (_, round) => write(round)));
    for (let round = 0; round < 10; round++) {
      // Both gets travel in one packet, which runs in one turn.
      const [one, two] = await Promise.all([table.get('r'), other.get('r')]);
      seen.push([one.getText('f', 'q'), two.getText('f', 'q')]);
    }
    await writing;
    for (const [one, two] of seen) assertEqual(one, two, 'both tables');
  });

  tests.table('an atomicBatch reports the changed rows of each table', async ({ connection, name, table }) => {
    const other = await beside(connection, name);
    const events: string[] = [];
    connection.addEventListener('commit', (event) => {
      const text = (row: Uint8Array) => new TextDecoder().decode(row);
      events.push(`${event.table}: ${text(event.firstRow)}-${text(event.lastRow)}`);
    });
    // This call comes after those that created the tables.
    await table.get('r');
    events.length = 0;
    await connection.atomicBatch([
      { table, mutation: put('c', 'v') },
      { table: other, mutation: put('x', 'v') },
      { table, mutation: put('a', 'v') },
    ]);
    await connection.status();
    assertEqual(
      events.filter((event) => event.startsWith(name)).sort(),
      [`${name}.other: x-x`, `${name}: a-c`].sort(),
      'events',
    );
  });

  tests.table('mutations of one row in an atomicBatch keep their order (W-69, A-10)', async ({ connection, table }) => {
    await connection.atomicBatch([
      { table, mutation: put('r', 'old') },
      { table, mutation: new Delete('r') },
      { table, mutation: put('r', 'new') },
      { table, mutation: put('s', 'v') },
      { table, mutation: new Delete('s') },
    ]);
    assertEqual(values(await table.get('r')), ['f:q=new'], 'put last');
    assertEqual((await table.get('s')).isEmpty, true, 'deleted last');
  });
}
