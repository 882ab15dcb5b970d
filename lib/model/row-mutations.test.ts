import { describe, expect, it } from 'vitest';
import { Append } from './append.js';
import { Delete } from './delete.js';
import { Get } from './get.js';
import { Increment } from './increment.js';
import { Put } from './put.js';
import { RowMutations, toRowMutation } from './row-mutations.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT', hbaseName: 'IllegalArgumentException' });
const put = new Put('r').addColumn('f', 'q', 'v');

describe('RowMutations', () => {
  it('contains mutations of its row in the order in which they were added (W-40)', () => {
    const all = [put, new Delete('r'), new Increment('r').addColumn('f', 'n', 1), new Append('r')];
    const mutations = new RowMutations('r');
    for (const one of all) expect(mutations.add(one)).toBe(mutations);
    expect(mutations.mutations).toEqual(all);
    expect(RowMutations.of(all)).toEqual(mutations);
    expect(new RowMutations('r').mutations).toEqual([]);
  });

  it('refuses a mutation of another row, and is then unchanged (N-39)', () => {
    const mutations = new RowMutations('r').add(put);
    const wrong = expect.objectContaining({
      code: 'WRONG_ROW_IO',
      hbaseName: 'WrongRowIOException',
      message: "The row in the recently added Mutation <s> doesn't match the original one <r>",
    });
    expect(() => mutations.add(new Put('s'))).toThrowError(wrong);
    expect(() => RowMutations.of([put, new Delete('s')])).toThrowError(wrong);
    expect(mutations.mutations).toEqual([put]);
  });

  it('accepts literals by their properties; a Delete literal has its kind or its markers', () => {
    expect(toRowMutation({ row: 'r', cells: { f: { q: 'v' } } })).toEqual(put);
    expect(toRowMutation({ row: 'r', amounts: { f: { n: 1 } } })).toEqual(new Increment('r').addColumn('f', 'n', 1));
    expect(toRowMutation({ row: 'r', values: { f: { s: 'x' } } })).toEqual(new Append('r').addColumn('f', 's', 'x'));
    expect(toRowMutation({ kind: 'Delete', row: 'r' })).toEqual(new Delete('r'));
    for (const slip of [{ row: 'r' }, { kind: 'Get', row: 'r' }, new Get('r'), 'r', null, [put]] as never[]) {
      expect(() => toRowMutation(slip)).toThrowError(INVALID);
      expect(() => new RowMutations('r').add(slip)).toThrowError(INVALID);
    }
    expect(() => toRowMutation({ row: 'r', cells: {}, markers: [] } as never)).toThrowError(
      /unknown property 'markers'/,
    );
  });

  it('refuses an empty list for `of`, and bad rows and literals (W-40, N-30)', () => {
    expect(() => RowMutations.of([])).toThrowError('Cannot instantiate a RowMutations by empty list');
    expect(() => RowMutations.of(null as never)).toThrowError('Cannot instantiate a RowMutations by empty list');
    expect(() => RowMutations.of('r' as never)).toThrowError('mutations must be a list of mutations; got text');
    expect(() => new RowMutations(null as never)).toThrowError('Row buffer is null');
    expect(() => new RowMutations('')).toThrowError('Row length is 0');
    expect(() => new RowMutations({ row: 'r' } as never)).toThrowError(INVALID);
    expect(() => new RowMutations({ row: 'r', mutation: [] } as never)).toThrowError(/did you mean 'mutations'/);
  });

  it('returns the literal that builds an equal RowMutations', () => {
    const mutations = new RowMutations('r')
      .add(put)
      .add(new Delete('r', 5))
      .add(new Increment('r').addColumn('f', 'n', 1));
    expect(mutations.toLiteral()).toMatchObject({
      row: 'r',
      mutations: [{ kind: 'Put' }, { kind: 'Delete', timestamp: 5 }, {}],
    });
    expect(new RowMutations(mutations.toLiteral())).toEqual(mutations);
    expect(new RowMutations(mutations)).toEqual(mutations);
  });
});
