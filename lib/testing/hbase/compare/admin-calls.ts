import type { MethodName } from '../../../hbase/thrift/methods.js';
import type { Attributes } from '../../../hbase/thrift/structs.js';
import { tableOf } from '../send-call.js';
import { bytes as b, ComparisonList } from './comparison-list.js';

const NAME = 'compared_admin';
const N = tableOf(NAME);
const MISSING = tableOf('compared_missing');

function attributes(values: Readonly<Record<string, string>>): Attributes {
  return Object.entries(values).map(([key, value]) => [b(key), b(value)]);
}

/** Calls of an Admin. */
export function adminCalls(): ComparisonList {
  const list = new ComparisonList();
  list.add('getThriftServerType', {});
  creating(list);
  families(list);
  states(list);
  listings(list);
  namespaces(list);
  return list;
}

function creating(list: ComparisonList): void {
  const create = (name: string, columns?: object, values: Readonly<Record<string, string>> = {}) =>
    list.add('createTable', {
      descriptor: { tableName: tableOf(name), columns: columns as never, attributes: attributes(values) },
    });
  const f = { name: b('f') };
  create(
    NAME,
    [
      f,
      {
        name: b('g'),
        configuration: [
          ['a.b', 'c'],
          ['empty', ''],
        ],
      },
    ],
    { k: 'v', empty: '' },
  );
  create(NAME, [f]);
  create('compared_other', []);
  create('compared_other');
  create('.bad', [f]);
  create('no_such_namespace:t', [f]);
  create('compared_other', [{ name: b('f:') }]);
  create('compared_other', [f, f]);
  refusedAttributes(list);
  list.add('getTableDescriptor', { tableName: N });
  list.add('modifyTable', {
    descriptor: { tableName: N, columns: [f], attributes: attributes({ DURABILITY: 'SKIP_WAL', READONLY: 'false' }) },
  });
  list.add('getTableDescriptor', { tableName: N });
  list.add('modifyTable', { descriptor: { tableName: N, columns: [] } });
  list.add('modifyTable', { descriptor: { tableName: N } });
  list.add('modifyTable', { descriptor: { tableName: MISSING, columns: [f] } });
}

/**
 * Attributes that the master refuses. Some are not here because HBase takes them, such as VERSIONS of 0, or then tries
 * without end to open the table, such as an unknown word in KEEP_DELETED_CELLS.
 */
function refusedAttributes(list: ComparisonList): void {
  const text = 'text of the error';
  const ofFamily = [
    ['BLOCKSIZE', '5', null],
    ['BLOCKSIZE', 'x', null],
    ['TTL', '0', null],
    ['MIN_VERSIONS', '-1', null],
    ['REPLICATION_SCOPE', '7', null],
    ['BLOOMFILTER', 'x', text],
    ['COMPRESSION', 'x', text],
  ] as const;
  const ofTable = [
    ['MAX_FILESIZE', '5', text],
    ['MEMSTORE_FLUSHSIZE', '5', text],
  ] as const;
  const create = (differs: string | null, family: Attributes, table: Attributes) => {
    const columns = [{ name: b('f'), attributes: family }];
    const args = { descriptor: { tableName: tableOf('compared_other'), columns, attributes: table } };
    if (differs === null) list.add('createTable', args);
    else list.addDifferent(differs, 'createTable', args);
  };
  for (const [key, value, differs] of ofFamily) create(differs, attributes({ [key]: value }), []);
  for (const [key, value, differs] of ofTable) create(differs, [], attributes({ [key]: value }));
}

function families(list: ComparisonList): void {
  for (const tableName of [N, MISSING]) {
    for (const name of ['f', 'h', 'f:']) list.add('addColumnFamily', { tableName, family: { name: b(name) } });
    for (const name of ['h', 'none'])
      list.add('modifyColumnFamily', {
        tableName,
        family: { name: b(name), attributes: attributes({ VERSIONS: '7' }) },
      });
    list.add('getTableDescriptor', { tableName });
    for (const name of ['h', 'none', 'f']) list.add('deleteColumnFamily', { tableName, family: b(name) });
  }
  list.add('getTableDescriptor', { tableName: N });
}

