import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBrowserSuites } from '../../lib/build/package/bundle-browser-suites.js';
import { bundlePages } from '../../lib/build/package/bundle-pages.js';
import { inRoot } from '../../lib/build/package/places.js';
import type { Player } from '../../lib/testing/vectors/player.js';
import { BLANK_PAGE, launchBrowser } from '../fixtures.js';
import { startSite } from '../site.js';
import { playInPage, preparePlaying } from './play-in-page.js';

/** A player that runs histories in Chromium, with the current sources. */
export async function openBrowserPlayer(): Promise<Player> {
  const dist = inRoot('.out/vectors');
  await rm(dist, { recursive: true, force: true });
  await bundlePages(dist, { 'inline-worker': 'inline-worker.js', 'backup-code': 'backup-code.js' });
  await buildBrowserSuites();
  const routes = { '/dist/': dist, '/testing/': inRoot('.out/browser'), '/blank': { html: BLANK_PAGE } };
  const site = await startSite({ routes });
  const folder = await mkdtemp(join(tmpdir(), 'bigtab-vectors-'));
  const context = await launchBrowser(folder);
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${site.origin}/blank`);
  await preparePlaying(page);
  return {
    play: async (line) => (await playInPage(page, [line]))[0] as Awaited<ReturnType<Player['play']>>,
    async close() {
      await context.close();
      await site.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
