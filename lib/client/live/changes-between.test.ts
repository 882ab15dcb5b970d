import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../bytes/byte-reader.js';
import { readResultBlock } from '../../keyvalue/result-block.js';
import { Random } from '../../simulation/random.js';
import { resultBlock } from '../../testing/samples/result-blocks.js';
import { testSeeds } from '../../testing/seed.js';
import { type Result, readResults } from '../answers/result.js';
import { typedRow } from '../typed-row.js';
import { changesBetween } from './changes-between.js';

/** Rows with these values in `f:q`, as another read returns them. */
function rowsOf(values: { readonly [row: string]: string }): Result[] {
  const rows = Object.entries(values).map(([row, value]) => ({ row, cells: [['f', 'q', 1, value] as const] }));
  const bytes = resultBlock(['f'], rows);
  return readResults(readResultBlock(new ByteReader(bytes, 0, bytes.length, 'rows')));
}

const brief = <R>(before: readonly R[], after: readonly R[], name: (row: R) => string) =>
  changesBetween(before, after).map(({ kind, row, index, previousIndex }) => [kind, name(row), index, previousIndex]);
const nameOf = (row: Result) => new TextDecoder().decode(row.row as Uint8Array);

describe('The changes between two lists of rows', () => {
  it('are the removed rows in the old order, then the added and changed ones in the new order', () => {
    const before = rowsOf({ a: '1', b: '1', c: '1', d: '1' });
    const after = rowsOf({ aa: '1', b: '2', d: '1', e: '1' });
    expect(brief(before, after, nameOf)).toEqual([
      ['removed', 'a', -1, 0],
      ['removed', 'c', -1, 2],
      ['added', 'aa', 0, -1],
      ['changed', 'b', 1, 1],
      ['added', 'e', 3, -1],
    ]);
    expect(changesBetween(before, after)[3]?.row).toBe(after[1]);
    expect(changesBetween(before, after)[0]?.row).toBe(before[0]);
  });

  it('do not include a row with the same cells, also if it is another object or has moved', () => {
    expect(changesBetween(rowsOf({ a: '1', b: '1' }), rowsOf({ a: '1', b: '1' }))).toEqual([]);
    expect(brief(rowsOf({ a: '1', b: '1' }), rowsOf({ b: '1', a: '1' }), nameOf)).toEqual([]);
    expect(brief(rowsOf({ a: '1', b: '1' }), rowsOf({ b: '1' }), nameOf)).toEqual([['removed', 'a', -1, 0]]);
  });

  it('are none for the same objects, without reading them', () => {
    const rows = rowsOf({ a: '1', b: '1' });
    const unreadable = [rows[0], new Proxy({}, { get: () => expect.fail('it was read') }), rows[1]];
    expect(changesBetween(unreadable, [...unreadable])).toEqual([]);
  });

  it('match rows by the bytes of their keys', () => {
    const bytes = ['\\xff', 'ÿ', '\0', 'a\0'];
    const before = rowsOf(Object.fromEntries(bytes.map((row) => [row, '1'])));
    const after = rowsOf(Object.fromEntries([...bytes].reverse().map((row) => [row, '2'])));
    expect(changesBetween(before, after).map(({ index, previousIndex }) => [index, previousIndex])).toEqual([
      [0, 3],
      [1, 2],
      [2, 1],
      [3, 0],
    ]);
  });

  it('are found between rows of a typed table', () => {
    const typed = (values: { readonly [row: string]: string }) =>
      rowsOf(values).map(
        (result) => typedRow(result, result.key, { f: {} }, () => null) as { readonly result: Result },
      );
    const name = ({ result }: { readonly result: Result }) => nameOf(result);
    expect(brief(typed({ a: '1', b: '1' }), typed({ b: '2', c: '1' }), name)).toEqual([
      ['removed', 'a', -1, 0],
      ['changed', 'b', 0, 1],
      ['added', 'c', 1, -1],
    ]);
  });

  it('are refused for anything that is not a row, and for a row without cells', () => {
    const bytes = resultBlock([], [{ row: '', cells: [] }]);
    const [missing] = readResults(readResultBlock(new ByteReader(bytes, 0, bytes.length, 'rows')));
    for (const row of [missing, 5, null, {}, { row: 'text' }])
      expect(() => changesBetween([], [row])).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });

  it('are refused between states instead of their rows, and for anything else that is not a list', () => {
    const refused = expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining('.rows') });
    for (const list of [{ status: 'live', rows: [], error: null }, null, undefined, 'ab']) {
      expect(() => changesBetween(list as never, [])).toThrow(refused);
      expect(() => changesBetween([], list as never)).toThrow(refused);
    }
  });

  for (const seed of testSeeds(5)) {
    it(`turn the old list into the new one (BIGTAB_SEED=${seed} BIGTAB_RUNS=1)`, () => {
      const random = new Random(seed);
      for (let round = 0; round < 50; round++) {
        const make = () => {
          const names = Array.from({ length: random.below(20) }, () => String.fromCharCode(97 + random.below(12)));
          return rowsOf(Object.fromEntries([...new Set(names)].sort().map((row) => [row, String(random.below(2))])));
        };
        const [before, after] = [make(), make()];
        const changes = changesBetween(before, after);
        const kept = new Map(before.map((row) => [nameOf(row), row.getText('f', 'q')]));
        for (const { kind, row, index, previousIndex } of changes) {
          if (previousIndex >= 0) expect(nameOf(before[previousIndex] as Result)).toBe(nameOf(row));
          if (index >= 0) expect(after[index]).toBe(row);
          expect(kept.has(nameOf(row))).toBe(kind !== 'added');
          if (kind === 'changed') expect(kept.get(nameOf(row))).not.toBe(row.getText('f', 'q'));
          if (kind === 'removed') kept.delete(nameOf(row));
          else kept.set(nameOf(row), row.getText('f', 'q'));
        }
        const sorted = [...kept].sort(([a], [b]) => (a < b ? -1 : 1));
        expect(sorted).toEqual(after.map((row) => [nameOf(row), row.getText('f', 'q')]));
      }
    });
  }

  it('take time in proportion to the number of rows', () => {
    const long = (value: string) =>
      rowsOf(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [String(at).padStart(6, '0'), value])));
    expect(changesBetween(long('1'), long('2'))).toHaveLength(20_000);
  });
});
