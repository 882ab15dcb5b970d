import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

const SPECIFIER = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;

/** Copies the declarations that the entries reach, and no others, from the compiler's output to `to`. */
export async function copyDeclarations(from: string, to: string, entries: readonly string[]): Promise<void> {
  const seen = new Set<string>();
  const waiting = entries.map((entry) => join(from, entry));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const target = join(to, relative(from, file));
    await mkdir(dirname(target), { recursive: true });
    await copyFile(file, target);
    for (const [, specifier] of (await readFile(file, 'utf8')).matchAll(SPECIFIER)) {
      waiting.push(join(dirname(file), (specifier as string).replace(/\.js$/, '.d.ts')));
    }
  }
}
