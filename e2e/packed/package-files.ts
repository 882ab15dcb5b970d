import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '../../lib/build/package/places.js';

/** The package, as `npm pack` creates it. */
export const TARBALL: string = inRoot('.out/packed/bigtab.tgz');

/** The unpacked package. */
export const UNPACKED: string = inRoot('.out/packed/bigtab');

/** The text of a file of the package. */
export function packaged(path: string): string {
  return readFileSync(`${UNPACKED}/${path}`, 'utf8');
}

/** The name of the module that contains the worker's code as text. */
export function inlineWorkerFile(): string {
  const found = packagedFiles().filter((path) => /^dist\/inline-worker-[^/]*\.js$/.test(path));
  if (found.length !== 1) throw new Error(`${found.length} inline workers in the package`);
  return found[0] as string;
}

/** The paths of all files in the package. */
export function packagedFiles(): readonly string[] {
  return readdirSync(UNPACKED, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(UNPACKED.length + 1))
    .sort();
}
