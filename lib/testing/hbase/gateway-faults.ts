import { encodeText } from '../../bytes/text.js';
import type { Clock } from '../../clock.js';
import type { FetchLike, ResponseLike } from '../../hbase/gateway.js';
import type { FakeGateway } from './fake-gateway.js';
import { callOf } from './send-call.js';
import { decodeCall } from './server-codec.js';

/** What goes wrong with one request. */
export type Fault =
  /** The host cannot be reached: nothing was sent. */
  | { readonly kind: 'not reached' }
  /** The connection is reset before the gateway runs the call. */
  | { readonly kind: 'request lost' }
  /** The connection is reset, and the gateway runs the call `ms` later. */
  | { readonly kind: 'request late'; readonly ms: number }
  /** The gateway runs the call, and the connection is reset before its answer. */
  | { readonly kind: 'answer lost' }
  /** The gateway runs the call, and the connection is reset within its answer. */
  | { readonly kind: 'answer broken off' }
  /** The gateway runs the call, and only the first `length` bytes of its answer arrive, as if they were all. */
  | { readonly kind: 'answer cut'; readonly length: number }
  /** The gateway runs the call, and its answer arrives `ms` later. */
  | { readonly kind: 'answer late'; readonly ms: number }
  /** The gateway runs the call, and another answer arrives: what `change` makes of the bytes. */
  | { readonly kind: 'answer changed'; readonly change: (answer: Uint8Array) => Uint8Array }
  /** An HTTP status without an answer. `ran`: whether the gateway runs the call first. */
  | { readonly kind: 'status'; readonly status: number; readonly ran: boolean }
  /** The gateway runs the call twice, and the second answer arrives: something on the way sent it again. */
  | { readonly kind: 'doubled' }
  /**
   * The gateway restarts before it runs the call, so open scanners are lost. With `table`, another client then opens
   * three scanners of that table, which get the ids of lost ones.
   */
  | { readonly kind: 'restart'; readonly table?: string };

/** Decides what goes wrong: `index` counts the requests from 0. Null: nothing. */
export type FaultPlan = (method: string, index: number) => Fault | null;

/** A fault that has happened. */
export interface Happened {
  readonly method: string;
  readonly index: number;
  readonly fault: Fault;
}

/** How many scanners another client opens after a restart. */
const OTHERS = 3;

/** A network before a fake gateway that fails by a plan. Nothing depends on the time of the machine. */
export class FaultyNetwork {
  /** What went wrong so far. */
  readonly happened: Happened[] = [];
  private readonly gateway: FakeGateway;
  private readonly plan: FaultPlan;
  private readonly clock: Clock;
  private requests = 0;

  /** `clock` decides when late requests and answers arrive. */
  constructor(gateway: FakeGateway, plan: FaultPlan, clock: Clock) {
    this.gateway = gateway;
    this.plan = plan;
    this.clock = clock;
  }

  /** To be passed to `connectHBase`. */
  readonly fetch: FetchLike = async (url, init) => {
    const index = this.requests++;
    const method = decodeCall(init.body)?.method ?? '';
    const fault = this.plan(method, index);
    const send = () => this.gateway.fetch(url, init);
    if (fault === null) return send();
    this.happened.push({ method, index, fault });
    return this.failed(fault, send, init.signal);
  };

  private async failed(
    fault: Fault,
    send: () => Promise<ResponseLike>,
    signal: AbortController['signal'],
  ): Promise<ResponseLike> {
    switch (fault.kind) {
      case 'not reached':
        throw networkError('ECONNREFUSED');
      case 'request lost':
        throw networkError('ECONNRESET');
      case 'request late':
        this.clock.after(fault.ms, () => void send());
        throw networkError('ECONNRESET');
      case 'answer lost':
        await send();
        throw networkError('ECONNRESET');
      case 'answer broken off': {
        const response = await send();
        return { ...response, arrayBuffer: () => Promise.reject(networkError('ECONNRESET')) };
      }
      case 'answer cut':
        return changed(await send(), (answer) => answer.slice(0, fault.length));
      case 'answer changed':
        return changed(await send(), fault.change);
      case 'answer late': {
        const response = await send();
        await this.pause(fault.ms, signal);
        return response;
      }
      case 'status':
        if (fault.ran) await send();
        return { ok: fault.status < 300, status: fault.status, arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)) };
      case 'doubled':
        await send();
        return send();
      case 'restart':
        await this.gateway.restart();
        if (fault.table !== undefined) await this.openOthers(fault.table);
        return send();
    }
  }

  private async openOthers(table: string): Promise<void> {
    const call = callOf(this.gateway.fetch);
    for (let other = 0; other < OTHERS; other++) await call('openScanner', { table: encodeText(table), scan: {} });
  }

  /** Waits, but no longer than until the caller gives up. */
  private pause(ms: number, signal: AbortController['signal']): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = this.clock.after(ms, resolve);
      signal.addEventListener('abort', () => {
        stop();
        reject(new DOMException('This operation was aborted', 'AbortError'));
      });
    });
  }
}

/** An error as `fetch` of Node reports it. */
function networkError(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

async function changed(response: ResponseLike, change: (answer: Uint8Array) => Uint8Array): Promise<ResponseLike> {
  const answer = change(new Uint8Array(await response.arrayBuffer()));
  return { ...response, arrayBuffer: () => Promise.resolve(answer.slice().buffer) };
}
