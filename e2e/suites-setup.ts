import { buildBrowserSuites } from '../lib/build/package/bundle-browser-suites.js';

/** Bundles the suites that run in the browser, once before all tests. */
export default buildBrowserSuites;
