import type { Page } from 'playwright/test';

/* A worker of the app: the kinds that a page can have, and how a test runs code there. */

/** A dedicated worker, a SharedWorker, or a service worker. */
export type WorkerKind = 'dedicated' | 'shared' | 'service';

/** What a function may use that runs in a worker of the app, besides the globals of every worker. */
export interface WorkerScope {
  readonly bigtab: typeof import('bigtab');
  connection: import('bigtab').Connection;
}

/** The failure of code in a worker. */
export interface WorkerFailure {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly ms: number;
}

interface WithWorkers {
  appWorkers?: Record<string, { postMessage(message: unknown, transfer: Transferable[]): void }>;
}

/** A module script that imports `entry`, runs the functions that it is sent, and answers with their results. */
export function appWorkerScript(entry: string): string {
  return `import * as bigtab from '${entry}';
globalThis.bigtab = bigtab;
const answer = async (source, argument, port) => {
  const start = performance.now();
  try {
    port.postMessage({ value: await (0, eval)('(' + source + ')')(argument) });
  } catch ({ code, message, details }) {
    port.postMessage({ failure: { code, message, details, ms: performance.now() - start } });
  }
};
const hear = (event) => {
  const answered = answer(event.data.source, event.data.argument, event.ports[0]);
  event.waitUntil?.(answered);
};
addEventListener('message', hear);
addEventListener('connect', ({ ports: [port] }) => {
  port.onmessage = hear;
});
`;
}

/** Starts a worker of the app's script `address` on `page`. */
export async function startAppWorker(page: Page, kind: WorkerKind, address: string): Promise<void> {
  await page.evaluate(
    async ([kind, address]) => {
      const start = async () => {
        if (kind === 'dedicated') return new Worker(address, { type: 'module' });
        if (kind === 'shared') return new SharedWorker(address, { type: 'module' }).port;
        const registration = await navigator.serviceWorker.register(address, { type: 'module' });
        await until(() => registration.active?.state === 'activated');
        return registration.active as ServiceWorker;
      };
      const scope = globalThis as unknown as WithWorkers;
      scope.appWorkers = { ...scope.appWorkers, [kind]: await start() };
    },
    [kind, address] as const,
  );
}

/** Runs `work` in a worker that `page` has started. Resolves to its result, or rejects with a `WorkerFailure`. */
export async function runIn<A, R>(
  page: Page,
  kind: WorkerKind,
  work: (argument: A) => Promise<R>,
  argument?: A,
): Promise<R> {
  const { value, failure } = await answerOf(page, kind, work, argument);
  if (failure !== undefined) throw Object.assign(new Error(`${failure.code}: ${failure.message}`), failure);
  return value as R;
}

/** The failure of `work` in a worker; null if it succeeds. */
export async function failureIn<A>(
  page: Page,
  kind: WorkerKind,
  work: (argument: A) => Promise<unknown>,
  argument?: A,
): Promise<WorkerFailure | null> {
  return (await answerOf(page, kind, work, argument)).failure ?? null;
}

interface Answer {
  readonly value?: unknown;
  readonly failure?: WorkerFailure;
}

function answerOf<A>(page: Page, kind: WorkerKind, work: (argument: A) => unknown, argument?: A): Promise<Answer> {
  return page.evaluate(
    ([kind, source, argument]) =>
      new Promise<Answer>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        (globalThis as unknown as WithWorkers).appWorkers?.[kind]?.postMessage({ source, argument }, [port2]);
      }),
    [kind, String(work), argument] as const,
  );
}
