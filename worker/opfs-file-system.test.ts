import { describe, expect, it } from 'vitest';
import { ManualClock } from '../lib/simulation/manual-clock.js';
import { fileSystemSuite } from '../lib/testing/conformance/file-system-suite.js';
import { FakeDirectory, type FakeTroubles } from '../lib/testing/fakes/fake-opfs.js';
import { OpfsFileSystem } from './opfs-file-system.js';

interface Setup {
  readonly files: OpfsFileSystem;
  readonly root: FakeDirectory;
  readonly clock: ManualClock;
  readonly troubles: FakeTroubles;
}

function setUp(path = 'bigtab/test', root = new FakeDirectory()): Setup {
  const clock = new ManualClock();
  const handle = root as unknown as FileSystemDirectoryHandle;
  const files = new OpfsFileSystem({ root: handle, path, clock, random: () => 0.5 });
  return { files, root, clock, troubles: root.troubles };
}

/** Lets time pass in steps until `work` has settled; returns the elapsed time. */
async function timed(clock: ManualClock, work: Promise<unknown>): Promise<number> {
  const start = clock.monotonic();
  let settled = false;
  const end = (): void => {
    settled = true;
  };
  work.then(end, end);
  while (!settled) {
    for (let turn = 0; turn < 20; turn++) await null;
    if (!settled) clock.advance(1);
  }
  return clock.monotonic() - start;
}

