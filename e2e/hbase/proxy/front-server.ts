import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { inRoot } from '../../../lib/build/package/places.js';

/** A server in front of a proxy, with TLS and passwords. */
export interface FrontServer {
  readonly port: number;
  /** The certificate, which it has signed itself. */
  readonly certificate: string;
  close(): Promise<void>;
}

export type FrontName = 'nginx' | 'caddy';

/** The user, and the password, that the server knows. */
export const PASSWORD: readonly [string, string] = ['ada', 'correct horse'];

/** Where the examples have what each machine has at another place. */
interface Places {
  readonly folder: string;
  readonly port: number;
  /** Host and port of the proxy. */
  readonly proxy: string;
}

/** Whether the server, and OpenSSL for its certificate, are installed. */
export function isInstalled(name: FrontName): boolean {
  return [name, 'openssl'].every((program) => spawnSync(program, ['version'], { stdio: 'ignore' }).error === undefined);
}

/** Starts the server on loopback with the example in this folder. `proxy`: the address of the proxy. */
export async function startFrontServer(name: FrontName, proxy: string): Promise<FrontServer> {
  const folder = inRoot(`.out/front-${name}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const certificate = makeCertificate(folder);
  const places = { folder, port, proxy: new URL(proxy).host };
  const [program, ...words] = name === 'nginx' ? nginx(places) : caddy(places);
  const child = spawn(program as string, words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder },
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  await accepted(port, child).catch(() => {
    throw new Error(`${name} does not start: ${said}`);
  });
  return { port, certificate, close: () => end(child) };
}

function nginx({ folder, port, proxy }: Places): readonly string[] {
  const [name, password] = PASSWORD;
  const hash = execFileSync('openssl', ['passwd', '-apr1', password], { encoding: 'utf8' }).trim();
  writeFileSync(join(folder, 'users'), `${name}:${hash}\n`);
  const site = example('nginx.conf', {
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    '/etc/ssl/app.example.com': join(folder, 'app'),
    '/etc/nginx/app.users': join(folder, 'users'),
    '127.0.0.1:8095;': `${proxy};`,
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${join(folder, what)};`,
  );
  const log = join(folder, 'error.log');
  // Otherwise workers of root run as a user who cannot read these files.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const configuration = `daemon off; ${user} pid ${join(folder, 'pid')}; error_log ${log};
events {}
http { access_log off; ${temporary.join(' ')}
${site}}`;
  writeFileSync(join(folder, 'nginx.conf'), configuration);
  return ['nginx', '-e', log, '-c', join(folder, 'nginx.conf')];
}

function caddy({ folder, port, proxy }: Places): readonly string[] {
  const [user, password] = PASSWORD;
  const hash = execFileSync('caddy', ['hash-password', '--plaintext', password], { encoding: 'utf8' }).trim();
  const site = example('Caddyfile', {
    'app.example.com {': `https://app.example.com:${port} {\n\tbind 127.0.0.1`,
    '/etc/ssl/app.example.com': join(folder, 'app'),
    'ada HASH': `${user} ${hash}`,
    '127.0.0.1:8095 {': `${proxy} {`,
  });
  writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${site}`);
  return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
}

/** The text of an example, with other places. */
function example(file: string, places: Readonly<Record<string, string>>): string {
  let text = readFileSync(inRoot(`e2e/hbase/proxy/${file}`), 'utf8');
  for (const [from, to] of Object.entries(places)) {
    if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

function makeCertificate(folder: string): string {
  const names = ['-subj', '/CN=app.example.com', '-addext', 'subjectAltName=DNS:app.example.com'];
  const files = ['-keyout', join(folder, 'app.key'), '-out', join(folder, 'app.pem')];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files], {
    stdio: 'ignore',
  });
  return readFileSync(join(folder, 'app.pem'), 'utf8');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Resolves when something accepts connections at `port`. Rejects if the process ends before. */
async function accepted(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isAccepted = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isAccepted) return;
  }
  throw new Error(`it has ended with ${child.exitCode}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
