import { request } from 'node:https';
import { type HBaseProxy, startHBaseProxy } from 'bigtab/hbase/proxy';
import { expect, test } from 'playwright/test';
import { inRoot } from '../../../lib/build/package/places.js';
import { type RecordingGateway, startRecordingGateway } from '../../../lib/testing/fakes/recording-gateway.js';
import { GET_FROM_APP, THRIFT } from '../../../lib/testing/samples/thrift-calls.js';
import { type FrontName, type FrontServer, isInstalled, PASSWORD, startFrontServer } from './front-server.js';

/* The examples of servers in front of the proxy, as they are in this folder. */

const ORIGIN = 'https://app.example.com';
const SIGNED_IN = { authorization: `Basic ${Buffer.from(PASSWORD.join(':')).toString('base64')}` };

interface Parts {
  readonly gateway: RecordingGateway;
  readonly proxy: HBaseProxy;
  readonly front: FrontServer;
}

async function start(name: FrontName): Promise<Parts> {
  const { default: login } = await import(inRoot('e2e/hbase/proxy/login.mjs'));
  const gateway = await startRecordingGateway();
  const proxy = await startHBaseProxy({ gateway: gateway.url, listen: '127.0.0.1:0', allowOrigins: [ORIGIN], login });
  return { gateway, proxy, front: await startFrontServer(name, proxy.url) };
}

/** The status of a call to the server. */
function call({ port, certificate }: FrontServer, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const host = 'app.example.com';
    const options = { host: '127.0.0.1', port, path: '/hbase', method: 'POST', ca: certificate, servername: host };
    const sent = request({ ...options, headers: { ...THRIFT, host, ...headers } }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(GET_FROM_APP);
  });
}

for (const name of ['nginx', 'caddy'] as const) {
  test(`${name} ends TLS, checks passwords and tells the proxy who the user is`, async () => {
    test.skip(
      !isInstalled(name),
      `${name}: not tested, because it or openssl is not installed (Debian: apt-get install ${name} openssl)`,
    );
    const { gateway, proxy, front } = await start(name);
    try {
      expect(await call(front, { ...SIGNED_IN, origin: ORIGIN, 'x-remote-user': 'root', doAs: 'root' })).toBe(200);
      expect(gateway.received.map(({ headers }) => headers.doas)).toEqual(['ada']);
      expect(await call(front, { origin: ORIGIN, 'x-remote-user': 'root' })).toBe(401);
      expect(await call(front, { ...SIGNED_IN, origin: 'https://evil.example' })).toBe(403);
      expect(await call(front, { ...SIGNED_IN, origin: 'http://app.example.com' })).toBe(403);
      expect(gateway.received).toHaveLength(1);
    } finally {
      await front.close();
      await proxy.close();
      await gateway.close();
    }
  });
}
