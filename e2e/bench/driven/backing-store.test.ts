import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backingStoreOf, checkBackingStore } from './backing-store.js';

let profile: string;

beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'profile-'));
});

afterEach(() => rm(profile, { recursive: true }));

async function write(name: string, content: string): Promise<void> {
  const path = join(profile, 'Default/IndexedDB', name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

describe('the backing store of IndexedDB', () => {
  it('is unknown before there is a database', async () => {
    expect(await backingStoreOf(profile)).toBeNull();
    await expect(checkBackingStore(profile, 'SQLite')).rejects.toThrow('the profile has no database');
  });

  it('is LevelDB if its folder exists', async () => {
    await write('http_127.0.0.1_1.indexeddb.leveldb/CURRENT', 'MANIFEST-000001\n');
    expect(await backingStoreOf(profile)).toBe('LevelDB');
    await expect(checkBackingStore(profile, 'SQLite')).rejects.toThrow(
      'must keep IndexedDB in SQLite, but the profile has LevelDB',
    );
  });

  it('is SQLite if a file begins with the header of SQLite', async () => {
    await write('http_127.0.0.1_1/CT4CLMV3', `SQLite format 3\0${'x'.repeat(100)}`);
    expect(await backingStoreOf(profile)).toBe('SQLite');
    await checkBackingStore(profile, 'SQLite');
  });
});
