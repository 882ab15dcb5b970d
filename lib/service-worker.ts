/*
 * The package's entry `bigtab/service-worker`: the same names as `bigtab`, built into one file, because a service worker
 * cannot load code with `import()`. Importing it uses nothing of the platform.
 */
export * from './index.js';
