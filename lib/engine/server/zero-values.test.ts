import { describe, expect, it } from 'vitest';
import * as Bytes from '../../bytes/bytes.js';
import { columnEquals } from '../../client/column-equals.js';
import type { Connection } from '../../client/connection.js';
import { defineTable } from '../../client/define-table.js';
import { float64, text } from '../../model/codec.js';
import type { CompareOperator } from '../../model/compare-operator.js';
import { memoryMedium, openEngine } from '../../testing/samples/engine.js';

/*
 * 0 and -0 are equal numbers with different bytes. Typed tables and indexes of the order float64 do not distinguish them.
 */

const LONG = 'x'.repeat(5000);
const readings = defineTable({
  name: 't',
  families: { m: { columns: { celsius: float64, place: text } } },
  indexes: { byCelsius: { on: 'm:celsius' }, byPlace: { on: ['m:place', 'm:celsius'] } },
});
const ZERO = Bytes.fromDouble(0);
const NEGATIVE_ZERO = Bytes.fromDouble(-0);

/** A table with both forms, written as bytes, and other numbers. */
async function filled() {
  const { connection } = await openEngine(memoryMedium());
  const table = await connection.ensureTable(readings);
  const plain = connection.getTable('t');
  const rows = { a: NEGATIVE_ZERO, b: ZERO, c: Bytes.fromDouble(-5), d: Bytes.fromDouble(5), e: NEGATIVE_ZERO };
  for (const [row, celsius] of Object.entries(rows)) await plain.put({ row, cells: { m: { celsius, place: LONG } } });
  const keys = async (scan: object) => (await plain.getScanner(scan).toArray()).map(({ key }) => key).join('');
  return { connection, table, plain, keys };
}

async function problems(connection: Connection): Promise<readonly string[]> {
  return (await connection.verify()).files.flatMap((file) => file.problems);
}

describe('0 and -0 in a column of float64', () => {
  it('are written as 0 by the codec, and differ in plain bytes', async () => {
    expect([float64.encode(-0), float64.encode(0)]).toEqual([ZERO, ZERO]);
    expect(ZERO).not.toEqual(NEGATIVE_ZERO);
    expect(float64.decode(NEGATIVE_ZERO)).toBe(-0);
    const { connection, table, plain } = await filled();
    await table.put({ row: 'f', cells: { m: { celsius: -0 } } });
    expect((await plain.get('f')).getValue('m', 'celsius')).toEqual(ZERO);
    await connection.close();
  });

  it('are one value of an index: in equals, from and to, and in the order of rows', async () => {
    const { connection, table, keys } = await filled();
    for (const zero of [ZERO, NEGATIVE_ZERO]) {
      expect(await keys({ index: 'byCelsius', equals: zero })).toBe('abe');
      expect(await keys({ index: 'byCelsius', from: zero })).toBe('abed');
      expect(await keys({ index: 'byCelsius', to: zero })).toBe('c');
      expect(await keys({ index: 'byPlace', equals: [LONG, zero] })).toBe('abe');
    }
    expect(await keys({ index: 'byCelsius', reversed: true })).toBe('debac');
    for (const zero of [0, -0]) expect(await table.count({ index: 'byCelsius', equals: zero })).toBe(3);
    expect(await problems(connection)).toEqual([]);
    await connection.close();
  });

  it('and other numbers are found within bounds after a value that is longer than what an index has of it', async () => {
    const { connection, keys } = await filled();
    const inPlace = (bounds: object) => keys({ index: 'byPlace', equals: LONG, ...bounds });
    expect(await inPlace({ from: Bytes.fromDouble(-5) })).toBe('cabed');
    expect(await inPlace({ from: Bytes.fromDouble(-1), to: Bytes.fromDouble(6) })).toBe('abed');
    expect(await inPlace({ to: ZERO })).toBe('c');
    await connection.close();
  });

  it('are one value of a unique index', async () => {
    const { connection, plain } = await filled();
    const unique = { name: 'u', families: ['m'], indexes: { i: { on: 'm:celsius', order: 'float64', unique: true } } };
    const table = await connection.ensureTable(unique as never);
    const put = (row: string, celsius: Uint8Array) => table.put({ row, cells: { m: { celsius } } });
    await put('a', NEGATIVE_ZERO);
    await put('a', ZERO);
    await expect(put('b', NEGATIVE_ZERO)).rejects.toMatchObject({ code: 'CONDITION_FAILED', details: { row: 'a' } });
    await plain.delete([{ row: 'e' }]);
    const onBoth = {
      name: 't',
      families: ['m'],
      indexes: { one: { on: 'm:celsius', order: 'float64', unique: true } },
    };
    await expect(connection.ensureTable(onBoth as never)).rejects.toMatchObject({
      code: 'CONDITION_FAILED',
      details: { row: 'a', refused: 'b' },
    });
    await connection.close();
  });

  it('are found by columnEquals', async () => {
    const { connection, table } = await filled();
    for (const zero of [0, -0]) {
      const filter = columnEquals(readings, 'm:celsius', zero);
      const rows = await table.getScanner({ filter }).toArray();
      expect(rows.map(({ key }) => key).join('')).toBe('abe');
      expect([filter.filterIfMissing, filter.latestVersionOnly, filter.op]).toEqual([true, true, 'EQUAL']);
      expect((await connection.transact((t) => t.table(table).scan({ filter }))).length).toBe(3);
    }
    await connection.close();
  });

  it('meet the same conditions', async () => {
    const { connection, table } = await filled();
    const action = { kind: 'Put', row: '', cells: { m: { place: 'met' } } } as const;
    const operators = {
      EQUAL: 'abe',
      NOT_EQUAL: 'cd',
      LESS: 'cd',
      LESS_OR_EQUAL: 'abcde',
      GREATER: '',
      GREATER_OR_EQUAL: 'abe',
    };
    for (const value of [0, -0])
      for (const [op, expected] of Object.entries(operators) as [CompareOperator, string][]) {
        const met: string[] = [];
        for (const row of ['a', 'b', 'c', 'd', 'e', 'none']) {
          const of = { row, op, value, column: 'm:celsius' } as const;
          const act = { ...action, row: row === 'none' ? 'f' : row } as const;
          const { success } = await table.checkAndMutate({ ...of, action: { ...action, row } });
          const built = await table
            .checkAndMutate(row, 'm')
            .qualifier('celsius')
            .ifMatches(op, value)
            .thenPut({ ...action, row });
          const batch = await connection
            .atomicBatch([{ table, mutation: act }], { conditions: [{ table, ...of }] })
            .then(
              () => true,
              () => false,
            );
          expect([built, batch], `${op} ${row}`).toEqual([success, success]);
          if (success) met.push(row);
        }
        expect(met.join(''), op).toBe(expected);
      }
    for (const wrong of [{ op: 'IS' }, { family: 'm' }, { op: 'NO_OP' }])
      await expect(
        table.checkAndMutate({
          row: 'a',
          column: 'm:celsius',
          value: 0,
          action: { ...action, row: 'a' },
          ...wrong,
        } as never),
        JSON.stringify(wrong),
      ).rejects.toMatchObject({ code: 'op' in wrong && wrong.op === 'NO_OP' ? 'RUNTIME' : 'INVALID_ARGUMENT' });
    await connection.close();
  });
});
