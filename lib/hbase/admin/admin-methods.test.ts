import { describe, expect, it } from 'vitest';
import { decodeText, encodeText } from '../../bytes/text.js';
import { answerControl, type EngineMethods } from '../../service/control-methods.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { Failure, fakeGateway, type GatewayAnswers, LostAnswer } from '../../testing/fakes/fake-gateway.js';
import { NOT_CARRIED } from '../not-carried.js';
import { toThriftName } from '../thrift/table-names.js';
import { adminMethods } from './admin-methods.js';

function bench(answers: GatewayAnswers = {}) {
  const clock = new ManualClock();
  const { gateway, calls } = fakeGateway(answers, clock);
  const methods = adminMethods(gateway, clock);
  const run = (method: keyof EngineMethods, ...args: readonly unknown[]) => answerControl(methods, { method, args });
  const codeOf = (method: keyof EngineMethods, ...args: readonly unknown[]) =>
    run(method, ...args).then(
      () => null,
      ({ code }) => code,
    );
  return { run, codeOf, calls, methods };
}

const descriptor = (name: string) => ({
  tableName: toThriftName(name),
  columns: [{ name: encodeText('f'), attributes: [], configuration: [] }],
  attributes: [],
});

describe('a control method of Admin', () => {
  it('checks the name of its table, and sends it in two parts', async () => {
    const { run, codeOf, calls } = bench({ deleteTable: () => {}, tableExists: () => true });
    await run('deleteTable', 'ns:t');
    expect(await run('tableExists', 'default:t')).toBe(true);
    expect(calls.map(({ args }) => args)).toEqual([
      { tableName: { ns: encodeText('ns'), qualifier: encodeText('t') } },
      { tableName: { ns: encodeText('default'), qualifier: encodeText('t') } },
    ]);
    expect(await codeOf('deleteTable', '.t')).toBe('INVALID_ARGUMENT');
    expect(calls).toHaveLength(2);
  });

  it('creates a table with its split keys', async () => {
    const { run, calls } = bench({ createTable: () => {} });
    await run('createTable', { name: 't', families: ['f'] }, ['m', '\\x00\\xFF']);
    expect(calls).toMatchObject([{ args: { splitKeys: [encodeText('m'), Uint8Array.of(0, 255)] } }]);
  });

  it('lists tables in the order of namespace and name, system tables only on request', async () => {
    const names = ['z:a', 'b', 'hbase:meta', 'a:z', 'Z', 'backup:x'].map(toThriftName);
    const { run } = bench({ getTableNamesByPattern: () => names });
    expect(await run('listTableNames', null, false)).toEqual(['a:z', 'Z', 'b', 'z:a']);
    expect(await run('listTableNames', null, true)).toEqual(['a:z', 'backup:x', 'Z', 'b', 'hbase:meta', 'z:a']);
  });

  it('lists the tables of a namespace, and refuses the empty name, which would list all', async () => {
    const { run, codeOf, calls } = bench({
      getTableNamesByNamespace: () => [toThriftName('hbase:meta')],
      getTableDescriptorsByNamespace: () => [descriptor('ns:b'), descriptor('ns:a')],
    });
    expect(await run('listTableNames', 'hbase', true)).toEqual(['hbase:meta']);
    expect(await run('listTableDescriptors', 'ns', true)).toMatchObject([{ name: 'ns:a' }, { name: 'ns:b' }]);
    expect(await codeOf('listTableNames', '', true)).toBe('NAMESPACE_NOT_FOUND');
    expect(await codeOf('deleteNamespace', '')).toBe('NAMESPACE_NOT_FOUND');
    expect(calls).toHaveLength(2);
  });

  it('lists tables by their state, without those that are dropped meanwhile', async () => {
    const { run } = bench({
      getTableNamesByPattern: () => ['off', 'on', 'gone'].map(toThriftName),
      isTableEnabled: ({ tableName }) => {
        const name = decodeText(tableName.qualifier);
        if (name === 'gone') throw new Failure(name);
        return name === 'on';
      },
    });
    expect(await run('listTableNames', null, false, true)).toEqual(['on']);
    expect(await run('listTableNames', null, false, false)).toEqual(['off']);
  });

  it('clones a schema with its regions, each once, and with every attribute', async () => {
    const secret = { ...descriptor('ns:t'), attributes: [[encodeText('own'), Uint8Array.of(0xff)] as const] };
    const region = (startKey: string) => ({
      serverName: { hostName: 'h' },
      regionInfo: { regionId: 1, tableName: encodeText('ns:t'), startKey: encodeText(startKey) },
    });
    const { run, calls } = bench({
      getTableDescriptor: () => secret,
      getAllRegionLocations: () => ['', '', 'm', 'm'].map(region),
      createTable: () => {},
    });
    await run('cloneTableSchema', 'ns:t', 'copy');
    expect(calls[1]?.args).toEqual({ table: encodeText('ns:t') });
    expect(calls[2]?.args).toEqual({
      descriptor: { ...secret, tableName: toThriftName('copy') },
      splitKeys: [encodeText('m')],
    });
  });

  it('truncates a table and keeps its regions', async () => {
    const { run, calls } = bench({ truncateTable: () => {} });
    await run('truncateTable', 't');
    expect(calls).toMatchObject([{ args: { preserveSplits: true } }]);
  });

  it('modifies a table, even one that it cannot read first', async () => {
    const { run, codeOf, calls } = bench({
      getTableDescriptor: () => {
        throw new Failure('t');
      },
      modifyTable: () => {},
    });
    await run('modifyTable', { name: 't', families: ['f'] }, true);
    expect(calls.map(({ name }) => name)).toEqual(['getTableDescriptor', 'modifyTable']);
    expect(await codeOf('modifyTable', { name: 't', families: ['f'] }, false)).toBe('UNSUPPORTED_OPERATION');
    expect(calls).toHaveLength(2);
  });

  it('sends a family with every attribute', async () => {
    const { run, calls } = bench({ addColumnFamily: () => {}, deleteColumnFamily: () => {} });
    await run('addColumnFamily', 't', { name: '\\xFF', maxVersions: 2 });
    await run('deleteColumnFamily', 't', '\\xFF');
    expect(calls).toMatchObject([
      { args: { family: { name: Uint8Array.of(255) } } },
      { args: { family: Uint8Array.of(255) } },
    ]);
  });

  it('reads and writes namespaces', async () => {
    const { run, codeOf, calls } = bench({
      createNamespace: () => {},
      listNamespaceDescriptors: () => [{ name: 'b', configuration: [['k', 'v']] }, { name: 'a' }],
    });
    await run('createNamespace', { name: 'ns', configuration: { k: 'v' } });
    expect(calls).toMatchObject([{ args: { namespace: { name: 'ns', configuration: [['k', 'v']] } } }]);
    expect(await run('listNamespaceDescriptors')).toEqual([
      { name: 'a', configuration: {} },
      { name: 'b', configuration: { k: 'v' } },
    ]);
    expect(await codeOf('createNamespace', 'n.s')).toBe('INVALID_ARGUMENT');
  });

  it('that changes something is sent once, and rejects with OUTCOME_UNKNOWN if its answer is lost', async () => {
    const { codeOf, calls } = bench({
      deleteTable: () => {
        throw new LostAnswer();
      },
    });
    expect(await codeOf('deleteTable', 't')).toBe('OUTCOME_UNKNOWN');
    expect(calls).toHaveLength(1);
  });

  it('reports no progress of a long call, and ends none', async () => {
    const { run } = bench();
    expect(await run('progressOf', 'token', 0)).toBe(null);
    expect(await run('endCall', 'token')).toBe(undefined);
  });
});

describe('a control method that the gateway does not carry', () => {
  const REFUSED: readonly (keyof EngineMethods)[] = [
    'flush',
    'compact',
    'snapshot',
    'listSnapshots',
    'erase',
    'verify',
    'repair',
    'beginExport',
    'beginImport',
    'status',
    'beginUpgrade',
    'listIndexes',
    'getRegionMetrics',
  ];

  it.each(REFUSED)('is refused with the part and what to do instead, and nothing is sent: %s', async (method) => {
    const { run, calls } = bench();
    const error = await run(method, 't').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'UNSUPPORTED_OPERATION' });
    const { part } = (error as { details: { part: keyof typeof NOT_CARRIED } }).details;
    const { what, instead } = NOT_CARRIED[part];
    expect((error as Error).message).toBe(`Not available over HBase: ${what}. ${instead}`);
    expect(calls).toEqual([]);
  });
});
