import { describe, expect, it } from 'vitest';
import { PrefixFilter } from '../filter/prefix-filter.js';
import { CheckAndMutate } from './check-and-mutate.js';
import { Put } from './put.js';
import { type RowConditionLike, readRowCondition } from './row-condition.js';

const filter = new PrefixFilter('r');
const read = (condition: object) => readRowCondition({ row: 'r', ...condition } as RowConditionLike);

describe('A row condition', () => {
  it('is about a column, a filter or existence', () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(read({ column: 'f:q', op: 'LESS', value: 'v' })).toMatchObject({
      family: bytes('f'),
      qualifier: bytes('q'),
      op: 'LESS',
      value: bytes('v'),
    });
    expect(read({ column: 'f' })).toMatchObject({ family: bytes('f'), qualifier: bytes(''), value: null });
    expect(read({ filter })).toMatchObject({ filter, exists: null });
    expect(read({ exists: false, value: null, qualifier: null, filter: null })).toMatchObject({ exists: false });
  });

  it.each<[condition: object, message: string]>([
    [{}, 'needs either a column'],
    [{ column: 'f:q', exists: true }, 'needs either a column'],
    [{ filter, exists: true }, 'needs either a column'],
    [{ exists: true, op: 'EQUAL' }, 'a condition with exists compares no column: leave out op'],
    [{ exists: false, qualifier: 'q' }, 'a condition with exists compares no column: leave out qualifier'],
    [{ exists: true, value: 'v' }, 'a condition with exists compares no column: leave out value'],
    [{ filter, op: 'LESS' }, 'a condition with a filter compares no column: leave out op'],
    [{ filter, value: 'v' }, 'a condition with a filter compares no column: leave out value'],
    [{ column: null }, "column cannot be null; name one, such as 'family:qualifier', or leave column out"],
    [{ column: null, family: 'f' }, 'column cannot be null'],
    [{ column: null, exists: true }, 'column cannot be null'],
    [{ column: 'f:q', qualifier: 'q' }, 'not by both'],
    [{ row: '', column: 'f:q' }, 'Row length is 0'],
    [{ row: '', exists: true }, 'Row length is 0'],
  ])('refuses %j', (condition, message) => {
    const error = expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(message) });
    expect(() => read(condition)).toThrowError(error);
  });

  it('of a CheckAndMutate also refuses a column that is null', () => {
    const check = () => new CheckAndMutate({ row: 'r', column: null as never, action: new Put('r') });
    expect(check).toThrowError(expect.objectContaining({ message: expect.stringContaining('column cannot be null') }));
  });
});
