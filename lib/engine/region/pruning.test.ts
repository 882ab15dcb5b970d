import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../bytes/byte-reader.js';
import { encodeText } from '../../bytes/text.js';
import { BinaryComparator } from '../../filter/comparators/binary-comparator.js';
import { BinaryPrefixComparator } from '../../filter/comparators/binary-prefix-comparator.js';
import { RowFilter } from '../../filter/row-filter.js';
import { ValueFilter } from '../../filter/value-filter.js';
import { WhileMatchFilter } from '../../filter/while-match-filter.js';
import { ResultBlockWriter, readResultBlock } from '../../keyvalue/result-block.js';
import { CellType } from '../../model/cell-type.js';
import { NEWEST_OF_ALL, type ScanOptions } from '../../model/query-options.js';
import type { FamilyDescriptor } from '../../model/schema/family-descriptor.js';
import { normalizeTable } from '../../model/schema/table-descriptor.js';
import { ALL_TIME } from '../../model/time-range.js';
import { SlabPool } from '../../storage/memstore/slab.js';
import { cellOf, cellsIn, marker, printCell, put, sortCells, type TestCell } from '../../testing/samples/cells.js';
import { openStoreFile } from '../../testing/samples/store-files.js';
import { testRuns, testSeed } from '../../testing/seed.js';
import { noPruning, type PruningCounts, type PruningReason } from './pruning.js';
import { Region } from './region.js';

const { Delete, DeleteColumn, DeleteFamily, DeleteFamilyVersion } = CellType;
const NOW = 10_000;

type FamilyAttributes = Partial<Omit<FamilyDescriptor, 'name'>>;

/** A region with one family, whose files contain these cells, from old to new. */
function regionOf(family: FamilyAttributes, files: readonly (readonly TestCell[])[], prunes = true): Region {
  const table = normalizeTable({ name: 't', families: [{ name: 'f', maxVersions: 9, ...family }] });
  const { bloomFilter = 'ROW' } = family;
  const opened = files.map((cells, number) => ({
    record: { number, epoch: 1, sizeBytes: 0 },
    file: openStoreFile(sortCells(cells), { bloomFilter, blockSize: 256 }),
  }));
  const identity = { id: 1, name: 't', state: 'ENABLED', schemaGeneration: 1, flushedSequenceId: 0 } as const;
  return new Region(identity, table, [{ id: 1, runs: opened.map((file) => [file]) }], {
    pool: new SlabPool(),
    site: {},
    prunes,
  });
}

interface Asked extends Partial<ScanOptions> {
  /** One row; default all. */
  readonly row?: string;
  /** Wanted columns; default all. */
  readonly columns?: readonly string[];
}

/** The result of a read, one line per cell. */
function read(region: Region, { row = '', columns, ...some }: Asked = {}): string[] {
  const qualifiers = columns?.map((name) => encodeText(name)) ?? null;
  const families = [{ family: encodeText('f'), qualifiers }];
  const bound = encodeText(row);
  const scan = region.reads.scan(
    { start: bound, startInclusive: true, stop: bound, stopInclusive: true, reversed: false },
    { ...NEWEST_OF_ALL, raw: false, batch: Number.POSITIVE_INFINITY, families, ...some },
    Number.MAX_SAFE_INTEGER,
    NOW,
    false,
  );
  const writer = new ResultBlockWriter();
  writer.begin([]);
  scan.scanner.fill(writer, { rows: 99, bytes: Number.POSITIVE_INFINITY, deadline: () => false });
  scan.close();
  const bytes = writer.finish();
  const block = readResultBlock(new ByteReader(bytes, 0, bytes.length, 'reply'));
  return block.rows.flatMap(({ offset, byteLength }) => {
    const lines: string[] = [];
    for (const cell of cellsIn(block, offset, offset + byteLength)) lines.push(printCell(cellOf(cell)));
    return lines;
  });
}

/** A scan that ends at the first row that does not begin with `a`. */
function whileRowsBeginWithA(): Uint8Array {
  return new WhileMatchFilter(new RowFilter('EQUAL', new BinaryPrefixComparator('a'))).toByteArray();
}

function counts(some: Partial<Record<PruningReason, number>> = {}): PruningCounts {
  const { key = 0, bloom = 0, time = 0, expired = 0 } = some;
  return { files: { key, bloom, time, expired }, blocks: key + bloom + time + expired };
}

