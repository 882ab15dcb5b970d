import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../bytes/byte-reader.js';
import { ByteWriter } from '../../bytes/byte-writer.js';
import { encodeText } from '../../bytes/text.js';
import { ResultBlockWriter, readResultBlock } from '../../keyvalue/result-block.js';
import { encodeTtlTag } from '../../keyvalue/ttl-tag.js';
import { CellType } from '../../model/cell-type.js';
import { ALL_TIME } from '../../model/time-range.js';
import { Segment } from '../../storage/memstore/segment.js';
import { SlabPool } from '../../storage/memstore/slab.js';
import { ViewMangler } from '../../testing/fakes/view-mangler.js';
import { type PlacedCell, type SourcesScan, scanSources } from '../../testing/oracle/scan-sources.js';
import { appendCell, cellOf, cellsIn, marker, printCell, put, type TestCell } from '../../testing/samples/cells.js';
import { scanInfo } from '../../testing/samples/scan-infos.js';
import { testRuns, testSeed } from '../../testing/seed.js';
import { type FillBudget, RegionScanner, type RegionScanOptions } from './region-scanner.js';

const NO_ROW = new Uint8Array(0);
const UNLIMITED: FillBudget = {
  rows: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
  deadline: () => false,
};
const EVERYTHING: SourcesScan = {
  families: new Map([[0, null]]),
  start: NO_ROW,
  startInclusive: true,
  stop: null,
  stopInclusive: false,
  reversed: false,
  readPoint: Number.MAX_SAFE_INTEGER,
  info: scanInfo(),
  timeRange: ALL_TIME,
  maxVersions: 1,
  now: 0,
  raw: false,
  storeLimit: -1,
  storeOffset: 0,
};

/** Families of a table, each a list of segments from old to new. */
class Memory {
  readonly #pool = new SlabPool();
  readonly #segments = new Map<string, Segment>();

  insert({ cell, family, source }: PlacedCell): void {
    const block = new ByteWriter();
    appendCell(block, cell);
    this.#segment(family, source).insert(block, 0);
  }

