import { type Endpoint, wrap } from 'comlink';
import type { WorkerApi } from './worker-messages.js';

/** The part of a worker, or of a substitute for one, that Comlink needs. */
export interface ControlEndpoint {
  postMessage(message: unknown, transfer?: unknown[]): void;
  addEventListener(type: string, listener: unknown): void;
  removeEventListener(type: string, listener: unknown): void;
}

/**
 * The calls that Comlink carries to the worker at `endpoint`. The caller must keep a reference: Comlink releases an
 * endpoint when all its proxies were collected.
 */
export function workerControl(endpoint: ControlEndpoint): WorkerApi['control'] {
  return wrap<WorkerApi>(endpoint as Endpoint).control;
}
