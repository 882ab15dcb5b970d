import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { createFakeGateway, type FakeGateway } from './fake-gateway.js';
import { callOf, tableOf } from './send-call.js';

const b = encodeText;
const T = b('t');

describe('FakeGateway', () => {
  let gateway: FakeGateway;
  let call: ReturnType<typeof callOf>;
  beforeEach(async () => {
    gateway = await createFakeGateway();
    call = callOf(gateway.fetch);
    await call('createTable', {
      descriptor: { tableName: tableOf('t'), columns: [{ name: b('f'), attributes: [[b('VERSIONS'), b('3')]] }] },
    });
    gateway.calls.length = 0;
  });
  afterEach(() => gateway.close());

  const put = (row: string, value = 'v', timestamp = 5) =>
    call('put', {
      table: T,
      put: { row: b(row), columnValues: [{ family: b('f'), qualifier: b('q'), value: b(value), timestamp }] },
    });

  it('says that it is a Thrift2 server', async () => {
    expect(await call('getThriftServerType', {})).toEqual({ result: 2 });
  });

  it('returns what was put, and no row for what was not', async () => {
    await put('r');
    expect(await call('getMultiple', { table: T, gets: [{ row: b('r') }, { row: b('s') }] })).toEqual({
      result: [
        {
          row: b('r'),
          columnValues: [{ family: b('f'), qualifier: b('q'), value: b('v'), timestamp: 5, type: 4 }],
          partial: false,
        },
        { columnValues: [], partial: false },
      ],
    });
  });
});
