import { createReadStream, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';

/*
 * A static file server on loopback. It does not map or transform anything: a browser gets the files as they were built.
 */

export interface SiteOptions {
  /**
   * Maps a path prefix to a folder or to the text of one HTML page or script. The longest matching prefix is used; `/`
   * matches every path.
   */
  readonly routes: Readonly<Record<string, string | { readonly html: string } | { readonly script: string }>>;
  /** Headers of every answer, for instance a content security policy. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The port of an earlier site that has closed: browsers see the same site, which was away. Default: a new port. */
  readonly port?: number;
}

export interface Site {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly origin: string;
  readonly port: number;
  /** The requested paths that did not exist. */
  readonly missing: readonly string[];
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.ico': 'image/x-icon',
};

/** The ports of all sites of this process, including closed ones. */
const usedPorts = new Set<number>();

/**
 * Starts a site on a free port of 127.0.0.1. No other site of this process has had the port, so a browser has stored
 * nothing for the origin.
 */
export async function startSite(options: SiteOptions): Promise<Site> {
  const missing: string[] = [];
  const server = createServer((request, response) => answer(request, response, options, missing));
  const port = await listen(server, options.port);
  if (options.port === undefined && usedPorts.has(port)) {
    // While the port is taken, the system offers others.
    const site = await startSite(options);
    await close(server);
    return site;
  }
  usedPorts.add(port);
  return { origin: `http://127.0.0.1:${port}`, port, missing, close: () => close(server) };
}

async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function answer(request: IncomingMessage, response: ServerResponse, options: SiteOptions, missing: string[]): void {
  const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname);
  const prefix = Object.keys(options.routes)
    .filter((candidate) => path.startsWith(candidate))
    .sort((a, b) => b.length - a.length)[0];
  const route = prefix === undefined ? undefined : options.routes[prefix];
  const headers = { 'cache-control': 'no-store', ...options.headers };
  if (prefix !== undefined && typeof route === 'object') {
    const [type, text] = 'html' in route ? [TYPES['.html'], route.html] : [TYPES['.js'], route.script];
    response.writeHead(200, { ...headers, 'content-type': type }).end(text);
    return;
  }
  const file = prefix === undefined || typeof route !== 'string' ? null : fileIn(route, path.slice(prefix.length));
  if (file === null) {
    missing.push(path);
    response.writeHead(404, { ...headers, 'content-type': 'text/plain' }).end(`${path} is not here`);
    return;
  }
  response.writeHead(200, { ...headers, 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(response);
}

/** The file at `path` below `folder` (the index.html of a folder), or null. */
function fileIn(folder: string, path: string): string | null {
  const file = join(folder, normalize(`/${path}`));
  if (file !== folder && !file.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return null;
  for (const candidate of [file, join(file, 'index.html')]) {
    if (statSync(candidate, { throwIfNoEntry: false })?.isFile() === true) return candidate;
  }
  return null;
}
