import { describe, expect, it } from 'vitest';

/** The names of all globals, and of the properties of the objects among them and of their prototypes. */
function platform(): Map<PropertyKey, readonly PropertyKey[]> {
  const seen = new Map<PropertyKey, readonly PropertyKey[]>();
  // Some are created when they are first read, by any code.
  for (const name of Reflect.ownKeys(globalThis)) void Reflect.get(globalThis, name);
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
    if (typeof value !== 'function') continue;
    seen.set(name, Reflect.ownKeys(value));
    if (value.prototype !== undefined) seen.set(`${name}.prototype`, Reflect.ownKeys(value.prototype));
  }
  return seen.set('globalThis', Reflect.ownKeys(globalThis));
}

describe("the package's entry", () => {
  it('does not change globals or their prototypes when it is imported', async () => {
    const before = platform();
    await import('./index.js');
    await import('./memory.js');
    await import('./service-worker.js');
    await import('./shell.js');
    expect(platform()).toEqual(before);
  });

  it('exports these values and no others', async () => {
    expect(Object.keys(await import('./index.js')).sort()).toEqual([
      'ALL_VERSIONS',
      'Append',
      'BigDecimalComparator',
      'BigtabError',
      'BinaryComparator',
      'BinaryComponentComparator',
      'BinaryPrefixComparator',
      'BitComparator',
      'Bytes',
      'CheckAndMutate',
      'ColumnCountGetFilter',
      'ColumnPaginationFilter',
      'ColumnPrefixFilter',
      'ColumnRangeFilter',
      'ColumnValueFilter',
      'Comparator',
      'Delete',
      'DependentColumnFilter',
      'FOREVER',
      'FamilyFilter',
      'Filter',
      'FilterList',
      'FirstKeyOnlyFilter',
      'FirstKeyValueMatchingQualifiersFilter',
      'FuzzyRowFilter',
      'Get',
      'InclusiveStopFilter',
      'Increment',
      'KEEP_HISTORY',
      'KeyOnlyFilter',
      'LATEST_TIMESTAMP',
      'LongComparator',
      'MultiRowRangeFilter',
      'MultipleColumnPrefixFilter',
      'NullComparator',
      'OrderedBytes',
      'PageFilter',
      'PrefixFilter',
      'Put',
      'QualifierFilter',
      'RandomRowFilter',
      'RegexStringComparator',
      'RowFilter',
      'RowMutations',
      'Scan',
      'SingleColumnValueExcludeFilter',
      'SingleColumnValueFilter',
      'SkipFilter',
      'SubstringComparator',
      'TimeRange',
      'TimestampsFilter',
      'ValueFilter',
      'WhileMatchFilter',
      'bytes',
      'changesBetween',
      'columnEquals',
      'connect',
      'copyTable',
      'defineTable',
      'deleteDatabase',
      'float64',
      'float64Descending',
      'int64',
      'int64Descending',
      'json',
      'keyOf',
      'listDatabases',
      'parseFilter',
      'restoreDatabase',
      'text',
      'textDescending',
    ]);
    expect(Object.keys(await import('./memory.js'))).toEqual(['changesBetween', 'openMemory']);
    expect(Object.keys(await import('./shell.js'))).toEqual(['createShell']);
  });

  it('reports in Node that storage is not available, and names bigtab/memory', async () => {
    const { connect, deleteDatabase, listDatabases } = await import('./index.js');
    for (const call of [connect('crawl'), deleteDatabase('crawl'), listDatabases()]) {
      await expect(call).rejects.toMatchObject({
        code: 'STORAGE_UNAVAILABLE',
        details: { reason: 'server' },
        message: expect.stringContaining("openMemory from 'bigtab/memory'"),
      });
    }
  });
});