  options(scan: SourcesScan, pieces: Partial<RegionScanOptions> = {}): RegionScanOptions {
    const { info, timeRange } = scan;
    const families = [...scan.families]
      .sort(([a], [b]) => a - b)
      .map(([index, qualifiers]) => {
        return { index, family: encodeText(`${index}`), qualifiers, sources: this.#sources(index), info, timeRange };
      });
    const unlimited = {
      transferBytes: Number.POSITIVE_INFINITY,
      transferResults: Number.POSITIVE_INFINITY,
      unwritten: null,
    };
    const whole = { batch: Number.POSITIVE_INFINITY, ...unlimited, beyond: null, filter: null, onDemand: true };
    return { ...scan, families, ...whole, ...pieces };
  }

  #sources(family: number): ViewMangler[] {
    const sources = [];
    for (let source = 0; source < SOURCES; source++) {
      sources.push(new ViewMangler(this.#segment(family, source).scanner(source)));
    }
    return sources;
  }

  #segment(family: number, source: number): Segment {
    const name = `${family}/${source}`;
    const segment = this.#segments.get(name) ?? new Segment(this.#pool);
    this.#segments.set(name, segment);
    return segment;
  }
}

const SOURCES = 3;

function memoryOf(...cells: readonly TestCell[]): Memory {
  const memory = new Memory();
  for (const [index, cell] of cells.entries()) memory.insert({ cell, family: 0, source: index % SOURCES });
  return memory;
}

/** Rows as lists of `family index/cell`. */
function rowsOf(writer: ResultBlockWriter): string[][] {
  const bytes = writer.finish();
  const block = readResultBlock(new ByteReader(bytes, 0, bytes.length, 'reply'));
  return block.rows.map(({ offset, byteLength }) => {
    const row: string[] = [];
    for (const cell of cellsIn(block, offset, offset + byteLength))
      row.push(`${cell.familyId}/${printCell(cellOf(cell))}`);
    return row;
  });
}

function fillAll(scanner: RegionScanner, budget: FillBudget, between: () => void = () => {}): string[][] {
  const rows: string[][] = [];
  const writer = new ResultBlockWriter();
  for (let more = true; more; ) {
    writer.begin([]);
    more = scanner.fill(writer, budget);
    rows.push(...rowsOf(writer));
    between();
  }
  return rows;
}

function read(memory: Memory, scan: Partial<SourcesScan> = {}, budget: FillBudget = UNLIMITED): string[][] {
  const scanner = new RegionScanner(memory.options({ ...EVERYTHING, ...scan }));
  const rows = fillAll(scanner, budget);
  scanner.close();
  return rows;
}

function firstOf(rows: readonly string[][]): string[] {
  return rows.map(([cell]) => (cell as string).split('/')[1] as string);
}

describe('a scan of a region', () => {
  it('returns the rows in order, each with its visible cells in order (O-10)', () => {
    const memory = memoryOf(
      put('b', 'q', 1, 1, 'x'),
      put('a', 'r', 1, 2, 'y'),
      put('a', 'q', 1, 3, 'old'),
      put('a', 'q', 2, 4, 'new'),
    );
    expect(read(memory)).toEqual([['0/a/q/2/Put/#4=new', '0/a/r/1/Put/#2=y'], ['0/b/q/1/Put/#1=x']]);
  });

  it('returns rows that only some families have, cells in family order', () => {
    const memory = new Memory();
    memory.insert({ cell: put('a', 'q', 1, 1), family: 2, source: 0 });
    memory.insert({ cell: put('b', 'q', 1, 2), family: 0, source: 0 });
    memory.insert({ cell: put('b', 'p', 1, 3), family: 2, source: 1 });
    const families = new Map([
      [2, null],
      [0, null],
      [1, null],
    ]);
    for (const reversed of [false, true]) {
      const rows = [['2/a/q/1/Put/#1='], ['0/b/q/1/Put/#2=', '2/b/p/1/Put/#3=']];
      expect(read(memory, { families, reversed })).toEqual(reversed ? rows.reverse() : rows);
    }
  });

  it('leaves out rows without a visible cell (R-5)', () => {
    const memory = memoryOf(
      marker(CellType.DeleteFamily, 'a', '', 9, 1),
      put('a', 'q', 9, 2),
      put('b', 'q', 1, 3),
      put('c', 'q', 1, 99),
    );
    expect(firstOf(read(memory, { readPoint: 50 }))).toEqual(['b']);
    expect(firstOf(read(memory, { readPoint: 50, reversed: true }))).toEqual(['b']);
  });

  const memory = memoryOf(...['a', 'b', 'b\0', 'c', 'd'].map((row, index) => put(row, 'q', 1, index + 1)));
  const ranges: readonly [Partial<SourcesScan>, string[]][] = [
    [{}, ['a', 'b', 'b\\x00', 'c', 'd']],
    [{ start: encodeText('b') }, ['b', 'b\\x00', 'c', 'd']],
    [{ start: encodeText('b'), startInclusive: false }, ['b\\x00', 'c', 'd']],
    [{ start: NO_ROW, startInclusive: false, stop: encodeText('b') }, ['a']],
    [{ stop: encodeText('b'), stopInclusive: true }, ['a', 'b']],
    [{ start: encodeText('b'), stop: encodeText('b'), stopInclusive: true }, ['b']],
    [{ start: encodeText('b'), stop: encodeText('b') }, []],
    [{ start: encodeText('b'), startInclusive: false, stop: encodeText('b'), stopInclusive: true }, []],
    [{ start: encodeText('x') }, []],
    [{ start: encodeText('c'), stop: encodeText('a') }, []],
    [{ reversed: true }, ['d', 'c', 'b\\x00', 'b', 'a']],
    [{ reversed: true, start: encodeText('c') }, ['c', 'b\\x00', 'b', 'a']],
    [{ reversed: true, start: encodeText('c'), startInclusive: false, stop: encodeText('b') }, ['b\\x00']],
    [{ reversed: true, start: encodeText('bb'), stop: encodeText('b'), stopInclusive: true }, ['b\\x00', 'b']],
    [{ reversed: true, start: encodeText('a'), stop: encodeText('c') }, []],
    [{ reversed: true, start: encodeText('0') }, []],
  ];
  for (const [range, rows] of ranges) {
    const bound = (row: Uint8Array | null | undefined): string => (row == null ? '' : new TextDecoder().decode(row));
    const name = `${range.reversed ? 'backward ' : ''}from ${bound(range.start) || 'the beginning'}${range.startInclusive === false ? ' exclusive' : ''} to ${bound(range.stop) || 'the end'}${range.stopInclusive ? ' inclusive' : ''}`;
    it(`reads ${name} (R-80, R-84)`, () => expect(firstOf(read(memory, range))).toEqual(rows));
  }

  it('ends with the row that uses up the budget, and continues after it', () => {
    const scanner = new RegionScanner(memory.options(EVERYTHING));
    const writer = new ResultBlockWriter();
    writer.begin([]);
    expect(scanner.fill(writer, { ...UNLIMITED, rows: 2 })).toBe(true);
    expect(writer.rows).toBe(2);
    expect(scanner.fill(writer, { ...UNLIMITED, bytes: 1 })).toBe(true);
    expect(writer.rows).toBe(3);
    expect(scanner.fill(writer, { ...UNLIMITED, rows: 1 })).toBe(true);
    expect(scanner.fill(writer, { ...UNLIMITED, rows: 1 })).toBe(false);
    expect(firstOf(rowsOf(writer))).toEqual(['a', 'b', 'b\\x00', 'c', 'd']);
    expect(scanner.fill(writer, UNLIMITED)).toBe(false);
  });

  it('ends at the deadline, which it checks about every 64 cells, also where no row is visible', () => {
    const many = memoryOf(...Array.from({ length: 1000 }, (_, index) => put(`row ${1000 + index}`, 'q', 1, index + 1)));
    for (const readPoint of [1000, 0]) {
      const scanner = new RegionScanner(many.options({ ...EVERYTHING, readPoint }));
      const writer = new ResultBlockWriter();
      writer.begin([]);
      let asked = 0;
      expect(scanner.fill(writer, { ...UNLIMITED, deadline: () => ++asked === 3 })).toBe(true);
      expect(asked).toBe(3);
      expect(writer.rows).toBe(readPoint === 0 ? 0 : 3 * 64);
      expect(scanner.fill(writer, UNLIMITED)).toBe(false);
      expect(writer.rows).toBe(readPoint);
    }
  });

  it('finds what exists without reading values (R-7)', () => {
    const exists = (scan: Partial<SourcesScan>): boolean =>
      new RegionScanner(memory.options({ ...EVERYTHING, ...scan })).exists();
    const row = (name: string) => ({ start: encodeText(name), stop: encodeText(name), stopInclusive: true });
    expect([row('b'), row('bb'), { ...row('d'), readPoint: 4 }, {}].map(exists)).toEqual([true, false, false, true]);
    expect(exists({ ...row('b'), families: new Map([[0, [encodeText('z')]]]) })).toBe(false);
  });

  it('reuses the memory of the last read', () => {
    const scanner = new RegionScanner(memory.options(EVERYTHING));
    const names = [[encodeText('q')], null, [encodeText('z')], null];
    const found = names.map((qualifiers, index) => {
      const reversed = index % 2 === 1;
      scanner.reset(memory.options({ ...EVERYTHING, reversed, families: new Map([[0, qualifiers]]) }));
      return firstOf(fillAll(scanner, { ...UNLIMITED, rows: 2 })).length;
    });
    expect(found).toEqual([5, 5, 0, 5]);
  });

  it('skips what is not wanted of long columns and long rows', () => {
    const cells: TestCell[] = [];
    for (const row of ['a', 'b', 'c']) {
      for (let index = 0; index < 40; index++) {
        cells.push(put(row, 'long', index, cells.length + 1), put(row, `q${100 + index}`, 1, cells.length + 2));
      }
    }
    const long = memoryOf(...cells);
    for (const reversed of [false, true]) {
      const columns = (rows: string[][]): string[] =>
        rows.map((row) => row.map((cell) => cell.split('/')[2]).join(' '));
      const all = ['long', ...Array.from({ length: 40 }, (_, index) => `q${100 + index}`)].join(' ');
      expect(columns(read(long, { reversed }))).toEqual([all, all, all]);
      const some = new Map([[0, ['long', 'q102', 'q130'].map((name) => encodeText(name))]]);
      expect(columns(read(long, { reversed, families: some }))).toEqual([
        'long q102 q130',
        'long q102 q130',
        'long q102 q130',
      ]);
      const none = new Map([[0, [encodeText('m')]]]);
      expect(columns(read(long, { reversed, families: none }))).toEqual([]);
    }
  });

  it('closes every source', () => {
    const options = memory.options({
      ...EVERYTHING,
      families: new Map([
        [0, null],
        [1, null],
      ]),
    });
    const closed: string[] = [];
    const families = options.families.map((family) => ({
      ...family,
      sources: family.sources.map((source) =>
        Object.assign(source, { close: () => closed.push(`${family.index}/${source.order}`) }),
      ),
    }));
    const scanner = new RegionScanner({ ...options, families });
    scanner.close();
    expect(closed.sort()).toEqual(['0/0', '0/1', '0/2', '1/0', '1/1', '1/2']);
  });
});

describe('a scan that wants only some of the visible cells of a row and family', () => {
  const memory = memoryOf(
    ...['a', 'b', 'c', 'd'].flatMap((q, index) => [put('r', q, 1, index), put('s', q, 1, index)]),
  );
  memory.insert({ cell: put('r', 'x', 1, 9), family: 1, source: 0 });
  const families = new Map([
    [0, null],
    [1, null],
  ]);
  const columns = (scan: Partial<SourcesScan>): string =>
    read(memory, { families, ...scan })
      .map((row) => row.map((cell) => cell.split('/')[2]).join(''))
      .join(' ');

  it('skips the first cells of each family, and returns no more than the limit (R-70)', () => {
    expect(columns({ storeLimit: 2 })).toBe('abx ab');
    expect(columns({ storeLimit: 2, storeOffset: 1 })).toBe('bc bc');
    expect(columns({ storeOffset: 3 })).toBe('d d');
    expect(columns({ storeLimit: 9, storeOffset: 0 })).toBe('abcdx abcd');
    expect(columns({ storeOffset: 4 })).toBe('');
  });

  it('treats a limit of 0 as 1, and a negative one as none (R-70)', () => {
    expect(columns({ storeLimit: 0 })).toBe('ax a');
    expect(columns({ storeLimit: -3 })).toBe('abcdx abcd');
  });

  it('finds that nothing exists if all cells are skipped (R-7)', () => {
    const exists = (storeOffset: number): boolean =>
      new RegionScanner(memory.options({ ...EVERYTHING, families, storeOffset })).exists();
    expect([0, 3, 4].map(exists)).toEqual([true, true, false]);
  });
});

describe('a scan that cuts rows into pieces', () => {
  const memory = memoryOf(
    ...['a', 'b', 'c', 'd'].map((q, index) => put('r', q, 1, index, '0123456789')),
    ...['a', 'b', 'c'].map((q, index) => put('s', q, 1, index, '0123456789')),
  );
  memory.insert({ cell: put('r', 'x', 1, 9), family: 1, source: 0 });
  const families = new Map([
    [0, null],
    [1, null],
  ]);

  /** One letter per column, `+` if more of the row follows; rows and pieces separated by spaces. */
  function pieces(how: Partial<RegionScanOptions>, budget: FillBudget = UNLIMITED): string {
    const scanner = new RegionScanner(memory.options({ ...EVERYTHING, families }, how));
    const writer = new ResultBlockWriter();
    writer.begin([]);
    const more = scanner.fill(writer, budget);
    const { rows, wholeRows } = writer;
    const bytes = writer.finish();
    const block = readResultBlock(new ByteReader(bytes, 0, bytes.length, 'reply'));
    const shown = block.rows.map(({ offset, byteLength, mayHaveMore }) => {
      let names = '';
      for (const cell of cellsIn(block, offset, offset + byteLength))
        names += new TextDecoder().decode(cell.copyQualifier());
      return mayHaveMore ? `${names}+` : names;
    });
    expect(rows).toBe(shown.length);
    expect(wholeRows).toBe(shown.filter((piece) => !piece.endsWith('+')).length);
    return more ? `${shown.join(' ')} …` : shown.join(' ');
  }

  it('returns at most a batch of cells each, across families; all but the last say that more follows (R-71)', () => {
    expect(pieces({ batch: 2 })).toBe('ab+ cd+ x ab+ c');
    expect(pieces({ batch: 3 })).toBe('abc+ dx abc');
    expect(pieces({ batch: 5 })).toBe('abcdx abc');
    expect(pieces({ batch: Number.POSITIVE_INFINITY })).toBe('abcdx abc');
  });

  it('cuts after the cell that fills a transfer, which may contain several rows (R-76, R-77)', () => {
    // Row, family and qualifier of one byte, in the size that HBase counts for a cell of a store file.
    const cellBytes = 38 + 20 + 3 + 10;
    expect(pieces({ transferBytes: 1 })).toBe('a+ b+ c+ d+ x a+ b+ c');
    expect(pieces({ transferBytes: cellBytes + 1 })).toBe('ab+ cd+ x a+ bc');
    expect(pieces({ transferBytes: 3 * cellBytes })).toBe('abc+ dx ab+ c');
    expect(pieces({ transferBytes: 3 * cellBytes + 1 })).toBe('abcd+ x abc');
    expect(pieces({ transferBytes: 3 * cellBytes, batch: 2 })).toBe('ab+ c+ dx ab+ c');
  });

  it('begins the next transfer after the maximum number of Results (R-76)', () => {
    const cellBytes = 38 + 20 + 3 + 10;
    expect(pieces({ transferBytes: 3 * cellBytes + 1, batch: 3 })).toBe('abc+ d+ x abc');
    expect(pieces({ transferBytes: 3 * cellBytes + 1, batch: 3, transferResults: 1 })).toBe('abc+ dx abc');
  });

  it('cuts after the limits of the families were applied (R-73)', () => {
    expect(pieces({ batch: 2, storeLimit: 3 })).toBe('ab+ cx ab+ c');
  });

  it('counts rows, not pieces, against the budget (R-74)', () => {
    expect(pieces({ batch: 2 }, { ...UNLIMITED, rows: 1 })).toBe('ab+ cd+ x …');
    expect(pieces({ batch: 2 }, { ...UNLIMITED, rows: 2 })).toBe('ab+ cd+ x ab+ c');
  });

  it('counts only the rows of this fill, if a block contains pieces of earlier ones', () => {
    const many = memoryOf(
      ...['r', 's', 't'].flatMap((row) => ['a', 'b', 'c'].map((q, index) => put(row, q, 1, index))),
    );
    const scanner = new RegionScanner(many.options(EVERYTHING, { batch: 1 }));
    const writer = new ResultBlockWriter();
    writer.begin([]);
    for (const whole of [1, 2]) {
      expect(scanner.fill(writer, { ...UNLIMITED, rows: 1 })).toBe(true);
      expect(writer.wholeRows).toBe(whole);
    }
  });
});

describe('a read whose sources fail', () => {
  const families = new Map([
    [0, null],
    [1, null],
  ]);

  /** Options whose source `1/2` throws in `method`, and the list of the sources that were closed. */
  function failing(method: 'seek' | 'next'): { options: RegionScanOptions; closed: string[] } {
    const memory = memoryOf(put('a', 'q', 1, 1), put('b', 'q', 1, 2));
    memory.insert({ cell: put('a', 'q', 1, 3), family: 1, source: 2 });
    const options = memory.options({ ...EVERYTHING, families });
    const closed: string[] = [];
    for (const { index, sources } of options.families) {
      for (const source of sources) {
        const name = `${index}/${source.order}`;
        Object.assign(source, { close: () => closed.push(name) });
        if (name === '1/2') Object.assign(source, { [method]: () => raise() });
      }
    }
    return { options, closed };
  }

  function raise(): never {
    throw new Error('cannot read');
  }

  const ALL = ['0/0', '0/1', '0/2', '1/0', '1/1', '1/2'];

  it('closes all of them when it cannot begin', () => {
    const { options, closed } = failing('seek');
    expect(() => new RegionScanner(options)).toThrow('cannot read');
    expect(closed.sort()).toEqual(ALL);
  });

  it('passes the error on when it cannot continue, and can be closed', () => {
    const { options, closed } = failing('next');
    const scanner = new RegionScanner(options);
    const writer = new ResultBlockWriter();
    writer.begin([]);
    expect(() => scanner.fill(writer, UNLIMITED)).toThrow('cannot read');
    expect(closed).toEqual([]);
    scanner.close();
    expect(closed.sort()).toEqual(ALL);
  });
});

const texts = (...choices: string[]) => fc.constantFrom(...choices).map((text) => encodeText(text));
const someRow = texts('a', 'a\0', 'aa', 'b', 'ÿ', 'ÿÿ');
const someQualifier = texts('', 'q', 'q\0', 'r', 'z');
const { Put, Delete, DeleteColumn, DeleteFamily, DeleteFamilyVersion } = CellType;

const someCell = fc.record({
  row: someRow,
  qualifier: someQualifier,
  type: fc.constantFrom(Put, Put, Put, Put, Put, Delete, DeleteColumn, DeleteFamily, DeleteFamilyVersion),
  timestamp: fc.nat({ max: 5 }),
  family: fc.nat({ max: 2 }),
  source: fc.nat({ max: SOURCES - 1 }),
  /** Has the same sequence id as the cell before it: one atomic batch. */
  joins: fc.boolean(),
  cellTtl: fc.option(fc.nat({ max: 9 }), { freq: 5 }),
});

/**
 * A history: sequence ids increase, some cells share one; an equal cell replaces its equal of the same source (O-7).
 */
const someHistory = fc.array(someCell, { maxLength: 60 }).map((drawn) => {
  let sequenceId = 1;
  const kept = new Map<string, PlacedCell>();
  for (const [index, { row, qualifier, type, timestamp, family, source, joins, cellTtl }] of drawn.entries()) {
    if (!joins) sequenceId++;
    const isFamilyMarker = type === DeleteFamily || type === DeleteFamilyVersion;
    const cell: TestCell = {
      row,
      qualifier: isFamilyMarker ? NO_ROW : qualifier,
      type,
      timestamp,
      sequenceId,
      value: encodeText(type === Put ? `value ${index}` : ''),
      tags: type === Put && cellTtl !== null ? encodeTtlTag(cellTtl) : NO_ROW,
    };
    kept.set([family, source, ...cell.row, '/', ...cell.qualifier, '/', type, timestamp, sequenceId].join(' '), {
      cell,
      family,
      source,
    });
  }
  return [...kept.values()];
});

const someColumns = fc.option(
  fc.uniqueArray(fc.constantFrom('', 'q', 'q\0', 'r', 'z', 'zz'), { minLength: 1, maxLength: 4 }),
);
const someScan: fc.Arbitrary<SourcesScan> = fc
  .record({
    families: fc
      .uniqueArray(fc.tuple(fc.nat({ max: 2 }), someColumns), { selector: ([family]) => family })
      .map(
        (chosen) =>
          new Map(
            chosen.map(
              ([family, names]) =>
                [family, names === null ? null : names.sort().map((name) => encodeText(name))] as const,
            ),
          ),
      ),
    start: fc.oneof(fc.constant(NO_ROW), someRow),
    startInclusive: fc.boolean(),
    stop: fc.option(someRow),
    stopInclusive: fc.boolean(),
    reversed: fc.boolean(),
    readPoint: fc.nat({ max: 40 }),
    info: fc.record({
      maxVersions: fc.integer({ min: 1, max: 4 }),
      minVersions: fc.nat({ max: 2 }),
      ttlMs: fc.constantFrom(3, Number.POSITIVE_INFINITY),
      keepDeletedCells: fc.constantFrom('FALSE', 'TRUE', 'TTL'),
      newVersionBehavior: fc.constant(false),
      maxRowSize: fc.constant(2 ** 30),
      timeToPurgeDeletesMs: fc.constant(0),
    }),
    timeRange: fc
      .tuple(fc.nat({ max: 6 }), fc.nat({ max: 6 }))
      .map(([min, length]) => (length === 6 ? ALL_TIME : { min, max: min + length })),
    maxVersions: fc.integer({ min: 1, max: 4 }),
    now: fc.integer({ min: 3, max: 9 }),
    raw: fc.boolean(),
    storeLimit: fc.integer({ min: -1, max: 3 }),
    storeOffset: fc.oneof(fc.constant(0), fc.nat({ max: 2 })),
  })
  .map((scan) =>
    scan.raw ? { ...scan, families: new Map([...scan.families.keys()].map((index) => [index, null])) } : scan,
  );

function expected(stored: readonly PlacedCell[], scan: SourcesScan): string[][] {
  return scanSources(stored, scan).map((cells) => cells.map(({ cell, family }) => `${family}/${printCell(cell)}`));
}

describe('a scan of a random history', () => {
  it('returns what the oracle returns, in any order of sources, at any read point, in batches of any size', () => {
    fc.assert(
      fc.property(
        someHistory,
        fc.array(someScan, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
        (stored, scans, rows) => {
          const memory = new Memory();
          for (const one of stored) memory.insert(one);
          for (const scan of scans) expect(read(memory, scan, { ...UNLIMITED, rows })).toEqual(expected(stored, scan));
        },
      ),
      { seed: testSeed(1), numRuns: testRuns(250) },
    );
  });

  it('returns the same while other cells are written between its batches', () => {
    fc.assert(
      fc.property(someHistory, someScan, fc.integer({ min: 1, max: 3 }), (stored, drawn, rows) => {
        const middle = stored[Math.floor(stored.length / 2)]?.cell.sequenceId ?? 0;
        const scan = { ...drawn, readPoint: middle };
        const memory = new Memory();
        for (const one of stored) if (one.cell.sequenceId <= middle) memory.insert(one);
        const later = stored.filter(({ cell }) => cell.sequenceId > middle);
        const scanner = new RegionScanner(memory.options(scan));
        const found = fillAll(scanner, { ...UNLIMITED, rows }, () => {
          for (const one of later.splice(0, 4)) memory.insert(one);
        });
        expect(found).toEqual(expected(stored, scan));
      }),
      { seed: testSeed(2), numRuns: testRuns(250) },
    );
  });

  it('returns for a get of each row what a scan returns, with one scanner for all', () => {
    fc.assert(
      fc.property(someHistory, someScan, (stored, drawn) => {
        const memory = new Memory();
        for (const one of stored) memory.insert(one);
        const scanner = new RegionScanner(memory.options({ ...EVERYTHING, families: new Map() }));
        for (const text of ['a', 'a\0', 'aa', 'ab', 'b', 'ÿ']) {
          const row = encodeText(text);
          const scan = { ...drawn, start: row, startInclusive: true, stop: row, stopInclusive: true };
          scanner.reset(memory.options(scan));
          const answer = expected(stored, scan);
          expect(fillAll(scanner, { ...UNLIMITED, rows: 1 })).toEqual(answer);
          scanner.reset(memory.options(scan));
          expect(scanner.exists()).toBe(answer.length > 0);
        }
      }),
      { seed: testSeed(3), numRuns: testRuns(150) },
    );
  });
});
