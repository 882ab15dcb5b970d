import { type Endpoint, wrap } from 'comlink';
import type { WorkerApi } from './worker-messages.js';

/** The calls that Comlink carries to the worker at `endpoint`. Whoever calls them holds on to this: Comlink lets go of an endpoint whose proxies were all collected. */
export function workerControl(endpoint: Endpoint): WorkerApi['control'] {
  return wrap<WorkerApi>(endpoint).control;
}