describe('a read', () => {
  it('leaves out files with other rows, and counts the files and their blocks', () => {
    const wide = Array.from({ length: 40 }, (_, index) => put(`m${10 + index}`, 'q', 1, index, '0123456789'));
    const region = regionOf({}, [[put('a', 'q', 1, 50)], wide, [put('z', 'q', 1, 51)]]);
    expect(region.pruning).toEqual(noPruning());
    expect(read(region, { row: 'z' })).toEqual(['z/q/1/Put/#51=']);
    expect(region.pruning.files).toEqual({ key: 2, bloom: 0, time: 0, expired: 0 });
    expect(region.pruning.blocks).toBeGreaterThan(5);
    expect(read(region)).toHaveLength(42);
    expect(region.pruning.files.key).toBe(2);
  });

  it('leaves out files whose bloom filter contains neither its row nor its columns', () => {
    for (const [bloomFilter, columns] of [
      ['ROW', undefined],
      ['ROW', ['q']],
      ['ROWCOL', ['x']],
    ] as const) {
      const region = regionOf({ bloomFilter }, [
        [put('a', 'q', 1, 1), put('m', 'x', 1, 2), put('z', 'q', 1, 3)],
        [put('a', 'q', 1, 4), put(bloomFilter === 'ROW' ? 'l' : 'm', 'q', 1, 5), put('z', 'q', 1, 6)],
      ]);
      read(region, columns === undefined ? { row: 'm' } : { row: 'm', columns });
      expect(region.pruning, bloomFilter).toEqual(counts({ bloom: 1 }));
    }
  });

  it('leaves out files without a cell in its time range', () => {
    const region = regionOf({}, [[put('a', 'q', 1, 1)], [put('a', 'q', 5, 2)], [put('a', 'q', 9, 3)]]);
    expect(read(region, { timeRange: { min: 5, max: 9 } })).toEqual(['a/q/5/Put/#2=']);
    expect(region.pruning).toEqual(counts({ time: 2 }));
    expect(read(region, { timeRange: { min: 2, max: 2 } })).toEqual([]);
    expect(region.pruning).toEqual(counts({ time: 5 }));
  });

  it("uses the family's own time range if there is one (R-11)", () => {
    const region = regionOf({}, [[put('a', 'q', 1, 1)], [put('a', 'q', 5, 2)]]);
    const familyTimeRanges = [{ family: encodeText('f'), timeRange: { min: 0, max: 2 } }];
    expect(read(region, { timeRange: { min: 5, max: 9 }, familyTimeRanges })).toEqual(['a/q/1/Put/#1=']);
    expect(region.pruning).toEqual(counts({ time: 1 }));
  });

  it('leaves out files whose cells are all expired', () => {
    const region = regionOf({ timeToLive: 5 }, [
      [put('a', 'o', 4998, 1), marker(DeleteColumn, 'a', 'p', 4999, 2)],
      [put('a', 'p', 5000, 3), put('a', 'q', 1, 4)],
    ]);
    expect(read(region)).toEqual(['a/p/5000/Put/#3=']);
    expect(region.pruning).toEqual(counts({ expired: 1 }));
  });

  it('leaves out nothing if pruning is disabled', () => {
    const region = regionOf({}, [[put('a', 'q', 1, 1)], [put('z', 'q', 9, 2)]], false);
    expect(read(region, { row: 'z', timeRange: { min: 5, max: 10 } })).toEqual(['z/q/9/Put/#2=']);
    expect(region.pruning).toEqual(noPruning());
  });
});

