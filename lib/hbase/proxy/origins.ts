import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.js';
import type { Settings } from './settings.js';

/*
 * Which pages may use the proxy. Browsers send `Origin` with each POST, also to the page's own site. Other clients send
 * none: they are no danger to a user who visits a page, and rights apply to them as to all others.
 */

/** How long a browser may remember the answer to a preflight, in seconds. */
const PREFLIGHT_AGE = '600';

/**
 * The origin of the page that sends the request, or null if no page does. Throws a Refusal with 403 for the page of an origin
 * that is not allowed.
 */
export function readOriginOf(
  request: IncomingMessage,
  { origins }: Pick<Settings, 'origins'>,
  { host, own }: { readonly host: string; readonly own: boolean },
): string | null {
  const { origin } = request.headers;
  if (origin === undefined) return null;
  const scheme = 'encrypted' in request.socket ? 'https' : 'http';
  // Under another name, TLS may have ended before this server, so the page's scheme is not known here.
  if (origins.has(origin) || (own && origin === `${scheme}://${host}`)) return origin;
  const shown = JSON.stringify(origin.slice(0, 100));
  throw new Refusal(
    403,
    `Pages of the origin ${shown} may not use this proxy. Add it to allowOrigins (--allow-origin).`,
  );
}

/** The headers with which a page of `origin` may read an answer. */
export function originHeaders(origin: string | null, { login }: Pick<Settings, 'login'>): Record<string, string> {
  if (origin === null) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    // Only a login hook looks at cookies.
    ...(login === null ? {} : { 'access-control-allow-credentials': 'true' }),
  };
}

/** The headers of the answer to a preflight, or null if the request is none. */
export function preflightHeaders(
  { headers }: IncomingMessage,
  settings: Pick<Settings, 'headers'>,
): Record<string, string> | null {
  if (headers.origin === undefined || headers['access-control-request-method'] === undefined) return null;
  const isPrivate = headers['access-control-request-private-network'] === 'true';
  return {
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': ['content-type', ...settings.headers].join(', '),
    'access-control-max-age': PREFLIGHT_AGE,
    // The browser asks this for a page of the internet that wants to reach a private network.
    ...(isPrivate ? { 'access-control-allow-private-network': 'true' } : {}),
  };
}
