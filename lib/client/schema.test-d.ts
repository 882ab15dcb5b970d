import { describe, expectTypeOf, it } from 'vitest';
import type { BytesLike } from '../model/bytes-like.js';
import type { Cell } from '../model/cell.js';
import { Delete } from '../model/delete.js';
import { Get, type GetLike } from '../model/get.js';
import { KEEP_HISTORY } from '../model/keep-history.js';
import { Put } from '../model/put.js';
import { Scan, type ScanLike } from '../model/scan.js';
import type { Result } from './answers/result.js';
import type { Connection } from './connection.js';
import type { AnySchema, ColumnOf, FamilyName } from './schema.js';
import type { Table } from './table.js';

declare const connection: Connection;

async function webtable() {
  return connection.ensureTable({ name: 'webtable', families: ['contents', { name: 'anchor', bloomFilter: 'NONE' }] });
}
type Webtable = Awaited<ReturnType<typeof webtable>>;
declare const table: Webtable;
declare const any: Table;
declare const text: string;

type SchemaOfTable<T> = T extends Table<infer S> ? S : never;

describe('ensureTable', () => {
  it('infers the families of a literal descriptor', () => {
    expectTypeOf<FamilyName<SchemaOfTable<Webtable>>>().toEqualTypeOf<'contents' | 'anchor'>();
    expectTypeOf<ColumnOf<{ f: unknown }>>().toEqualTypeOf<
      'f' | `f:${string}` | readonly [family: 'f' | Uint8Array, qualifier?: BytesLike]
    >();
  });

  it('treats a descriptor whose families are not literals as one with any families', async () => {
    const families: string[] = ['a'];
    const loose = await connection.ensureTable({ name: 't', families });
    expectTypeOf(loose).toEqualTypeOf<Table<{ readonly [x: string]: unknown }>>();
    await loose.put({ row: 'r', cells: { whatever: { q: 'v' } } });
  });

  it('infers the families of descriptors with attributes that are spread into them', async () => {
    const history = await connection.ensureTable(
      {
        name: 't',
        families: [
          { name: 'f', ...KEEP_HISTORY },
          { name: 'g', timeToLive: '1 DAY' },
        ],
      },
      { alter: true },
    );
    expectTypeOf<FamilyName<SchemaOfTable<typeof history>>>().toEqualTypeOf<'f' | 'g'>();
  });

  it('refuses unknown attributes and words', () => {
    // @ts-expect-error no such word
    void connection.ensureTable({ name: 't', families: [{ name: 'f', keepDeletedCells: true }] });
    // @ts-expect-error a setting is text
    void connection.ensureTable({ name: 't', families: [{ name: 'f', configuration: { 'hbase.a': 1 } }] });
    // @ts-expect-error a misspelled option
    void connection.ensureTable({ name: 't', families: ['f'] }, { alters: true });
    // @ts-expect-error a misspelled attribute
    void connection.ensureTable({ name: 't', familes: ['f'] });
    // @ts-expect-error no such bloom filter
    void connection.ensureTable({ name: 't', families: [{ name: 'f', bloomFilter: 'ROWS' }] });
  });
});

