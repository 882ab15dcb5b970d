import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '../../lib/testing/package/places.js';

/** The package as `npm pack` makes it. */
export const TARBALL: string = inRoot('.out/packed/bigtab.tgz');

/** What is in it. */
export const UNPACKED: string = inRoot('.out/packed/bigtab');

/** Text of a file of the package. */
export function packaged(path: string): string {
  return readFileSync(`${UNPACKED}/${path}`, 'utf8');
}

/** Paths of all files in the package. */
export function packagedFiles(): readonly string[] {
  return readdirSync(UNPACKED, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(UNPACKED.length + 1))
    .sort();
}
