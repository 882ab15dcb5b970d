import type { Page } from 'playwright/test';

/*
 * What a page can do to the files and the catalog of a database that is not open: read them, damage them, remove them,
 * and restore older ones.
 */

/** The content of files below a database's directory, by path. */
export type Files = Readonly<Record<string, Buffer>>;

/** Reads the files of database `name` whose path matches `pattern`. */
export async function readFiles(page: Page, name: string, pattern: RegExp): Promise<Files> {
  const found = await page.evaluate(
    async ([name, pattern]) => {
      const files: [string, string][] = [];
      const visit = async (directory: FileSystemDirectoryHandle, path: string): Promise<void> => {
        for await (const [entry, handle] of directory.entries()) {
          if (handle instanceof FileSystemDirectoryHandle) await visit(handle, `${path}${entry}/`);
          else if (new RegExp(pattern).test(path + entry)) {
            const reader = new FileReader();
            reader.readAsDataURL(await (handle as FileSystemFileHandle).getFile());
            await new Promise((resolve) => reader.addEventListener('loadend', resolve));
            files.push([path + entry, (reader.result as string).replace(/^.*,/, '')]);
          }
        }
      };
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('bigtab');
      await visit(await root.getDirectoryHandle(name), '');
      return files;
    },
    [name, pattern.source] as const,
  );
  return Object.fromEntries(found.map(([path, base64]) => [path, Buffer.from(base64, 'base64')]));
}

/** Removes the files of database `name` whose path matches `pattern`, then writes `files`. */
export async function replaceFiles(page: Page, name: string, pattern: RegExp, files: Files = {}): Promise<void> {
  const old = Object.keys(await readFiles(page, name, pattern));
  const added = Object.entries(files).map(([path, bytes]) => [path, bytes.toString('base64')] as const);
  await page.evaluate(
    async ([name, old, added]) => {
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('bigtab');
      const place = async (path: string) => {
        const parts = path.split('/');
        const last = parts.pop() as string;
        let directory = await root.getDirectoryHandle(name);
        for (const part of parts) directory = await directory.getDirectoryHandle(part, { create: true });
        return { directory, last };
      };
      for (const path of old) {
        const { directory, last } = await place(path);
        await directory.removeEntry(last);
      }
      for (const [path, base64] of added) {
        const { directory, last } = await place(path);
        const writable = await (await directory.getFileHandle(last, { create: true })).createWritable();
        await writable.write(await (await fetch(`data:application/octet-stream;base64,${base64}`)).blob());
        await writable.close();
      }
    },
    [name, old, added] as const,
  );
}

/** Replaces each file of database `name` whose path matches `pattern` with the result of `change`. */
export async function changeFiles(
  page: Page,
  name: string,
  pattern: RegExp,
  change: (bytes: Buffer) => Buffer,
): Promise<void> {
  const changed = Object.entries(await readFiles(page, name, pattern)).map(([path, bytes]) => [path, change(bytes)]);
  await replaceFiles(page, name, pattern, Object.fromEntries(changed));
}

/** The bytes with one bit of the byte at `at` inverted. */
export function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 0x10, at);
  return copy;
}

/** The catalog of a database, as it is stored in IndexedDB. */
export interface StoredCatalog {
  readonly database: Record<string, unknown> & { readonly epoch: number; readonly generation: number };
  readonly tables: readonly unknown[];
  readonly snapshots?: readonly { readonly name: string }[];
}

/** Reads the catalog of database `name`, and stores `replacement` in its place. */
export function useCatalog(page: Page, name: string, replacement?: StoredCatalog): Promise<StoredCatalog> {
  return page.evaluate(
    async ([name, replacement]) => {
      const settled = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const connection = await settled(indexedDB.open(`bigtab/${name}`));
      const transaction = connection.transaction(['database', 'tables'], 'readwrite');
      const [databases, tables] = [transaction.objectStore('database'), transaction.objectStore('tables')];
      const snapshotKeys = IDBKeyRange.bound('snapshot:', 'snapshot;', false, true);
      const found = {
        database: await settled(databases.get('database')),
        tables: await settled(tables.getAll()),
        snapshots: await settled(databases.getAll(snapshotKeys)),
      };
      if (replacement !== null) {
        databases.put(replacement.database, 'database');
        databases.delete(snapshotKeys);
        for (const snapshot of replacement.snapshots ?? []) databases.put(snapshot, `snapshot:${snapshot.name}`);
        tables.clear();
        for (const table of replacement.tables) tables.put(table);
      }
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      connection.close();
      return found;
    },
    [name, replacement ?? null] as const,
  );
}

/** Removes the catalog of database `name`, as when a user clears a part of the site's data. */
export function deleteCatalog(page: Page, name: string): Promise<void> {
  return page.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(`bigtab/${name}`);
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error);
        request.onblocked = () => reject(new Error('someone has it open'));
      }),
    name,
  );
}
