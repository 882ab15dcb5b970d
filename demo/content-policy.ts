import type { Plugin } from 'vite';

/** The built explorer needs only its own files. Its icon may be part of a script. */
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

/** Writes the content security policy into the built page. Served sources have none, because Vite adds scripts. */
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
