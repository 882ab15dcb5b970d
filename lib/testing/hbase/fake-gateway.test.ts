import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import type { FetchLike } from '../../hbase/gateway.js';
import { encodeCall } from '../../hbase/thrift/message.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { createFakeGateway, type FakeGateway } from './fake-gateway.js';
import { callOf, type SendCall, tableOf } from './send-call.js';

const b = encodeText;
const T = b('t');

describe('FakeGateway', () => {
  const clock = new ManualClock();
  let gateway: FakeGateway;
  let call: SendCall;
  beforeEach(async () => {
    gateway = await createFakeGateway({ clock });
    call = callOf(gateway.fetch);
    await call('createTable', { descriptor: { tableName: tableOf('t'), columns: [{ name: b('f') }] } });
    gateway.calls.length = 0;
  });
  afterEach(() => gateway.close());

  const put = (row: string) => ({
    row: b(row),
    columnValues: [{ family: b('f'), qualifier: b('q'), value: b('v'), timestamp: 5 }],
  });
  const fill = (...rows: string[]) => call('putMultiple', { table: T, puts: rows.map(put) });

  it('records what it receives', async () => {
    await call('get', { table: T, get: { row: b('r') } });
    await call('put', { table: T, put: put('r') });
    expect(gateway.calls.map(({ method }) => method)).toEqual(['get', 'put']);
    expect(gateway.calls[1]?.bytes).toEqual(encodeCall('put', { table: T, put: put('r') }));
  });

  it('returns cells with their type, and no row where nothing was found', async () => {
    await fill('r');
    const cell = { family: b('f'), qualifier: b('q'), value: b('v'), timestamp: 5, type: 4 };
    expect(await call('getMultiple', { table: T, gets: [{ row: b('r') }, { row: b('s') }] })).toEqual({
      result: [
        { row: b('r'), columnValues: [cell], partial: false },
        { columnValues: [], partial: false },
      ],
    });
  });

  it('gives scanners the ids 0, 1, 2, and again from 0 after a restart', async () => {
    await fill('a', 'b');
    const open = () => call('openScanner', { table: T, scan: {} });
    expect([await open(), await open(), await open()]).toEqual([{ result: 0 }, { result: 1 }, { result: 2 }]);
    await call('getScannerRows', { scanner: 0, rows: 1 });
    await gateway.restart();
    const lost = { failure: { kind: 'illegal', message: 'Invalid scanner Id' } };
    expect(await call('getScannerRows', { scanner: 0, rows: 1 })).toEqual(lost);
    expect(await open()).toEqual({ result: 0 });
    // The id is that of another scanner now, which begins at its first row.
    expect(await call('getScannerRows', { scanner: 0, rows: 1 })).toMatchObject({ result: [{ row: b('a') }] });
  });

  it('writes the good rows of a list that fails', async () => {
    const bad = { row: b('x'), columnValues: [{ family: b('none'), qualifier: b('q'), value: b('v') }] };
    const answer = await call('putMultiple', { table: T, puts: [bad, put('a')] });
    expect(answer).toMatchObject({
      failure: {
        kind: 'io',
        message: expect.stringMatching(
          /^Failed 1 action: org\.apache\.hadoop\.hbase\.regionserver\.NoSuchColumnFamilyException: Column family none does not exist in region t,.*\n\tat /,
        ),
      },
    });
    expect(await call('exists', { table: T, get: { row: b('a') } })).toEqual({ result: true });
  });

  it('keeps attributes that the engine refuses', async () => {
    const attributes = [[b('ENCRYPTION'), b('AES')]] as const;
    const family = { name: b('secret'), attributes };
    expect(await call('addColumnFamily', { tableName: tableOf('t'), family })).toEqual({});
    const answer = await call('getTableDescriptor', { tableName: tableOf('t') });
    const columns = 'result' in answer ? answer.result.columns : [];
    expect(columns?.[1]?.attributes).toContainEqual([b('ENCRYPTION'), b('AES')]);
  });

  it('lets cells expire by the clock that it was given', async () => {
    const attributes = [[b('_ttl'), Uint8Array.of(0, 0, 0, 0, 0, 0, 3, 232)]] as const;
    const columnValues = [{ family: b('f'), qualifier: b('q'), value: b('v') }];
    await call('put', { table: T, put: { row: b('r'), columnValues, attributes } });
    const exists = () => call('exists', { table: T, get: { row: b('r') } });
    expect(await exists()).toEqual({ result: true });
    clock.advance(1001);
    expect(await exists()).toEqual({ result: false });
  });

  it('says that it cannot store a timestamp that only HBase can store', async () => {
    const columnValues = [{ family: b('f'), qualifier: b('q'), value: b('v'), timestamp: 2n ** 62n }];
    expect(await call('put', { table: T, put: { row: b('r'), columnValues } })).toMatchObject({
      failure: { kind: 'io', message: expect.stringContaining('4611686018427387904') },
    });
  });

  it('answers an unknown method, and with status 500 what is no call', async () => {
    const send = (body: Uint8Array) => gateway.answer(body);
    const unknown = encodeCall('getThriftServerType', {});
    unknown[10] = 0x58;
    expect(new TextDecoder().decode((await send(unknown)) ?? undefined)).toContain("Invalid method name: 'geXThr");
    expect(await send(b('hello'))).toBeNull();
    expect(await send(encodeCall('get', { table: T, get: { row: b('r') } }).slice(0, -2))).toBeNull();
    expect(gateway.calls.map(({ method }) => method)).toEqual(['geXThriftServerType', '', 'get']);
  });

  it('answers over HTTP, but neither OPTIONS nor GET', async () => {
    await fill('r');
    const { url, close } = await gateway.listen();
    const far = callOf(fetch as FetchLike, url);
    expect(await far('exists', { table: T, get: { row: b('r') } })).toEqual({ result: true });
    expect((await fetch(url, { method: 'OPTIONS' })).status).toBe(403);
    expect((await fetch(url)).status).toBe(500);
    await close();
    await expect(far('exists', { table: T, get: { row: b('r') } })).rejects.toThrow('fetch failed');
  });
});
