import { decodeText } from '../bytes/text.js';
import type { Clock } from '../clock.js';
import { BigtabError, invalidArgument, isCorruption } from '../errors.js';
import { changesNothing, gatewayError } from './gateway-error.js';
import { decodeReply, encodeCall } from './thrift/message.js';
import type { ArgsOf, MethodName, ResultOf } from './thrift/methods.js';

/** The part of a response of `fetch` that is used. */
export interface ResponseLike {
  readonly ok: boolean;
  readonly status: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The signal that is passed to `fetch`: the platform's AbortSignal if its types are known, so that `fetch` accepts it. */
type FetchSignal = typeof globalThis extends { AbortSignal: { prototype: infer Signal } }
  ? Signal
  : { readonly aborted: boolean; readonly reason?: unknown };

/** Bytes with a buffer that is not shared, which `fetch` demands; older compilers do not tell them apart. */
type FetchBody = ReturnType<Uint8Array['slice']>;

/** The part of `fetch` that is used. */
export type FetchLike = (
  url: string,
  init: {
    readonly method: 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body: FetchBody;
    readonly signal: FetchSignal;
  },
) => Promise<ResponseLike>;

/** How the gateway is reached. */
export interface GatewayParts {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: FetchLike;
  /** How long one request may take, in ms. */
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** Bytes of an HTTP error that are read as its reason. */
const LONGEST_REASON = 500;

/** The pauses before a request is sent again, in ms. */
const PAUSES_MS = [50, 250, 1000];

/** Nothing is sent again later than this, in ms: the tokens of `exactlyOnce` are kept for a day. */
const LAST_REPEAT_MS = 3_600_000;

/** Requests in progress. The gateway has 100 threads for all its clients; a browser sends 6 at once to one host. */
const MOST_REQUESTS = 24;

/** Codes with which Node reports that it did not reach the host, so the gateway received nothing. */
const NOT_REACHED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** A request without an answer. `sent`: whether the gateway may have received it. */
class Unanswered extends Error {
  readonly sent: boolean;

  constructor(message: string, sent: boolean, cause?: unknown) {
    super(message, { cause });
    this.sent = sent;
  }
}

/**
 * Sends calls to HBase's Thrift2 server, one in the body of each HTTP request. A call without an answer is sent again if
 * it may run twice; otherwise it is unknown whether it ran, and it rejects with OUTCOME_UNKNOWN.
 */
export class Gateway {
  readonly #parts: GatewayParts;
  #running = 0;
  /** Calls that wait because too many requests are in progress. */
  readonly #waiting: (() => void)[] = [];

  constructor(parts: GatewayParts) {
    this.#parts = parts;
  }

  /** A call that may run twice with the same effect as once: a read, or a write that states its timestamps. */
  repeatable<M extends MethodName>(name: M, args: ArgsOf<M>): Promise<ResultOf<M>> {
    return this.#call(name, args, PAUSES_MS.length);
  }

  /** A call that must not run twice: it is sent again only if the gateway cannot have received it. */
  once<M extends MethodName>(name: M, args: ArgsOf<M>): Promise<ResultOf<M>> {
    return this.#call(name, args, 0);
  }

