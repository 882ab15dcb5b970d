import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../bytes/byte-reader.js';
import { encodeInt64 } from '../../bytes/numbers.js';
import { decodeText, encodeText } from '../../bytes/text.js';
import { readResultBlock } from '../../keyvalue/result-block.js';
import type { BytesMap } from '../../model/bytes-map.js';
import { type BlockCell, type BlockRow, resultBlock } from '../../testing/samples/result-blocks.js';
import { type Result, readResults } from './result.js';

const CELLS: readonly BlockCell[] = [
  ['a', '', 9, 'e'],
  ['a', 'q', 9, 'v9'],
  ['a', 'q', 7, 'v7'],
  ['a', 'q2', 8, ''],
  ['b', 'q', 5, 'w5'],
  ['b', 'q', 3, 'w3'],
];

function resultOf(cells: readonly BlockCell[], row: string = 'r', kind: string = 'Get'): Result {
  const families = [...new Set(cells.map(([family]) => family))];
  return resultsOf(families, [{ row, cells }], kind)[0] as Result;
}

function resultsOf(families: readonly string[], rows: readonly BlockRow[], kind: string = 'Get'): Result[] {
  // A prefix of bytes, as in a reply packet.
  const block = new Uint8Array([1, 2, 3, ...resultBlock(families, rows)]);
  const reader = new ByteReader(block, 3, block.length, 'test');
  return readResults(readResultBlock(reader), kind);
}

const full = resultOf(CELLS);
const empty = resultOf([]);
const text = (bytes: Uint8Array | null): string | null => (bytes === null ? null : decodeText(bytes));

/** A map as nested lists of text. */
function print<V>(map: BytesMap<V> | null, value: (value: V) => unknown): unknown {
  return map === null ? null : Array.from(map, ([key, of]) => [decodeText(key), value(of)]);
}

