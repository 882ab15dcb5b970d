import type { FetchLike } from '../../hbase/gateway.js';
import { callDifference } from './call-difference.js';
import type { Exchange, RecordedSession } from './recorded-exchanges.js';
import { decodeCall } from './server-codec.js';

/** The status of the answer to a request that was not recorded: it is not sent again. */
const NOT_RECORDED = 400;

/**
 * Answers the requests of a session as they were answered when it was recorded. Equal requests get their answers in the
 * recorded order; requests that differ may come in another order, as those that run at the same time do.
 */
export class ReplayedSession {
  /** What was sent otherwise than recorded: the method and what differs. */
  readonly failures: string[] = [];
  private readonly name: string;
  private readonly exchanges: readonly Exchange[];
  /** The recorded exchanges that were not asked for yet, by the bytes of their request. */
  private readonly open: Map<string, Exchange[]> = new Map();

  constructor({ name, exchanges }: RecordedSession) {
    this.name = name;
    this.exchanges = exchanges;
    for (const exchange of exchanges) {
      const key = keyOf(exchange.request);
      const equal = this.open.get(key);
      if (equal === undefined) this.open.set(key, [exchange]);
      else equal.push(exchange);
    }
  }

  /** To be passed to `connectHBase`. Answers a request that was not recorded with the HTTP status 400. */
  readonly fetch: FetchLike = async (_url, { body }) => {
    const exchange = this.open.get(keyOf(body))?.shift();
    if (exchange === undefined) this.failures.push(this.failureOf(body.slice()));
    const { status, response } = exchange ?? { status: NOT_RECORDED, response: new Uint8Array() };
    return { ok: status < 300, status, arrayBuffer: async () => response.slice().buffer as ArrayBuffer };
  };

  /** The methods of the recorded requests that were not sent, in the recorded order. */
  unsent(): readonly string[] {
    const left = new Set([...this.open.values()].flat());
    return this.exchanges.filter((exchange) => left.has(exchange)).map(({ method }) => method);
  }

  /** Throws if a request was not recorded, or a recorded one not sent. */
  check(): void {
    const [first] = this.failures;
    if (first !== undefined) throw new Error(`session ${this.name}: ${first}`);
    const unsent = this.unsent();
    if (unsent.length > 0) throw new Error(`session ${this.name}: recorded, but not sent: ${unsent.join(', ')}`);
  }

  private failureOf(sent: Uint8Array): string {
    const method = decodeCall(sent)?.method;
    if (method === undefined) return 'a request that is no call of Thrift was sent';
    const alike = this.exchanges.filter((exchange) => exchange.method === method);
    if (alike.length === 0) return `${method} was sent, and the recording has no ${method}`;
    const key = keyOf(sent);
    const times = alike.filter(({ request }) => keyOf(request) === key).length;
    if (times > 0) return `${method} was sent more than ${times === 1 ? 'once' : `${times} times`}, as recorded`;
    // A request that was not sent yet is more likely to be meant than one that was.
    const open = [...this.open.values()].flat().filter((exchange) => exchange.method === method);
    const differences = (open.length > 0 ? open : alike).map(({ request }) => callDifference(method, sent, request));
    const nearest = differences.reduce((a, b) => (b.length < a.length ? b : a));
    return `${method} was sent with other arguments than recorded: ${nearest.join('; ')}`;
  }
}

function keyOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