describe('a file that contains the only marker', () => {
  const OLD = put('m', 'q', 5, 1, 'old');
  const around = (...cells: TestCell[]): TestCell[] => [put('a', 'x', 5, 90), ...cells, put('z', 'x', 5, 91)];

  it('is read if its bloom filter contains the column of the marker (ROWCOL)', () => {
    for (const type of [DeleteColumn, Delete]) {
      const region = regionOf({ bloomFilter: 'ROWCOL' }, [around(OLD), around(marker(type, 'm', 'q', 5, 2))]);
      expect(read(region, { row: 'm', columns: ['q'] })).toEqual([]);
      expect(region.pruning).toEqual(noPruning());
    }
  });

  it('is read if its bloom filter contains the empty-qualifier column, where markers of the family are (O-5)', () => {
    for (const type of [DeleteFamily, DeleteFamilyVersion]) {
      for (const bloomFilter of ['ROW', 'ROWCOL'] as const) {
        const region = regionOf({ bloomFilter }, [around(OLD), around(marker(type, 'm', '', 5, 2))]);
        expect(read(region, { row: 'm', columns: ['q'] }), bloomFilter).toEqual([]);
        expect(region.pruning).toEqual(noPruning());
      }
    }
  });

  it('is read if only the marker is in the requested rows', () => {
    const region = regionOf({}, [[OLD], [marker(DeleteFamily, 'm', '', 5, 2)], [put('n', 'q', 5, 3)]]);
    expect(read(region, { row: 'm' })).toEqual([]);
    expect(region.pruning).toEqual(counts({ key: 1 }));
  });

  const timeRange = { min: 0, max: 8 };
  for (const type of [DeleteColumn, DeleteFamily] as const) {
    const qualifier = type === DeleteColumn ? 'q' : '';

    it(`is read if a ${type === DeleteColumn ? 'DeleteColumn' : 'DeleteFamily'} above the time range deletes cells in it (R-20)`, () => {
      const region = regionOf({}, [[OLD], [marker(type, 'm', qualifier, 9, 2), put('m', 'q', 20, 3)]]);
      expect(read(region, { timeRange })).toEqual([]);
      expect(region.pruning).toEqual(noPruning());
    });

    it(`is read if a ${type === DeleteColumn ? 'DeleteColumn' : 'DeleteFamily'} is in the time range of a read that sees deleted cells (R-21)`, () => {
      for (const keepDeletedCells of ['TRUE', 'TTL'] as const) {
        const region = regionOf({ keepDeletedCells }, [[OLD], [marker(type, 'm', qualifier, 7, 2)]]);
        expect(read(region, { timeRange })).toEqual([]);
        expect(region.pruning).toEqual(noPruning());
      }
    });
  }

  it('is read if a marker of one version is in the time range', () => {
    for (const [type, qualifier] of [
      [Delete, 'q'],
      [DeleteFamilyVersion, ''],
    ] as const) {
      const region = regionOf({}, [[OLD], [marker(type, 'm', qualifier, 5, 2), put('m', 'q', 20, 3)]]);
      expect(read(region, { timeRange })).toEqual([]);
      expect(region.pruning).toEqual(noPruning());
    }
  });

  it('is left out if the marker cannot change anything: below the range, or above it where it no longer counts', () => {
    const below = regionOf({}, [[put('m', 'q', 9, 1, 'old')], [marker(DeleteFamily, 'm', '', 7, 2)]]);
    expect(read(below, { timeRange: { min: 8, max: 10 } })).toEqual(['m/q/9/Put/#1=old']);
    expect(below.pruning).toEqual(counts({ time: 1 }));
    const above = regionOf({ keepDeletedCells: 'TRUE' }, [[OLD], [marker(DeleteFamily, 'm', '', 9, 2)]]);
    expect(read(above, { timeRange })).toEqual(['m/q/5/Put/#1=old']);
    expect(above.pruning).toEqual(counts({ time: 1 }));
    const ofOne = regionOf({}, [[OLD], [marker(DeleteFamilyVersion, 'm', '', 9, 2)]]);
    expect(read(ofOne, { timeRange })).toEqual(['m/q/5/Put/#1=old']);
    expect(ofOne.pruning).toEqual(counts({ time: 1 }));
  });

  it('is left out of a raw scan because of the timestamp of the marker alone (R-51)', () => {
    const region = regionOf({}, [[OLD], [marker(DeleteFamily, 'm', '', 9, 2)]]);
    expect(read(region, { raw: true, timeRange })).toEqual(['m/q/5/Put/#1=old']);
    expect(region.pruning).toEqual(counts({ time: 1 }));
    expect(read(region, { raw: true, timeRange: { min: 9, max: 10 } })).toEqual(['m//9/DeleteFamily/#2=']);
    expect(region.pruning).toEqual(counts({ time: 2 }));
  });

  it('is read, though expired, if MIN_VERSIONS lets expired cells show (R-22)', () => {
    const region = regionOf({ timeToLive: 5, minVersions: 1 }, [[OLD], [marker(DeleteColumn, 'm', 'q', 6, 2)]]);
    expect(read(region)).toEqual([]);
    expect(region.pruning).toEqual(noPruning());
  });

  it('is read, though expired, if the scan is raw (R-50)', () => {
    const region = regionOf({ timeToLive: 5 }, [[OLD], [marker(DeleteColumn, 'm', 'q', 6, 2)]]);
    expect(read(region, { raw: true })).toEqual(['m/q/6/DeleteColumn/#2=', 'm/q/5/Put/#1=old']);
    expect(read(region)).toEqual([]);
    expect(region.pruning).toEqual(counts({ expired: 2 }));
  });

  it('is read if the marker is not expired, though all puts of the file are', () => {
    const cells = [marker(DeleteFamily, 'm', '', 9000, 2), put('m', 'p', 1, 3)];
    const region = regionOf({ timeToLive: 5 }, [[put('m', 'q', 8000, 1)], cells]);
    expect(read(region)).toEqual([]);
    expect(region.pruning).toEqual(noPruning());
  });
});

