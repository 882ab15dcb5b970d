import { describe, expect, it } from 'vitest';
import { toBytesBinary, toStringBinary } from '../../bytes/text.js';
import { ColumnPrefixFilter } from '../../filter/column-prefix-filter.js';
import { ComparatorKind } from '../../filter/comparators/comparator-kind.js';
import { FilterKind } from '../../filter/filter-kind.js';
import { PageFilter } from '../../filter/page-filter.js';
import { PrefixFilter } from '../../filter/prefix-filter.js';
import { SkipFilter } from '../../filter/skip-filter.js';
import type { Filter } from '../../model/filter.js';
import { MAX_FILTER_BYTES, MAX_FILTER_DEPTH } from '../../model/filter.js';
import { JAVA_FILTERS } from '../../testing/samples/java-filters.js';
import { hbaseFilter } from './hbase-filter.js';

const PACKAGE = 'org.apache.hadoop.hbase.filter.';
const MALFORMED = expect.objectContaining({
  code: 'INVALID_ARGUMENT',
  message: expect.stringContaining('a filter is malformed'),
});

/** With ~ replaced by the Java package, and printed as Bigtab prints it. */
const printed = (message: string): string => toStringBinary(toBytesBinary(message.replaceAll('~', PACKAGE)));
const sent = (filter: Filter): string => toStringBinary(hbaseFilter(filter.toByteArray()));

describe('hbaseFilter', () => {
  it.each(JAVA_FILTERS.map(([filter, message]) => [String(filter), filter, message] as const))(
    'writes %s as HBase does',
    (_, filter, message) => {
      expect(sent(filter)).toBe(printed(message));
    },
  );

  it('is tested with every kind of filter and comparator', () => {
    const named = new Set(
      JAVA_FILTERS.flatMap(([, message]) => [...message.matchAll(/~(\w+)\\x12/g)].map(([, n]) => n)),
    );
    expect(named).toEqual(new Set([...Object.keys(FilterKind), ...Object.keys(ComparatorKind)]));
  });

  it('finds the name of a class at the number of its kind', () => {
    for (const kinds of [FilterKind, ComparatorKind])
      expect(Object.values(kinds)).toEqual(Object.keys(kinds).map((_, index) => index));
  });

  it('writes an empty prefix for a ColumnPrefixFilter of null, which HBase cannot carry and which means the same', () => {
    expect(sent(new ColumnPrefixFilter(null))).toBe(sent(new ColumnPrefixFilter('')));
  });

  it('writes lengths of several bytes as HBase does', () => {
    const prefix = 'x'.repeat(3_000_000);
    const message = hbaseFilter(new SkipFilter(new PrefixFilter(prefix)).toByteArray());
    const head = String.raw`\x0A)~SkipFilter\x12\xFC\x8D\xB7\x01\x0A\xF7\x8D\xB7\x01\x0A+~PrefixFilter\x12\xC5\x8D\xB7\x01\x0A\xC0\x8D\xB7\x01`;
    expect(toStringBinary(message.subarray(0, -prefix.length))).toBe(printed(head));
    expect(message.subarray(-prefix.length).every((byte) => byte === 0x78)).toBe(true);
  });

  it('rejects every beginning of a filter, and bytes after it', () => {
    for (const [filter] of JAVA_FILTERS) {
      const bytes = filter.toByteArray();
      for (let length = 0; length < bytes.length; length++)
        expect(() => hbaseFilter(bytes.subarray(0, length))).toThrow(MALFORMED);
      expect(() => hbaseFilter(Uint8Array.of(...bytes, 0))).toThrow(MALFORMED);
    }
  });

  it('rejects kinds, flags, operators and numbers that no filter has', () => {
    const page = new PageFilter(1).toByteArray();
    for (const bytes of [
      [26],
      [FilterKind.KeyOnlyFilter, 2],
      [FilterKind.ValueFilter, 7, ComparatorKind.NullComparator],
      [FilterKind.ValueFilter, 0, 9],
      [FilterKind.ValueFilter, 0, ComparatorKind.BitComparator, 3, 0, 0, 0, 0],
      [FilterKind.ValueFilter, 0, ComparatorKind.RegexStringComparator, 0, 0, 0, 0, 0, 2],
      [...page.subarray(0, 7), 0xf8, 0xff],
      [...page.subarray(0, 7), 0xe0, 0x3f],
    ])
      expect(() => hbaseFilter(Uint8Array.from(bytes))).toThrow(MALFORMED);
  });

  it('rejects filters that are too large or nested too deep', () => {
    const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
    expect(() => hbaseFilter(new Uint8Array(MAX_FILTER_BYTES + 1))).toThrow(INVALID);
    const nested = (depth: number) =>
      Uint8Array.of(...new Array<number>(depth - 1).fill(FilterKind.SkipFilter), FilterKind.FirstKeyOnlyFilter);
    expect(() => hbaseFilter(nested(MAX_FILTER_DEPTH))).not.toThrow();
    expect(() => hbaseFilter(nested(MAX_FILTER_DEPTH + 1))).toThrow(INVALID);
  });
});
