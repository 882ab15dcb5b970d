import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../../clock.js';
import { clientLeft, Refusal } from './refusal.js';

/** Thrift's type of content, which no form and no request without a preflight can have. */
export const THRIFT: string = 'application/x-thrift';

/** Idle connections end before the gateway would end them, because a request is lost if the gateway ends its connection. */
const IDLE_MS = 10_000;

/** The part of the settings that is used. */
interface LinkSettings {
  readonly gateway: URL;
  readonly timeoutMs: number;
}

/** Connections to the gateway, which requests use again. */
export class GatewayLink {
  readonly #settings: LinkSettings;
  readonly #clock: Clock;
  readonly #agent: http.Agent;
  readonly #request: typeof http.request;

  constructor(settings: LinkSettings, clock: Clock) {
    const { Agent, request } = settings.gateway.protocol === 'https:' ? https : http;
    this.#settings = settings;
    this.#clock = clock;
    this.#agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
    this.#request = request;
  }

  /**
   * Sends the body of a call and writes the answer to `response`, as it arrives, with `headers`. Nothing else of the client's request
   * reaches the gateway, and no header of the gateway reaches the client. Throws a Refusal with 502 or 504 if there is no
   * answer, and any other error if the answer ends early.
   */
  async pass(
    body: Uint8Array,
    user: string | null,
    response: http.ServerResponse,
    headers: Readonly<Record<string, string>>,
  ): Promise<void> {
    const { gateway, timeoutMs } = this.#settings;
    const request = this.#request(gateway, {
      method: 'POST',
      agent: this.#agent,
      headers: {
        'content-type': THRIFT,
        accept: THRIFT,
        'content-length': body.length,
        ...(user === null ? {} : { doAs: user }),
      },
    });
    const cancel = this.#clock.after(timeoutMs, () => request.destroy(late(timeoutMs)));
    const leave = (): void => void request.destroy(clientLeft());
    response.once('close', leave);
    try {
      const answer = await answerTo(request, body);
      checkAnswer(answer, user);
      const { 'content-length': length } = answer.headers;
      response.writeHead(200, {
        ...headers,
        'content-type': THRIFT,
        ...(length === undefined ? {} : { 'content-length': length }),
      });
      await pipeline(answer, response);
    } finally {
      cancel();
      response.off('close', leave);
      // Only an answer that was read to its end leaves a connection that can be used again.
      if (!response.writableFinished) request.destroy();
    }
  }

  /** Closes all connections to the gateway. */
  close(): void {
    this.#agent.destroy();
  }
}

function answerTo(request: http.ClientRequest, body: Uint8Array): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Stays, because an error may also follow the answer.
    request.on('error', (error: Error) => reject(error instanceof Refusal ? error : unreachable(error)));
    request.end(body);
  });
}

/** Throws a Refusal with 502 if the answer is not one of Thrift. */
function checkAnswer({ statusCode, headers }: http.IncomingMessage, user: string | null): void {
  if (statusCode !== 200) {
    const hint =
      user === null
        ? 'Check the address of the gateway, and whether it demands a login (Kerberos), which the proxy cannot do.'
        : `Check that the gateway may run calls as ${user} (hbase.thrift.support.proxyuser and hadoop.proxyuser), and its log.`;
    throw new Refusal(502, `The gateway answered with the HTTP status ${statusCode}. ${hint}`);
  }
  if (headers['content-type']?.split(';')[0]?.trim() === THRIFT) return;
  throw new Refusal(502, "What answers at the gateway's address is not HBase's Thrift server in HTTP mode.");
}

function unreachable(error: Error): Refusal {
  const { code = error.message } = error as { readonly code?: string };
  const message = `The gateway did not answer (${code}). Check that HBase's Thrift2 server runs at its address.`;
  return new Refusal(502, message, {}, error);
}

function late(timeoutMs: number): Refusal {
  return new Refusal(504, `The gateway did not answer within ${timeoutMs} ms. The call may still run.`);
}
