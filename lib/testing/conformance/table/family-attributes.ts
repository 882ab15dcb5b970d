import type { Admin } from '../../../client/admin.js';
import type { Table } from '../../../client/table.js';
import type { GetLike } from '../../../model/get.js';
import type { ScanLike } from '../../../model/scan.js';
import type { SourceExplanation } from '../../../service/explanation.js';
import type { StoreFileMetrics } from '../../../service/region-metrics.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import type { TableTests } from './table-tests.js';

const PREFIX_LENGTH = 'RowPrefixBloomFilter.prefix_length';
/** About 90 bytes, similar in every row. */
const VALUE = 'the same words in every row '.repeat(3);

/** Effects of family attributes that no answer shows: how files are built and cached. */
export function familyAttributeTests(tests: TableTests): void {
  tests.connection('COMPRESSION => GZ makes files smaller, from the next one on (A-56)', async (connection, name) => {
    const admin = connection.getAdmin();
    const table = await connection.ensureTable({ name, families: ['f'] });
    await flushRows(admin, table, 0);
    await admin.modifyColumnFamily(name, { name: 'f', compression: 'GZ' });
    await flushRows(admin, table, 200);
    const [small, large] = await filesOf(admin, name);
    assert(2 * size(small) < size(large), `${size(small)} bytes beside ${size(large)}`);
    assertEqual(await rowsWithValue(table), 400, 'rows of mixed files');
    await admin.majorCompact(name);
    const [both] = await filesOf(admin, name);
    assert(size(both) < size(large), `${size(both)} bytes of both`);
    await admin.modifyColumnFamily(name, { name: 'f', compression: 'NONE' });
    assertEqual(await rowsWithValue(table), 400, 'rows of a compressed file');
    await admin.majorCompact(name);
    const [plain] = await filesOf(admin, name);
    assert(size(plain) > size(large), `${size(plain)} bytes of both, not compressed`);
    assertEqual(await rowsWithValue(table), 400, 'rows again');
  });

  tests.connection('COMPRESSION_COMPACT applies to files that compactions write', async (connection, name) => {
    const admin = connection.getAdmin();
    const metadata = { COMPRESSION_COMPACT: 'gz', COMPRESSION_COMPACT_MINOR: 'NONE' };
    const table = await connection.ensureTable({ name, families: [{ name: 'f', metadata }] });
    await flushRows(admin, table, 0);
    const [flushed] = await filesOf(admin, name);
    await admin.majorCompact(name);
    const [compacted] = await filesOf(admin, name);
    assert(2 * size(compacted) < size(flushed), `${size(compacted)} bytes beside ${size(flushed)}`);
  });

  tests.connection('unsupported compressions are refused (A-56)', async (connection, name) => {
    const admin = connection.getAdmin();
    for (const family of [
      { compression: 'SNAPPY' },
      { compression: 'ZIP' as 'GZ' },
      { metadata: { COMPRESSION_COMPACT: 'LZ4' } },
      { metadata: { COMPRESSION_COMPACT_MAJOR: 'ZSTD' } },
    ] as const) {
      const what = JSON.stringify(family);
      const table = { name, families: [{ name: 'f', ...family }] };
      const { message } = await assertRejects(admin.createTable(table), what, 'INVALID_OPERATION');
      assert(message.includes('one of NONE, GZ'), message);
    }
    assertEqual(await admin.tableExists(name), false, 'exists');
  });

  tests.connection('BLOCKSIZE determines the number of blocks in a file', async (connection, name) => {
    const admin = connection.getAdmin();
    const table = await connection.ensureTable({ name, families: [{ name: 'f', blockSize: 1024 }] });
    await flushRows(admin, table, 0);
    await admin.modifyColumnFamily(name, { name: 'f' });
    await flushRows(admin, table, 200);
    const [large, small] = (await filesOf(admin, name)).map(({ blocks }) => blocks);
    assert((small ?? 0) > 15 && (large ?? 9) < 6, `${small} blocks of 1 KiB, ${large} of 64 KiB`);
  });

  tests.connection('BLOCKCACHE => false keeps no block of cells in memory', async (connection, name) => {
    const admin = connection.getAdmin();
    const family = { name: 'f', blockSize: 1024, bloomFilter: 'NONE' } as const;
    const table = await connection.ensureTable({ name, families: [{ ...family, blockCache: false }] });
    await flushRows(admin, table, 0);
    const scan = async (): Promise<readonly [number, number]> => {
      await rowsWithValue(table);
      const [file] = await sourcesOf(table, {});
      return [file?.blocksRead ?? 0, (await filesOf(admin, name))[0]?.cachedBlocks ?? 0];
    };
    const [read, cached] = await scan();
    assert(read > 15, `${read} blocks read again`);
    assert(cached <= 2, `${cached} blocks in memory, beside the index`);
    await admin.modifyColumnFamily(name, { ...family, blockCache: true });
    const [readAgain, kept] = await scan();
    assertEqual(readAgain, 0, 'blocks read again');
    assert(kept > 15, `${kept} blocks in memory`);
  });

  tests.connection('BLOOMFILTER determines how a file can be skipped', async (connection, name) => {
    const admin = connection.getAdmin();
    const none = new Array<unknown>(4).fill('read');
    for (const [bloomFilter, wanted] of [
      ['NONE', none],
      ['ROW', ['bloom', 'bloom', 'read', 'read']],
      ['ROWCOL', ['read', 'bloom', 'bloom', 'read']],
      ['ROWPREFIX_FIXED_LENGTH', ['read', 'read', 'read', 'bloom']],
    ] as const) {
      const configuration = { [PREFIX_LENGTH]: '2' };
      const families = [{ name: 'f', bloomFilter, configuration }];
      const table = await connection.ensureTable({ name: `${name}-${bloomFilter}`, families });
      for (const row of ['aa1', 'bb1', 'dd1']) await table.put({ row, cells: { f: { q: 'v' } } });
      await admin.flush(table.getName());
      const reads: readonly (GetLike | ScanLike)[] = [
        { row: 'bb2' },
        { row: 'bb2', columns: [['f', 'q']] },
        { row: 'bb1', columns: [['f', 'x']] },
        { start: 'cc1', stop: 'cc9' },
      ];
      const verdicts: unknown[] = [];
      for (const read of reads) verdicts.push((await sourcesOf(table, read))[0]?.verdict);
      assertEqual(verdicts, wanted, bloomFilter);
      const gone = await table.get('cc1');
      assertEqual([gone.isEmpty, (await table.get('bb1')).isEmpty], [true, false], 'rows');
    }
  });

  tests.connection('ROWPREFIX_FIXED_LENGTH requires a length (S-40)', async (connection, name) => {
    const admin = connection.getAdmin();
    for (const text of [undefined, '0', '-1', 'x', '']) {
      const configuration = text === undefined ? {} : { [PREFIX_LENGTH]: text };
      const families = [{ name: 'f', bloomFilter: 'ROWPREFIX_FIXED_LENGTH', configuration }] as const;
      const error = await assertRejects(admin.createTable({ name, families }), String(text), 'INVALID_OPERATION');
      assert(error.message.startsWith('Failed to get bloom filter param'), error.message);
    }
    const configuration = { 'hbase.table.sanity.checks': 'false' };
    const families = [{ name: 'f', bloomFilter: 'ROWPREFIX_FIXED_LENGTH' }] as const;
    await admin.createTable({ name, families, configuration });
    const table = connection.getTable(name);
    await flushRows(admin, table, 0);
    assertEqual(await rowsWithValue(table), 200, 'rows without a filter');
  });

  tests.connection('every DATA_BLOCK_ENCODING is kept and returns the same cells (A-29)', async (connection, name) => {
    const admin = connection.getAdmin();
    for (const dataBlockEncoding of ['NONE', 'PREFIX', 'DIFF', 'FAST_DIFF', 'ROW_INDEX_V1'] as const) {
      const families = [{ name: 'f', dataBlockEncoding }];
      const table = await connection.ensureTable({ name: `${name}-${dataBlockEncoding}`, families });
      await flushRows(admin, table, 0);
      assertEqual(await rowsWithValue(table), 200, dataBlockEncoding);
      assertEqual((await table.getDescriptor()).families[0]?.dataBlockEncoding, dataBlockEncoding, 'kept');
    }
  });
}

/** Writes 200 rows from number `from` on to a separate file. */
async function flushRows(admin: Admin, table: Table, from: number): Promise<void> {
  const rows = Array.from({ length: 200 }, (_, index) => `row-${String(from + index).padStart(4, '0')}`);
  await table.put(rows.map((row) => ({ row, cells: { f: { q: VALUE } } })));
  await admin.flush(table.getName());
}

async function rowsWithValue(table: Table): Promise<number> {
  const results = await table.getScanner().toArray();
  return results.filter((result) => result.getText('f', 'q') === VALUE).length;
}

/** From new to old. */
async function filesOf(admin: Admin, name: string): Promise<readonly StoreFileMetrics[]> {
  return (await admin.getRegionMetrics(name)).stores[0]?.storeFiles ?? [];
}

function size(file: StoreFileMetrics | undefined): number {
  return file?.sizeBytes ?? Number.NaN;
}

async function sourcesOf(table: Table, read: GetLike | ScanLike): Promise<readonly SourceExplanation[]> {
  const [family] = (await table.explain(read)).families;
  return (family?.sources ?? []).filter(({ kind }) => kind === 'file');
}
