import { buildBrowserSuites } from '../lib/build/package/bundle-browser-suites.js';
import { buildNewer } from '../lib/build/package/newer-build.js';

/** Bundles the suites that run in the browser and a newer build of the package, once before all tests. */
export default async function setup(): Promise<void> {
  await Promise.all([buildBrowserSuites(), buildNewer()]);
}
