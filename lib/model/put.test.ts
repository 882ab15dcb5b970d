import { describe, expect, it } from 'vitest';
import { decodeText, encodeText, toStringBinary } from '../bytes/text.js';
import { CellType } from './cell-type.js';
import { Delete } from './delete.js';
import { Get } from './get.js';
import { LATEST_TIMESTAMP } from './mutation.js';
import { Put, toPut } from './put.js';
import { validatePut } from './validate-put.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT', hbaseName: 'IllegalArgumentException' });
const refusal = (message: string): unknown => expect.objectContaining({ code: 'INVALID_ARGUMENT', message });
const bytes = (...list: number[]): Uint8Array => Uint8Array.from(list);
const shown = (put: Put): unknown =>
  put.cells.map((cell) => [
    decodeText(cell.family),
    toStringBinary(cell.qualifier),
    cell.timestamp,
    toStringBinary(cell.value),
  ]);

describe('Put', () => {
  it('uses its own timestamp for cells without one (W-10)', () => {
    expect(shown(new Put('r').addColumn('f', 'q', 'v'))).toEqual([['f', 'q', LATEST_TIMESTAMP, 'v']]);
    expect(shown(new Put('r', 7).addColumn('f', 'q', 'v').addColumn('f', 'q', 9, 'w'))).toEqual([
      ['f', 'q', 7, 'v'],
      ['f', 'q', 9, 'w'],
    ]);
    expect(new Put('r', new Date(5)).timestamp).toBe(5);
  });

  it('uses a timestamp set later for later cells only', () => {
    const put = new Put('r').addColumn('f', 'a', 'v').setTimestamp(5).addColumn('f', 'b', 'v');
    expect(put.cells.map((cell) => cell.timestamp)).toEqual([LATEST_TIMESTAMP, 5]);
  });

  it('keeps families in byte order, and cells of a family in the order in which they were added', () => {
    const put = new Put('r').addColumn('b', 'q', 1, 'v').addColumn('a', 'z', 1, 'v').addColumn('a', 'y', 1, 'v');
    expect(shown(put)).toEqual([
      ['a', 'z', 1, 'v'],
      ['a', 'y', 1, 'v'],
      ['b', 'q', 1, 'v'],
    ]);
    expect(put.cells.every((cell) => cell.type === CellType.Put)).toBe(true);
  });

  it('keeps both cells of a column that was added twice (W-11)', () => {
    expect(shown(new Put('r').addColumn('f', 'q', 1, 'a').addColumn('f', 'q', 1, 'b'))).toHaveLength(2);
  });

  it('accepts null as the empty qualifier and the empty value (N-32, N-33)', () => {
    expect(shown(new Put('r').addColumn('f', null, 1, null).addColumn('f', '', ''))).toEqual([
      ['f', '', 1, ''],
      ['f', '', LATEST_TIMESTAMP, ''],
    ]);
  });

  it('copies its arguments before the call returns', () => {
    const row = bytes(1);
    const family = bytes(0x66);
    const qualifier = bytes(2);
    const value = bytes(3);
    const put = new Put(row).addColumn(family, qualifier, value);
    for (const array of [row, family, qualifier, value]) array[0] = 9;
    expect(put.row).toEqual(bytes(1));
    expect(put.cells).toEqual([
      { family: bytes(0x66), qualifier: bytes(2), timestamp: LATEST_TIMESTAMP, type: CellType.Put, value: bytes(3) },
    ]);
  });

  it('requires a row of 1 to 32767 bytes (N-30)', () => {
    expect(new Put(new Uint8Array(32767)).row.length).toBe(32767);
    expect(() => new Put('')).toThrowError(refusal('Row length is 0'));
    expect(() => new Put('r'.repeat(32768))).toThrowError(refusal('Row length 32768 is > 32767'));
    expect(() => new Put(null as never)).toThrowError(refusal('Row buffer is null'));
    expect(() => new Put('\ud800')).toThrowError(/a row must be well-formed text/);
    for (const wrong of [undefined, 5, true, ['r'], {}] as never[]) expect(() => new Put(wrong)).toThrowError(INVALID);
  });

  it('refuses a number as value and names what to use instead', () => {
    const advice = 'a value must be text or bytes; for numbers use Bytes.fromLong, Bytes.fromDouble or String(n)';
    const message = `column 'f:q' of row 'r': ${advice}`;
    expect(() => new Put('r').addColumn('f', 'q', 5 as never)).toThrowError(refusal(message));
    expect(() => new Put('r').addColumn('f', 'q', 1, 5n as never)).toThrowError(refusal(message));
    expect(() => new Put({ row: 'r', cells: { f: { q: 5 as never } } })).toThrowError(refusal(message));
  });

  it('describes a refused value: its column, its type, and what to use instead', () => {
    const refused = (value: unknown): unknown => {
      try {
        return new Put('r').addColumn('f', 'q', value as never);
      } catch (error) {
        expect(error).toEqual(INVALID);
        return (error as Error).message;
      }
    };
    const start = "column 'f:q' of row 'r': a value must be text or bytes; got";
    expect(refused(new Date())).toBe(`${start} Date: use toISOString()`);
    expect(refused({ a: 1 })).toBe(`${start} Object: use the json codec, or JSON.stringify`);
    expect(refused(['a'])).toBe(`${start} Array: use the json codec, or JSON.stringify`);
    expect(refused(undefined)).toBe(`${start} undefined: for an empty value use ''`);
    expect(refused(new ArrayBuffer(2))).toBe(`${start} ArrayBuffer`);
    expect(refused(true)).toBe(`${start} true`);
    expect(refused(Symbol('s'))).toBe(`${start} symbol`);
  });

  it('shows columns and rows in messages in readable form', () => {
    const odd = new Put(Uint8Array.of(0xff, 0x61));
    expect(() => odd.addColumn('größe', 'a b', new Date() as never)).toThrowError(
      "column 'größe:a b' of row '\\xFFa': a value must be",
    );
    expect(() => odd.addColumn(Uint8Array.of(0), null, new Date() as never)).toThrowError("column '\\x00:' of row");
    expect(() => odd.addColumn(5 as never, Symbol('s') as never, new Date() as never)).toThrowError(
      "column '5:symbol'",
    );
  });

  it('refuses null as value of a literal, and accepts it as the empty value in a call (W-10)', () => {
    const message = "column 'f:q' of row 'r': a value must be text or bytes; got null: for an empty value use ''";
    expect(() => new Put({ row: 'r', cells: { f: { q: null as never } } })).toThrowError(refusal(message));
    const cells = [{ family: 'f', qualifier: 'q', value: null as never }];
    expect(() => new Put({ row: 'r', cells })).toThrowError(refusal(message));
    expect(new Put('r').addColumn('f', 'q', null).cells[0]?.value).toEqual(new Uint8Array());
    expect(new Put({ row: 'r', cells: { f: { q: '' } } }).cells[0]?.value).toEqual(new Uint8Array());
  });

  it('refuses other bad arguments and is then unchanged (A-34, N-51, A-30)', () => {
    const put = new Put('r');
    const wrong: readonly (() => unknown)[] = [
      () => put.addColumn(null as never, 'q', 'v'),
      () => put.addColumn(undefined as never, 'q', 'v'),
      () => put.addColumn('f', undefined as never, 'v'),
      () => put.addColumn('f', 'q', undefined as never),
      () => (put.addColumn as (...list: unknown[]) => unknown)('f', 'q'),
      () => put.addColumn('f', 'q', 1, undefined as never),
      () => put.addColumn('f', 'q', -1, 'v'),
      () => put.addColumn('f', 'q', 1.5, 'v'),
      () => put.addColumn('f', 'q', null as never, 'v'),
      () => put.addColumn('f', '\udc00', 'v'),
      () => put.addColumn('f'.repeat(128), 'q', 'v'),
      () => put.setTimestamp(-5),
      () => put.setDurability('FAST' as never),
      () => put.setDurability(undefined as never),
    ];
    for (const call of wrong) expect(call).toThrowError(INVALID);
    expect(() => put.addColumn(null as never, 'q', 'v')).toThrowError('family cannot be null');
    expect(() => put.addColumn('f', 'q', -1, 'v')).toThrowError('Timestamp cannot be negative. ts=-1');
    expect(put.isEmpty).toBe(true);
    expect(put.timestamp).toBe(LATEST_TIMESTAMP);
    expect(put.durability).toBe('USE_DEFAULT');
  });

  it('returns its cells (W-12)', () => {
    const put = new Put('r').addColumn('f', 'q', 5, 'v').addColumn('f', 'q', 6, 'w').addColumn('f', null, 5, 'e');
    expect(put.has('f', 'q')).toBe(true);
    expect(put.has('f', 'x')).toBe(false);
    expect(put.has('g', 'q')).toBe(false);
    expect(put.has('f', null)).toBe(true);
    expect(put.has('f', 'q', 7)).toBe(false);
    expect(put.has('f', 'q', new Date(6))).toBe(true);
    expect(put.has('f', 'q', LATEST_TIMESTAMP)).toBe(false);
    expect(put.has('f', 'q', 'v')).toBe(true);
    expect(put.has('f', 'q', bytes(0x78))).toBe(false);
    expect(put.has('f', 'q', 6, 'w')).toBe(true);
    expect(put.has('f', 'q', 6, 'v')).toBe(false);
    expect(put.get('f', 'q').map((cell) => cell.timestamp)).toEqual([5, 6]);
    expect(put.get('f', 'x')).toEqual([]);
    expect(put.get('g', 'q')).toEqual([]);
  });

  it('can be built from a literal by names or by a list', () => {
    const byNames = new Put({ row: 'r', cells: { b: { q: 'v' }, a: { z: bytes(1), y: '' } }, timestamp: 3 });
    expect(shown(byNames)).toEqual([
      ['a', 'z', 3, '\\x01'],
      ['a', 'y', 3, ''],
      ['b', 'q', 3, 'v'],
    ]);
    const byList = new Put({
      row: bytes(0xff),
      cells: [
        { family: 'f', qualifier: bytes(0xfe), timestamp: 1, value: 'v' },
        { family: 'f', value: 'w' },
      ],
      durability: 'SKIP_WAL',
    });
    expect(byList.row).toEqual(bytes(0xff));
    expect(byList.durability).toBe('SKIP_WAL');
    expect(shown(byList)).toEqual([
      ['f', '\\xFE', 1, 'v'],
      ['f', '', LATEST_TIMESTAMP, 'w'],
    ]);
  });

  it('treats undefined in a literal as left out', () => {
    const put = new Put({ row: 'r', cells: {}, timestamp: undefined, durability: undefined } as never);
    expect(put.timestamp).toBe(LATEST_TIMESTAMP);
    expect(put.durability).toBe('USE_DEFAULT');
  });

  it('refuses a malformed literal', () => {
    for (const wrong of [
      { row: 'r' },
      { cells: {} },
      { row: null, cells: {} },
      { row: 'r', cells: null },
      { row: 'r', cells: 'v' },
      { row: 'r', cells: { f: 'v' } },
      { row: 'r', cells: { f: ['v'] } },
      { row: 'r', cells: { f: { q: undefined } } },
      { row: 'r', cells: [null] },
      { row: 'r', cells: [{ qualifier: 'q', value: 'v' }] },
      { row: 'r', cells: [{ family: 'f', qualifier: 'q' }] },
      { row: 'r', cells: {}, timestamp: -1 },
      { row: 'r', cells: {}, durability: 'sync_wal' },
    ] as never[]) {
      expect(() => new Put(wrong)).toThrowError(INVALID);
    }
    expect(() => new Put({ row: 'r', cell: {} } as never)).toThrowError(/unknown property 'cell' .* mean 'cells'/);
    expect(() => new Put({ row: 'r', cells: {}, ttlMs: 5.5 })).toThrowError(/ttlMs/);
    expect(() => new Put({ row: 'r', cells: [{ family: 'f', qualifer: 'q', value: 'v' }] } as never)).toThrowError(
      /unknown property 'qualifer' of a cell of a Put literal; did you mean 'qualifier'/,
    );
    expect(() => new Put({ row: 'r', cells: {} } as never, 5)).toThrowError(/timestamp/);
  });

  it('can be copied with its durability, and the copy is independent (W-64, A-13)', () => {
    const put = new Put('r', 4)
      .addColumn('f', 'q', 'v')
      .addColumn('f', bytes(0xff), 9, bytes(0))
      .setDurability('ASYNC_WAL');
    const copy = new Put(put);
    expect(copy).toEqual(put);
    copy.addColumn('f', 'q2', 'w');
    expect(put.cells).toHaveLength(2);
    expect(toPut(put)).toBe(put);
    expect(toPut({ row: 'r', cells: {} })).toBeInstanceOf(Put);
  });

  it('returns the literal that builds an equal Put', () => {
    const put = new Put('r').addColumn('f', 'q', 'v').addColumn('f', bytes(0xff), 9, bytes(0));
    expect(put.toLiteral()).toEqual({
      row: 'r',
      cells: [
        { family: 'f', qualifier: 'q', value: 'v' },
        { family: 'f', qualifier: bytes(0xff), timestamp: 9, value: bytes(0) },
      ],
    });
    expect(new Put(put.toLiteral())).toEqual(put);
    const timed = new Put('r').addColumn('f', 'q', 'v').setTimestamp(7).setDurability('SYNC_WAL').setTTL(9);
    expect(timed.toLiteral().ttlMs).toBe(9);
    expect(new Put('r').ttlMs).toBe(null);
    expect(new Put(timed.toLiteral())).toEqual(timed);
  });

  it('refuses a Map in a literal instead of losing its content', () => {
    const columns = new Map([['q', 'v']]);
    expect(() => new Put({ row: 'r', cells: { f: columns, g: { q: 'v' } } } as never)).toThrowError(/'f' .* got Map/);
    expect(() => new Put({ row: 'r', cells: new Map([['f', columns]]) } as never)).toThrowError(/got Map/);
    expect(() => new Put(new Map([['row', 'r']]) as never)).toThrowError(/got Map/);
  });

  it('refuses a request of another kind', () => {
    expect(() => new Put(new Delete('r') as never)).toThrowError('expected a Put or its literal; got a Delete');
    expect(() => new Put(new Get('r') as never)).toThrowError('expected a Put or its literal; got a Get');
    expect(() => new Put({ kind: 'Delete', row: 'r', cells: {} } as never)).toThrowError(INVALID);
    expect(new Put({ kind: 'Put', row: 'r', cells: {} }).isEmpty).toBe(true);
  });

  it('has its older name', () => {
    expect(shown(new Put('r').add('f', 'q', 'v').add('f', 'q', 1, 'w'))).toEqual([
      ['f', 'q', LATEST_TIMESTAMP, 'v'],
      ['f', 'q', 1, 'w'],
    ]);
  });
});

describe('validatePut', () => {
  const sized = (length: number): Put => new Put('r').addColumn('f', 'q', 1, new Uint8Array(length));

  it('requires a cell (N-38)', () => {
    expect(() => validatePut(new Put('r'))).toThrowError(refusal('No columns to insert'));
  });

  it('requires each cell to be within the limit (N-34)', () => {
    expect(() => validatePut(sized(77), 100)).not.toThrow();
    const message = "KeyValue size too large: column 'f:q' of row 'r' has 101 bytes, and the limit is 100";
    expect(() => validatePut(sized(78), 100)).toThrowError(refusal(message));
    expect(() => validatePut(sized(60).addColumn('f', 'q2', encodeText('v'.repeat(60))), 100)).not.toThrow();
    expect(() => validatePut(sized(500), 0)).not.toThrow();
    expect(() => validatePut(sized(500), -1)).not.toThrow();
  });

  it('has a limit of 10 MiB by default (N-34)', () => {
    expect(() => validatePut(sized(10485760 - 23))).not.toThrow();
    expect(() => validatePut(sized(10485760 - 22))).toThrowError(/^KeyValue size too large: column/);
  });
});
