import type { TColumn, TColumnValue, TDelete, TGet, TPut, TScan } from '../../../hbase/thrift/structs.js';
import { tableOf } from '../send-call.js';
import { bytes as b, ComparisonList } from './comparison-list.js';

const T = b('compared_rows');
const MISSING = b('compared_missing');
const TOO_LARGE = new Uint8Array(10 * 1024 * 1024 + 1);
const TOO_LONG = new Uint8Array(2 ** 15);

/** A cell: family, qualifier, value and timestamp. */
function cell(family: string, qualifier: string, value: string | Uint8Array, timestamp?: number): TColumnValue {
  const bytes = typeof value === 'string' ? b(value) : value;
  return { family: b(family), qualifier: b(qualifier), value: bytes, ...(timestamp !== undefined && { timestamp }) };
}

/** `f` or `f:q`. */
function column(name: string, timestamp?: number): TColumn {
  const [family = '', qualifier] = name.split(':');
  return {
    family: b(family),
    ...(qualifier !== undefined && { qualifier: b(qualifier) }),
    ...(timestamp !== undefined && { timestamp }),
  };
}

const put = (row: string, ...columnValues: TColumnValue[]): TPut => ({ row: b(row), columnValues });

/** Calls that read and write rows of one table with the families `f` and `g`, well formed or not. */
export function rowCalls(): ComparisonList {
  const list = new ComparisonList();
  const columns = [{ name: b('f'), attributes: [[b('VERSIONS'), b('3')] as const] }, { name: b('g') }];
  list.add('createTable', { descriptor: { tableName: tableOf('compared_rows'), columns } });
  puts(list);
  gets(list);
  deletes(list);
  readModifyWrites(list);
  mutations(list);
  conditions(list);
  return list;
}

function puts(list: ComparisonList): void {
  const one = (given: TPut, table = T) => list.add('put', { table, put: given });
  const many = (given: readonly TPut[], table = T) => list.add('putMultiple', { table, puts: given });
  one(put('r', cell('f', 'q', 'v1', 10), cell('g', '', 'w', 11)));
  one({ ...put('r', cell('f', 'q', 'v2')), timestamp: 20 });
  many([]);
  many([put('m1', cell('x', 'q', 'v')), put('m2', cell('f', 'q', 'v', 3))]);
  many([put('m1', cell('x', 'q', 'v')), put('m3', cell('y', 'q', 'v')), put('m4', cell('f', 'q', 'v', 3))]);
  many([put('m1', cell('x', 'q', 'v')), put('m3', cell('x', 'q', 'v'))]);
  many([put('m5', cell('f', 'q', TOO_LARGE)), put('m6', cell('f', 'q', 'v'))]);
  list.add('getMultiple', { table: T, gets: ['m1', 'm2', 'm4', 'm5', 'm6'].map((row) => ({ row: b(row) })) });
  one(put('r'));
  one(put('', cell('f', 'q', 'v')));
  one(put('r', cell('x', 'q', 'v')));
  one(put('r', cell('', 'q', 'v')));
  one(put('r', cell('f', 'q', TOO_LARGE)));
  one({ ...put('r', cell('f', 'q', 'v')), row: TOO_LONG });
  one(put('r', cell('f', 'q', 'v', -5)));
  one({ ...put('r', cell('f', 'q', 'v')), timestamp: -5 });
  one({ ...put('ttl', cell('f', 'q', 'v')), attributes: [[b('_ttl'), b('\0\0\0\0\x7f\0\0\0')]], durability: 1 });
  one({ ...put('ttl', cell('f', 'q', 'v')), attributes: [[b('_ttl'), b('\x01')]] });
  one(put('r', cell('f', 'q', 'v')), MISSING);
  many([put('a', cell('f', 'q', 'v')), put('b', cell('f', 'q', 'v'))], MISSING);
  one(put('r', cell('f', 'q', 'v')), b('.bad'));
  one(put('r', cell('f', 'q', 'v')), b(''));
  one(put('r', cell('f', 'q', 'v')), b('no_such_namespace:t'));
}

