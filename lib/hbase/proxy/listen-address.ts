import { invalidArgument } from '../../errors.js';
import { isLoopback } from './hosts.js';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const FORM = /^(?:\[([\da-f:.]+)\]|([^:[\]/\s]+)):(\d{1,5})$/i;

/**
 * Reads `HOST:PORT`. Throws INVALID_ARGUMENT for another form, and, without a login hook, for an address that other machines
 * can reach.
 */
export function readListenAddress(text: string, hasLogin: boolean): ListenAddress {
  const found = typeof text === 'string' ? FORM.exec(text) : null;
  const port = Number(found?.[3]);
  if (found === null || port > 65_535) {
    throw invalidArgument(`listen is ${JSON.stringify(text)}, and must be HOST:PORT, such as 127.0.0.1:8095`);
  }
  const host = (found[1] ?? found[2] ?? '').toLowerCase();
  if (!hasLogin && host !== 'localhost' && !isLoopback(host)) {
    throw invalidArgument(
      `the proxy does not listen on ${host} without a login hook, because everybody who reaches it could use HBase: listen on 127.0.0.1, or pass login (--login MODULE)`,
    );
  }
  return { host, port };
}

/** The address as a URL. */
export function urlOf({ host, port }: ListenAddress): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;
}
