import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { deferred } from '../../client/calls/deferred.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { echo, startRecordingGateway } from '../../testing/fakes/recording-gateway.js';
import { sendRequest } from '../../testing/fakes/send-request.js';
import { startProxy } from '../../testing/fakes/started-proxy.js';
import { GET, PUT, THRIFT } from '../../testing/samples/thrift-calls.js';
import { createHBaseProxy, type HBaseProxy, type HBaseProxyOptions, startHBaseProxy } from './hbase-proxy.js';
import { listen } from './proxy-server.js';
import { readSettings } from './settings.js';

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const start: typeof startProxy = async (...words) => {
  const started = await startProxy(...words);
  open.push(started);
  return started;
};

describe('a call through the proxy', () => {
  it('reaches the gateway with the same bytes, and its answer the client, without any other header of either', async () => {
    const { gateway, send, entries } = await start();
    const answer = await send({ headers: { doAs: 'root', authorization: 'x', cookie: 'y', 'x-forwarded-for': 'z' } });
    expect(answer.status).toBe(200);
    expect(Buffer.from(answer.text, 'latin1')).toEqual(Buffer.from(PUT));
    expect(answer.headers).toMatchObject({ 'content-type': 'application/x-thrift', 'cache-control': 'no-store' });
    expect(answer.headers.server).toBeUndefined();
    expect(gateway.received).toHaveLength(1);
    const names = Object.keys(gateway.received[0]?.headers ?? {});
    expect(names.sort()).toEqual(['accept', 'connection', 'content-length', 'content-type', 'host']);
    expect(entries).toEqual([
      { status: 200, method: 'put', tables: ['t'], user: null, ms: expect.any(Number), reason: null },
    ]);
  });

  it('passes on neither its path nor a user in its address', async () => {
    const { gateway, proxy } = await start();
    await sendRequest(`${proxy.url}any/path?doAs=root`, { headers: THRIFT, body: PUT });
    expect(gateway.received.map(({ url }) => url)).toEqual(['/']);
  });

  it('uses a connection to the gateway that an earlier one has opened', async () => {
    const { gateway, send } = await start();
    for (let index = 0; index < 3; index++) expect((await send()).status).toBe(200);
    expect([gateway.received.length, gateway.connections]).toEqual([3, 1]);
  });

  it('may come in chunks, without a length', async () => {
    const { send } = await start();
    expect((await send({ headers: { 'transfer-encoding': 'chunked' } })).status).toBe(200);
  });

  it('is refused with 405, 415 or 400 in another form', async () => {
    const { gateway, send } = await start();
    expect((await send({ method: 'PUT' })).headers.allow).toBe('POST, OPTIONS');
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/x-thrift; charset=utf-8', ''];
    for (const type of types) expect((await send({ headers: { 'content-type': type } })).status).toBe(415);
    expect((await send({ headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
    expect(await send({ body: new Uint8Array(3) })).toMatchObject({
      status: 400,
      text: expect.stringContaining('strict binary protocol'),
    });
    expect(gateway.received).toEqual([]);
  });

  it('is refused with 413 if it is too large, with and without a length', async () => {
    const { gateway, send } = await start({ maxBodyBytes: 1000 });
    const body = new Uint8Array(1001);
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      const answer = await send({ body, headers: headers as Record<string, string> });
      expect(answer).toMatchObject({ status: 413, text: expect.stringContaining('raise maxBodyBytes (--max-body)') });
    }
    expect(gateway.received).toEqual([]);
  });

  it('is ended if the client sends much more than it may', async () => {
    const { proxy } = await start({ maxBodyBytes: 1000 });
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.write(
      `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-thrift\r\ncontent-length: ${2 ** 40}\r\n\r\n`,
    );
    socket.write(new Uint8Array(3000));
    await once(socket, 'close');
    expect(socket.destroyed).toBe(true);
  });

  it('is refused with 403 without a right, and with the reason', async () => {
    const { gateway, send, entries } = await start({ readOnly: true, tables: ['other'] });
    expect(await send()).toMatchObject({ status: 403, text: expect.stringMatching(/^put is not a read, .*\n$/) });
    expect((await send({ body: GET })).text).toContain('names the table "t"');
    expect(gateway.received).toEqual([]);
    expect(entries.map(({ status, method }) => [status, method])).toEqual([
      [403, 'put'],
      [403, 'get'],
    ]);
  });
});

describe('the gateway behind the proxy', () => {
  it('that answers with an error leads to 502', async () => {
    const { send } = await start({}, (response) => response.writeHead(500).end('secret'));
    const answer = await send();
    expect(answer).toMatchObject({ status: 502, text: expect.stringContaining('the HTTP status 500') });
    expect(answer.text).not.toContain('secret');
  });

  it('that is no Thrift server leads to 502', async () => {
    const { send } = await start({}, (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('x'));
    expect(await send()).toMatchObject({
      status: 502,
      text: expect.stringContaining("is not HBase's Thrift server"),
    });
  });

  it('that cannot be reached leads to 502', async () => {
    const gone = await startRecordingGateway();
    await gone.close();
    const { send } = await start({ gateway: gone.url });
    expect(await send()).toMatchObject({ status: 502, text: expect.stringContaining('(ECONNREFUSED)') });
  });

  it('that ends an answer early ends the connection of the client', async () => {
    const { send } = await start({}, (response) => {
      response.writeHead(200, { ...THRIFT, 'content-length': 100 });
      response.write('x', () => response.destroy());
    });
    await expect(send()).rejects.toThrow('aborted');
  });

  it('that does not answer leads to 504', async () => {
    const clock = new ManualClock();
    const gateway = await startRecordingGateway(() => clock.advance(5000));
    open.push(gateway);
    const proxy = await listen('127.0.0.1:0', readSettings({ gateway: gateway.url, timeoutMs: 5000 }), clock);
    open.push(proxy);
    expect(await sendRequest(proxy.url, { headers: THRIFT, body: PUT })).toMatchObject({
      status: 504,
      text: 'The gateway did not answer within 5000 ms. The call may still run.\n',
    });
  });

  it('is left if the client leaves', async () => {
    const left = deferred<void>();
    const received = deferred<void>();
    const { proxy } = await start({}, (response) => {
      response.once('close', left.resolve);
      received.resolve();
    });
    const leaving = new AbortController();
    const answer = fetch(proxy.url, { method: 'POST', headers: THRIFT, body: PUT, signal: leaving.signal });
    await received.promise;
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await left.promise;
  });
});

describe('a proxy in a server of the user', () => {
  /** The answer to a put at a path of a server that passes requests on to a proxy. `address`: where it accepted the request. */
  async function answerAt(address: string, options: Partial<HBaseProxyOptions> = {}) {
    const gateway = await startRecordingGateway();
    open.push(gateway);
    const proxy = createHBaseProxy({ gateway: gateway.url, ...options });
    const server = createServer((request, response) => {
      Object.defineProperty(request.socket, 'localAddress', { value: address });
      proxy(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push({ close: async () => void server.close() });
    const { port } = server.address() as AddressInfo;
    return sendRequest(`http://127.0.0.1:${port}/hbase`, { headers: { ...THRIFT, host: address }, body: PUT });
  }

  it('answers its requests, at any path', async () => {
    expect((await answerAt('127.0.0.1')).status).toBe(200);
  });

  it('refuses other machines without a login hook', async () => {
    expect(await answerAt('10.0.0.1')).toMatchObject({ status: 403, text: expect.stringContaining('no login hook') });
    expect((await answerAt('10.0.0.1', { login: async () => ({}) })).status).toBe(200);
  });
});

describe('a proxy that closes', () => {
  it('first answers the requests in progress, and accepts no others', async () => {
    let proxy: HBaseProxy | null = null;
    let closed: Promise<void> | undefined;
    const started = await start({}, (response, request) => {
      closed = proxy?.close();
      echo(response, request);
    });
    proxy = started.proxy;
    expect((await fetch(proxy.url, { method: 'POST', headers: THRIFT, body: PUT })).status).toBe(200);
    await closed;
    await expect(sendRequest(proxy.url, { body: PUT })).rejects.toThrow('ECONNREFUSED');
  });
});

describe('starting a proxy', () => {
  it('beyond this machine rejects without a login hook', async () => {
    for (const listen of ['0.0.0.0:0', '[::]:0', '10.0.0.1:0', 'hbase.example.com:0']) {
      await expect(startHBaseProxy({ gateway: 'http://127.0.0.1:1/', listen })).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining('without a login hook'),
      });
    }
  });

  it('on an address in use rejects with INVALID_ARGUMENT', async () => {
    const { proxy } = await start();
    const again = startHBaseProxy({ gateway: 'http://127.0.0.1:1/', listen: new URL(proxy.url).host });
    await expect(again).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('EADDRINUSE'),
    });
  });
});
