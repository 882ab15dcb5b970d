import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '../build/package/places.js';

/** A file of the repository: its path from the root, with `/`, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/**
 * All files below `folder` whose name ends in one of `endings`, sorted by path. Installed and built files are excluded.
 */
export function sourceFiles(folder: string, endings: readonly string[]): readonly SourceFile[] {
  return readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => `${entry.parentPath.slice(inRoot('').length)}/${entry.name}`.replace(/^\//, ''))
    .filter((path) => !/(^|\/)(node_modules|dist|\.\w+)\//.test(path))
    .sort()
    .map((path) => ({ path, text: textOf(path) }));
}

/** The text of the file at `path`, from the root of the repository. */
export function textOf(path: string): string {
  return readFileSync(inRoot(path), 'utf8');
}

/** Whether `path` is a test, a type test or a benchmark. */
export function isTest(path: string): boolean {
  return /\.(test|test-d|bench|spec)\.ts$/.test(path);
}
