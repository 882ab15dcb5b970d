import { describe, expectTypeOf, it } from 'vitest';
import type { Append, AppendLike } from './append.js';
import type { ColumnLike } from './bytes-like.js';
import type { CheckAndMutate, CheckAndMutateLike } from './check-and-mutate.js';
import { Delete, type DeleteLike } from './delete.js';
import { Get, type GetLike } from './get.js';
import { Increment, type IncrementLike } from './increment.js';
import { Put, type PutLike } from './put.js';
import type { RowMutations, RowMutationsLike } from './row-mutations.js';
import { Scan, type ScanLike } from './scan.js';

describe('Put', () => {
  it('is fluent and keeps its type', () => {
    expectTypeOf(new Put('r').addColumn('f', 'q', 'v').setDurability('SYNC_WAL').setTimestamp(1)).toEqualTypeOf<Put>();
    expectTypeOf(new Put('r').toLiteral()).toEqualTypeOf<PutLike>();
  });

  it('accepts HBase’s order of timestamp and value', () => {
    new Put('r').addColumn('f', 'q', 6, 'v');
    new Put('r').addColumn('f', null, new Date(), new Uint8Array());
    // @ts-expect-error the timestamp comes before the value
    new Put('r').addColumn('f', 'q', 'v', 6);
  });

  it('does not accept a number as value', () => {
    // @ts-expect-error values are text or bytes
    new Put('r').addColumn('f', 'q', 5);
    // @ts-expect-error values are text or bytes
    new Put({ row: 'r', cells: { f: { q: 5 } } });
  });

  it('does not accept undefined', () => {
    // @ts-expect-error undefined is not a row
    new Put(undefined);
    // @ts-expect-error undefined is not a value
    new Put('r').addColumn('f', 'q', undefined);
    // @ts-expect-error an option is set or left out
    new Put({ row: 'r', cells: {}, timestamp: undefined });
  });

  it('is built from literals of both shapes', () => {
    new Put({ row: 'r', cells: { f: { q: 'v', p: new Uint8Array() } }, timestamp: 1, durability: 'SKIP_WAL' });
    new Put({ row: new Uint8Array(1), cells: [{ family: 'f', value: 'v' }] });
    const like = {
      row: 'r',
      cells: [{ family: 'f', qualifier: 'q', timestamp: 3, value: 'v' }],
    } as const satisfies PutLike;
    new Put(like);
    // @ts-expect-error a misspelt property
    new Put({ row: 'r', cels: {} });
    // @ts-expect-error not a durability
    new Put({ row: 'r', cells: {}, durability: 'FAST' });
    // @ts-expect-error the timestamp belongs in the literal
    new Put({ row: 'r', cells: {} }, 5);
  });
});

describe('Delete', () => {
  it('has markers of the existing kinds only', () => {
    new Delete({ row: 'r' });
    new Delete({
      row: 'r',
      markers: [
        { kind: 'columns', family: 'f', qualifier: 'q' },
        { kind: 'family', family: 'g', timestamp: 1 },
      ],
    });
    // @ts-expect-error a family marker has no qualifier
    new Delete({ row: 'r', markers: [{ kind: 'family', family: 'f', qualifier: 'q' }] });
    // @ts-expect-error not a kind of marker
    new Delete({ row: 'r', markers: [{ kind: 'row', family: 'f' }] });
    // @ts-expect-error markers are set or left out
    new Delete({ row: 'r', markers: undefined });
    expectTypeOf(new Delete('r').addFamily('f').addColumns('f', 'q', 5)).toEqualTypeOf<Delete>();
  });

  it('is never another request by mistake', () => {
    expectTypeOf<Get>().not.toExtend<DeleteLike>();
    expectTypeOf<Put>().not.toExtend<DeleteLike>();
    expectTypeOf<Put>().not.toExtend<GetLike>();
    expectTypeOf<Delete>().not.toExtend<PutLike>();
    expectTypeOf<Delete>().not.toExtend<GetLike>();
    expectTypeOf<Get>().not.toExtend<ScanLike>();
    expectTypeOf<Increment>().not.toExtend<DeleteLike>();
    expectTypeOf<Append>().not.toExtend<PutLike>();
  });

  it('is its own literal', () => {
    expectTypeOf<Put>().toExtend<PutLike>();
    expectTypeOf<Delete>().toExtend<DeleteLike>();
    expectTypeOf<Increment>().toExtend<IncrementLike>();
    expectTypeOf<Append>().toExtend<AppendLike>();
    expectTypeOf<RowMutations>().toExtend<RowMutationsLike>();
    expectTypeOf<CheckAndMutate>().toExtend<CheckAndMutateLike>();
  });
});

