import { BigtabError } from '../../errors.js';
import { PROTOCOL_VERSION } from '../../service/client-service.js';
import { versionConflict } from '../../service/packet-codec.js';

/** Checks code that is loaded on demand. It may come from a cache and belong to another build; then it is not used. */
export function ofThisBuild<T extends { readonly PROTOCOL_VERSION: number }>(module: T | undefined): T {
  if (module?.PROTOCOL_VERSION !== PROTOCOL_VERSION) throw versionConflict(module?.PROTOCOL_VERSION);
  return module;
}

/** Throws WORKER_START_FAILED: code that a page loads on demand could not be loaded. */
export function notLoaded(cause: unknown): never {
  const message =
    "Bigtab's code could not be loaded completely. Serve all files of the package from one place. If this page is older than the site, reload it.";
  throw new BigtabError('WORKER_START_FAILED', message, { cause });
}
