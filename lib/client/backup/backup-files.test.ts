import { afterEach, describe, expect, it } from 'vitest';
import { FakePage } from '../../testing/fakes/fake-page.js';
import { MemoryDatabases } from '../../testing/fakes/memory-databases.js';
import { exported, streamOf, textOf, withoutToken } from '../../testing/samples/backups.js';
import { memoryMedium, openEngine } from '../../testing/samples/engine.js';
import type { Connection } from '../connection.js';
import { connectOn } from '../page/connect-on.js';
import { registry } from '../page/registry.js';
import { restoreDatabaseOn } from '../page/restore-database.js';
// Loaded in advance, because loading takes a different time in each run.
import '../page/connection-code.js';
import '../../backup/backup-code.js';

/** A directory of the File System API, in memory: a file is replaced when its writer is closed. */
class FakeDirectory {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();
  /** Changes what is stored. */
  damage: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> = (bytes) => bytes;
  /** The number of chunks after which a write fails. */
  failAfter = Number.POSITIVE_INFINITY;

  async getFileHandle(name: string, { create = false }: { readonly create?: boolean } = {}) {
    if (!create && !this.files.has(name)) throw new DOMException('no such file', 'NotFoundError');
    return {
      getFile: async () => new Blob([this.files.get(name) ?? new Uint8Array(0)]),
      createWritable: async () => this.writer(name),
    };
  }

  private writer(name: string) {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    return {
      write: async (chunk: Uint8Array) => {
        if (chunks.length >= this.failAfter) throw new DOMException('the disk is full', 'QuotaExceededError');
        chunks.push(chunk.slice());
      },
      close: async () => {
        const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
        this.files.set(name, this.damage(bytes));
      },
      abort: async () => {},
    };
  }
}

async function filled(): Promise<Connection> {
  const { connection } = await openEngine(memoryMedium());
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  const value = 'x'.repeat(1_000);
  await table.put(Array.from({ length: 1_000 }, (_, row) => ({ row: `row ${row}`, cells: { f: { q: value } } })));
  return connection;
}

afterEach(() => {
  registry().clear();
});

describe('backup', () => {
  it('writes a file of a directory, or a stream, with the bytes of an export', async () => {
    const connection = await filled();
    const directory = new FakeDirectory();
    const written = await connection.backup(directory);
    const bytes = directory.files.get('test.ndjson') as Uint8Array<ArrayBuffer>;
    expect(written).toEqual({ file: 'test.ndjson', bytes: bytes.length, token: expect.any(String) });
    const text = await exported(connection);
    expect(withoutToken(new TextDecoder().decode(bytes))).toBe(withoutToken(text));
    const more = await connection.backup(directory, { file: 'more', since: written.token as string });
    expect(more).toMatchObject({ file: 'more' });
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const [streamed, read] = await Promise.all([connection.backup(writable), textOf(readable)]);
    expect(streamed).toEqual({ file: null, bytes: text.length, token: expect.any(String) });
    expect(withoutToken(read)).toBe(withoutToken(text));
    await connection.close();
  });

  it('is compressed by a stream of the platform', async () => {
    const connection = await filled();
    const gzip = new CompressionStream('gzip');
    const [, packed] = await Promise.all([
      connection.backup(gzip.writable as never),
      new Response(gzip.readable).arrayBuffer(),
    ]);
    expect(packed.byteLength).toBeLessThan(30_000);
    const copy = (await openEngine(memoryMedium())).connection;
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    await copy.importStream(unpacked as ReadableStream<Uint8Array>, { mode: 'create' });
    expect(withoutToken(await exported(copy))).toBe(withoutToken(await exported(connection)));
    await Promise.all([connection.close(), copy.close()]);
  });

  it('reads a file back, and keeps the old file if it fails before its end', async () => {
    const connection = await filled();
    const directory = new FakeDirectory();
    directory.damage = (bytes) => bytes.map((byte, index) => (index === 5_000 ? byte ^ 1 : byte));
    await expect(connection.backup(directory)).rejects.toMatchObject({ code: 'CORRUPTION' });
    directory.damage = (bytes) => bytes.slice(0, -1);
    await expect(connection.backup(directory)).rejects.toMatchObject({ code: 'CORRUPTION' });
    directory.files.set('test.ndjson', Uint8Array.of(1));
    directory.failAfter = 2;
    await expect(connection.backup(directory)).rejects.toThrow('the disk is full');
    expect(directory.files.get('test.ndjson')).toEqual(Uint8Array.of(1));
    await connection.close();
  });

  it('aborts a stream with the reason of its signal, and rejects with the error of the stream', async () => {
    const connection = await filled();
    const abort = new AbortController();
    let aborted: unknown = null;
    const onProgress = () => abort.abort('enough');
    const writable = new WritableStream<Uint8Array>({
      abort: (reason) => {
        aborted = reason;
      },
    });
    await expect(connection.backup(writable, { signal: abort.signal, onProgress })).rejects.toBe('enough');
    expect(aborted).toBe('enough');
    const broken = new WritableStream<Uint8Array>({ write: () => Promise.reject(new Error('the network is gone')) });
    await expect(connection.backup(broken)).rejects.toThrow('the network is gone');
    for (const target of [null, {}, new Blob([])]) {
      await expect(connection.backup(target as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
    await expect(connection.backup(new FakeDirectory(), { file: '' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await connection.close();
  });
});

describe('restoreDatabase', () => {
  it('creates a database from a stream, a Blob, a file or a directory', async () => {
    const source = await filled();
    const directory = new FakeDirectory();
    await source.backup(directory, { file: 'crawl.ndjson' });
    const text = await exported(source);
    const sources = [
      streamOf(text),
      new Blob([text]) as never,
      await directory.getFileHandle('crawl.ndjson'),
      directory,
    ] as const;
    for (const from of sources) {
      const page = new FakePage(new MemoryDatabases());
      const connection = await restoreDatabaseOn(page.platform, from, 'crawl', {});
      expect(withoutToken(await exported(connection))).toBe(withoutToken(text));
      await connection.close();
      page.kill();
      registry().clear();
    }
    await source.close();
  });

  it('removes a new database again if it fails, and refuses one that has tables', async () => {
    const source = await filled();
    const text = await exported(source);
    const databases = new MemoryDatabases();
    const page = new FakePage(databases);
    const cut = restoreDatabaseOn(page.platform, streamOf(text.slice(0, -30)), 'crawl', {});
    await expect(cut).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await databases.list()).toEqual([]);
    const missing = restoreDatabaseOn(page.platform, new FakeDirectory(), 'crawl', {});
    await expect(missing).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { file: 'crawl.ndjson' } });
    const existing = await connectOn(page.platform, 'crawl');
    await existing.ensureTable({ name: 'mine', families: ['f'] });
    const refused = restoreDatabaseOn(page.platform, streamOf(text), 'crawl', {});
    await expect(refused).rejects.toMatchObject({ code: 'TABLE_EXISTS', details: { tables: ['mine'] } });
    expect(await existing.getAdmin().listTableNames()).toEqual(['mine']);
    await existing.close();
    await source.close();
    page.kill();
  });
});
