import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { deferred } from '../../client/calls/deferred.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { startRecordingGateway } from '../../testing/fakes/recording-gateway.js';
import { sendRequest } from '../../testing/fakes/send-request.js';
import { PUT, THRIFT } from '../../testing/samples/thrift-calls.js';
import type { HBaseProxyOptions } from './hbase-proxy.js';
import type { ProxyLogEntry } from './proxy-log.js';
import { listen } from './proxy-server.js';
import { readSettings } from './settings.js';

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** A proxy with a manual clock, whose gateway never answers. */
async function start(options: Partial<HBaseProxyOptions> = {}) {
  const clock = new ManualClock();
  const [received, logged] = [deferred<void>(), deferred<ProxyLogEntry>()];
  const gateway = await startRecordingGateway(() => received.resolve());
  const settings = readSettings({ gateway: gateway.url, log: logged.resolve, ...options });
  const proxy = await listen('127.0.0.1:0', settings, clock);
  open.push(gateway);
  return { clock, proxy, received: received.promise, logged: logged.promise };
}

/** A connection that has sent the beginning of a request, whose body has 1,000 bytes. */
function begin(url: string, type: string, body: string): Socket {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n${body}`);
  return socket;
}

/** Closes a proxy, and returns whether it had closed just before 8 s and at 8 s. */
async function closeAt({ clock, proxy }: { clock: ManualClock; proxy: { close(): Promise<void> } }) {
  let closed = false;
  const closing = proxy.close().then(() => {
    closed = true;
  });
  clock.advance(7_999);
  // A turn of the event loop, in which the connections of a proxy without requests would end.
  await new Promise((resolve) => setImmediate(resolve));
  const before = closed;
  clock.advance(1);
  await closing;
  return [before, closed];
}

describe('a proxy that closes ends within 8 seconds', () => {
  it('a request whose body does not arrive', async () => {
    const asked = deferred<void>();
    const login = async () => {
      asked.resolve();
      return {};
    };
    const started = await start({ login });
    const socket = begin(started.proxy.url, 'application/x-thrift', 'x');
    await asked.promise;
    expect(await closeAt(started)).toEqual([false, true]);
    await once(socket.resume(), 'close');
    expect(await started.logged).toMatchObject({
      status: 499,
      reason: expect.stringContaining('connection was closed'),
    });
  });

  it('a request that is refused, and whose body does not arrive', async () => {
    const started = await start();
    const socket = begin(started.proxy.url, 'text/plain', '');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('HTTP/1.1 415');
    expect(await closeAt(started)).toEqual([false, true]);
  });

  it('a call that the gateway does not answer', async () => {
    const started = await start();
    const answer = sendRequest(started.proxy.url, { headers: THRIFT, body: PUT }).catch(({ message }) => message);
    await started.received;
    expect(await closeAt(started)).toEqual([false, true]);
    expect(await answer).toBe('socket hang up');
  });

  it('a login hook that never answers', async () => {
    const asked = deferred<void>();
    const login = () => {
      asked.resolve();
      return new Promise<null>(() => {});
    };
    const started = await start({ login });
    const answer = sendRequest(started.proxy.url, { headers: THRIFT, body: PUT }).catch(({ message }) => message);
    await asked.promise;
    expect(await closeAt(started)).toEqual([false, true]);
    expect(await answer).toBe('socket hang up');
  });

  it('a connection that has sent half of its headers, at once', async () => {
    const { proxy } = await start();
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write('POST / HTTP/1.1\r\nhost: loc');
    await sendRequest(proxy.url, { method: 'GET' });
    await proxy.close();
    await once(socket.resume(), 'close');
    expect(socket.destroyed).toBe(true);
  });
});
