import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '../build/package/places.js';

/** A file of the repository: path from its root, with `/`, and text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/**
 * All files below `folder` whose name ends in one of `endings`, sorted by path; what was installed or built is left
 * out.
 */
export function sourceFiles(folder: string, endings: readonly string[]): readonly SourceFile[] {
  return readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => `${entry.parentPath.slice(inRoot('').length)}/${entry.name}`.replace(/^\//, ''))
    .filter((path) => !/(^|\/)(node_modules|dist|\.\w+)\//.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(inRoot(path), 'utf8') }));
}

/** Whether `path` is a test, a type test or a benchmark. */
export function isTest(path: string): boolean {
  return /\.(test|test-d|bench|spec)\.ts$/.test(path);
}
