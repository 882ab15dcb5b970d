import { afterEach, describe, expect, it } from 'vitest';
import { serve } from '../../../worker/serve.js';
import { BigtabError } from '../../errors.js';
import { FakePage, type FakeWorker, until } from '../../testing/fakes/fake-page.js';
import type { Platform } from './platform.js';
import { startWorker } from './start-worker.js';

const NO_DATABASES = {
  open: () => Promise.reject(new Error('not here')),
  remove: () => Promise.resolve(),
  list: () => Promise.resolve([]),
};

const silent = () => undefined;
let page: FakePage;

function makePage(changes: (page: FakePage) => Partial<Platform> = () => ({})): FakePage {
  page = new FakePage(NO_DATABASES);
  Object.assign(page.platform, changes(page));
  return page;
}

/** A page whose worker.js fails to load, as if a bundler did not copy it. */
function notFound(page: FakePage): FakeWorker {
  const worker = page.start(silent);
  worker.fail('');
  return worker;
}

afterEach(() => {
  for (const worker of page.workers) worker.terminate();
});

describe('the start of the worker', () => {
  it('starts worker.js next to the package if no factory is given', async () => {
    makePage(() => ({ startInlineWorker: () => Promise.reject(new Error('not needed')) }));
    const { worker } = await startWorker(page.platform, undefined);
    expect(worker).toBe(page.workers[0]);
    expect(page.workers).toHaveLength(1);
  });

  it('starts with the given factory', async () => {
    const { platform } = makePage();
    const start = platform.startWorker as () => FakeWorker;
    Object.assign(platform, { startWorker: () => expect.fail('worker.js is not asked for') });
    const { worker } = await startWorker(platform, start);
    expect(worker).toBe(page.workers[0]);
  });

  it('accepts a worker that was created, and sent ready, long before', async () => {
    const { platform } = makePage();
    const worker = (platform.startWorker as () => FakeWorker)();
    let said = false;
    worker.addEventListener('message', () => {
      said = true;
    });
    await until(() => said);
    expect((await startWorker(platform, () => worker)).worker).toBe(worker);
  });

  it('falls back to the inline copy on an error event', async () => {
    makePage((page) => ({ startWorker: () => notFound(page) }));
    const { worker } = await startWorker(page.platform, undefined);
    expect(worker).toBe(page.workers[1]);
    expect(page.workers[0]?.ended).toBe(true);
  });

  it('falls back to the inline copy when the constructor throws, as for another origin', async () => {
    makePage(() => ({
      startWorker: () => {
        throw new Error('another origin');
      },
    }));
    const { worker } = await startWorker(page.platform, undefined);
    expect(worker).toBe(page.workers[0]);
  });

  it('falls back to the inline copy when the worker sends nothing for 10 s', async () => {
    makePage((page) => ({ startWorker: () => page.start(silent) }));
    const started = startWorker(page.platform, undefined);
    await until(() => page.clock.waiting === 1);
    page.clock.advance(10_000);
    expect((await started).worker).toBe(page.workers[1]);
  });

  it("continues with the package's worker when the factory fails", async () => {
    makePage();
    const { worker } = await startWorker(page.platform, () => notFound(page));
    expect(worker).toBe(page.workers[1]);
  });

  it('rejects with WORKER_START_FAILED that lists the attempts', async () => {
    makePage((page) => ({
      startWorker: () => notFound(page),
      startInlineWorker: () => Promise.reject(new Error('blob: is forbidden')),
    }));
    const factory = () => {
      throw new Error('no such file');
    };
    await expect(startWorker(page.platform, factory)).rejects.toMatchObject({
      code: 'WORKER_START_FAILED',
      message: expect.stringMatching(
        /content security policy.*factory\. If this page is older than the site, reload it\./,
      ),
      details: {
        tried: ['the worker option: no such file', 'worker.js: it did not load', 'the inline copy: blob: is forbidden'],
      },
    });
    expect(page.alive).toBe(0);
  });

  it('rejects with an error more specific than a list of attempts, and tries no other worker', async () => {
    makePage(() => ({
      startWorker: () => {
        throw new BigtabError('WORKER_START_FAILED', "the policy 'bigtab' is not allowed");
      },
      startInlineWorker: () => expect.fail('the inline copy would not be allowed either'),
    }));
    await expect(startWorker(page.platform, undefined)).rejects.toMatchObject({
      code: 'WORKER_START_FAILED',
      message: "the policy 'bigtab' is not allowed",
    });
  });

  it('rejects with VERSION_CONFLICT if only workers of another build start', async () => {
    const other = (page: FakePage) =>
      page.start((scope) => scope.postMessage({ bigtab: 'ready', protocol: 99, liveness: 'x' }, []));
    makePage((page) => ({ startWorker: () => other(page), startInlineWorker: async () => other(page) }));
    await expect(startWorker(page.platform, undefined)).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      message: expect.stringContaining('protocol 99'),
    });
    expect(page.alive).toBe(0);
  });

  it('receives the report of a worker that may not acquire its lock', async () => {
    makePage((page) => ({
      startWorker: () =>
        page.start((scope) => {
          const refuse = () => Promise.reject(new Error('locks are forbidden here'));
          serve({ ...scope, navigator: { locks: { request: refuse } } }, undefined as never, 'x');
        }),
    }));
    const { worker } = await startWorker(page.platform, undefined);
    expect(worker).toBe(page.workers[1]);
  });

  it('rejects with STORAGE_UNAVAILABLE blocked, and tries no other worker, if the browser refuses even a lock', async () => {
    makePage((page) => ({
      startWorker: () =>
        page.start((scope) => {
          const refuse = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'));
          serve({ ...scope, navigator: { locks: { request: refuse } } }, undefined as never, 'x');
        }),
      startInlineWorker: () => expect.fail('the inline copy must not be requested'),
    }));
    await expect(startWorker(page.platform, undefined)).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      details: { reason: 'blocked' },
    });
    expect(page.alive).toBe(0);
  });

  it('stops at once when it is abandoned, and ends a worker that appears later', async () => {
    let arrive: ((worker: FakeWorker) => void) | undefined;
    makePage(() => ({
      startWorker: () => {
        throw new Error('another origin');
      },
      startInlineWorker: () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    }));
    let abandon: (reason: unknown) => void = () => undefined;
    const abandoned = new Promise<never>((_resolve, reject) => {
      abandon = reject;
    });
    const started = startWorker(page.platform, undefined, abandoned);
    await until(() => arrive !== undefined);
    abandon(new Error('changed my mind'));
    await expect(started).rejects.toThrow('changed my mind');
    arrive?.(page.start(silent));
    await until(() => page.alive === 0);
  });
});