describe('Get and Scan', () => {
  it('are fluent and keep their type', () => {
    expectTypeOf(new Get('r').addFamily('f').addColumn('f', null)).toEqualTypeOf<Get>();
    expectTypeOf(
      new Scan().addFamily('f').withStartRow('a', false).withStopRow(null).setLimit(1),
    ).toEqualTypeOf<Scan>();
  });

  it('accept columns as text or as pairs', () => {
    const columns = ['f', 'f:q', ['f'], ['f', new Uint8Array()]] as const satisfies readonly ColumnLike[];
    new Get({ row: 'r', columns });
    new Scan({ columns, prefix: 'a' });
    new Scan({ start: null, stop: null });
    new Scan({ index: 'i', from: null, to: null });
    // @ts-expect-error undefined is not the same as left out
    new Scan({ start: undefined });
    // @ts-expect-error prefix has no null; leave it out
    new Scan({ prefix: null });
    // @ts-expect-error equals has no null; leave it out
    new Scan({ index: 'i', equals: null });
    // @ts-expect-error a column is not a number
    new Get({ row: 'r', columns: [5] });
    // @ts-expect-error a pair has two parts
    new Get({ row: 'r', columns: [['f', 'q', 'x']] });
  });

  it('accept versions and times, with a Date for any time', () => {
    new Get({ row: 'r', versions: 3, timeRange: [0, new Date()], familyTimeRange: { f: [1, 2] } });
    new Get({ row: 'r', versions: 'all', asOf: new Date(), familyTimeRange: [[new Uint8Array(), 1, 2]] });
    new Scan({ timestamp: 5, batch: 3, raw: true, isolationLevel: 'READ_UNCOMMITTED', snapshotRequired: true });
    new Scan().readVersions(3).asOf(5).setColumnFamilyTimeRange('f', 1, 2);
    // @ts-expect-error not a number of versions
    new Get({ row: 'r', versions: '3' });
    // @ts-expect-error a range has two bounds
    new Get({ row: 'r', timeRange: [5] });
    // @ts-expect-error markers are read by scans
    new Get({ row: 'r', raw: true });
    // @ts-expect-error no such level
    new Scan({ isolationLevel: 'SERIALIZABLE' });
  });

  it('can be copied', () => {
    expectTypeOf(new Get(new Get('r'))).toEqualTypeOf<Get>();
    expectTypeOf(new Scan(new Scan())).toEqualTypeOf<Scan>();
    expectTypeOf(new Get('r').toLiteral()).toEqualTypeOf<GetLike>();
    expectTypeOf(new Scan().toLiteral()).toEqualTypeOf<ScanLike>();
  });

  it('do not accept a filter as text', () => {
    // @ts-expect-error a filter is an object, not text
    new Get({ row: 'r', filter: 'PageFilter(1)' });
  });
});

describe('Increment', () => {
  it('accepts numbers and bigints', () => {
    new Increment({ row: 'r', amounts: { stats: { hits: 1, misses: -2n } } });
    new Increment({ row: 'r', amounts: [{ family: 'f', amount: 1 }], returnResults: false });
    expectTypeOf(new Increment('r').addColumn('f', 'q', 1n).setReturnResults(false)).toEqualTypeOf<Increment>();
    // @ts-expect-error an amount is not text
    new Increment('r').addColumn('f', 'q', '1');
  });
});
