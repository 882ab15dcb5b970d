/** Says whether the browser's file storage works here, and if not, why; and how much room it has. */
import { storageUnavailable } from '../lib/client/platform.js';
import type { Clock } from '../lib/clock.js';
import { BigtabError } from '../lib/errors.js';

/** A promise that never settles is a browser that does not work; `connect` has 5 s to say so. */
const ANSWER_WITHIN_MS = 4000;

/** The worker's globals as far as they matter. */
export interface StorageScope {
  readonly navigator: { readonly storage?: Partial<StorageManager> };
  readonly FileSystemFileHandle?: { readonly prototype: object };
}

/** Bytes that the site may still store, as the browser estimates; Infinity when it does not tell, or not in time. */
export async function roomLeft({ navigator }: StorageScope, clock: Clock): Promise<number> {
  const estimate = navigator.storage?.estimate?.().catch(() => {});
  let cancel = () => {};
  const silence = new Promise<void>((resolve) => {
    cancel = clock.after(ANSWER_WITHIN_MS, resolve);
  });
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = (await Promise.race([estimate, silence])) ?? {};
  cancel();
  return quota - usage;
}

/** The root directory of the site's file storage. Rejects with STORAGE_UNAVAILABLE within 5 s. */
export async function openStorage(scope: StorageScope, clock: Clock): Promise<FileSystemDirectoryHandle> {
  const storage = scope.navigator.storage;
  const handles = scope.FileSystemFileHandle;
  if (
    storage?.getDirectory === undefined ||
    handles === undefined ||
    !('createSyncAccessHandle' in handles.prototype)
  ) {
    throw storageUnavailable('no-opfs', 'This browser has no file storage for workers (OPFS with synchronous access).');
  }
  let cancel = () => {};
  const silence = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(ANSWER_WITHIN_MS, () =>
      reject(
        storageUnavailable('no-opfs', `The browser's file storage did not answer within ${ANSWER_WITHIN_MS / 1000} s.`),
      ),
    );
  });
  try {
    return await Promise.race([storage.getDirectory(), silence]);
  } catch (error) {
    throw asStorageError(error, 'private-mode');
  } finally {
    cancel();
  }
}

/**
 * STORAGE_UNAVAILABLE for what a browser throws when it will not store files here; any other error as it is, unless
 * `otherwise` names the reason that it stands for.
 */
export function asStorageError(error: unknown, otherwise?: 'private-mode' | 'no-opfs'): unknown {
  if (BigtabError.is(error)) return error;
  const name = error instanceof Error ? error.name : '';
  const reason = name === 'NotSupportedError' ? 'no-opfs' : name === 'SecurityError' ? 'private-mode' : otherwise;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  switch (reason) {
    case 'no-opfs':
      return storageUnavailable(reason, `This browser cannot open files for workers (${text}).`, error);
    case 'private-mode':
      return storageUnavailable(
        reason,
        `The browser refuses file storage here, as it does in private windows and where site data is blocked (${text}).`,
        error,
      );
    default:
      return error;
  }
}
