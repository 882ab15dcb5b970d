import { type Endpoint, expose } from 'comlink';
import {
  isMessage,
  isNumbered,
  type Message,
  type NumberedBytes,
  type NumberedFailure,
  numbered,
  type WorkerApi,
} from '../lib/client/calls/worker-messages.js';
import { asLockError } from '../lib/client/page/platform.js';
import { BigtabError, errorToData } from '../lib/errors.js';
import type { Locks } from '../lib/locks.js';
import { PROTOCOL_VERSION } from '../lib/service/client-service.js';
import { answersIn, unsentReply } from '../lib/service/packet-codec.js';
import type { PortLike } from '../lib/tabs/tab-platform.js';
import type { Gateway } from './gateway.js';

/** The part of a worker's globals that the worker needs for its page. */
export interface WorkerScope {
  readonly navigator: { readonly locks: Locks };
  postMessage(message: Message | NumberedBytes | NumberedFailure, transfer: never[]): void;
  addEventListener(type: string, listener: (event: unknown) => void): void;
  /** Makes `error` an error event of the worker on its page. */
  reportError(error: unknown): void;
}

/**
 * Lets the page call `gateway`. All listeners are installed before this returns, because a message without a listener
 * is lost; `ready` is sent once the lock `liveness` is held, by which the page notices the end of this worker.
 */
export function serve(scope: WorkerScope, gateway: Gateway, liveness: string): void {
  const control: WorkerApi['control'] = (packet) => gateway.control(packet);
  const api: WorkerApi = Object.freeze(Object.assign(Object.create(null), { control }));
  // Comlink receives the other messages: its own listener would be called for each packet too.
  let hearRest: (event: Event) => void = () => undefined;
  expose(
    api,
    onlyCalls(scope, (listener) => {
      hearRest = listener;
    }),
  );
  let alive = false;
  const sayReady = () => {
    if (alive) scope.postMessage({ bigtab: 'ready', protocol: PROTOCOL_VERSION, liveness }, []);
  };
  scope.addEventListener('message', (event) => {
    const { data } = event as { readonly data?: unknown };
    if (isNumbered(data)) answer(scope, gateway, data as NumberedBytes);
    else if (isMessage(data, 'listen'))
      gateway.listen(data.wants && ((event) => scope.postMessage({ bigtab: 'event', event }, [])), data.wants ?? 'all');
    else if (isMessage(data, 'hello')) sayReady();
    else if (isMessage(data, 'port')) gateway.takePort(data.client, portOf(event));
    else hearRest(event as Event);
  });
  scope.addEventListener('messageerror', () =>
    scope.reportError(new Error('A message from the page could not be read')),
  );
  const holdForLife = () => {
    alive = true;
    sayReady();
    return new Promise<void>(() => undefined);
  };
  const refused = (cause: unknown) => {
    const error = asLockError(cause);
    if (BigtabError.is(error)) fail(scope, error);
    else scope.reportError(error);
  };
  scope.navigator.locks.request(liveness, {}, holdForLife).catch(refused);
}

/** Not read for other messages: a browser makes the list of ports when it is read, which costs as much as a part of a get. */
function portOf(event: unknown): PortLike {
  return (event as { readonly ports: readonly [PortLike] }).ports[0];
}

/** Reports to the page that this worker cannot serve, or can no longer serve. */
export function fail(scope: Pick<WorkerScope, 'postMessage'>, error: BigtabError): void {
  scope.postMessage({ bigtab: 'failed', error: errorToData(error) }, []);
}

function answer(scope: WorkerScope, gateway: Gateway, [number, packet]: NumberedBytes): void {
  gateway
    .call(packet)
    .then((reply) => {
      try {
        scope.postMessage(...numbered(number, reply));
      } catch (cause) {
        throw unsentReply(cause, answersIn(reply));
      }
    })
    .catch((error: unknown) => scope.postMessage([number, errorToData(error)], []))
    .catch((error: unknown) => scope.reportError(error));
}

/**
 * The part of `scope` that Comlink sees; its listener is passed to `listen`. Comlink follows any path that a message
 * names, also to the constructor of a function, which creates functions from text. So only calls of `control` reach it
 * unchanged; any other message is made to request a method that does not exist.
 */
function onlyCalls(scope: WorkerScope, listen: (listener: (event: Event) => void) => void): Endpoint {
  return {
    postMessage: (message, transfer) => scope.postMessage(message, (transfer ?? []) as never[]),
    addEventListener: (_type, listener) =>
      listen((event) => {
        const { data } = event as MessageEvent;
        const refused = isRequest(data) && !isCall(data);
        const seen = refused ? { data: { id: data.id, type: 'APPLY', path: ['refused'] } } : event;
        if (typeof listener === 'function') listener(seen as Event);
        else listener.handleEvent(seen as Event);
      }),
    // Comlink would remove its listener only on a message that requests it.
    removeEventListener: () => undefined,
  };
}

interface Request {
  readonly id: unknown;
  readonly type: unknown;
  readonly path?: readonly unknown[];
}

function isRequest(data: unknown): data is Request {
  return typeof data === 'object' && data !== null && 'type' in data;
}

function isCall({ type, path }: Request): boolean {
  return type === 'APPLY' && path?.length === 1 && path[0] === 'control';
}
