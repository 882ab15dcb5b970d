import { wrap } from 'comlink';
import { afterEach, describe, expect, it } from 'vitest';
import { callWorker } from '../lib/client/calls/control-call.js';
import type { WorkerApi } from '../lib/client/calls/worker-messages.js';
import { PROTOCOL_VERSION } from '../lib/service/client-service.js';
import { FakeDatabases } from '../lib/testing/fakes/fake-databases.js';
import { FakePage, type FakeWorker, until } from '../lib/testing/fakes/fake-page.js';
import type { Gateway } from './gateway.js';
import { serve, type WorkerScope } from './serve.js';

const page = new FakePage(new FakeDatabases());

function startWorker(): FakeWorker {
  return page.platform.startWorker?.() as FakeWorker;
}

afterEach(() => {
  for (const worker of page.workers) worker.terminate();
});

describe('a worker', () => {
  it('answers a call that was sent right after its construction', async () => {
    const remote = wrap<WorkerApi>(startWorker() as never);
    const worker = {
      control: (packet: Uint8Array) => remote.control(packet),
      gone: new Promise<never>(() => undefined),
    };
    expect(await callWorker(worker, 'listDatabases', 4000)).toEqual([]);
  });

  it('sends ready when it holds its lock, and again to each hello', async () => {
    const worker = startWorker();
    const messages: unknown[] = [];
    worker.addEventListener('message', (event) => messages.push((event as { data: unknown }).data));
    await until(() => messages.length === 1);
    const [ready] = messages as [{ readonly liveness: string }];
    expect(ready).toEqual({ bigtab: 'ready', protocol: PROTOCOL_VERSION, liveness: expect.any(String) });
    expect(page.locks.isHeld(ready.liveness)).toBe(true);
    worker.postMessage({ bigtab: 'hello' });
    await until(() => messages.length === 2);
    expect(messages[1]).toEqual(ready);
  });

  it('reads the ports of no packet, because a browser makes the list only when it is read', async () => {
    let hear: (event: unknown) => void = () => undefined;
    const sent: unknown[] = [];
    const scope: WorkerScope = {
      navigator: { locks: { request: async (_name, _options, granted) => granted({}) } },
      postMessage: (message) => sent.push(message),
      addEventListener: (type, listener) => {
        if (type === 'message') hear = listener;
      },
      reportError: (error) => sent.push(error),
    };
    const taken: unknown[] = [];
    const gateway = {
      call: async (packet: Uint8Array) => packet,
      takePort: (client: string, port: unknown) => taken.push([client, port]),
    };
    serve(scope, gateway as unknown as Gateway, 'a worker that reads no ports');
    let reads = 0;
    const event = (data: unknown) => ({
      data,
      get ports() {
        reads++;
        return ['a port'];
      },
    });
    hear(event([1, Uint8Array.of(7)]));
    await until(() => sent.length === 2);
    expect(sent).toContainEqual([1, Uint8Array.of(7)]);
    expect(reads).toBe(0);
    hear(event({ bigtab: 'port', client: 'a page' }));
    expect(taken).toEqual([['a page', 'a port']]);
  });

  it('has one method', async () => {
    const remote = wrap(startWorker() as never) as unknown as Record<string, () => Promise<unknown>>;
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'open']) {
      await expect(remote[name]?.(), name).rejects.toMatchObject({ name: 'TypeError' });
    }
  });

  it('does not expose parts of the method: to its constructor, its prototype, its own methods', async () => {
    const worker = startWorker();
    const answers = new Map<string, (answer: unknown) => void>();
    worker.addEventListener('message', (event) => {
      const { data } = event as { data: { id?: string } };
      answers.get(data.id ?? '')?.(data);
    });
    const ask = (message: Record<string, unknown>): Promise<unknown> =>
      new Promise((resolve) => {
        const id = `question ${answers.size}`;
        answers.set(id, resolve);
        worker.postMessage({ ...message, id });
      });
    const argumentList = [{ type: 'RAW', value: 'return 1' }];
    for (const path of [
      [],
      ['control', 'constructor'],
      ['control', '__proto__', 'constructor'],
      ['control', 'apply'],
    ]) {
      for (const type of ['GET', 'APPLY', 'CONSTRUCT', 'ENDPOINT', 'RELEASE']) {
        const answer = await ask({ type, path, argumentList });
        expect(answer, `${type} ${path}`).toMatchObject({ name: 'throw', value: { isError: true } });
      }
    }
    const remote = wrap<WorkerApi>(worker as never);
    const end = { control: (packet: Uint8Array) => remote.control(packet), gone: new Promise<never>(() => undefined) };
    expect(await callWorker(end, 'listDatabases', 4000)).toEqual([]);
  });

  it('cannot be extended with another method', async () => {
    const worker = startWorker();
    const answer = new Promise((resolve) =>
      worker.addEventListener('message', (event) => {
        const { data } = event as { data: { id?: string } };
        if (data.id === 'mine') resolve(data);
      }),
    );
    worker.postMessage({ id: 'mine', type: 'SET', path: ['extra'], value: { type: 'RAW', value: 1 } });
    expect(await answer).toMatchObject({ name: 'throw', value: { isError: true, value: { name: 'TypeError' } } });
  });
});
