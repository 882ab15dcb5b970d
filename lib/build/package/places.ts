import { fileURLToPath } from 'node:url';

/** The absolute path of `path` in the repository. */
export function inRoot(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}