describe('Table', () => {
  it('checks family names in literals', () => {
    void table.put({ row: 'r', cells: { contents: { html: 'v' } } });
    void table.put({ row: 'r', cells: [{ family: 'anchor', qualifier: 'q', value: 'v' }] });
    void table.put([{ row: 'r', cells: { anchor: { q: new Uint8Array() } } }, new Put('r')]);
    void table.get({ row: 'r', columns: ['contents', 'anchor:cnnsi.com', ['anchor', 'my.look.ca']] });
    void table.exists({ row: 'r', columns: ['contents:html'] });
    void table.delete({ row: 'r', markers: [{ kind: 'columns', family: 'anchor', qualifier: 'q' }] });
    void table.delete({ row: 'r', markers: [{ kind: 'family', family: 'anchor' }] });
    void table.increment({ row: 'r', amounts: { contents: { hits: 1 } } });
    void table.incrementColumnValue('r', 'contents', 'hits', 1n);
    void table.getScanner({ prefix: 'com.', columns: ['contents'] });
    void table.get({ row: 'r', versions: 'all', familyTimeRange: { contents: [0, 5], anchor: [5, new Date()] } });
    void table.getScanner({ familyTimeRange: [['contents', 0, 5]], timeRange: { min: 0, max: 5 } });
    void table.getScanner('anchor', 'q');
    void table.append({ row: 'r', values: { contents: { log: 'v' } } });
    const mutations = [{ row: 'r', cells: { contents: { q: 'v' } } }, new Delete('r')];
    void table.mutateRow({ row: 'r', mutations });
    void table.checkAndMutate({ row: 'r', family: 'contents', qualifier: 'q', action: { row: 'r', mutations } });
    void table.batch([{ kind: 'Get', row: 'r' }, { kind: 'Delete', row: 'r' }, new Get('r'), ...mutations]);

    // @ts-expect-error no such family
    void table.put({ row: 'r', cells: { contnets: { html: 'v' } } });
    // @ts-expect-error no such family
    void table.put({ row: 'r', cells: [{ family: 'people', value: 'v' }] });
    // @ts-expect-error no such family
    void table.put([{ row: 'r', cells: { people: { q: 'v' } } }]);
    // @ts-expect-error no such family
    void table.get({ row: 'r', columns: ['people'] });
    // @ts-expect-error no such family
    void table.get({ row: 'r', columns: ['people:author'] });
    // @ts-expect-error no such family
    void table.delete({ row: 'r', markers: [{ kind: 'family', family: 'people' }] });
    // @ts-expect-error no such family
    void table.increment({ row: 'r', amounts: { people: { q: 1 } } });
    // @ts-expect-error no such family
    void table.incrementColumnValue('r', 'people', 'hits', 1);
    // @ts-expect-error no such family
    void table.append({ row: 'r', values: { people: { q: 'v' } } });
    // @ts-expect-error no such family
    void table.mutateRow({ row: 'r', mutations: [{ row: 'r', cells: { people: { q: 'v' } } }] });
    // @ts-expect-error no such family
    void table.checkAndMutate({ row: 'r', family: 'people', action: new Delete('r') });
    // @ts-expect-error the shortest literals of a Get and a Delete look alike, so they must contain their kind
    void table.batch([{ row: 'r' }]);
    // @ts-expect-error no such family
    void table.getScanner('people');
    // @ts-expect-error no such family
    void table.getScanner({ columns: ['people'] });
    // @ts-expect-error no such family
    void table.get({ row: 'r', familyTimeRange: { people: [0, 5] } });
    // @ts-expect-error no such family
    void table.getScanner({ familyTimeRange: [['people', 0, 5]] });
  });

  it('accepts names given as bytes, and requests that are objects, unchecked', () => {
    void table.put({ row: 'r', cells: [{ family: new Uint8Array(), value: 'v' }] });
    void table.get({ row: 'r', columns: [[new Uint8Array()]] });
    void table.getScanner(new Uint8Array());
    void table.put(new Put('r').addColumn('people', 'q', 'v'));
    void table.get(new Get('r').addFamily('people'));
    void table.delete(new Delete('r').addFamily('people'));
    void table.getScanner(new Scan().addFamily('people'));
  });

  it('accepts any text if the families are not known', () => {
    void any.put({ row: 'r', cells: { [text]: { [text]: text } } });
    void any.get({ row: 'r', columns: [text] });
    void any.getScanner(text, null);
    expectTypeOf<FamilyName<AnySchema>>().toEqualTypeOf<string>();
  });

  it('accepts gets and scans whose columns are not known, and checks those that are (of one type or another)', () => {
    const scan: ScanLike = { prefix: 'com.', columns: [text] };
    void table.getScanner(scan);
    void table.getScanner({ ...scan, limit: 5 });
    void table.getScanner(scan, { signal: new AbortController().signal });
    const get: GetLike = { row: 'r' };
    expectTypeOf(table.get(get)).toEqualTypeOf<Promise<Result>>();
    // @ts-expect-error no such family
    void table.getScanner({ ...scan, columns: ['people'] });
    // @ts-expect-error a misspelled property
    void table.getScanner({ prefx: 'com.' });
  });

  it('can be passed where a table of any families is expected', () => {
    const wanted: Table = table;
    const again: Table<unknown> = table;
    void [wanted, again];
  });

  it('refuses numbers as values, and unknown properties', () => {
    // @ts-expect-error values are text or bytes
    void table.put({ row: 'r', cells: { contents: { html: 5 } } });
    // @ts-expect-error a misspelled property
    void table.delete({ row: 'r', makers: [] });
    // @ts-expect-error a row alone does not request deleting all of it
    void table.delete('r');
    // @ts-expect-error rows are text or bytes
    void table.get(5);
  });

  it('returns one result for one request and a list for a list', () => {
    expectTypeOf(table.get('r')).toEqualTypeOf<Promise<Result>>();
    expectTypeOf(table.get([new Get('r'), 'r', { row: 'r' }])).toEqualTypeOf<Promise<Result[]>>();
    expectTypeOf(table.exists(new Uint8Array())).toEqualTypeOf<Promise<boolean>>();
    expectTypeOf(table.exists(['r'])).toEqualTypeOf<Promise<boolean[]>>();
    expectTypeOf(table.put([])).toEqualTypeOf<Promise<void>>();
    expectTypeOf(table.incrementColumnValue('r', 'contents', null, 1)).toEqualTypeOf<Promise<bigint>>();
    const scanner = table.getScanner();
    expectTypeOf(scanner.next()).toEqualTypeOf<Promise<Result | null>>();
    expectTypeOf(scanner.next(5)).toEqualTypeOf<Promise<Result[]>>();
    expectTypeOf(scanner.renewLease()).toEqualTypeOf<Promise<boolean>>();
    expectTypeOf(scanner.snapshot).toEqualTypeOf<'held' | 'moved'>();
  });
});

