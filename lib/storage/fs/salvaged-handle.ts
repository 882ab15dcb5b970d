import { borrowed } from './borrowed-handle.js';
import { handleLost, isHandleClosed } from './file-errors.js';
import type { FileHandle } from './file-system.js';
import { ATTEMPTS } from './with-attempts.js';

/**
 * A handle of a file that may be damaged, for a reader beside the owner of `handle`. A read that the device refuses is
 * tried again, and then returns 0 bytes, as if the file ended there. If the browser has ended the handle, `size` and `read`
 * throw STORAGE_UNAVAILABLE (reason `handle-lost`).
 */
export function salvaged(handle: FileHandle, path: string): FileHandle {
  const rethrowLost = (error: unknown): void => {
    if (isHandleClosed(error)) throw handleLost(path, error);
  };
  return {
    ...borrowed(handle),
    size: () => {
      try {
        return handle.size();
      } catch (error) {
        rethrowLost(error);
        throw error;
      }
    },
    read: (into, at) => {
      for (let attempts = ATTEMPTS; attempts > 0; attempts--) {
        try {
          return handle.read(into, at);
        } catch (error) {
          rethrowLost(error);
        }
      }
      return 0;
    },
  };
}
