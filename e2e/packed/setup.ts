import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { inRoot } from '../../lib/build/package/places.js';
import { TARBALL, UNPACKED } from './package-files.js';

/** Packs `dist/` as for publishing and unpacks it, once before all tests. */
export default async function setup(): Promise<void> {
  for (const made of ['dist/index.js', '.out/demo/index.html']) {
    if (!existsSync(inRoot(made)))
      throw new Error(`${made} is missing; run npm test, or npm run build && npx vite build`);
  }
  const folder = inRoot('.out/packed');
  await rm(folder, { recursive: true, force: true });
  await mkdir(UNPACKED, { recursive: true });
  const output = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: inRoot('.'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(output) as [{ filename: string }];
  await rename(`${folder}/${filename}`, TARBALL);
  execFileSync('tar', ['-xzf', TARBALL, '-C', UNPACKED, '--strip-components=1']);
}
