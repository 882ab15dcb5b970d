import { describe, expect, it } from 'vitest';

describe("the package's entry", () => {
  it('leaves the globals alone when it is imported', async () => {
    const before = Reflect.ownKeys(globalThis);
    await import('./index.js');
    await import('./memory.js');
    expect(Reflect.ownKeys(globalThis)).toEqual(before);
  });

  it('has these values and no others', async () => {
    expect(Object.keys(await import('./index.js')).sort()).toEqual([
      'BigtabError',
      'Bytes',
      'Delete',
      'Get',
      'Increment',
      'LATEST_TIMESTAMP',
      'Put',
      'Scan',
      'connect',
      'deleteDatabase',
      'listDatabases',
    ]);
    expect(Object.keys(await import('./memory.js'))).toEqual(['openMemory']);
  });

  it('says in Node that storage is not to be had, and names bigtab/memory', async () => {
    const { connect, deleteDatabase, listDatabases } = await import('./index.js');
    for (const call of [connect('crawl'), deleteDatabase('crawl'), listDatabases()]) {
      await expect(call).rejects.toMatchObject({
        code: 'STORAGE_UNAVAILABLE',
        details: { reason: 'server' },
        message: expect.stringContaining("openMemory from 'bigtab/memory'"),
      });
    }
  });
});
