import { afterEach, describe, expect, it, vi } from 'vitest';
import { PROTOCOL_VERSION } from '../service/client-service.js';
import { FakeDatabases } from '../testing/fakes/fake-databases.js';
import { FakePage } from '../testing/fakes/fake-page.js';
import { registry } from './page/registry.js';

/*
 * The code that a page loads after its first script may come from a cache, and then from another build of the package.
 */

let page = new FakePage(new FakeDatabases());

afterEach(() => {
  const left = { workers: page.alive, names: [...registry().keys()] };
  for (const worker of page.workers) worker.terminate();
  registry().clear();
  page = new FakePage(new FakeDatabases());
  vi.doUnmock('./page/connection-code.js');
  vi.doUnmock('./compile-pattern.js');
  vi.resetModules();
  expect(left).toEqual({ workers: 0, names: [] });
});

/** `connect`, with or without functions of the user, of a page where the code of connections is this module. */
async function connectWith(options: { readonly version?: number }, module: () => object): Promise<unknown> {
  vi.doMock('./page/connection-code.js', module);
  // Otherwise the first import may run without the mock on a slow machine.
  await import('./page/connection-code.js').catch(() => undefined);
  const { connectOn } = await import('./page/connect-on.js');
  return connectOn(page.platform, { name: 'crawl', ...options }).then(
    () => 'opened',
    (error) => error,
  );
}

/** The result of listing tables by a pattern, if `./compile-pattern.js` is this module. */
async function listWith(module: () => object): Promise<unknown> {
  vi.doMock('./compile-pattern.js', module);
  await import('./compile-pattern.js').catch(() => undefined);
  const { tableMatcher } = await import('./table-pattern.js');
  return tableMatcher('pages.*').then(
    () => 'listed',
    (error) => error,
  );
}

describe.each(['The code of connections', 'The code of connections with a version', 'The code of patterns'] as const)(
  '%s of another build',
  (what) => {
    class Connection {}
    class Route {}
    const readUserFunctions = () => async () => null;
    const compileRegex = () => ({ matches: () => true });
    const use = (module: () => object) =>
      what === 'The code of patterns'
        ? listWith(module)
        : connectWith(what === 'The code of connections' ? {} : { version: 1 }, module);

    it('is a VERSION_CONFLICT if it has another protocol', async () => {
      const error = await use(() => ({ Connection, Route, readUserFunctions, compileRegex, PROTOCOL_VERSION: 99 }));
      expect(error).toMatchObject({
        code: 'VERSION_CONFLICT',
        message: expect.stringMatching(/protocol 99.*reload the older tab/),
        details: { other: 99, own: PROTOCOL_VERSION },
      });
    });

    it('is a VERSION_CONFLICT if it has none', async () => {
      const error = await use(() => ({
        Connection,
        Route,
        readUserFunctions,
        compileRegex,
        PROTOCOL_VERSION: undefined,
      }));
      expect(error).toMatchObject({ code: 'VERSION_CONFLICT', message: expect.stringContaining('protocol unknown') });
    });

    it('is a WORKER_START_FAILED with the advice to reload if it is missing', async () => {
      const error = await use(() => {
        throw new Error('404');
      });
      expect(error).toMatchObject({
        code: 'WORKER_START_FAILED',
        message: expect.stringContaining('this page is older than the site, reload it'),
      });
    });
  },
);
