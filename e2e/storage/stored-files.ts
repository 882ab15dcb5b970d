import type { Page } from 'playwright/test';

/*
 * What a page can do to the files and the catalog of a database that is not open: look at them, damage them, take them away, put
 * older ones back.
 */

/** Content of the files below a database's directory, by path. */
export type Files = Readonly<Record<string, readonly number[]>>;

/** Reads the files of database `name` whose path matches `pattern`. */
export function readFiles(page: Page, name: string, pattern: RegExp): Promise<Files> {
  return page.evaluate(
    async ([name, pattern]) => {
      const found: Record<string, number[]> = {};
      const visit = async (directory: FileSystemDirectoryHandle, path: string): Promise<void> => {
        for await (const [entry, handle] of directory.entries()) {
          if (handle instanceof FileSystemDirectoryHandle) await visit(handle, `${path}${entry}/`);
          else if (new RegExp(pattern).test(path + entry)) {
            const bytes = await (await (handle as FileSystemFileHandle).getFile()).arrayBuffer();
            found[path + entry] = [...new Uint8Array(bytes)];
          }
        }
      };
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('bigtab');
      await visit(await root.getDirectoryHandle(name), '');
      return found;
    },
    [name, pattern.source] as const,
  );
}

/** Removes the files of database `name` whose path matches `pattern`, then writes `files`. */
export async function replaceFiles(page: Page, name: string, pattern: RegExp, files: Files = {}): Promise<void> {
  const old = Object.keys(await readFiles(page, name, pattern));
  await page.evaluate(
    async ([name, old, files]) => {
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
      for (const [path, bytes] of Object.entries(files)) {
        const { directory, last } = await place(path);
        const writable = await (await directory.getFileHandle(last, { create: true })).createWritable();
        await writable.write(Uint8Array.from(bytes));
        await writable.close();
      }
    },
    [name, old, files] as const,
  );
}

/** The catalog of a database as it stands in IndexedDB. */
export interface StoredCatalog {
  readonly database: Record<string, unknown> & { readonly epoch: number; readonly generation: number };
  readonly tables: readonly unknown[];
}

/** Reads the catalog of database `name`; with `change`, writes what that returns. */
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
      const found = { database: await settled(databases.get('database')), tables: await settled(tables.getAll()) };
      if (replacement !== null) {
        databases.put(replacement.database, 'database');
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

/** Takes the catalog of database `name` away, as a user who clears a part of the site's data. */
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
