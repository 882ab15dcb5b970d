import { invalidArgument } from '../../errors.js';
import type { ProxyLogEntry } from './proxy-log.js';
import type { HBaseProxyOptions, ProxyRequest, ProxyUser } from './proxy-options.js';
import { readTablePatterns, type TablePatterns } from './table-pattern.js';

/** The options of a proxy, checked and complete. */
export interface Settings {
  readonly gateway: URL;
  readonly origins: ReadonlySet<string>;
  /** Names of hosts, in lower case and without ports. */
  readonly hosts: ReadonlySet<string>;
  /** Names of headers, in lower case. */
  readonly headers: readonly string[];
  readonly readOnly: boolean;
  readonly changeTables: boolean;
  readonly allowCode: boolean;
  readonly tables: TablePatterns;
  readonly maxBodyBytes: number;
  readonly timeoutMs: number;
  readonly login: ((request: ProxyRequest) => Promise<ProxyUser | null>) | null;
  readonly log: (entry: ProxyLogEntry) => void;
}

export const DEFAULT_MAX_BODY_BYTES: number = 32 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 120_000;

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/([^/?#@*\s]+)$/;
const HEADER = /^[\w!#$%&'*+.^`|~-]+$/;
const HOST = /^([\p{L}\p{Nd}_.-]+|\[[\da-fA-F:.]+\])$/u;

/** Throws INVALID_ARGUMENT for an option that is not valid. */
export function readSettings(options: HBaseProxyOptions): Settings {
  const { login = null, log = () => {} } = options;
  for (const [name, value] of Object.entries({ login, log })) {
    if (value !== null && typeof value !== 'function') throw invalidArgument(`${name} must be a function`);
  }
  const origins = texts(options.allowOrigins ?? [], 'allowOrigins').map(readOrigin);
  const hosts = texts(options.hosts ?? [], 'hosts').map(readHost);
  return {
    gateway: readGateway(options.gateway),
    origins: new Set(origins),
    hosts: new Set([...hosts, ...origins.map((origin) => hostOf(origin))]),
    headers: texts(options.allowHeaders ?? ['authorization'], 'allowHeaders').map(readHeader),
    readOnly: flag(options.readOnly, 'readOnly', false),
    changeTables: flag(options.changeTables, 'changeTables', true),
    allowCode: flag(options.allowCode, 'allowCode', false),
    tables: readTablePatterns(texts(options.tables ?? ['*'], 'tables'), 'tables'),
    maxBodyBytes: positive(options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES, 'maxBodyBytes'),
    timeoutMs: positive(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, 'timeoutMs'),
    login,
    log,
  };
}

/** A list of texts. Throws INVALID_ARGUMENT for anything else. */
export function texts(value: readonly string[], what: string): readonly string[] {
  if (!Array.isArray(value) || value.some((text) => typeof text !== 'string')) {
    throw invalidArgument(`${what} must be an array of texts`);
  }
  return value;
}

/** True or false; `otherwise` if it is left out. Throws INVALID_ARGUMENT for anything else. */
export function flag(value: boolean | undefined, what: string, otherwise: boolean): boolean {
  if (value !== undefined && typeof value !== 'boolean') throw invalidArgument(`${what} must be true or false`);
  return value ?? otherwise;
}

function readGateway(text: string): URL {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw invalidArgument(
      `gateway is ${JSON.stringify(text)}, and must be the http or https address of HBase's Thrift2 server, such as http://127.0.0.1:9090/`,
    );
  }
  return url;
}

function readOrigin(text: string): string {
  const expected = URL.canParse(text) ? new URL(text).origin : 'null';
  // Browsers have further schemes for apps, whose origins the platform does not know.
  const isOrigin = ORIGIN.test(text) && (expected === 'null' ? !/^https?:/.test(text) : expected === text);
  if (isOrigin) return text;
  const advice =
    text === '*'
      ? 'every page could then use HBase; name the origins'
      : `write it as ${expected === 'null' ? 'https://app.example.com' : expected}`;
  throw invalidArgument(`allowOrigins has '${text}', which is not the origin of one site: ${advice}`);
}

function readHost(text: string): string {
  if (HOST.test(text)) return text.toLowerCase();
  throw invalidArgument(`hosts has '${text}', and must have names without a scheme or port, such as hbase.example.com`);
}

function readHeader(text: string): string {
  if (HEADER.test(text) && text !== '*') return text.toLowerCase();
  throw invalidArgument(`allowHeaders has '${text}', which is not the name of a header`);
}

/** The name of the host in an origin, without its port. */
function hostOf(origin: string): string {
  return (ORIGIN.exec(origin)?.[1] ?? '').replace(/:\d+$/, '');
}

function positive(value: number, what: string): number {
  if (typeof value === 'number' && value > 0 && value < Number.POSITIVE_INFINITY) return value;
  throw invalidArgument(`${what} is ${value}, and must be a number above 0`);
}
