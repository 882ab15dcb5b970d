import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundlePages, bundleServiceWorkerEntry } from './bundle-pages.js';
import { bundleWorker } from './bundle-worker.js';
import { copyDeclarations } from './declarations.js';
import { BUNDLED, thirdPartyNotices } from './notices.js';
import { packedGuide } from './packed-guide.js';
import { inRoot } from './places.js';

const NOTHING = 'export {};\n';

/** Builds `dist/`: all files of the published package except its README and licence. */
export async function buildPackage(): Promise<void> {
  const compiler = spawnSync(process.execPath, [inRoot('node_modules/typescript/bin/tsc'), '-b', inRoot('lib')], {
    stdio: 'inherit',
  });
  if (compiler.status !== 0) throw new Error('the declarations do not compile');
  const dist = inRoot('dist');
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  await copyDeclarations(inRoot('.out/types/lib'), dist, [
    'index.d.ts',
    'memory.d.ts',
    'service-worker.d.ts',
    'shell.d.ts',
  ]);
  const worker = await bundleWorker({ minify: true });
  // The text of worker.js without the address of its map, which would be relative to a Blob, for pages that cannot
  // start it from its address.
  const inlineWorker = `inline-worker-${createHash('sha256').update(worker.code).digest('hex').slice(0, 8)}.js`;
  await bundlePages(dist, inlineWorker);
  await bundleServiceWorkerEntry(dist);
  const files = {
    'worker.js': `${worker.code}\n//# sourceMappingURL=worker.js.map\n`,
    'worker.js.map': worker.map,
    'worker.d.ts': NOTHING,
    [inlineWorker]: `export const source = ${JSON.stringify(worker.code)};\n`,
    'THIRD-PARTY-NOTICES': await thirdPartyNotices('Bigtab', BUNDLED),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(dist, name), text);
  await mkdir(join(dist, 'guide'));
  for (const [name, text] of packedGuide()) await writeFile(join(dist, 'guide', name), text);
}
