import { Bytes, Put, type PutLike, Scan, type ScanLike } from 'bigtab';
import { describe, expect, it } from 'vitest';
import { printLiteral, putCode, scanCode } from './code.js';

const PLACE = { database: 'demo', table: 'webtable' };

/** The value of a printed literal. */
function evaluate(literal: string): unknown {
  return new Function('Bytes', `return (${literal});`)(Bytes);
}

describe('generated code', () => {
  it('runs the same scan', () => {
    const scans: readonly ScanLike[] = [
      {},
      { prefix: 'it\'s \\ "quoted"\n', limit: 5 },
      { start: 'zürich', stop: new Uint8Array([0, 0x5c, 0xff]), stopInclusive: true, reversed: true },
      { columns: ['f:q', ['g', new Uint8Array([1])]], versions: 'all', timeRange: [3, Number.MAX_SAFE_INTEGER] },
    ];
    for (const scan of scans) {
      const literal = /new Scan\((.*)\);\nfor/s.exec(scanCode(PLACE, scan))?.[1] ?? '';
      expect(new Scan((literal === '' ? {} : evaluate(literal)) as ScanLike)).toEqual(new Scan(scan));
    }
    expect(scanCode(PLACE, { prefix: 'com.', versions: 3 })).toBe(`import { connect, Scan } from 'bigtab';

const connection = await connect('demo');
const table = connection.getTable('webtable');
const scan = new Scan({ prefix: 'com.', versions: 3 });
for await (const row of table.getScanner(scan)) {
  console.log(JSON.stringify(row));
}
`);
    expect(scanCode(PLACE, { prefix: new Uint8Array(1) })).toContain("import { Bytes, connect, Scan } from 'bigtab';");
  });

  it('writes every name unchanged', () => {
    for (const qualifier of ['', '1', "it's", 'a-b', '__proto__']) {
      const put = { row: 'r', cells: { f: { [qualifier]: 'v' } }, timestamp: 7 };
      expect(new Put(evaluate(printLiteral(put)) as PutLike)).toEqual(new Put('r', 7).addColumn('f', qualifier, 'v'));
    }
  });

  it('contains no character that is invisible or that changes the direction of the code', () => {
    const hidden = '\u202e\u2066\u200f\u061c\u200b\ufeff\u2028\u2029\u0085';
    const put = { row: 'r', cells: { f: { [`q${hidden}`]: `v${hidden}👩‍🚀` } }, timestamp: 7 };
    const code = putCode(PLACE, put);
    expect(code).toMatch(/^[\n\x20-\x7e👩🚀]*$/u);
    expect(evaluate(printLiteral(put))).toEqual(put);
    expect(evaluate(printLiteral({ [`a${hidden}`]: 1 }))).toEqual({ [`a${hidden}`]: 1 });
  });
});

describe('printed literals', () => {
  it('break lines that would be too long', () => {
    const long = { row: 'r'.repeat(30), cells: { family: { 'a-b': 'v'.repeat(10) } } };
    expect(evaluate(printLiteral(long))).toEqual(long);
    expect(printLiteral(long).split('\n')).toEqual([
      '{',
      `  row: '${'r'.repeat(30)}',`,
      `  cells: { family: { 'a-b': '${'v'.repeat(10)}' } },`,
      '}',
    ]);
  });
});
