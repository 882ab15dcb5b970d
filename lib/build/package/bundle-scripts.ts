import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { bundleBackup } from './bundle-backup.js';
import { bundlePages } from './bundle-pages.js';
import { bundleWorker } from './bundle-worker.js';

export interface ScriptOptions {
  /** Whether the worker is minified. */
  readonly minify: boolean;
  /** Changes the sources of the page's scripts and of the worker. */
  readonly plugins?: readonly Plugin[];
}

/** Writes the scripts of a page and of its worker into `folder`, which must exist. */
export async function bundleScripts(folder: string, { minify, plugins = [] }: ScriptOptions): Promise<void> {
  const worker = await bundleWorker({ minify, plugins });
  // The text of worker.js without the address of its map, which would be relative to a Blob, for pages that cannot
  // start it from its address.
  const inlineWorker = `inline-worker-${createHash('sha256').update(worker.code).digest('hex').slice(0, 8)}.js`;
  const backup = await bundleBackup(folder, plugins);
  await bundlePages(folder, { inlineWorker, backup }, plugins);
  const files = {
    'worker.js': `${worker.code}\n//# sourceMappingURL=worker.js.map\n`,
    'worker.js.map': worker.map,
    [inlineWorker]: `export const source = ${JSON.stringify(worker.code)};\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}