function gets(list: ComparisonList): void {
  const get = (given: TGet, table = T) => list.add('get', { table, get: given });
  const r = { row: b('r') };
  get(r);
  get({ ...r, maxVersions: 5 });
  get({ ...r, maxVersions: 0 });
  get({ ...r, maxVersions: -1 });
  get({ ...r, existence_only: true });
  get({ row: b('none') });
  get({ row: b('none'), existence_only: true });
  get({ row: b('') });
  get({ row: TOO_LONG });
  get({ ...r, columns: [column('x')] });
  get({ ...r, columns: [column('x:y')] });
  get({ ...r, columns: [column('f', 10)] });
  get({ ...r, columns: [column('f:')] });
  get({ ...r, columns: [column('g:'), column('f:q')] });
  get({ ...r, columns: [column('g:z')] });
  for (const [minStamp, maxStamp] of [
    [5, 1],
    [-5, 1],
    [5, 5],
    [0, 20],
    [20, 21],
    [0, 2n ** 63n - 1n],
  ] as const)
    get({ ...r, timeRange: { minStamp, maxStamp } });
  get({ ...r, maxVersions: 3, storeLimit: 1, storeOffset: 1 });
  get({ ...r, storeLimit: -1, storeOffset: 0 });
  get({ ...r, storeLimit: 0 });
  get(r, MISSING);
  get(r, b('.bad'));
  for (const gets of [[r, { row: b('none') }], [], [{ ...r, columns: [column('x')] }, r], [{ row: b('') }, r]]) {
    list.add('getMultiple', { table: T, gets });
    list.add('existsAll', { table: T, gets });
  }
  list.add('getMultiple', { table: MISSING, gets: [r] });
  list.add('existsAll', { table: MISSING, gets: [r] });
  for (const get of [r, { row: b('none') }, { ...r, columns: [column('x')] }]) {
    list.add('exists', { table: T, get });
    list.add('exists', { table: MISSING, get });
  }
}

function deletes(list: ComparisonList): void {
  const all = () => list.add('get', { table: T, get: { row: b('d'), maxVersions: 9 } });
  const remove = (given: Omit<TDelete, 'row'>, row = 'd') => {
    list.add('deleteSingle', { table: T, remove: { row: b(row), ...given } });
    all();
  };
  const version = (time: number) =>
    put('d', ...['f:q', 'f:p', 'g:p'].map((name) => ({ ...column(name, time), value: b(`v${time}`) }) as TColumnValue));
  list.add('putMultiple', { table: T, puts: [1, 2, 3].map(version) });
  all();
  remove({ columns: [column('f:q', 2)], deleteType: 0 });
  remove({ columns: [column('f:q', 1)], deleteType: 1 });
  remove({ columns: [column('f:q')], timestamp: 1 });
  remove({ columns: [column('f', 1)], deleteType: 2 });
  remove({ columns: [column('f', 2)], deleteType: 3 });
  remove({ columns: [column('f')], deleteType: 3 });
  remove({ columns: [column('f', 3)], deleteType: 0 });
  remove({ columns: [column('g:p', 3)], deleteType: 2 });
  remove({ timestamp: 2 });
  remove({ columns: [column('x')], deleteType: 2 });
  remove({ attributes: [[b('_ttl'), b('\x01')]] }, 'e');
  remove({}, '');
  const raw: TScan = { attributes: [[b('_raw_'), b('\xff')]], startRow: b('d'), stopRow: b('d\0'), maxVersions: 20 };
  list.add('getScannerResults', { table: T, scan: raw, rows: 5 });
  remove({ columns: [] });
  const many = (deletes: readonly TDelete[], table = T) => list.add('deleteMultiple', { table, deletes });
  many([]);
  many([{ row: b('d') }, { row: b('e'), columns: [column('f:z')] }]);
  many([{ row: b('m2') }, { row: b('e'), columns: [column('x:z')] }]);
  list.add('exists', { table: T, get: { row: b('m2') } });
  many([{ row: b('d') }], MISSING);
}

