import type { Plugin } from 'vite';
import { guideFiles } from './guide-site.js';

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', svg: 'image/svg+xml' };

/** Adds the guide to the site, at `guide/`. The development server renders it again for each request. */
export function guidePages(): Plugin {
  return {
    name: 'bigtab:guide',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://server');
        if (!/^\/guide\/([\w-]+\.(html|css|svg))?$/.test(pathname)) return next();
        const address = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
        const text = guideFiles().get(address.slice(1));
        if (text === undefined) return next();
        const type = TYPES[address.slice(address.lastIndexOf('.') + 1)];
        response.setHeader('content-type', `${type}; charset=utf-8`);
        response.setHeader('cache-control', 'no-store');
        response.end(text);
      });
    },
    generateBundle() {
      for (const [fileName, source] of guideFiles()) this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
