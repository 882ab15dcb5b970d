import { afterEach, describe, expect, it } from 'vitest';
import { startProxy } from '../../testing/fakes/started-proxy.js';
import { GET } from '../../testing/samples/thrift-calls.js';

const PAGE = 'https://app.example.com';

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const start: typeof startProxy = async (...words) => {
  const started = await startProxy(...words);
  open.push(started);
  return started;
};

describe('a page', () => {
  it('of an allowed origin may read answers and refusals, after a preflight', async () => {
    const { send } = await start({ allowOrigins: [PAGE], readOnly: true });
    const asks = {
      origin: PAGE,
      'access-control-request-method': 'POST',
      'access-control-request-private-network': 'true',
    };
    const preflight = await send({ method: 'OPTIONS', headers: asks });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type, authorization',
      'access-control-allow-private-network': 'true',
      'access-control-max-age': '600',
      vary: 'Origin',
    });
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
    const read = await send({ body: GET, headers: { origin: PAGE } });
    const refused = await send({ headers: { origin: PAGE } });
    expect([read.status, refused.status]).toEqual([200, 403]);
    for (const { headers } of [read, refused]) expect(headers['access-control-allow-origin']).toBe(PAGE);
  });

  it('of another origin is refused, and may read nothing', async () => {
    const { gateway, send } = await start({ allowOrigins: [PAGE] });
    const origins = [
      'https://evil.example',
      'null',
      'http://app.example.com',
      `${PAGE}.evil.example`,
      'http://localhost:1',
    ];
    for (const origin of origins) {
      const preflight = { origin, 'access-control-request-method': 'POST' };
      for (const request of [{ headers: { origin } }, { method: 'OPTIONS', headers: preflight }]) {
        const answer = await send(request);
        expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('--allow-origin') });
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
    }
    expect(gateway.received).toEqual([]);
  });

  it('that the same server serves to this machine needs no permission', async () => {
    const { proxy, send } = await start();
    const { host, port } = new URL(proxy.url);
    expect((await send({ headers: { origin: `http://${host}` } })).status).toBe(200);
    const local = `localhost:${port}`;
    expect((await send({ headers: { host: local, origin: `http://${local}` } })).status).toBe(200);
    expect((await send({ headers: { host: local, origin: `https://${local}` } })).status).toBe(403);
  });

  it('under a name that was made to lead to this machine is refused', async () => {
    const { gateway, send } = await start({ allowOrigins: [PAGE] });
    for (const host of [
      'evil.example',
      'evil.example:80',
      'localhost.evil.example',
      'x.localhost',
      '10.0.0.1',
      '127.1',
    ]) {
      for (const headers of [{ host }, { host, origin: `http://${host}` }]) {
        expect((await send({ headers: headers as Record<string, string> })).status).toBe(403);
      }
    }
    expect(gateway.received).toEqual([]);
  });

  it('needs the whole origin even under a configured name, because TLS may end before the proxy', async () => {
    const { send } = await start({ allowOrigins: [PAGE], hosts: ['hbase.example.com'] });
    expect((await send({ headers: { host: 'app.example.com', origin: PAGE } })).status).toBe(200);
    expect((await send({ headers: { host: 'app.example.com', origin: 'http://app.example.com' } })).status).toBe(403);
    expect((await send({ headers: { host: 'hbase.example.com:8443' } })).status).toBe(200);
    expect((await send({ headers: { host: 'hbase.example.com', origin: 'http://hbase.example.com' } })).status).toBe(
      403,
    );
  });
});
