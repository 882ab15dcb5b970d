import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleNode, NODE_ENTRIES } from './bundle-node.js';
import { bundleSeparateEntries, PAGE_ENTRIES, SEPARATE_ENTRIES } from './bundle-pages.js';
import { bundleScripts } from './bundle-scripts.js';
import { copyDeclarations } from './declarations.js';
import { BUNDLED, thirdPartyNotices } from './notices.js';
import { packedGuide } from './packed-guide.js';
import { inRoot } from './places.js';

const NOTHING = 'export {};\n';

/** Builds `dist/`: all files of the published package except its README and licence. */
export async function buildPackage(): Promise<void> {
  const compiler = spawnSync(
    process.execPath,
    [inRoot('node_modules/typescript/bin/tsc'), '-b', inRoot('lib/kits/node'), inRoot('lib/hbase/proxy')],
    {
      stdio: 'inherit',
    },
  );
  if (compiler.status !== 0) throw new Error('the declarations do not compile');
  const dist = inRoot('dist');
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  await copyDeclarations(inRoot('.out/types/lib'), dist, [
    ...[PAGE_ENTRIES, SEPARATE_ENTRIES, NODE_ENTRIES]
      .flatMap((entries) => Object.values(entries))
      .map((source) => source.replace(/^lib\/(.*)\.ts$/, '$1.d.ts')),
  ]);
  await bundleSeparateEntries(dist, await bundleScripts(dist, { minify: true }));
  await bundleNode(dist);
  const files = {
    'worker.d.ts': NOTHING,
    'THIRD-PARTY-NOTICES': await thirdPartyNotices('Bigtab', BUNDLED),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(dist, name), text);
  await mkdir(join(dist, 'guide'));
  for (const [name, text] of packedGuide()) await writeFile(join(dist, 'guide', name), text);
}
