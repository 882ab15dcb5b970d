import { describe, expect, it } from 'vitest';
import { float64, text } from '../model/codec.js';
import { columnEquals } from './column-equals.js';
import { defineTable } from './define-table.js';
import { TableCodecs } from './table-codecs.js';
import { ZeroFilter } from './zero-filter.js';

const readings = defineTable({ name: 't', families: { m: { columns: { celsius: float64, place: text } } } });
const check = { row: 'r', column: 'm:celsius', value: -0, action: { row: 'r', cells: { m: { place: 'x' } } } };

describe('A comparison with 0 in a column of float64', () => {
  it('is a filter for both forms, whose options can be set', () => {
    const filter = columnEquals(readings, 'm:celsius', 0);
    expect(filter).toBeInstanceOf(ZeroFilter);
    const both = filter.toByteArray();
    expect(filter.setFilterIfMissing(false).toByteArray()).not.toEqual(both);
    expect(filter.setFilterIfMissing(true).setLatestVersionOnly(true).toByteArray()).toEqual(both);
    expect(filter.toString()).toContain('OR');
    expect(columnEquals(readings, 'm:celsius', 1)).not.toBeInstanceOf(ZeroFilter);
  });

  it('is a filter in a condition, but one on the column over a cluster, whose gateway has no others', () => {
    const request = (isOfCluster: boolean, given: object) =>
      new TableCodecs('t', readings, isOfCluster).request(given) as Record<string, unknown>;
    expect(request(false, check)).toMatchObject({ filter: expect.any(ZeroFilter), column: undefined, value: null });
    expect(request(true, check)).toMatchObject({ column: 'm:celsius', value: new Uint8Array(8) });
    expect(request(false, { ...check, value: 1 })).toMatchObject({ column: 'm:celsius', value: float64.encode(1) });
  });
});
