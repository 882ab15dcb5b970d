import { type Endpoint, wrap } from 'comlink';
import type { WorkerApi } from './worker-messages.js';

/** What Comlink needs of a worker, or of whatever stands for one. */
export interface ControlEndpoint {
  postMessage(message: unknown, transfer?: unknown[]): void;
  addEventListener(type: string, listener: unknown): void;
  removeEventListener(type: string, listener: unknown): void;
}

/** The calls that Comlink carries to the worker at `endpoint`. Whoever calls them holds on to this: Comlink lets go of an endpoint whose proxies were all collected. */
export function workerControl(endpoint: ControlEndpoint): WorkerApi['control'] {
  return wrap<WorkerApi>(endpoint as Endpoint).control;
}
