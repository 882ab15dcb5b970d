import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoreFacts } from '../stores/store-names.js';

/** The first bytes of every SQLite database file. */
const SIGNATURE = 'SQLite format 3\0';

/** Where Chromium keeps the databases of IndexedDB. */
export type BackingStore = NonNullable<StoreFacts['backingStore']>;

/**
 * Returns what stores the IndexedDB databases of this profile, or null if there are none yet. A browser silently
 * ignores unknown flags, so only the files show what it uses.
 */
export async function backingStoreOf(profile: string): Promise<BackingStore | null> {
  const folder = join(profile, 'Default', 'IndexedDB');
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  if (names.some((name) => name.endsWith('.leveldb'))) return 'LevelDB';
  for (const name of names) {
    if (await isSqlite(join(folder, name))) return 'SQLite';
  }
  return null;
}

/** Throws unless `wanted` stores the IndexedDB databases of this profile. */
export async function checkBackingStore(profile: string, wanted: BackingStore): Promise<void> {
  const found = await backingStoreOf(profile);
  if (found !== wanted) {
    throw new Error(`the browser must keep IndexedDB in ${wanted}, but the profile has ${found ?? 'no database'}`);
  }
}

async function isSqlite(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { buffer } = await file.read(Buffer.alloc(SIGNATURE.length), 0, SIGNATURE.length, 0);
    return buffer.toString('latin1') === SIGNATURE;
  } catch {
    // A folder.
    return false;
  } finally {
    await file.close();
  }
}