function states(list: ComparisonList): void {
  const ask = (tableName = N) => {
    for (const method of ['tableExists', 'isTableEnabled', 'isTableDisabled', 'isTableAvailable'] as const)
      list.add(method, { tableName });
  };
  const change = (method: MethodName, tableName = N) => list.add(method as 'enableTable', { tableName });
  const truncate = (tableName = N) => list.add('truncateTable', { tableName, preserveSplits: true });
  ask();
  ask(MISSING);
  ask(tableOf('.bad'));
  for (const tableName of [N, MISSING]) {
    change('deleteTable', tableName);
    change('enableTable', tableName);
    truncate(tableName);
  }
  change('disableTable');
  change('disableTable');
  change('disableTable', MISSING);
  ask();
  onDisabled(list, b(NAME));
  truncate();
  ask();
  change('disableTable');
  change('enableTable');
  change('disableTable', tableOf('hbase:meta'));
  change('deleteTable', tableOf('hbase:meta'));
  const meta = tableOf('hbase:meta');
  change('enableTable', meta);
  truncate(meta);
  const why = 'Bigtab has no table with its catalog';
  list.addDifferent(why, 'getTableDescriptor', { tableName: meta });
  list.addDifferent(why, 'addColumnFamily', { tableName: meta, family: { name: b('info') } });
  list.addDifferent(why, 'deleteColumnFamily', { tableName: meta, family: b('info') });
  const descriptor = { tableName: meta, columns: [{ name: b('info') }] };
  list.addDifferent(why, 'modifyTable', { descriptor });
  list.add('createTable', { descriptor });
}

function onDisabled(list: ComparisonList, table: Uint8Array): void {
  const get = { row: b('a') };
  const put = { row: b('a'), columnValues: [{ family: b('f'), qualifier: b('q'), value: b('v') }] };
  const mutations = { row: b('a'), mutations: [{ put }] };
  list.add('get', { table, get });
  list.add('exists', { table, get });
  list.add('getMultiple', { table, gets: [get] });
  list.add('existsAll', { table, gets: [get] });
  list.add('put', { table, put });
  list.add('deleteSingle', { table, remove: get });
  list.add('putMultiple', { table, puts: [put] });
  list.add('deleteMultiple', { table, deletes: [get] });
  list.add('mutateRow', { table, mutations });
  list.add('checkAndMutate', { table, row: b('a'), family: b('f'), qualifier: b('q'), op: 2, value: b(''), mutations });
  list.add('increment', {
    table,
    increment: { row: b('a'), columns: [{ family: b('f'), qualifier: b('c'), amount: 1 }] },
  });
  list.add('append', { table, append: { row: b('a'), columns: put.columnValues } });
  list.add('getScannerResults', { table, scan: {}, rows: 1 });
  list.add('getAllRegionLocations', { table });
}

function listings(list: ComparisonList): void {
  for (const regex of ['compared_.*', NAME, 'default:compared_.*', 'compared', '(', 'hbase:.*'])
    for (const system of [false, true]) list.add('getTableNamesByPattern', { regex, system });
  list.add('getTableDescriptorsByPattern', { regex: 'compared_.*', system: false });
  for (const name of ['hbase', 'no_such_namespace']) {
    list.add('getTableNamesByNamespace', { name });
    list.add('getTableDescriptorsByNamespace', { name: name === 'hbase' ? 'no.ns' : name });
  }
}

function namespaces(list: ComparisonList): void {
  const create = (name: string, values: Readonly<Record<string, string>> = {}) =>
    list.add('createNamespace', { namespace: { name, configuration: Object.entries(values) } });
  create('compared_ns', { k: 'v' });
  create('compared_ns');
  create('default');
  create('a.b');
  create('');
  create('compared_n2', { 'hbase.namespace.quota.maxtables': '0' });
  create('compared_n2', { 'hbase.namespace.quota.maxtables': 'x' });
  const tableName = tableOf('compared_ns:t');
  list.add('createTable', { descriptor: { tableName, columns: [{ name: b('f') }] } });
  list.add('getTableNamesByPattern', { regex: 'compared_ns:.*', system: false });
  list.add('getTableNamesByNamespace', { name: 'compared_ns' });
  list.add('getTableDescriptorsByNamespace', { name: 'compared_ns' });
  list.add('get', { table: b('compared_ns:t'), get: { row: b('a') } });
  list.add('deleteNamespace', { name: 'compared_ns' });
  list.add('disableTable', { tableName });
  list.add('deleteTable', { tableName });
  list.add('getNamespaceDescriptor', { name: 'compared_ns' });
  list.add('modifyNamespace', { namespace: { name: 'compared_ns', configuration: [['k', 'w']] } });
  list.add('getNamespaceDescriptor', { name: 'compared_ns' });
  for (const name of ['compared_ns', 'compared_ns', 'hbase', 'default', 'a.b']) list.add('deleteNamespace', { name });
  list.add('modifyNamespace', { namespace: { name: 'compared_no', configuration: [['k', 'w']] } });
  list.add('getNamespaceDescriptor', { name: 'compared_no' });
  list.add('listNamespaceDescriptors', {});
}
