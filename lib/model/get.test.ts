import { describe, expect, it } from 'vitest';
import { decodeText } from '../bytes/text.js';
import { Get, toGet } from './get.js';
import { Put } from './put.js';
import type { Query } from './query.js';
import { Scan } from './scan.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const bytes = (...list: number[]): Uint8Array => Uint8Array.from(list);
const shown = (query: Query): unknown =>
  query.families.map(({ family, qualifiers }) => [
    decodeText(family),
    qualifiers === null ? null : qualifiers.map((qualifier) => decodeText(qualifier)),
  ]);

describe.each([
  ['Get', (): Get => new Get('r')],
  ['Scan', (): Scan => new Scan()],
])('columns of a %s', (_, make) => {
  it('are all families by default (R-2)', () => {
    expect(make().families).toEqual([]);
  });

  it('are a whole family, or listed columns (R-3)', () => {
    expect(shown(make().addFamily('f'))).toEqual([['f', null]]);
    expect(shown(make().addColumn('f', 'q'))).toEqual([['f', ['q']]]);
    expect(shown(make().addColumn('f', null))).toEqual([['f', ['']]]);
  });

  it('are widened by addFamily and narrowed by addColumn (R-3)', () => {
    expect(shown(make().addColumn('f', 'q').addFamily('f'))).toEqual([['f', null]]);
    expect(shown(make().addFamily('f').addColumn('f', 'q'))).toEqual([['f', ['q']]]);
  });

  it('are kept in byte order without duplicates', () => {
    const query = make()
      .addColumn('f', 'b')
      .addColumn('f', 'a')
      .addColumn('e', 'z')
      .addColumn('f', 'a')
      .addColumn('f', 'c');
    expect(shown(query)).toEqual([
      ['e', ['z']],
      ['f', ['a', 'b', 'c']],
    ]);
  });

  it('are copied and checked', () => {
    const family = bytes(0x66);
    const qualifier = bytes(0x71);
    const query = make().addColumn(family, qualifier);
    family[0] = 0;
    qualifier[0] = 0;
    expect(shown(query)).toEqual([['f', ['q']]]);
    for (const call of [
      () => query.addFamily(null as never),
      () => query.addFamily(undefined as never),
      () => query.addColumn('f', undefined as never),
      () => query.addColumn(5 as never, 'q'),
      () => query.addColumn('\ud800', 'q'),
    ]) {
      expect(call).toThrowError(INVALID);
    }
    expect(shown(query)).toEqual([['f', ['q']]]);
  });
});

describe('Get', () => {
  it('requires a row of 1 to 32767 bytes (N-30)', () => {
    expect(new Get('r').row).toEqual(bytes(0x72));
    expect(() => new Get('')).toThrowError('Row length is 0');
    expect(() => new Get('r'.repeat(32768))).toThrowError('Row length 32768 is > 32767');
    expect(() => new Get(null as never)).toThrowError('Row buffer is null');
    expect(() => new Get(undefined as never)).toThrowError('a row must be text or bytes; got undefined');
  });

  it('can be built from a literal, whose columns are added in order (R-3)', () => {
    expect(shown(new Get({ row: 'r', columns: ['g', 'f:a:b', ['f', bytes(0x63)], 'f:'] }))).toEqual([
      ['f', ['', 'a:b', 'c']],
      ['g', null],
    ]);
    expect(shown(new Get({ row: 'r', columns: ['f', 'f:q'] }))).toEqual([['f', ['q']]]);
    expect(shown(new Get({ row: 'r', columns: ['f:q', 'f'] }))).toEqual([['f', null]]);
    expect(new Get({ row: 'r', columns: [] }).families).toEqual([]);
  });

  it('refuses a malformed literal', () => {
    expect(() => new Get({ row: 'r', column: ['f'] } as never)).toThrowError(/unknown property 'column' .* 'columns'/);
    expect(() => new Get({ row: 'r', version: 3 } as never)).toThrowError(/unknown property 'version' .* 'versions'/);
    expect(() => new Get({ row: 'r', maxVersions: 3 } as never)).toThrowError(/unknown property 'maxVersions'/);
    expect(() => new Get({ row: 'r', raw: true } as never)).toThrowError(/unknown property 'raw'/);
    for (const columns of ['f', { f: 'q' }, [5], [['f', 'q', 'x']], null] as never[]) {
      expect(() => new Get({ row: 'r', columns })).toThrowError(INVALID);
    }
    expect(() => new Get({} as never)).toThrowError(INVALID);
    expect(() => new Get(new Put('r') as never)).toThrowError('expected a Get or its literal; got a Put');
    expect(() => new Get(new Scan() as never)).toThrowError('expected a Get or its literal; got a Scan');
  });

  it('can request existence only (R-7)', () => {
    expect(new Get('r').checkExistenceOnly).toBe(false);
    const check = new Get('r').setCheckExistenceOnly(true);
    expect(check.checkExistenceOnly).toBe(true);
    expect(check.toLiteral()).toEqual({ row: 'r', checkExistenceOnly: true });
    expect(new Get({ row: 'r', checkExistenceOnly: true })).toEqual(check);
    expect(() => check.setCheckExistenceOnly(1 as never)).toThrowError(INVALID);
  });

  it('returns the literal that builds an equal Get, and can be copied', () => {
    expect(new Get('r').toLiteral()).toEqual({ row: 'r' });
    const get = new Get(bytes(0xff))
      .addFamily('b')
      .addColumn('a', '')
      .addColumn('a', 'x:y')
      .addColumn('a', bytes(0xff));
    expect(get.toLiteral()).toEqual({ row: bytes(0xff), columns: ['a:', 'a:x:y', ['a', bytes(0xff)], 'b'] });
    expect(new Get(get.toLiteral())).toEqual(get);
    const copy = new Get(get).addColumn('c', 'q');
    expect(copy.families).toHaveLength(3);
    expect(get.families).toHaveLength(2);
    expect(toGet(get)).toBe(get);
    expect(toGet({ row: 'r' })).toEqual(new Get('r'));
  });
});
