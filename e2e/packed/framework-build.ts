import { compile } from 'svelte/compiler';
import type { Plugin } from 'vite';

/** The constants that Vue requires every bundler to define. Vue's own plugin defines them. */
export const VUE_FLAGS = {
  __VUE_OPTIONS_API__: 'false',
  __VUE_PROD_DEVTOOLS__: 'false',
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
};

/** Svelte's own compiler without a wrapper; an app would use the plugin. */
export function svelte(generate: 'client' | 'server'): Plugin {
  return {
    name: 'svelte-compiler',
    transform(source, id) {
      if (!id.endsWith('.svelte')) return null;
      return compile(source, { filename: id, generate }).js;
    },
  };
}

/** A page that loads `script` into the element `#app`. */
export function pageOf(script: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>app</title><link rel="icon" href="data:,"></head>
<body><div id="app"></div><script type="module" src="${script}"></script></body></html>`;
}
