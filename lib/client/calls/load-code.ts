import { BigtabError } from '../../errors.js';
import { PROTOCOL_VERSION } from '../../service/client-service.js';
import { versionConflict } from '../../service/packet-codec.js';

/** Code that is fetched later may come from a cache and belong to another build; it is then not used. */
export function ofThisBuild<T extends { readonly PROTOCOL_VERSION: number }>(module: T | undefined): T {
  if (module?.PROTOCOL_VERSION !== PROTOCOL_VERSION) throw versionConflict(module?.PROTOCOL_VERSION);
  return module;
}

/** Code that a page fetches later could not be loaded. Throws WORKER_START_FAILED. */
export function notLoaded(cause: unknown): never {
  const message =
    "Bigtab's code could not be loaded completely. Serve all files of the package from one place; or this page is older than the site: reload it.";
  throw new BigtabError('WORKER_START_FAILED', message, { cause });
}