function readModifyWrites(list: ComparisonList): void {
  const amount = (name: string, value?: number) => ({ ...column(name), ...(value !== undefined && { amount: value }) });
  const increment = (columns: readonly object[], more: object = {}, table = T) =>
    list.add('increment', { table, increment: { row: b('i'), columns: columns as never, ...more } });
  increment([amount('f:c', 5), amount('g:c', -1)]);
  increment([amount('f:c')]);
  increment([amount('f:c', 5)], { returnResults: false });
  increment([amount('f:c', 0)], { attributes: [[b('_ttl'), b('\0\0\0\0\x7f\0\0\0')]] });
  increment([]);
  increment([amount('x:c', 5)]);
  increment([amount('f:c', 5)], {}, MISSING);
  const append = (columns: readonly TColumnValue[], more: object = {}, table = T) =>
    list.add('append', { table, append: { row: b('i'), columns, ...more } });
  append([cell('f', 'a', 'xy')]);
  append([cell('f', 'a', 'zz', 55), cell('g', 'a', '1')]);
  append([cell('f', 'a', 'z')], { returnResults: false });
  append([]);
  append([cell('x', 'a', 'z')]);
  append([cell('f', 'a', 'z')], {}, MISSING);
  increment([amount('f:a', 5)]);
  list.add('get', { table: T, get: { row: b('i') } });
}

const then = (row: string, ...of: object[]) => ({ row: b(row), mutations: of });

function mutations(list: ComparisonList): void {
  const mutate = (given: ReturnType<typeof then>, table = T) => list.add('mutateRow', { table, mutations: given });
  mutate(
    then(
      'mr',
      { put: put('mr', cell('f', 'q', 'v', 5)) },
      { deleteSingle: { row: b('mr'), columns: [column('g:q')] } },
    ),
  );
  list.add('get', { table: T, get: { row: b('mr') } });
  mutate(then('mr'));
  mutate(then('mr', {}));
  mutate(then('mr', { put: put('other', cell('f', 'q', 'v')) }));
  mutate(then('mr', { put: put('mr', cell('x', 'q', 'v')) }));
  list.addDifferent('text of the error', 'mutateRow', {
    table: T,
    mutations: then('mr', { put: put('mr', cell('f', 'q', TOO_LARGE)) }),
  });
  mutate(then('', { deleteSingle: { row: b('') } }));
  mutate(then('mr', { deleteSingle: { row: b('mr') } }), MISSING);
}

function conditions(list: ComparisonList): void {
  const whole = {
    table: T,
    row: b('c'),
    family: b('f'),
    qualifier: b('q'),
    op: 2,
    value: b('v') as Uint8Array | undefined,
    mutations: then('c', { put: put('c', cell('f', 'q', 'v', 5)) }),
  };
  const check = (change: Partial<typeof whole>) => list.add('checkAndMutate', { ...whole, ...change });
  check({});
  for (const value of ['', '', 'v']) check({ value: b(value) });
  for (const value of ['v', 'z', ''])
    for (let op = 0; op <= 5; op++) {
      check({ op, value: b(value) });
      check({ op, value: b(value), qualifier: b('absent') });
    }
  check({ op: 6 });
  check({ op: 6, value: b(''), qualifier: b('absent') });
  check({ op: 6, value: b('') });
  check({ value: undefined });
  check({ family: b('x') });
  check({ row: b('other') });
  check({ mutations: then('c') });
  check({ mutations: then('d', { deleteSingle: { row: b('d') } }) });
  check({ table: MISSING });
  check({ mutations: then('c', { put: put('c', cell('x', 'q', 'v')) }) });
  check({ value: b('no'), mutations: then('c', { put: put('c', cell('x', 'q', 'v')) }) });
  check({ mutations: then('c', { deleteSingle: { row: b('c') } }, { put: put('c', cell('g', 'q', 'v', 9)) }) });
  list.add('get', { table: T, get: { row: b('c') } });
}
