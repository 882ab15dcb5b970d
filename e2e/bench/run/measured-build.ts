import { cp, mkdir, rm } from 'node:fs/promises';
import { buildPackage } from '../../../lib/build/package/build-package.js';
import { inRoot } from '../../../lib/build/package/places.js';
import { startBenchSite } from './bench-site.js';
import { treeCommit } from './build-commit.js';
import { bundlePage } from './bundle-page.js';
import type { SessionPlace } from './with-session.js';

/**
 * Builds the package and the page, and runs `work` with a site that serves copies, so that the measured build stays the
 * same while the tree changes. `commit`: the result of `treeCommit`. The copies and all profiles are removed at the
 * end, even after a failure.
 */
export async function withMeasuredBuild<T>(
  commit: string,
  out: string,
  signal: AbortSignal,
  work: (place: SessionPlace) => Promise<T>,
): Promise<T> {
  const folder = `${out}/run-${process.pid}`;
  try {
    await mkdir(folder, { recursive: true });
    await buildPackage();
    await cp(inRoot('dist'), `${folder}/dist`, { recursive: true });
    await bundlePage(`${folder}/page`);
    refuseAnother(commit, await treeCommit());
    const site = await startBenchSite(`${folder}/page`, `${folder}/dist`);
    try {
      return await work({ site, folder: `${folder}/profile`, signal });
    } finally {
      await site.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Throws an Error with a message for people if the tree is not the one named in raw lines. */
export function refuseAnother(commit: string, now: string): void {
  if (now !== commit) {
    throw new Error(`the tree was commit ${commit} and is now commit ${now}: nothing was measured, start again`);
  }
}