describe('a file that is read with a filter', () => {
  const files = [[put('a', 'q', 1, 1)], [put('b', 'q', 5, 2)], [put('c', 'q', 1, 3)]];
  const timeRange = { min: 0, max: 2 };

  it('is left out as usual if the filter judges only cells', () => {
    const filter = new ValueFilter('EQUAL', new BinaryComparator('')).toByteArray();
    const region = regionOf({}, files);
    expect(read(region, { timeRange, filter })).toEqual(['a/q/1/Put/#1=', 'c/q/1/Put/#3=']);
    expect(region.pruning).toEqual(counts({ time: 1 }));
  });

  it('is read for its rows if the filter judges rows: a row counts if it has any cell (R-45)', () => {
    for (const prunes of [true, false]) {
      const region = regionOf({}, files, prunes);
      expect(read(region, { timeRange, filter: whileRowsBeginWithA() })).toEqual(['a/q/1/Put/#1=']);
      expect(region.pruning).toEqual(counts());
    }
    const expired = regionOf({ timeToLive: 9 }, [
      [put('a', 'q', NOW, 1)],
      [put('b', 'q', 1, 2)],
      [put('c', 'q', NOW, 3)],
    ]);
    expect(read(expired, { filter: whileRowsBeginWithA() })).toEqual([`a/q/${NOW}/Put/#1=`]);
  });

  it('is still left out because of its rows', () => {
    const region = regionOf({}, files);
    expect(read(region, { row: 'b', filter: whileRowsBeginWithA() })).toEqual([]);
    expect(region.pruning).toEqual(counts({ key: 2 }));
  });
});

describe('a file of a family with NEW_VERSION_BEHAVIOR', () => {
  const family = { newVersionBehavior: true, maxVersions: 1 };

  it('is read if it is above the time range: its puts may have pushed out others (R-64)', () => {
    const region = regionOf(family, [[put('m', 'q', 2, 1, 'old')], [put('m', 'q', 20, 2)]]);
    expect(read(region, { timeRange: { min: 1, max: 8 } })).toEqual([]);
    expect(region.pruning).toEqual(noPruning());
  });

  it('is left out below the time range, and above that of a raw scan (R-54)', () => {
    const region = regionOf(family, [[put('m', 'q', 2, 1, 'old')], [put('m', 'q', 20, 2)]]);
    expect(read(region, { timeRange: { min: 3, max: 21 } })).toEqual(['m/q/20/Put/#2=']);
    expect(read(region, { raw: true, timeRange: { min: 1, max: 8 } })).toEqual(['m/q/2/Put/#1=old']);
    expect(region.pruning).toEqual(counts({ time: 2 }));
  });
});

const { Put } = CellType;
const someCell = fc.record({
  row: fc.constantFrom('a', 'b', 'c'),
  qualifier: fc.constantFrom('', 'p', 'q'),
  type: fc.constantFrom(Put, Put, Put, Delete, DeleteColumn, DeleteFamily, DeleteFamilyVersion),
  timestamp: fc.nat({ max: 9 }).map((second) => 1000 * second),
});
const someFiles = fc.array(fc.array(someCell, { maxLength: 4 }), { minLength: 1, maxLength: 4 }).map((files) => {
  let sequenceId = 0;
  return files.map((cells) =>
    cells.map(({ row, qualifier, type, timestamp }) => {
      const isOfFamily = type === DeleteFamily || type === DeleteFamilyVersion;
      return marker(type, row, isOfFamily ? '' : qualifier, timestamp, ++sequenceId);
    }),
  );
});
const someFamily: fc.Arbitrary<FamilyAttributes> = fc.record({
  bloomFilter: fc.constantFrom('NONE', 'ROW', 'ROWCOL'),
  keepDeletedCells: fc.constantFrom('FALSE', 'TRUE', 'TTL'),
  timeToLive: fc.constantFrom(4, 8, 100),
  minVersions: fc.constantFrom(0, 1),
  maxVersions: fc.constantFrom(1, 9),
  newVersionBehavior: fc.boolean(),
});
const someRead: fc.Arbitrary<Asked> = fc.record({
  row: fc.constantFrom('', 'a', 'b', 'c'),
  timeRange: fc.oneof(
    fc.constant(ALL_TIME),
    fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 4 })).map(([min, of]) => ({ min: 1000 * min, max: 1000 * (min + of) })),
  ),
  maxVersions: fc.constantFrom(1, 9),
  raw: fc.boolean(),
});
const someColumns = fc.subarray(['', 'p', 'q'], { minLength: 1 });

describe('results', () => {
  it('are the same whether files are left out or not', () => {
    const left = { files: 0 };
    fc.assert(
      fc.property(
        someFamily,
        someFiles,
        fc.array(someRead, { maxLength: 6 }),
        someColumns,
        (family, files, reads, columns) => {
          const pruned = regionOf(family, files);
          const whole = regionOf(family, files, false);
          for (const asked of reads.flatMap((one) => (one.raw ? [one] : [one, { ...one, columns }]))) {
            expect(read(pruned, asked)).toEqual(read(whole, asked));
          }
          for (const count of Object.values(pruned.pruning.files)) left.files += count;
        },
      ),
      { seed: testSeed(1), numRuns: testRuns(150) },
    );
    expect(left.files).toBeGreaterThan(50);
  });
});