describe('Result', () => {
  it('returns its row key as text, and null if nothing was found', () => {
    expect([full.key, empty.key]).toEqual(['r', null]);
    expect(resultOf([['f', 'q', 1, 'v']], 'grün').key).toBe('grün');
  });

  it('reads numbers and JSON, and null for a missing column', () => {
    const long = decodeText(encodeInt64(7n));
    const result = resultOf([
      ['f', 'double', 1, '@\u000b\0\0\0\0\0\0'],
      ['f', 'json', 1, '{"a":[1]}'],
      ['f', 'long', 1, long],
    ]);
    expect(result.getLong('f', 'long')).toBe(7n);
    expect(result.getNumber('f', 'long')).toBe(7);
    expect(result.getDouble('f', 'double')).toBe(3.375);
    expect(result.getJson<{ a: number[] }>('f', 'json')?.a).toEqual([1]);
    for (const read of ['getLong', 'getNumber', 'getDouble', 'getJson'] as const) {
      expect(result[read]('f', 'none')).toBe(null);
      expect(empty[read]('f', 'long')).toBe(null);
    }
  });

  it('names row and column of a value that is not a number or not JSON', () => {
    const big = decodeText(encodeInt64(2n ** 61n));
    const result = resultOf([
      ['f', 'big', 1, big],
      ['f', 'text', 1, 'nine byte'],
    ]);
    for (const read of ['getLong', 'getNumber', 'getDouble'] as const)
      expect(() => result[read]('f', 'text')).toThrow("column 'f:text' of row 'r': expected 8 bytes, found 9");
    expect(() => result.getJson('f', 'text')).toThrow("column 'f:text' of row 'r': these bytes are not JSON");
    expect(() => result.getNumber('f', 'big')).toThrow('is not a safe integer');
    expect(result.getLong('f', 'big')).toBe(2n ** 61n);
  });

  it('writes its values as text into an object', () => {
    expect(full.toObject({ text: true })).toEqual({ a: { '': 'e', q: 'v9', q2: '' }, b: { q: 'w5' } });
    expect(full.toObject({ text: false })).toEqual(full.toObject());
    expect(empty.toObject({ text: true })).toEqual({});
    for (const wrong of [{ txt: true }, { text: 'yes' }, null])
      expect(() => full.toObject(wrong as never)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });

  it('has a row and a size, and reports when it found nothing (R-5, R-100)', () => {
    expect([text(full.row), full.size, full.isEmpty, text(full.value())]).toEqual(['r', 6, false, 'e']);
    expect([empty.row, empty.size, empty.isEmpty, empty.value()]).toEqual([null, 0, true, null]);
    expect([empty.cells, empty.getText('a', 'q'), empty.getColumnCells('a', 'q')]).toEqual([[], null, []]);
  });

  it('returns the newest value of a column as bytes and as text (R-101)', () => {
    expect(full.getValue('a', 'q')).toEqual(encodeText('v9'));
    expect(full.getText('b', 'q')).toBe('w5');
    expect(full.getText(encodeText('b'), encodeText('q'))).toBe('w5');
    expect(full.getText('a', 'q2')).toBe('');
  });

  it('accepts null as the empty qualifier (R-103)', () => {
    expect([full.getText('a', null), full.getText('a', ''), full.containsColumn('a', null)]).toEqual(['e', 'e', true]);
    expect(full.getText('b', null)).toBeNull();
  });

  it('returns null for cells that do not exist (R-101)', () => {
    expect([full.getValue('a', 'x'), full.getText('c', 'q'), full.getColumnLatestCell('a', 'qq')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(full.getValue(null as never, 'q')).toBeNull();
  });

  it('refuses undefined as family or qualifier', () => {
    const invalid = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
    expect(() => full.getValue(undefined as never, 'q')).toThrowError(invalid);
    expect(() => full.getText('a', undefined as never)).toThrowError(invalid);
    expect(() => full.getColumnCells('a', 5 as never)).toThrowError(invalid);
  });

  it('returns cells with all their parts (R-100, R-101)', () => {
    expect(full.getColumnLatestCell('b', 'q')).toEqual({
      row: encodeText('r'),
      family: encodeText('b'),
      qualifier: encodeText('q'),
      timestamp: 5,
      type: 'Put',
      value: encodeText('w5'),
    });
    expect(full.getColumnCells('a', 'q').map(({ timestamp }) => timestamp)).toEqual([9, 7]);
    expect(full.getColumn('a', 'q')).toEqual(full.getColumnCells('a', 'q'));
    expect(full.cells.map(({ family, qualifier, timestamp }) => [text(family), text(qualifier), timestamp])).toEqual(
      CELLS.map(([family, qualifier, timestamp]) => [family, qualifier, timestamp]),
    );
  });

  it('lists its cells, and null instead of none (R-100)', () => {
    expect(full.rawCells()).toEqual(full.cells);
    expect(full.listCells()).toEqual(full.cells);
    expect([empty.rawCells(), empty.listCells()]).toEqual([[], null]);
    expect([full.raw(), full.list(), empty.raw(), empty.list()]).toEqual([full.cells, full.cells, [], null]);
  });

  it('finds each column if the cells have another order (W-43)', () => {
    const cells: readonly BlockCell[] = [
      ['b', 'z', 1, 'bz'],
      ['a', 'y', 1, 'first'],
      ['a', 'x', 1, 'ax'],
      ['b', 'a', 1, 'ba'],
      ['a', 'y', 1, 'second'],
      ['b', 'a', 2, 'newest'],
    ];
    const listed = resultOf(cells, 'r', 'RowMutations');
    for (const [family, qualifier, , value] of [...cells.slice(0, 3), cells.at(-1) as BlockCell]) {
      expect([listed.getText(family, qualifier), listed.containsColumn(family, qualifier)]).toEqual([value, true]);
      expect(text(listed.getColumnLatestCell(family, qualifier)?.value ?? null)).toBe(value);
    }
    expect(listed.getColumnCells('a', 'y').map(({ value }) => text(value))).toEqual(['first', 'second']);
    expect([listed.getText('a', 'q'), listed.getText('c', 'x')]).toEqual([null, null]);
    expect(print(listed.getFamilyMap('a'), text)).toEqual([
      ['x', 'ax'],
      ['y', 'first'],
    ]);
    expect(Object.keys(listed.toObject())).toEqual(['b', 'a']);
    expect(listed.cells.map(({ value }) => text(value))).toEqual(cells.map(([, , , value]) => value));
  });

  it('reports existence only if the get requested only that (R-104)', () => {
    const checks = resultsOf(
      ['f'],
      [
        { row: '', cells: [], exists: true },
        { row: '', cells: [], exists: false },
      ],
    );
    expect(checks.map((result) => [result.getExists(), result.isEmpty, result.row])).toEqual([
      [true, true, null],
      [false, true, null],
    ]);
    expect([full.getExists(), empty.getExists()]).toEqual([null, null]);
  });

  it('reports whether more of its row may follow (R-71, R-77)', () => {
    const pieces = resultsOf(
      ['f'],
      [
        { row: 'r', cells: [['f', 'a', 1, '']], more: true },
        { row: 'r', cells: [['f', 'b', 1, '']] },
      ],
    );
    expect(pieces.map((piece) => piece.mayHaveMoreCellsInRow())).toEqual([true, false]);
    expect(full.mayHaveMoreCellsInRow()).toBe(false);
  });

  it('is a row, or a cursor that has only a row key (R-78)', () => {
    expect([full.isCursor(), full.getCursor()]).toEqual([false, null]);
    const none = readResultBlock(new ByteReader(resultBlock([], []), 0, 6, 'test'));
    const [cursor] = readResults(none, 'Scan', encodeText('row'));
    expect([cursor?.isCursor(), text(cursor?.getCursor()?.row ?? null)]).toEqual([true, 'row']);
    expect([cursor?.isEmpty, cursor?.row, cursor?.cells, cursor?.getMap()]).toEqual([true, null, [], null]);
  });

  it('shows markers of a raw scan as cells of their type (R-50, R-55)', () => {
    const raw = resultOf([
      ['f', '', 9, '', 'DeleteFamily'],
      ['f', '', 8, '', 'DeleteFamilyVersion'],
      ['f', 'q', 7, '', 'DeleteColumn'],
      ['f', 'q', 7, 'v'],
      ['f', 'q', 6, '', 'Delete'],
    ]);
    const types = ['DeleteFamily', 'DeleteFamilyVersion', 'DeleteColumn', 'Put', 'Delete'];
    expect(raw.cells.map(({ type }) => type)).toEqual(types);
    expect(raw.getColumnCells('f', 'q').map(({ type }) => type)).toEqual(['DeleteColumn', 'Put', 'Delete']);
    expect(raw.toJSON().cells.map(({ type }) => type)).toEqual(
      types.map((type) => (type === 'Put' ? undefined : type)),
    );
    expect(String(raw)).toContain('r/f:q/7/DeleteColumn/vlen=0/seqid=0, r/f:q/7/Put/vlen=1/seqid=0');
  });

  it('distinguishes found, empty and full columns (R-103)', () => {
    expect([full.containsColumn('a', 'q2'), full.containsColumn('c', 'q')]).toEqual([true, false]);
    expect([full.containsNonEmptyColumn('a', 'q'), full.containsNonEmptyColumn('a', 'q2')]).toEqual([true, false]);
    expect([full.containsEmptyColumn('a', 'q'), full.containsEmptyColumn('a', 'q2')]).toEqual([false, true]);
    expect([full.containsEmptyColumn('a', 'x'), empty.containsNonEmptyColumn('a', 'q')]).toEqual([false, false]);
    expect(() => full.containsEmptyColumn('a', null as never)).toThrowError(/null/);
  });

  it('maps families, qualifiers and timestamps, newest first (R-102)', () => {
    const versions = (map: ReadonlyMap<number, Uint8Array>) => Array.from(map, ([time, value]) => [time, text(value)]);
    expect(print(full.getMap(), (columns) => print(columns, versions))).toEqual([
      [
        'a',
        [
          ['', [[9, 'e']]],
          [
            'q',
            [
              [9, 'v9'],
              [7, 'v7'],
            ],
          ],
          ['q2', [[8, '']]],
        ],
      ],
      [
        'b',
        [
          [
            'q',
            [
              [5, 'w5'],
              [3, 'w3'],
            ],
          ],
        ],
      ],
    ]);
    expect(full.getMap()?.get('a')?.get('q')?.get(7)).toEqual(encodeText('v7'));
  });

  it('maps to the newest values (R-102)', () => {
    const a = [
      ['', 'e'],
      ['q', 'v9'],
      ['q2', ''],
    ];
    expect(print(full.getNoVersionMap(), (columns) => print(columns, text))).toEqual([
      ['a', a],
      ['b', [['q', 'w5']]],
    ]);
    expect(print(full.getFamilyMap('a'), text)).toEqual(a);
    expect(print(full.getFamilyMap('c'), text)).toEqual([]);
    expect(print(full.getFamilyMap(null), text)).toEqual([]);
  });

  it('returns null for maps if nothing was found (R-102)', () => {
    expect([empty.getMap(), empty.getNoVersionMap(), empty.getFamilyMap('a')]).toEqual([null, null, null]);
    expect(empty.toObject()).toEqual({});
  });

  it('becomes a plain object of newest values with readable keys', () => {
    expect(full.toObject()).toEqual({
      a: { '': encodeText('e'), q: encodeText('v9'), q2: new Uint8Array() },
      b: { q: encodeText('w5') },
    });
    const odd = resultOf([['f', '__proto__', 1, 'x']]).toObject();
    expect(Object.keys(odd.f as object)).toEqual(['__proto__']);
  });

  it('writes itself as JSON, bytes that are not text as \\xNN', () => {
    const odd = resultOf([['f', 'q', 1, Uint8Array.of(0xff, 0x61)]]);
    expect(JSON.parse(JSON.stringify(odd))).toEqual({
      row: 'r',
      cells: [{ family: 'f', qualifier: 'q', timestamp: 1, value: '\\xFFa' }],
    });
    expect(JSON.parse(JSON.stringify(empty))).toEqual({ row: null, cells: [] });
  });

  it('writes the counters of an increment as decimal text', () => {
    const counters = resultOf([['f', 'hits', 1, encodeInt64(-5n)]], 'r', 'Increment');
    expect(counters.toJSON().cells[0]?.value).toBe('-5');
  });

  it('writes the counters of a plain get as decimal text, and 8 letters as text', () => {
    const result = resultOf([
      ['f', 'a', 1, encodeInt64(65n)],
      ['f', 'b', 1, encodeInt64(-2n)],
      ['f', 'c', 1, 'eight by'],
    ]);
    expect(result.toJSON().cells.map(({ value }) => value)).toEqual(['65', '-2', 'eight by']);
  });

  it("prints itself in HBase's form (R-100)", () => {
    expect(String(full)).toBe(
      'keyvalues={r/a:/9/Put/vlen=1/seqid=0, r/a:q/9/Put/vlen=2/seqid=0, r/a:q/7/Put/vlen=2/seqid=0, ' +
        'r/a:q2/8/Put/vlen=0/seqid=0, r/b:q/5/Put/vlen=2/seqid=0, r/b:q/3/Put/vlen=2/seqid=0}',
    );
    expect(String(empty)).toBe('keyvalues=NONE');
  });

  it('returns arrays that have their own buffers', () => {
    const arrays = [full.row, full.getValue('a', 'q'), full.value(), ...(full.getMap()?.keys() ?? [])];
    for (const cell of full.cells) arrays.push(cell.row, cell.family, cell.qualifier, cell.value);
    for (const array of arrays) expect([array?.byteOffset, array?.buffer.byteLength]).toEqual([0, array?.length]);
    full.row?.fill(0);
    full.getValue('a', 'q')?.fill(0);
    expect([text(full.row), full.getText('a', 'q')]).toEqual(['r', 'v9']);
  });

  it('finds every column of a row of thousands, and the newest version of each', () => {
    const wide = Array.from({ length: 2000 }, (_, index): BlockCell[] => [
      ['f', `q${1000 + index}`, 2, `new ${index}`],
      ['f', `q${1000 + index}`, 1, `old ${index}`],
    ]).flat();
    const result = resultOf(wide);
    for (let index = 0; index < 2000; index++) expect(result.getText('f', `q${1000 + index}`)).toBe(`new ${index}`);
    expect([result.getText('f', 'q3000'), result.getText('g', 'q1000')]).toEqual([null, null]);
  });

  it('accepts more names than a batch remembers', () => {
    for (let index = 0; index < 1000; index++) expect(full.getText('a', `n${index}`)).toBeNull();
    expect(full.getText('a', 'q')).toBe('v9');
  });

  it('works through a Proxy', () => {
    const seen = new Proxy(full, {});
    expect([seen.getText('a', 'q'), seen.isEmpty, text(seen.row)]).toEqual(['v9', false, 'r']);
  });
});
