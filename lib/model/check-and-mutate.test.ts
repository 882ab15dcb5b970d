import { describe, expect, it } from 'vitest';
import { encodeText } from '../bytes/text.js';
import { CheckAndMutate, toCheckAndMutate } from './check-and-mutate.js';
import { Delete } from './delete.js';
import { Get } from './get.js';
import { Put } from './put.js';
import { RowMutations } from './row-mutations.js';
import { ALL_TIME } from './time-range.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT', hbaseName: 'IllegalArgumentException' });
const put = new Put('r').addColumn('f', 'q', 'v');
const builder = () => CheckAndMutate.newBuilder('r');

describe('CheckAndMutate', () => {
  it('is built from a condition and an action (W-50)', () => {
    expect(builder().ifEquals('f', 'q', 'v').build(put)).toMatchObject({
      row: encodeText('r'),
      family: encodeText('f'),
      qualifier: encodeText('q'),
      op: 'EQUAL',
      value: encodeText('v'),
      timeRange: ALL_TIME,
      action: put,
    });
    expect(builder().ifNotExists('f', null).build(put)).toMatchObject({
      qualifier: new Uint8Array(),
      op: 'EQUAL',
      value: null,
    });
    const range = builder().ifMatches('f', 'q', 'GREATER', '').timeRange([1, 5]).build(new Delete('r'));
    expect(range).toMatchObject({ op: 'GREATER', value: new Uint8Array(), timeRange: { min: 1, max: 5 } });
    expect(builder().timeRange(null).ifNotExists('f', 'q').build(put).timeRange).toEqual(ALL_TIME);
  });

  it('uses the last condition (W-50)', () => {
    const check = builder().ifEquals('f', 'q', 'v').ifNotExists('g', 'p').build(put);
    expect(check).toMatchObject({ family: encodeText('g'), qualifier: encodeText('p'), value: null });
  });

  it('requires a condition (W-50)', () => {
    const missing = expect.objectContaining({ code: 'INVALID_STATE', hbaseName: 'IllegalStateException' });
    expect(() => builder().build(put)).toThrowError(missing);
    expect(() => builder().timeRange([1, 5]).build(put)).toThrowError(missing);
  });

  it('requires an action of its row (W-50)', () => {
    const message = "The row of the action <s> doesn't match the original one <r>";
    expect(() => builder().ifNotExists('f', 'q').build(new Put('s'))).toThrowError(message);
    expect(() => builder().ifNotExists('f', 'q').build(new RowMutations('s'))).toThrowError(message);
    expect(() => new CheckAndMutate({ row: 'r', family: 'f', action: new Delete('s') })).toThrowError(message);
    expect(() => new CheckAndMutate({ row: 'r', family: 'f', action: { row: 'r' } as never })).toThrowError(
      "the action must be a Put, Delete, Increment, Append or RowMutations, or the literal of one; the literal of a Delete needs kind: 'Delete'; got Object",
    );
    // The length of the row is not checked before (N-30).
    for (const row of ['', 'r'.repeat(32768)]) expect(() => CheckAndMutate.newBuilder(row)).not.toThrow();
  });

  it('refuses bad arguments (A-34)', () => {
    for (const call of [
      () => CheckAndMutate.newBuilder(null as never),
      () => builder().ifNotExists(null as never, 'q'),
      () => builder().ifMatches('f', 'q', null as never, 'v'),
      () => builder().ifMatches('f', 'q', 'EQUALS' as never, 'v'),
      () => builder().ifEquals('f', 'q', 5 as never),
      () => builder().timeRange([6, 5]),
      () => builder().timeRange(5 as never),
      () =>
        builder()
          .ifNotExists('f', 'q')
          .build(new Get('r') as never),
      () =>
        builder()
          .ifNotExists('f', 'q')
          .build({ row: 'r' } as never),
      () => new CheckAndMutate('r' as never),
      () => new CheckAndMutate({ row: 'r', action: put } as never),
      () => new CheckAndMutate({ row: 'r', family: 'f', values: 'v', action: put } as never),
    ]) {
      expect(call).toThrowError(INVALID);
    }
  });

  it('can be built from a literal, and returns the literal that builds it', () => {
    const literal = {
      row: 'r',
      family: 'f',
      qualifier: 'q',
      value: 'v',
      action: { row: 'r', cells: { f: { q: 'v' } } },
    };
    const check = builder().ifEquals('f', 'q', 'v').build(put);
    expect(new CheckAndMutate(literal)).toEqual(check);
    expect(toCheckAndMutate(literal)).toEqual(check);
    expect(toCheckAndMutate(check)).toBe(check);
    const several = builder()
      .ifMatches('f', null, 'LESS', null)
      .timeRange({ min: 2, max: 9 })
      .build({ row: 'r', mutations: [put, new Delete('r')] });
    expect(several.toLiteral()).toMatchObject({
      op: 'LESS',
      value: null,
      timeRange: [2, 9],
      action: { kind: 'RowMutations' },
    });
    for (const one of [check, several]) expect(new CheckAndMutate(one.toLiteral())).toEqual(one);
  });
});
