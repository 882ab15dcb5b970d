import type { Plugin } from 'vite';

/** The built explorer loads only its own files. Its icon may be inlined as a `data:` address. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * Writes the content security policy into the built page. The page that is served from the sources has none, because
 * Vite adds scripts to it.
 */
export function contentPolicy(): Plugin {
  return {
    name: 'bigtab:content-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}
