import { describe, expect, it } from 'vitest';
import { BigtabError } from '../lib/errors.js';
import { ManualClock } from '../lib/testing/manual-clock.js';
import { asStorageError, openStorage, roomLeft, type StorageScope } from './storage-status.js';

const FILES = { prototype: { createSyncAccessHandle: () => undefined } };

function scopeWith(getDirectory: () => Promise<unknown>): StorageScope {
  const storage = { getDirectory: getDirectory as () => Promise<FileSystemDirectoryHandle> };
  return { navigator: { storage }, FileSystemFileHandle: FILES };
}

function unavailable(reason: string): unknown {
  return expect.objectContaining({ code: 'STORAGE_UNAVAILABLE', details: { reason } });
}

describe('roomLeft', () => {
  const left = (estimate?: () => Promise<StorageEstimate>) =>
    roomLeft({ navigator: { storage: estimate === undefined ? {} : { estimate } } }, new ManualClock());

  it('is what the estimate leaves, Infinity where there is none', async () => {
    expect(await left(async () => ({ quota: 1000, usage: 300 }))).toBe(700);
    expect(await left(async () => ({}))).toBe(Number.POSITIVE_INFINITY);
    expect(await left(() => Promise.reject(new TypeError('opaque origin')))).toBe(Number.POSITIVE_INFINITY);
    expect(await left()).toBe(Number.POSITIVE_INFINITY);
    expect(await roomLeft({ navigator: {} }, new ManualClock())).toBe(Number.POSITIVE_INFINITY);
  });

  it('is Infinity after 4 s when the estimate hangs, because compactions and close wait for it', async () => {
    const clock = new ManualClock();
    const left = roomLeft({ navigator: { storage: { estimate: () => new Promise(() => undefined) } } }, clock);
    clock.advance(4000);
    expect([await left, clock.waiting]).toEqual([Number.POSITIVE_INFINITY, 0]);
  });
});

describe('openStorage', () => {
  it("gives the root of the site's files", async () => {
    const root = {};
    expect(
      await openStorage(
        scopeWith(async () => root),
        new ManualClock(),
      ),
    ).toBe(root);
  });

  it.each(['SecurityError', 'UnknownError', 'TypeError'])(
    'is STORAGE_UNAVAILABLE private-mode when getDirectory rejects with %s',
    async (name) => {
      const opening = openStorage(
        scopeWith(() => Promise.reject(new DOMException('not here', name))),
        new ManualClock(),
      );
      await expect(opening).rejects.toEqual(unavailable('private-mode'));
      await expect(opening).rejects.toMatchObject({ message: expect.stringContaining(`${name}: not here`) });
    },
  );

  it('is STORAGE_UNAVAILABLE no-opfs after 4 s when getDirectory hangs', async () => {
    const clock = new ManualClock();
    const opening = openStorage(
      scopeWith(() => new Promise(() => undefined)),
      clock,
    );
    clock.advance(4000);
    await expect(opening).rejects.toEqual(unavailable('no-opfs'));
  });

  it.each([
    ['navigator.storage', { navigator: {}, FileSystemFileHandle: FILES }],
    ['getDirectory', { navigator: { storage: {} }, FileSystemFileHandle: FILES }],
    ['file handles', { navigator: { storage: { getDirectory: async () => expect.fail('not asked') } } }],
    [
      'createSyncAccessHandle',
      {
        navigator: { storage: { getDirectory: async () => expect.fail('not asked') } },
        FileSystemFileHandle: { prototype: {} },
      },
    ],
  ])('is STORAGE_UNAVAILABLE no-opfs without %s', async (_what, scope) => {
    await expect(openStorage(scope as StorageScope, new ManualClock())).rejects.toEqual(unavailable('no-opfs'));
  });
});

describe('asStorageError', () => {
  it('knows the error of a browser whose handles do not work', () => {
    expect(asStorageError(new DOMException('Backend does not support this operation', 'NotSupportedError'))).toEqual(
      unavailable('no-opfs'),
    );
  });

  it('leaves every other error as it is', () => {
    const error = new RangeError('a defect');
    const own = new BigtabError('CORRUPTION', 'bad bytes');
    expect(asStorageError(error)).toBe(error);
    expect(asStorageError(own, 'private-mode')).toBe(own);
    expect(asStorageError('text')).toBe('text');
  });
});
