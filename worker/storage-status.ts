/** Reports whether the browser's file storage works here, and if not, why; how much room it has; what it holds. */
import { ANSWER_WITHIN_MS, storageUnavailable } from '../lib/client/page/platform.js';
import type { Clock } from '../lib/clock.js';
import { BigtabError } from '../lib/errors.js';
import type { StorageReport } from '../lib/model/status-report.js';
import { within } from '../lib/within.js';

/** A file in the root of the site's files; removed at once. */
const PROBE_FILE = '.bigtab-probe';
/** Errors that the probe may get even though files can be opened: a full device, or the probe of another worker. */
const PROBE_PASSES: readonly string[] = [
  'QuotaExceededError',
  'NoModificationAllowedError',
  'InvalidStateError',
  'NotFoundError',
];

/** The part of the worker's globals that is needed. */
export interface StorageScope {
  readonly navigator: { readonly storage?: Partial<StorageManager> };
  readonly FileSystemFileHandle?: { readonly prototype: object };
}

/** The number of bytes that the site may still store, by the browser's estimate; Infinity if there is none in time. */
export async function roomLeft({ navigator }: StorageScope, clock: Clock): Promise<number> {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = (await inTime(navigator.storage?.estimate?.(), clock)) ?? {};
  return quota - usage;
}

/** The storage of the site; null for what the browser does not report in time. */
export async function storageReport({ navigator: { storage } }: StorageScope, clock: Clock): Promise<StorageReport> {
  const asked = [inTime(storage?.estimate?.(), clock), inTime(storage?.persisted?.(), clock)] as const;
  const [{ usage = null, quota = null } = {}, persisted = null] = await Promise.all(asked);
  return { usage, quota, persisted };
}

/** The answer of the browser; undefined if it fails or does not come in time. */
function inTime<T>(asked: Promise<T> | undefined, clock: Clock): Promise<T | undefined> {
  return within(Promise.resolve(asked), clock, ANSWER_WITHIN_MS, () => new Error('late')).catch(() => undefined);
}

/**
 * The root directory of the site's file storage, in which a file was opened as a test. Rejects with
 * STORAGE_UNAVAILABLE.
 */
export async function findStorage(scope: StorageScope): Promise<FileSystemDirectoryHandle> {
  const storage = scope.navigator.storage;
  const handles = scope.FileSystemFileHandle;
  if (
    storage?.getDirectory === undefined ||
    handles === undefined ||
    !('createSyncAccessHandle' in handles.prototype)
  ) {
    throw storageUnavailable('no-opfs', 'This browser has no file storage for workers (OPFS with synchronous access).');
  }
  return storage.getDirectory().then(probe, (error) => {
    throw asStorageError(error, 'private-mode');
  });
}

/**
 * Waits for `found`, the storage. Rejects with STORAGE_UNAVAILABLE if the browser does not answer for `withinMs`: a
 * promise that never settles means that the storage does not work.
 */
export async function answeringStorage(
  found: Promise<FileSystemDirectoryHandle>,
  clock: Clock,
  withinMs: number = ANSWER_WITHIN_MS,
): Promise<FileSystemDirectoryHandle> {
  return within(found, clock, withinMs, () => {
    const seconds = Math.ceil(withinMs / 1000);
    return storageUnavailable('no-opfs', `The browser's file storage did not answer within ${seconds} s.`);
  });
}

/**
 * Opens a temporary file, because a browser may have the method but refuse every call, as WebKitGTK does. Returns
 * `root`.
 */
async function probe(root: FileSystemDirectoryHandle): Promise<FileSystemDirectoryHandle> {
  try {
    const file = await root.getFileHandle(PROBE_FILE, { create: true });
    (await file.createSyncAccessHandle()).close();
  } catch (error) {
    if (!PROBE_PASSES.includes(nameOf(error))) throw asStorageError(error, 'no-opfs');
  } finally {
    await root.removeEntry(PROBE_FILE).catch(() => undefined);
  }
  return root;
}

/**
 * STORAGE_UNAVAILABLE for an error that a browser throws if it does not store files here; any other error unchanged,
 * unless `otherwise` names the reason for it.
 */
export function asStorageError(error: unknown, otherwise?: 'private-mode' | 'no-opfs'): unknown {
  if (BigtabError.is(error)) return error;
  const name = nameOf(error);
  const reason = name === 'NotSupportedError' ? 'no-opfs' : name === 'SecurityError' ? 'private-mode' : otherwise;
  const text = textOf(error);
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

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
