import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { Refusal } from './refusal.js';

/*
 * Which hosts a request may name. A page can use a name of its site that leads to this machine (DNS rebinding). The browser
 * then takes proxy and page for one site, and only the name in the `Host` header shows the difference.
 */

const HOST = /^(\[[\da-f:.]+\]|[^:[\]/?#@\s]+)(:\d+)?$/;

/**
 * The `Host` of a request whose name is that of this machine or one of `hosts`. `own`: whether it is `localhost` or the
 * address to which the client has connected, which no other site can have. Throws a Refusal with 403 for other hosts.
 */
export function readHostOf(request: IncomingMessage, hosts: ReadonlySet<string>): { host: string; own: boolean } {
  const host = request.headers.host?.toLowerCase() ?? '';
  const name = HOST.exec(host)?.[1] ?? '';
  const address = name.replace(/^\[|\]$/g, '');
  const own = name === 'localhost' || isLoopback(address) || (address !== '' && address === localAddressOf(request));
  if (own || hosts.has(name)) return { host, own };
  const shown = JSON.stringify(host.slice(0, 100));
  const advice = 'If clients reach the proxy under this name, add it to hosts (--host)';
  throw new Refusal(403, `The request is for the host ${shown}, which is not a name of this proxy. ${advice}.`);
}

/** Whether an address is one that only this machine can reach. */
export function isLoopback(address: string): boolean {
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'));
}

/** The address to which the client has connected. Undefined for a socket file. */
export function localAddressOf(request: IncomingMessage): string | undefined {
  return request.socket.localAddress?.replace(/^::ffff:/, '');
}
