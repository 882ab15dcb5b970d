import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { inRoot } from './places.js';

/**
 * Writes the code of exports and imports, which few pages need, into `folder`, and returns the name of the file. It is one file
 * with its own copies of what it needs: if it shared code with other files of a page, bundlers would split these. Its
 * name contains a hash, so that a cache never returns the file of another build.
 */
export async function bundleBackup(folder: string, plugins: readonly Plugin[]): Promise<string> {
  const bundle = await rolldown({
    cwd: inRoot('.'),
    input: inRoot('lib/backup/backup-code.ts'),
    platform: 'browser',
    plugins: [...plugins],
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false, minify: false, sourcemap: true });
  await bundle.close();
  const { code, map } = output[0] as OutputChunk;
  const name = `backup-code-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
  await writeFile(
    join(folder, name),
    code.replace(/\/\/# sourceMappingURL=.*\s*$/, `//# sourceMappingURL=${name}.map\n`),
  );
  await writeFile(join(folder, `${name}.map`), map?.toString() ?? '');
  return name;
}
