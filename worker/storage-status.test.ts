import { describe, expect, it } from 'vitest';
import { asLockError } from '../lib/client/page/platform.js';
import { BigtabError } from '../lib/errors.js';
import { ManualClock } from '../lib/simulation/manual-clock.js';
import { FakeDirectory } from '../lib/testing/fakes/fake-opfs.js';
import {
  answeringStorage,
  asStorageError,
  findStorage,
  roomLeft,
  type StorageScope,
  storageReport,
} from './storage-status.js';

const openStorage = (scope: StorageScope, clock: ManualClock, withinMs?: number) =>
  answeringStorage(findStorage(scope), clock, withinMs);

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

  it('is the free space of the estimate, Infinity without an estimate', async () => {
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

describe('storageReport', () => {
  const report = (storage: Partial<StorageManager> = {}) =>
    storageReport({ navigator: { storage } }, new ManualClock());

  it('contains what the browser reports, and null for the rest', async () => {
    const estimate = async () => ({ usage: 1, quota: 2 });
    const persisted = async () => false;
    expect(await report({ estimate, persisted })).toEqual({ usage: 1, quota: 2, persisted: false });
    expect(await report({ persisted })).toEqual({ usage: null, quota: null, persisted: false });
    const failing = () => Promise.reject(new TypeError('opaque origin'));
    expect(await report({ estimate, persisted: failing })).toEqual({ usage: 1, quota: 2, persisted: null });
    expect(await report()).toEqual({ usage: null, quota: null, persisted: null });
  });

  it('is null after 4 s for what hangs', async () => {
    const clock = new ManualClock();
    const estimate = () => new Promise<StorageEstimate>(() => undefined);
    const asked = storageReport({ navigator: { storage: { estimate, persisted: async () => true } } }, clock);
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(4000);
    expect(await asked).toEqual({ usage: null, quota: null, persisted: true });
  });
});

describe('findStorage and answeringStorage', () => {
  it("returns the root of the site's files", async () => {
    const root = new FakeDirectory();
    const clock = new ManualClock();
    expect(
      await openStorage(
        scopeWith(async () => root),
        clock,
      ),
    ).toBe(root);
    expect([root.names, clock.waiting]).toEqual([[], 0]);
  });

  it.each([
    ['NotSupportedError', 'no-opfs'],
    ['UnknownError', 'no-opfs'],
    ['SecurityError', 'private-mode'],
  ])('is STORAGE_UNAVAILABLE when opening a file rejects with %s, and leaves no files', async (name, reason) => {
    const root = new FakeDirectory();
    root.troubles.open.push(name);
    const opening = openStorage(
      scopeWith(async () => root),
      new ManualClock(),
    );
    await expect(opening).rejects.toEqual(unavailable(reason));
    await expect(opening).rejects.toMatchObject({ message: expect.stringContaining(name) });
    expect(root.names).toEqual([]);
  });

  it.each(['QuotaExceededError', 'NoModificationAllowedError', 'InvalidStateError', 'NotFoundError'])(
    'works if opening the temporary file fails with %s: the device is full, or another worker tries too',
    async (name) => {
      const root = new FakeDirectory();
      root.troubles.open.push(name);
      const scope = scopeWith(async () => root);
      expect(await openStorage(scope, new ManualClock())).toBe(root);
    },
  );

  it('is STORAGE_UNAVAILABLE no-opfs when opening a file hangs', async () => {
    const clock = new ManualClock();
    const root = new FakeDirectory();
    root.getFileHandle = () => new Promise(() => undefined);
    const opening = openStorage(
      scopeWith(async () => root),
      clock,
      2500,
    );
    await null;
    clock.advance(2499);
    expect(clock.waiting).toBe(1);
    clock.advance(1);
    await expect(opening).rejects.toEqual(unavailable('no-opfs'));
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
  it('recognizes the error of a browser whose handles do not work', () => {
    expect(asStorageError(new DOMException('Backend does not support this operation', 'NotSupportedError'))).toEqual(
      unavailable('no-opfs'),
    );
  });

  it('recognizes a browser that refuses even a lock', () => {
    const refused = asLockError(new DOMException('The request was denied.', 'SecurityError'));
    expect(refused).toEqual(unavailable('blocked'));
    expect(refused).toMatchObject({ message: expect.stringMatching(/blocks.*The request was denied.*settings/) });
    const other = new DOMException('the document is gone', 'InvalidStateError');
    expect(asLockError(other)).toBe(other);
  });

  it('does not change other errors', () => {
    const error = new RangeError('a defect');
    const own = new BigtabError('CORRUPTION', 'bad bytes');
    expect(asStorageError(error)).toBe(error);
    expect(asStorageError(own, 'private-mode')).toBe(own);
    expect(asStorageError('text')).toBe('text');
  });
});
