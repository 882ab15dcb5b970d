import { inRoot } from '../../../lib/build/package/places.js';
import { type Site, startSite } from '../../site.js';

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>bench</title><link rel="icon" href="data:,">
<script type="module" src="/bench/page.js"></script></head><body></body></html>`;

/**
 * Serves the measuring page. The page is isolated, because only then clocks are exact to 5 µs, and cached, as on a real
 * site. `dist`: the build to measure.
 */
export function startBenchSite(bundles: string, dist: string): Promise<Site> {
  return startSite({
    routes: {
      '/': { html: PAGE },
      '/bench/': bundles,
      '/dist/': dist,
      '/modules/': inRoot('node_modules'),
    },
    headers: {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'max-age=3600',
    },
  });
}
