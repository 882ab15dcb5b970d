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
  vi.doUnmock('./connection.js');
  vi.doUnmock('./page/user-functions.js');
  vi.doUnmock('./compile-pattern.js');
  vi.resetModules();
  expect(left).toEqual({ workers: 0, names: [] });
});

/** `connect` of a page where `path` is this module. */
async function connectWith(
  path: './connection.js' | './page/user-functions.js',
  module: () => object,
): Promise<unknown> {
  vi.doMock(path, module);
  const { connectOn } = await import('./page/connect-on.js');
  const options = { name: 'crawl', ...(path === './page/user-functions.js' ? { version: 1 } : {}) };
  return connectOn(page.platform, options).then(
    () => 'opened',
    (error) => error,
  );
}

/** The result of listing tables by a pattern, if `./compile-pattern.js` is this module. */
async function listWith(module: () => object): Promise<unknown> {
  vi.doMock('./compile-pattern.js', module);
  const { tableMatcher } = await import('./table-pattern.js');
  return tableMatcher('pages.*').then(
    () => 'listed',
    (error) => error,
  );
}

describe.each(['./connection.js', './page/user-functions.js', './compile-pattern.js'] as const)(
  '%s of another build',
  (path) => {
    class Connection {}
    const readUserFunctions = () => async () => null;
    const compileRegex = () => ({ matches: () => true });
    const use = (module: () => object) =>
      path === './compile-pattern.js' ? listWith(module) : connectWith(path, module);

    it('is a VERSION_CONFLICT if it has another protocol', async () => {
      const error = await use(() => ({ Connection, readUserFunctions, compileRegex, PROTOCOL_VERSION: 99 }));
      expect(error).toMatchObject({
        code: 'VERSION_CONFLICT',
        message: expect.stringMatching(/protocol 99.*reload it/),
        details: { other: 99, own: PROTOCOL_VERSION },
      });
    });

    it('is a VERSION_CONFLICT if it has none', async () => {
      const error = await use(() => ({ Connection, readUserFunctions, compileRegex, PROTOCOL_VERSION: undefined }));
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
