import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { inRoot } from '../../build/package/places.js';
import type { WorkerEventLike, WorkerLike } from '../../client/page/platform.js';

type Listener = (event: WorkerEventLike) => void;

let script: Promise<string> | undefined;

/** `thread-main` and the whole engine as one script, made only once. */
export function threadScript(): Promise<string> {
  script ??= build({
    entryPoints: [inRoot('lib/testing/thread/thread-main.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'warning',
  }).then(({ outputFiles }) => (outputFiles[0] as { readonly text: string }).text);
  return script;
}

/** A Node worker thread with the interface of a browser's `Worker`. */
export class ThreadWorker implements WorkerLike {
  private readonly thread: Worker;
  private readonly wrapped = new Map<Listener, (data: unknown) => void>();

  /** REQUIRES the text of `threadScript`. */
  constructor(script: string) {
    this.thread = new Worker(script, { eval: true });
  }

  postMessage(message: unknown, transfer: unknown[] = []): void {
    this.thread.postMessage(message, transfer as never[]);
  }

  addEventListener(type: string, listener: Listener): void {
    const wrapped = (data: unknown) => listener(type === 'message' ? { data } : (data as WorkerEventLike));
    this.wrapped.set(listener, wrapped);
    this.thread.on(type, wrapped);
  }

  removeEventListener(type: string, listener: Listener): void {
    const wrapped = this.wrapped.get(listener);
    if (wrapped !== undefined) this.thread.off(type, wrapped);
  }

  terminate(): void {
    void this.thread.terminate();
  }

  /** Calls `listener` when the thread has ended. */
  onExit(listener: () => void): void {
    this.thread.once('exit', listener);
  }
}