  async #call<M extends MethodName>(name: M, args: ArgsOf<M>, repeats: number): Promise<ResultOf<M>> {
    const body = encodeCall(name, args);
    const { clock } = this.#parts;
    await this.#enter();
    const end = clock.monotonic() + LAST_REPEAT_MS;
    let sent = false;
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          return await this.#send(name, body);
        } catch (error) {
          if (!(error instanceof Unanswered)) throw error;
          const pause = PAUSES_MS[attempt];
          const isLast = pause === undefined || clock.monotonic() + pause > end;
          sent ||= error.sent;
          if (isLast || (error.sent && attempt >= repeats))
            throw this.#unanswered(name, error, sent && (repeats === 0 || !changesNothing(name)));
          await this.#pause(pause);
        }
      }
    } finally {
      this.#leave();
    }
  }

  async #send<M extends MethodName>(name: M, body: Uint8Array<ArrayBuffer>): Promise<ResultOf<M>> {
    const reply = decode(name, await this.#exchange(body));
    if ('failure' in reply) throw gatewayError(name, reply.failure);
    return reply.result;
  }

  /** Throws Unanswered if there is no answer, and INVALID_OPERATION if the request was refused on its way. */
  async #exchange(body: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    const { url, headers, fetch, timeoutMs, clock } = this.#parts;
    const controller = new AbortController();
    let late = false;
    const stop = clock.after(timeoutMs, () => {
      late = true;
      controller.abort();
    });
    try {
      const type = 'application/x-thrift';
      const init = {
        method: 'POST' as const,
        headers: { ...headers, 'Content-Type': type, Accept: type },
        body,
        signal: controller.signal,
      };
      const response = await fetch(url, init);
      if (!response.ok) {
        const { status } = response;
        const reason = await reasonOf(response);
        if (status >= 500) throw new Unanswered(`it answered with the HTTP status ${status}${reason}`, true);
        throw this.#refused(status, reason);
      }
      return new Uint8Array(await response.arrayBuffer());
    } catch (cause) {
      if (cause instanceof Unanswered || BigtabError.is(cause)) throw cause;
      if (late) throw new Unanswered(`it did not answer within ${timeoutMs} ms`, true, cause);
      const { cause: deeper } = cause as { cause?: { code?: unknown } };
      if (deeper?.code === 'ERR_INVALID_URL')
        throw invalidArgument(`url must be an address such as http://localhost:9090/; got ${url}`);
      const reached = !NOT_REACHED.includes(String(deeper?.code));
      const text = reached ? 'the connection failed' : 'it cannot be reached';
      throw new Unanswered(`${text} (${deeper?.code ?? (cause as Error).message})`, reached, cause);
    } finally {
      stop();
    }
  }

  #refused(status: number, reason: string): BigtabError {
    const { url } = this.#parts;
    const advice =
      "Check the address, the headers and the rights at the proxy; the gateway must be HBase's Thrift2 server in HTTP mode.";
    const message = `${url} refused the request with the HTTP status ${status}${reason === '' ? `. ${advice}` : reason}`;
    return new BigtabError('INVALID_OPERATION', message, { details: { url, status } });
  }

  /** `isUnknown`: whether the call may have changed something. */
  #unanswered(name: string, error: Unanswered, isUnknown: boolean): BigtabError {
    const { url } = this.#parts;
    const details = { url, method: name, reason: 'gateway', outcome: isUnknown ? 'unknown' : 'none' };
    if (isUnknown) {
      const message = `The gateway at ${url} did not confirm ${name}: ${error.message}. It may or may not have been applied. Read what it would have changed to find out.`;
      return new BigtabError('OUTCOME_UNKNOWN', message, { details, cause: error });
    }
    const message = `The gateway at ${url} does not answer ${name}: ${error.message}. Check that it runs and that this address reaches it.`;
    return new BigtabError('STORAGE_UNAVAILABLE', message, { details, cause: error });
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#parts.clock.after(ms, resolve);
    });
  }

  async #enter(): Promise<void> {
    if (this.#running < MOST_REQUESTS) this.#running++;
    else
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
  }

  /** Passes the place to the next call that waits. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next();
  }
}

/** An answer that cannot be read is cut off, or comes from something else: it counts as lost. */
function decode<M extends MethodName>(name: M, bytes: Uint8Array): ReturnType<typeof decodeReply<M>> {
  try {
    return decodeReply(name, bytes);
  } catch (error) {
    if (isCorruption(error)) throw new Unanswered(`its answer cannot be read (${error.message})`, true, error);
    throw error;
  }
}

/** What the answer of a proxy says about its status: its first line, after a colon. Empty if it is a page or says nothing. */
async function reasonOf(response: ResponseLike): Promise<string> {
  const bytes = new Uint8Array(await response.arrayBuffer()).subarray(0, LONGEST_REASON);
  const [line = ''] = decodeText(bytes).trim().split('\n');
  return line === '' || line.startsWith('<') ? '' : `: ${line}`;
}
