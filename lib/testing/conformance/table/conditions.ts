import type { RowCondition } from '../../../client/calls/atomic-batch.js';
import type { Connection } from '../../../client/connection.js';
import { BinaryComparator } from '../../../filter/comparators/binary-comparator.js';
import { PrefixFilter } from '../../../filter/prefix-filter.js';
import { ValueFilter } from '../../../filter/value-filter.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import { rowTexts, type TableTests } from './table-tests.js';

/** Writes one row if the conditions hold, and resolves to the indices of those that do not. */
async function failing(connection: Connection, table: string, conditions: readonly RowCondition[]): Promise<unknown> {
  try {
    await connection.atomicBatch([{ table, mutation: { row: 'done', cells: { f: { q: 'v' } } } }], { conditions });
    return [];
  } catch (error) {
    const { code, details } = error as { code: string; details: { failed: unknown } };
    assertEqual(code, 'CONDITION_FAILED', 'code');
    return details.failed;
  }
}

export function conditionTests(tests: TableTests): void {
  tests.data(
    'an atomicBatch judges conditions on columns like a checkAndMutate',
    async ({ connection, name, table, settle }) => {
      await table.put({ row: 'a', cells: { f: { q: 'm', empty: '' } } });
      await settle();
      const on = (condition: Omit<RowCondition, 'table' | 'row'>): RowCondition => ({ table, row: 'a', ...condition });
      const holding = [
        on({ column: 'f:q', value: 'm' }),
        on({ column: ['f', 'q'], value: 'm' }),
        on({ family: 'f', qualifier: 'q', value: 'm' }),
        on({ column: 'f:q', op: 'GREATER', value: 'z' }),
        on({ column: 'f:q', op: 'NOT_EQUAL', value: null }),
        on({ column: 'f:none', value: null }),
        on({ column: 'f:empty' }),
        on({ column: 'f:q', timeRange: [0, 1] }),
        on({ filter: new ValueFilter('EQUAL', new BinaryComparator('m')) }),
        { table: name, row: 'none', column: 'f:q' },
      ];
      assertEqual(await failing(connection, name, holding), [], 'conditions that hold');
      const failed = [
        on({ column: 'f:q', value: 'n' }),
        on({ column: 'f:q', value: 'm' }),
        on({ column: 'f:q', op: 'LESS', value: 'z' }),
        on({ column: 'f:q', value: null }),
        on({ column: 'f:none', value: 'm' }),
        on({ column: 'f:q', value: 'm', timeRange: [0, 1] }),
        on({ filter: new PrefixFilter('b') }),
      ];
      assertEqual(await failing(connection, name, failed), [0, 2, 3, 4, 5, 6], 'all that do not hold');
    },
  );

  tests.data(
    'an atomicBatch judges whether rows exist, in the time range of the condition',
    async ({ connection, name, table, settle }) => {
      await table.put({ row: 'a', cells: { g: { q: 'v' } }, timestamp: 5 });
      await table.put({ row: 'gone', cells: { f: { q: 'v' } } });
      await table.delete({ row: 'gone' });
      await settle();
      const conditions: RowCondition[] = [
        { table, row: 'a', exists: true },
        { table, row: 'a', exists: true, timeRange: [5, 6] },
        { table, row: 'a', exists: false, timeRange: [6, 9] },
        { table, row: 'b', exists: false },
        { table, row: 'gone', exists: false },
      ];
      assertEqual(await failing(connection, name, conditions), [], 'conditions that hold');
      const opposite = conditions.map((one) => ({ ...one, exists: one.exists !== true }));
      assertEqual(await failing(connection, name, opposite), [0, 1, 2, 3, 4], 'conditions that do not hold');
    },
  );

  tests.table(
    'an atomicBatch applies nothing unless the conditions on all its tables hold',
    async ({ connection, name, table }) => {
      const other = await connection.ensureTable({ name: `${name}.other`, families: ['f'] });
      await other.put({ row: 'lock', cells: { f: { owner: 'me' } } });
      const mutations = [
        { table, mutation: { row: 'a', cells: { f: { q: 'v' } } } },
        { table: other, mutation: { kind: 'Delete', row: 'lock' } },
      ] as const;
      const conditions: RowCondition[] = [
        { table: other, row: 'lock', column: 'f:owner', value: 'me' },
        { table, row: 'a', exists: false },
      ];
      await connection.atomicBatch(mutations, { conditions });
      assertEqual(await rowTexts(table.getScanner()), ['a'], 'applied once');
      const error = await assertRejects(connection.atomicBatch(mutations, { conditions }), 'again', 'CONDITION_FAILED');
      assertEqual((error as unknown as { details: unknown }).details, { failed: [0, 1] }, 'details');
      assert(error.message.includes('0, 1'), 'the message names the conditions');
      assertEqual(await other.exists('lock'), false, 'the row of the first call');
    },
  );

  tests.table(
    'conditions are judged before the first mutation, and also without any',
    async ({ connection, name, table }) => {
      const put = { table, mutation: { row: 'a', cells: { f: { q: 'v' } } } };
      await connection.atomicBatch([put], { conditions: [{ table: name, row: 'a', exists: false }] });
      assertEqual(
        await connection.atomicBatch([], { conditions: [{ table, row: 'a', exists: true }] }),
        [],
        'no result',
      );
      const conditions = [{ table, row: 'a', exists: false }];
      await assertRejects(connection.atomicBatch([], { conditions }), 'only a condition', 'CONDITION_FAILED');
    },
  );

  tests.table(
    'an invalid condition is refused with its index, and nothing is sent',
    async ({ connection, name, table }) => {
      const invalid: object[] = [
        {},
        { column: 'f:q', family: 'f', value: 'v' },
        { column: 'f:q', exists: true },
        { exists: 'yes' },
        { exists: true, value: 'v' },
        { filter: new PrefixFilter('a'), column: 'f:q' },
        { column: 'f:q', value: 1 },
        { column: 'f:q', op: 'LIKE', value: 'v' },
        { colum: 'f:q' },
      ];
      const put = { table, mutation: { row: 'b', cells: { f: { q: 'v' } } } };
      for (const [index, one] of invalid.entries()) {
        const conditions = [{ table, row: 'a', exists: false }, { table: name, row: 'a', ...one } as RowCondition];
        const error = await assertRejects(
          connection.atomicBatch([put], { conditions }),
          `${index}`,
          'INVALID_ARGUMENT',
        );
        assertEqual((error as unknown as { details: { condition: number } }).details.condition, 1, `${index}: place`);
      }
      assertEqual(await table.exists('b'), false, 'nothing written');
    },
  );

  tests.table(
    'a condition on an unknown table or family rejects with its index, and nothing is applied',
    async ({ connection, name, table }) => {
      const put = { table, mutation: { row: 'b', cells: { f: { q: 'v' } } } };
      const cases = [
        { condition: { table: `${name}.no`, row: 'a', exists: true }, code: 'TABLE_NOT_FOUND' },
        { condition: { table: name, row: 'a', column: 'no:q', value: 'v' }, code: 'NO_SUCH_COLUMN_FAMILY' },
        { condition: { table: name, row: 'a', column: 'f:q', op: 'NO_OP', value: 'v' }, code: 'RUNTIME' },
      ] as const;
      await table.put({ row: 'a', cells: { f: { q: 'v' } } });
      for (const { condition, code } of cases) {
        const conditions = [{ table, row: 'a', exists: true }, condition] as RowCondition[];
        const error = await assertRejects(connection.atomicBatch([put], { conditions }), code, code);
        assertEqual((error as unknown as { details: { condition: number } }).details.condition, 1, `${code}: place`);
      }
      assertEqual(await table.exists('b'), false, 'nothing written');
    },
  );

  tests.table('a checkAndMutate names its column in one text, too', async ({ table }) => {
    await table.put({ row: 'a', cells: { f: { q: 'v' } } });
    const action = { row: 'a', cells: { f: { r: 'w' } } };
    const { success } = await table.checkAndMutate({ row: 'a', column: 'f:q', value: 'v', action });
    assertEqual(success, true, 'success');
    await assertRejects(
      table.checkAndMutate({ row: 'a', column: 'f:q', family: 'f', value: 'v', action }),
      'a column named twice',
      'INVALID_ARGUMENT',
    );
  });
}
