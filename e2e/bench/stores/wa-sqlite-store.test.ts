import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs';
import { MemoryVFS } from '@journeyapps/wa-sqlite/src/examples/MemoryVFS.js';
import { describe, expect, it } from 'vitest';
import { RowSink } from './row-sink.js';
import { WaSqliteStore } from './wa-sqlite-store.js';

const SQLITE_OK = 0;
const SQLITE_BUSY = 5;

/** Refuses a lock until the requested one is granted, like OPFSWriteAheadVFS. */
class RefusingFileSystem extends MemoryVFS {
  static refuses = false;

  static override async create(name: string, module: object): Promise<RefusingFileSystem> {
    const fileSystem = new RefusingFileSystem(name, module);
    await fileSystem.isReady();
    return fileSystem;
  }

  override jLock(): number {
    if (!RefusingFileSystem.refuses) return SQLITE_OK;
    const granted = Promise.resolve().then(() => {
      RefusingFileSystem.refuses = false;
    });
    this._module.retryOps.push(granted);
    return SQLITE_BUSY;
  }
}

async function openStore(): Promise<WaSqliteStore> {
  const path = fileURLToPath(import.meta.resolve('@journeyapps/wa-sqlite/dist/wa-sqlite.wasm'));
  const wasmBinary = await readFile(path);
  const store = new WaSqliteStore({
    load: async () => ({ createModule: () => createModule({ wasmBinary }), FileSystem: RefusingFileSystem }),
    isExclusive: false,
    pragmas: '',
    isAsynchronous: false,
  });
  await store.open('database', 'relaxed');
  return store;
}

describe('WaSqliteStore', () => {
  it('waits for a lock and repeats the call', async () => {
    const store = await openStore();
    RefusingFileSystem.refuses = true;
    await store.put('key', Uint8Array.of(1));
    RefusingFileSystem.refuses = true;
    expect(await store.get('key')).toEqual(Uint8Array.of(1));
    RefusingFileSystem.refuses = true;
    const sink = new RowSink(() => undefined);
    await store.getMany({ bytes: new TextEncoder().encode('key'), ends: Int32Array.of(3) }, sink);
    expect(sink.take().values).toEqual({ bytes: Uint8Array.of(1), ends: Int32Array.of(1) });
    await store.close();
  });

  it('answers at once if it holds the lock', async () => {
    const store = await openStore();
    expect(store.put('key', Uint8Array.of(1))).toBeUndefined();
    expect(store.get('key')).toEqual(Uint8Array.of(1));
    await store.close();
  });
});
