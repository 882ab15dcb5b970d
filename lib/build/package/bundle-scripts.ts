import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { bundleBackup } from './bundle-backup.js';
import { bundlePageKit } from './bundle-page-kit.js';
import { bundlePages } from './bundle-pages.js';
import { bundleWorker } from './bundle-worker.js';
import type { SeparateFiles } from './separate-files.js';

export interface ScriptOptions {
  /** Whether the worker is minified. */
  readonly minify: boolean;
  /** Changes the sources of the page's scripts and of the worker. */
  readonly plugins?: readonly Plugin[];
}

/**
 * Writes the scripts of a page and of its worker into `folder`, which must exist. Returns the names of the modules with the
 * text of a script.
 */
export async function bundleScripts(folder: string, { minify, plugins = [] }: ScriptOptions): Promise<SeparateFiles> {
  const worker = await bundleWorker({ minify, plugins });
  const pageKit = await bundlePageKit(plugins);
  const separate = {
    'backup-code': await bundleBackup(folder, plugins),
    // The text of worker.js without the address of its map, which would be relative to a Blob, for pages that cannot
    // start it from its address.
    'inline-worker': `inline-worker-${hashOf(worker.code)}.js`,
    'page-script': `playwright-page-${hashOf(pageKit)}.js`,
  };
  await bundlePages(folder, separate, plugins);
  const files = {
    'worker.js': `${worker.code}\n//# sourceMappingURL=worker.js.map\n`,
    'worker.js.map': worker.map,
    [separate['inline-worker']]: moduleOf(worker.code),
    [separate['page-script']]: moduleOf(pageKit),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return separate;
}

function moduleOf(text: string): string {
  return `export const source = ${JSON.stringify(text)};\n`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