describe('Result', () => {
  it('returns null, never undefined, for missing values', async () => {
    const result = await table.get('r');
    expectTypeOf(result.getText('contents', 'html')).toEqualTypeOf<string | null>();
    expectTypeOf(result.row).toEqualTypeOf<Uint8Array | null>();
    expectTypeOf(result.getExists()).toEqualTypeOf<boolean | null>();
    expectTypeOf(result.listCells()).toEqualTypeOf<Cell[] | null>();
    expectTypeOf(result.getCursor()?.row).toEqualTypeOf<Uint8Array | undefined>();
    expectTypeOf(result.getNoVersionMap()?.get('f')?.get('q')).toEqualTypeOf<Uint8Array | null | undefined>();
    // @ts-expect-error undefined is not a qualifier
    result.getText('contents', undefined);
  });
});

describe('Connection', () => {
  it('types its events', () => {
    connection.addEventListener('commit', ({ table: name, firstRow }) => {
      expectTypeOf(name).toEqualTypeOf<string>();
      expectTypeOf(firstRow).toEqualTypeOf<Uint8Array>();
    });
    connection.addEventListener('lost', ({ error }) => {
      expectTypeOf(error.code).toExtend<string>();
    });
    // @ts-expect-error no such event
    connection.addEventListener('commits', () => undefined);
  });

  it("accepts the platform's AbortSignal", () => {
    const { signal } = new AbortController();
    void table.put([], { signal, onProgress: ({ done, total, unit }) => [done, total, unit] });
    void table.getScanner({}, { signal });
  });
});