describe('OpfsFileSystem', () => {
  fileSystemSuite({ test: (name, body) => it(name, body) }, async () => ({
    files: setUp().files,
    dispose: async () => {},
  }));

  fileSystemSuite({ test: (name, body) => it(`${name} (root of the site)`, body) }, async () => ({
    files: setUp('').files,
    dispose: async () => {},
  }));

  it('keeps its files below its path, and creates nothing before the first file', async () => {
    const { files, root } = setUp('bigtab/crawl');
    await files.list('');
    await files.remove('wal/1-1');
    const site = setUp('', root).files;
    expect(await site.listDirectories('')).toEqual([]);
    (await files.create('wal/1-1')).close();
    expect(await site.listDirectories('bigtab')).toEqual(['crawl']);
    expect(await site.list('bigtab/crawl/wal')).toEqual(['1-1']);
    await site.removeDirectory('bigtab/crawl');
    expect(await site.listDirectories('bigtab')).toEqual([]);
  });

  it('waits for a file that is held elsewhere', async () => {
    const { files, root, clock } = setUp();
    const elsewhere = setUp('bigtab/test', root).files;
    for (const heldMs of [1, 1000, 4000]) {
      const handle = await elsewhere.create(`wal/1-${heldMs}`);
      clock.after(heldMs, () => handle.close());
      const opening = files.open(`wal/1-${heldMs}`);
      const waited = await timed(clock, opening);
      expect(waited).toBeGreaterThanOrEqual(heldMs);
      expect(waited).toBeLessThan(heldMs + 400);
      (await opening).close();
    }
  });

  it("waits for a busy file with WebKit's error name, too", async () => {
    const { files, root, clock, troubles } = setUp();
    troubles.busy = 'InvalidStateError';
    const handle = await setUp('bigtab/test', root).files.create('wal/1-1');
    clock.after(1000, () => handle.close());
    const opening = files.open('wal/1-1');
    expect(await timed(clock, opening)).toBeGreaterThanOrEqual(1000);
    const removing = files.remove('wal/1-1');
    clock.after(1000, () => opening.then((opened) => opened.close()));
    expect(await timed(clock, removing)).toBeGreaterThanOrEqual(1000);
    await removing;
  });

  it('rejects with DATABASE_BUSY when a file to open or remove is held for more than 5 s', async () => {
    const { files, clock } = setUp();
    const handle = await files.create('wal/1-1');
    for (const call of [files.open('wal/1-1'), files.remove('wal/1-1'), files.removeDirectory('wal')]) {
      expect(await timed(clock, call)).toBeLessThanOrEqual(5000);
      await expect(call).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    }
    expect(clock.waiting).toBe(0);
    handle.close();
    await files.remove('wal/1-1');
  });

  it('continues to write and read after a short count', async () => {
    const { files, troubles } = setUp();
    const handle = await files.create('a');
    const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index);
    troubles.write.push('short', 'short', 'short');
    handle.write(bytes, 10);
    expect(handle.size()).toBe(1010);
    const into = new Uint8Array(1000);
    troubles.read.push('short', 'short');
    expect(handle.read(into, 10)).toBe(1000);
    expect(into).toEqual(bytes);
    expect(handle.read(into, 510)).toBe(500);
  });

  it('reports QUOTA_EXCEEDED when a write returns 0 or more than its bytes, or throws QuotaExceededError', async () => {
    const { files, troubles } = setUp();
    const handle = await files.create('a');
    handle.write(new Uint8Array(100), 0);
    for (const trouble of ['zero', 'lie', 'quota'] as const) {
      troubles.write.push(trouble);
      expect(() => handle.write(new Uint8Array(10), 0), trouble).toThrowError(
        expect.objectContaining({ code: 'QUOTA_EXCEEDED', details: { file: 'a', needed: 10 } }),
      );
      troubles.write.push('short', trouble);
      expect(() => handle.write(new Uint8Array(10), 0), `short, then ${trouble}`).toThrowError(
        expect.objectContaining({ code: 'QUOTA_EXCEEDED', details: { file: 'a', needed: 5 } }),
      );
    }
    handle.write(Uint8Array.of(1), 0);
  });

  it('reports QUOTA_EXCEEDED when there is no room to truncate or to flush', async () => {
    const { files, troubles } = setUp();
    const handle = await files.create('a');
    const full = expect.objectContaining({ code: 'QUOTA_EXCEEDED' });
    troubles.truncate.push('quota');
    expect(() => handle.truncate(1000)).toThrowError(full);
    troubles.flush.push('quota');
    expect(() => handle.flush()).toThrowError(full);
  });

  it('reports QUOTA_EXCEEDED when there is no room for a new file', async () => {
    const { files, root } = setUp();
    root.getDirectoryHandle = async () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    await expect(files.create('wal/1-1')).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
  });

  it('leaves no name of a file that could not be opened after it was created', async () => {
    const { files, root } = setUp();
    const directory = await root.getDirectoryHandle('bigtab', { create: true });
    const inner = await directory.getDirectoryHandle('test', { create: true });
    const { getFileHandle } = inner;
    inner.getFileHandle = async (...asked: Parameters<typeof getFileHandle>) => {
      const handle = await getFileHandle.apply(inner, asked);
      handle.createSyncAccessHandle = async () => {
        throw new DOMException('no more handles', 'UnknownError');
      };
      return handle;
    };
    await expect(files.create('a')).rejects.toThrow('no more handles');
    expect(await files.list('')).toEqual([]);
  });

  it('passes on the InvalidStateError of a lost handle, and opens the file again', async () => {
    const { files, troubles } = setUp();
    const handle = await files.create('a');
    handle.write(Uint8Array.of(1, 2), 0);
    troubles.read.push('invalid');
    const dead = expect.objectContaining({ name: 'InvalidStateError' });
    expect(() => handle.read(new Uint8Array(1), 0)).toThrowError(dead);
    expect(() => handle.write(new Uint8Array(1), 0)).toThrowError(dead);
    handle.close();
    expect((await files.open('a')).size()).toBe(2);
  });

  it('does not create a tree again that was deleted while it was in use', async () => {
    const { files, root } = setUp();
    const handle = await files.create('manifest-1-1');
    (await files.create('wal/1-1')).close();
    // As the browser does it: without a warning, and open handles stay usable.
    root.clear();
    handle.write(Uint8Array.of(1), 0);
    for (const path of ['wal/1-2', 'data/1/1-1', 'manifest-1-2']) {
      await expect(files.create(path), path).rejects.toMatchObject({ name: 'NotFoundError' });
    }
    expect([await files.list(''), await files.list('wal'), root.names]).toEqual([[], [], []]);
  });

  it('finds a directory that was removed and created again', async () => {
    const { files } = setUp();
    (await files.create('data/1/1-1')).close();
    (await files.create('data/10/1-2')).close();
    await files.removeDirectory('data/1');
    (await files.create('data/1/2-3')).close();
    expect(await files.list('data/1')).toEqual(['2-3']);
    await files.removeDirectory('data');
    (await files.create('data/1/2-4')).close();
    expect(await files.list('data/1')).toEqual(['2-4']);
    expect(await files.list('data/10')).toEqual([]);
  });
});
