import type { BigtabError } from '../../../errors.js';
import { assertEqual, assertRejects } from '../assert.js';
import { type TableTests, values } from './table-tests.js';

export function ensureTableTests(tests: TableTests): void {
  tests.connection('ensureTable creates a table, and does not change an existing one', async (connection, name) => {
    const first = await connection.ensureTable({ name, families: ['f', { name: 'g', bloomFilter: 'NONE' }] });
    await first.put({ row: 'r', cells: { f: { q: 'v' } } });
    const before = await first.getDescriptor();
    const again = await connection.ensureTable({ name, families: ['g', 'f'] });
    assertEqual(await again.getDescriptor(), before, 'descriptor');
    assertEqual(values(await again.get('r')), ['f:q=v'], 'row');
  });

  tests.connection('ensureTable adds missing families and keeps the others', async (connection, name) => {
    const table = await connection.ensureTable({ name, families: ['m'] });
    await table.put({ row: 'r', cells: { m: { q: '1' } } });
    await connection.getAdmin().flush(name);
    const wider = await connection.ensureTable({ name, families: ['z', { name: 'a', blockSize: 8192 }] });
    await wider.put({ row: 'r', cells: { a: { q: '2' }, z: { q: '3' } } });
    assertEqual(values(await wider.get('r')), ['a:q=2', 'm:q=1', 'z:q=3'], 'row');
    assertEqual(
      (await wider.getDescriptor()).families.map((family) => [family.name, family.blockSize]),
      [
        ['a', 8192],
        ['m', 65_536],
        ['z', 65_536],
      ],
      'families',
    );
    await connection.getAdmin().flush(name);
    assertEqual(values(await wider.get('r')), ['a:q=2', 'm:q=1', 'z:q=3'], 'row from store files');
  });

  tests.connection(
    'ensureTable from several callers at once creates one table with all their families',
    async (connection, name) => {
      const tables = await Promise.all(
        ['f', 'g', 'h', 'f', 'g'].map((family) => connection.ensureTable({ name, families: ['common', family] })),
      );
      assertEqual(new Set(tables.map((table) => table.getName())).size, 1, 'names');
      const { families } = await connection.getAdmin().getDescriptor(name);
      assertEqual(
        families.map((family) => family.name),
        ['common', 'f', 'g', 'h'],
        'families',
      );
    },
  );

  tests.connection(
    'ensureTable refuses an attribute that differs, reports which, and changes nothing',
    async (connection, name) => {
      await connection.ensureTable({ name, families: ['f', { name: 'g', blockSize: 8192 }], durability: 'ASYNC_WAL' });
      const before = await connection.getAdmin().getDescriptor(name);
      const wanted = { name, families: ['new', { name: 'g', blockSize: 4096, bloomFilter: 'NONE' as const }] };
      const error = (await assertRejects(connection.ensureTable(wanted), 'differs', 'SCHEMA_MISMATCH')) as BigtabError;
      assertEqual(
        [...(error.details.differences as { attribute: string }[])].sort((a, b) =>
          a.attribute < b.attribute ? -1 : 1,
        ),
        [
          { family: 'g', attribute: 'blockSize', stored: 8192, asked: 4096 },
          { family: 'g', attribute: 'bloomFilter', stored: 'ROW', asked: 'NONE' },
        ],
        'differences',
      );
      await assertRejects(
        connection.ensureTable({ name, families: ['f'], durability: 'SYNC_WAL' }),
        'durability',
        'SCHEMA_MISMATCH',
      );
      assertEqual(await connection.getAdmin().getDescriptor(name), before, 'descriptor');
    },
  );

  tests.connection('ensureTable does not compare attributes that the descriptor omits', async (connection, name) => {
    await connection.ensureTable({ name, families: [{ name: 'f', blockSize: 8192 }], durability: 'ASYNC_WAL' });
    await connection.ensureTable({ name, families: ['f'] });
    await connection.ensureTable({ name, families: [{ name: 'f', bloomFilter: 'ROW' }] });
    const { durability, families } = await connection.getAdmin().getDescriptor(name);
    assertEqual([durability, families[0]?.blockSize], ['ASYNC_WAL', 8192], 'attributes');
  });
}
