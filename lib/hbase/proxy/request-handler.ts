import type { IncomingMessage, ServerResponse } from 'node:http';
import { kindOf } from '../../bytes/kind.js';
import type { Clock } from '../../clock.js';
import { GatewayLink, THRIFT } from './gateway-link.js';
import { isLoopback, localAddressOf, readHostOf } from './hosts.js';
import { originHeaders, preflightHeaders, readOriginOf } from './origins.js';
import { logEntry, type ProxyLogEntry } from './proxy-log.js';
import { endAfterRequest, readBody } from './read-body.js';
import { readCall } from './read-call.js';
import { Refusal } from './refusal.js';
import { checkRights } from './rights.js';
import type { Settings } from './settings.js';
import { readUser } from './user-rights.js';

type Draft = { -readonly [Key in 'method' | 'tables' | 'user']: ProxyLogEntry[Key] };

/** Handles the requests of a proxy. Each is judged on its own: nothing is remembered. */
export class RequestHandler {
  readonly #settings: Settings;
  readonly #clock: Clock;
  readonly #link: GatewayLink;

  constructor(settings: Settings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    this.#link = new GatewayLink(settings, clock);
  }

  /** Answers a request. Never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const start = this.#clock.monotonic();
    const draft: Draft = { method: null, tables: [], user: null };
    const headers: Record<string, string> = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
    let reason: string | null = null;
    try {
      await this.#answer(request, response, headers, draft);
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'The proxy failed.', {}, error);
      reason = describe(refusal);
      if (response.headersSent) response.destroy();
      else this.#refuse(refusal, request, response, headers);
    }
    const ms = this.#clock.monotonic() - start;
    this.#settings.log(logEntry({ ...draft, status: response.statusCode, ms, reason }));
  }

  /** Closes the connections to the gateway. */
  close(): void {
    this.#link.close();
  }

  /** Throws a Refusal for what is not allowed, with `headers` filled as far as the client may read it. */
  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    headers: Record<string, string>,
    draft: Draft,
  ): Promise<void> {
    const settings = this.#settings;
    checkConnection(request, settings);
    const host = readHostOf(request, settings.hosts);
    headers.vary = 'Origin';
    const origin = readOriginOf(request, settings, host);
    Object.assign(headers, originHeaders(origin, settings));
    if (request.method === 'OPTIONS') {
      const preflight = preflightHeaders(request, settings);
      if (preflight !== null) return void response.writeHead(204, { ...headers, ...preflight }).end();
    }
    checkForm(request);
    const known = await readUser(request, settings);
    draft.user = known.user;
    const body = await readBody(request, settings.maxBodyBytes);
    const call = readCall(body);
    draft.method = call.method;
    draft.tables = call.tables;
    checkRights(call, known.rights);
    await this.#link.pass(body, known.user, response, headers);
  }

  #refuse(refusal: Refusal, request: IncomingMessage, response: ServerResponse, headers: Record<string, string>): void {
    const text = Buffer.from(`${refusal.message}\n`);
    response.writeHead(refusal.status, {
      ...headers,
      ...refusal.headers,
      'content-type': 'text/plain; charset=utf-8',
      'content-length': text.length,
    });
    response.write(text);
    endAfterRequest(request, response, this.#settings.maxBodyBytes);
  }
}

/** Without a login hook, everybody who reaches the proxy can use HBase. */
function checkConnection(request: IncomingMessage, { login }: Settings): void {
  const address = localAddressOf(request);
  if (login !== null || address === undefined || isLoopback(address)) return;
  const message = 'This proxy has no login hook, so it accepts only connections from its own machine. Add login.';
  throw new Refusal(403, message);
}

function checkForm({ method, headers }: IncomingMessage): void {
  if (method !== 'POST') {
    throw new Refusal(405, 'Calls of HBase are sent with POST.', { allow: 'POST, OPTIONS' });
  }
  const type = headers['content-type'] ?? 'none';
  if (type.toLowerCase() !== THRIFT) {
    const shown = JSON.stringify(type.slice(0, 100));
    throw new Refusal(415, `The content type must be ${THRIFT}, and is ${shown}. Other types can come from any page.`);
  }
  if (headers['content-encoding'] !== undefined) {
    throw new Refusal(415, 'The body must not be compressed: the gateway cannot read it.');
  }
}

/** The reason of a refusal for the log, with what only the log shows. */
function describe({ message, cause }: Refusal): string {
  return cause === undefined
    ? message
    : `${message} (${cause instanceof Error ? cause.message : typeof cause === 'object' ? kindOf(cause) : String(cause)})`;
}
