import { buildBrowserSuites } from '../lib/testing/package/bundle-browser-suites.js';

/** Bundles the suites that run in the browser, once before all tests. */
export default buildBrowserSuites;
