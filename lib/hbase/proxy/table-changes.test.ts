import { afterEach, describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { normalizeTable } from '../../model/schema/table-descriptor.js';
import { startProxy } from '../../testing/fakes/started-proxy.js';
import { GET, PUT } from '../../testing/samples/thrift-calls.js';
import { toThriftTable } from '../admin/thrift-descriptors.js';
import { encodeCall } from '../thrift/message.js';
import type { Attributes, Texts } from '../thrift/structs.js';
import type { HBaseProxyOptions } from './hbase-proxy.js';

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const t = encodeText('t');
const tableName = { qualifier: t };

/** The calls that carry attributes, with `key` = `value` in each place that has some. */
function callsWith(key: string, value: string): Readonly<Record<string, Uint8Array>> {
  const attributes: Attributes = [
    [encodeText('own'), t],
    [encodeText(key), encodeText(value)],
  ];
  const configuration: Texts = [[key, value]];
  const namespace = { name: 'ns', configuration };
  const inTable = { tableName, columns: [{ name: t }], attributes };
  const inFamily = { tableName, columns: [{ name: t, attributes }] };
  const inConfiguration = { tableName, columns: [{ name: t, configuration }] };
  return {
    'createTable, table': encodeCall('createTable', { descriptor: inTable, splitKeys: [t] }),
    'createTable, family': encodeCall('createTable', { descriptor: inFamily }),
    'createTable, configuration': encodeCall('createTable', { descriptor: inConfiguration }),
    'modifyTable, table': encodeCall('modifyTable', { descriptor: inTable }),
    'modifyTable, family': encodeCall('modifyTable', { descriptor: inFamily }),
    'modifyTable, configuration': encodeCall('modifyTable', { descriptor: inConfiguration }),
    'addColumnFamily, family': encodeCall('addColumnFamily', { tableName, family: { name: t, attributes } }),
    'addColumnFamily, configuration': encodeCall('addColumnFamily', { tableName, family: { name: t, configuration } }),
    'modifyColumnFamily, family': encodeCall('modifyColumnFamily', { tableName, family: { name: t, attributes } }),
    'modifyColumnFamily, configuration': encodeCall('modifyColumnFamily', {
      tableName,
      family: { name: t, configuration },
    }),
    'createNamespace, configuration': encodeCall('createNamespace', { namespace }),
    'modifyNamespace, configuration': encodeCall('modifyNamespace', { namespace }),
  };
}

/** The answers of a proxy with these options, as status and text, and what reached its gateway. */
async function answers(options: Partial<HBaseProxyOptions>, bodies: Readonly<Record<string, Uint8Array>>) {
  const started = await startProxy(options);
  open.push(started);
  const answered: Record<string, string> = {};
  for (const [name, body] of Object.entries(bodies)) {
    const { status, text } = await started.send({ body });
    answered[name] = status === 200 ? '200' : `${status} ${text}`;
  }
  return { answered: Object.entries(answered), received: started.gateway.received.length };
}

const CREATE = encodeCall('createTable', { descriptor: { tableName, columns: [{ name: t }] } });
const CHANGES = {
  CREATE,
  drop: encodeCall('deleteTable', { tableName }),
  namespace: encodeCall('deleteNamespace', { name: 'ns' }),
};

describe('an attribute that names code', () => {
  it.each([
    ['coprocessor$1', 'hdfs:///x.jar|x.Y|1|'],
    [' COPROCESSOR$7', '|x.Y|1|'],
    ['SPLIT_POLICY', 'x.Y'],
    ['hbase.hstore.engine.class', 'x.Y'],
  ])('%s is refused in every call, whoever calls', async (key, value) => {
    for (const login of [
      undefined,
      async () => ({ user: 'ada', tables: ['*'], changeTables: true, allowCode: true }),
    ]) {
      const { answered, received } = await answers({ login }, callsWith(key, value));
      for (const [name, answer] of answered) {
        expect(answer, name).toMatch(/^403 \w+ sets ".*", which HBase can read as the name of a class .*--allow-code/);
      }
      expect(received).toBe(0);
    }
  });

  it('is passed on with allowCode, and others always', async () => {
    for (const [options, key, value] of [
      [{ allowCode: true }, 'coprocessor$1', '|x.Y|1|'],
      [{}, 'hbase.hstore.blockingStoreFiles', '9'],
    ] as const) {
      const { answered } = await answers(options, callsWith(key, value));
      for (const [name, answer] of answered) expect(answer, name).toBe('200');
    }
  });

  it('is none of those that Bigtab and HBase write', async () => {
    const family = {
      name: 'f',
      bloomFilter: 'ROWCOL',
      blockSize: 4096,
      timeToLive: 60,
      keepDeletedCells: 'TTL',
      newVersionBehavior: true,
      compression: 'ZSTD',
      dataBlockEncoding: 'DIFF',
      metadata: { DFS_REPLICATION: '2', STORAGE_POLICY: 'ALL_SSD', note: 'x.Y' },
    } as const;
    const table = toThriftTable(
      normalizeTable({ name: 't', families: [family], durability: 'ASYNC_WAL', readOnly: true, maxFileSize: 2 ** 30 }),
    );
    const attributes: Attributes = [
      ...(table.attributes ?? []),
      [encodeText('IS_META'), encodeText('false')],
      [encodeText('hbase.store.file-tracker.impl'), encodeText('DEFAULT')],
    ];
    const modify = encodeCall('modifyTable', { descriptor: { ...table, attributes } });
    expect((await answers({}, { modify })).answered).toEqual([['modify', '200']]);
  });

  it('is not searched for in reads and writes of rows', async () => {
    const attributes = [[encodeText('coprocessor$1'), encodeText('x.Y')]] as const;
    const get = encodeCall('get', { table: t, get: { row: t, attributes } });
    expect((await answers({}, { get })).answered).toEqual([['get', '200']]);
  });

  it('cannot hide behind 10,000 others', async () => {
    const attributes: Attributes = Array.from({ length: 10_001 }, (_, index) => [encodeText(`own${index}`), t]);
    const body = encodeCall('modifyTable', { descriptor: { tableName, attributes } });
    expect((await answers({}, { body })).answered[0]?.[1]).toContain(
      '413 The request names more than 10000 attributes',
    );
  });
});

describe('the right to change tables', () => {
  it('is refused with changeTables: false, while rows can be written', async () => {
    const { answered, received } = await answers({ changeTables: false }, { PUT, GET, ...CHANGES });
    expect(answered.slice(0, 2)).toEqual([
      ['PUT', '200'],
      ['GET', '200'],
    ]);
    for (const [name, answer] of answered.slice(2)) {
      expect(answer, name).toMatch(/^403 \w+ changes tables or namespaces, .*--no-change-tables/);
    }
    expect(received).toBe(2);
  });

  it.each([
    [true, true, '200'],
    [true, undefined, '200'],
    [true, false, '403'],
    [false, true, '403'],
    [false, undefined, '403'],
  ])('of the options, %s, is only narrowed by that of the login hook, %s', async (changeTables, own, expected) => {
    const { answered } = await answers({ changeTables, login: async () => ({ changeTables: own }) }, CHANGES);
    for (const [name, answer] of answered) expect(answer.slice(0, 3), name).toBe(expected);
  });
});

/** Every call that concerns a namespace, or lists tables. */
function namespaceCalls(name: string): Readonly<Record<string, Uint8Array>> {
  const system = name === 'hbase';
  return {
    names: encodeCall('getTableNamesByNamespace', { name }),
    descriptors: encodeCall('getTableDescriptorsByNamespace', { name }),
    'names by pattern': encodeCall('getTableNamesByPattern', { regex: '.*', system }),
    'descriptors by pattern': encodeCall('getTableDescriptorsByPattern', { regex: '.*', system }),
    namespace: encodeCall('getNamespaceDescriptor', { name }),
    create: encodeCall('createNamespace', { namespace: { name } }),
    modify: encodeCall('modifyNamespace', { namespace: { name } }),
    delete: encodeCall('deleteNamespace', { name }),
  };
}

describe('a call that concerns a namespace', () => {
  it.each([
    ['ns', ['ns:*'], '403'],
    ['ns', ['*:*', 'default:*'], '403'],
    ['ns', ['*'], '200'],
    ['hbase', ['hbase:*'], '403'],
    ['hbase', ['*'], '403'],
    ['hbase', ['*', 'h*:*'], '403'],
    ['hbase', ['*', 'hbase:*'], '200'],
    ['hbase', ['*', 'hbase:meta'], '200'],
  ])('%s with the patterns %j leads to the right status', async (name, tables, expected) => {
    for (const options of [{ tables }, { tables: ['*', 'hbase:*'], login: async () => ({ tables }) }]) {
      const { answered } = await answers(options, namespaceCalls(name));
      for (const [call, answer] of answered) expect(answer.slice(0, 3), call).toBe(expected);
    }
  });

  it('hbase is refused with the reason', async () => {
    const { answered } = await answers({}, namespaceCalls('hbase'));
    for (const [call, answer] of answered) {
      expect(answer, call).toMatch(/^403 \w+ concerns the namespace hbase, .* Allow hbase:\* in the option tables/);
    }
  });
});
