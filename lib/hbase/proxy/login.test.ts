import { afterEach, describe, expect, it } from 'vitest';
import { type RecordingGateway, startRecordingGateway } from '../../testing/fakes/recording-gateway.js';
import { type SentAnswer, sendRequest } from '../../testing/fakes/send-request.js';
import { PUT } from '../../testing/samples/thrift-calls.js';
import { encodeCall } from '../thrift/message.js';
import { type HBaseProxy, type HBaseProxyOptions, startHBaseProxy } from './hbase-proxy.js';

const SCANNER = encodeCall('getScannerRows', { scanner: 1, rows: 1 });

let gateway: RecordingGateway | null = null;
let proxy: HBaseProxy | null = null;
let reasons: (string | null)[] = [];

afterEach(async () => {
  await proxy?.close();
  await gateway?.close();
  reasons = [];
});

/** The answer of a proxy with this login hook. */
async function send(
  login: NonNullable<HBaseProxyOptions['login']>,
  body: Uint8Array = PUT,
  headers: Readonly<Record<string, string>> = {},
): Promise<SentAnswer> {
  await proxy?.close();
  await gateway?.close();
  gateway = await startRecordingGateway();
  const options = { gateway: gateway.url, allowOrigins: ['https://app.example.com'], login };
  proxy = await startHBaseProxy({ ...options, listen: '127.0.0.1:0', log: ({ reason }) => reasons.push(reason) });
  return sendRequest(proxy.url, { headers: { 'content-type': 'application/x-thrift', ...headers }, body });
}

describe('the login hook of a proxy', () => {
  it('sees the headers, and its user is the one as whom HBase runs the call', async () => {
    const login = async ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
      headers.authorization === 'Bearer secret' ? { user: 'ada' } : null;
    expect((await send(login, PUT, { authorization: 'Bearer secret', doAs: 'root' })).status).toBe(200);
    expect(gateway?.received.map(({ headers }) => [headers.doas, headers.authorization])).toEqual([['ada', undefined]]);
  });

  it('that resolves to null leads to 401, which an allowed page may read', async () => {
    const answer = await send(async () => null, PUT, { origin: 'https://app.example.com' });
    expect(answer).toMatchObject({ status: 401, text: expect.stringContaining('No user is logged in') });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-credentials': 'true',
    });
    expect(gateway?.received).toEqual([]);
  });

  it('that rejects leads to 403, and only the log has the reason', async () => {
    const answer = await send(() => Promise.reject(new Error('secret')));
    expect(answer).toMatchObject({ status: 403, text: 'The login hook of the proxy refused the request.\n' });
    expect(reasons).toEqual(['The login hook of the proxy refused the request. (secret)']);
    const thrown = await send(() => {
      throw new Error('secret');
    });
    expect(thrown.status).toBe(403);
  });

  it('that rejects with a value that has no text leads to 403, too', async () => {
    expect(await send(() => Promise.reject(Object.create(null)))).toMatchObject({ status: 403 });
  });

  it('can limit a user to reads and to tables', async () => {
    expect((await send(async () => ({ readOnly: true }))).text).toContain('only reads are allowed here');
    expect((await send(async () => ({ tables: ['other'] }))).text).toContain('names the table "t"');
    expect((await send(async () => ({ tables: ['t'] }))).status).toBe(200);
  });

  it('allows scanners with numbers only if it says that the user may read all tables', async () => {
    expect((await send(async () => ({}), SCANNER)).status).toBe(200);
    expect((await send(async () => ({ user: 'ada' }), SCANNER)).text).toContain('the number of a scanner');
    expect((await send(async () => ({ user: 'ada', tables: ['*'] }), SCANNER)).status).toBe(200);
  });

  it.each([
    [{ user: '' }, 'user must have 1 to 256 characters of ASCII'],
    [{ user: 'a\r\nb' }, 'user must have'],
    [{ user: 5 }, 'user must have'],
    [{ tables: 'app' }, 'tables must be an array of texts'],
    [{ tables: ['a b'] }, 'which is not a pattern of tables'],
    [{ readOnly: 'no' }, 'readOnly must be true or false'],
    [{ changeTables: 'no' }, 'changeTables must be true or false'],
    [true, 'it is a boolean'],
  ])('that resolves to %j leads to 500', async (user, text) => {
    const answer = await send(async () => user as never);
    expect(answer).toMatchObject({ status: 500, text: expect.stringContaining(text) });
    expect(gateway?.received).toEqual([]);
  });
});
