import { type Databases, Gateway } from '../../../worker/gateway.js';
import { fail, serve, type WorkerScope } from '../../../worker/serve.js';
import type { LifecycleChange, Platform, WorkerEventLike, WorkerLike } from '../../client/page/platform.js';
import type { BigtabError } from '../../errors.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import type { OpenChannel } from '../../tabs/tab-platform.js';
import { FakeChannels } from './fake-channels.js';
import { FakeLocks } from './fake-locks.js';
import { yieldOnce } from './yield-once.js';

type Listener = (event: WorkerEventLike) => void;

/** A message port as Node provides it. Its types have only one of its two ways to listen. */
interface Port {
  postMessage(message: unknown, transfer: readonly unknown[]): void;
  addEventListener(type: string, listener: Listener): void;
  removeEventListener(type: string, listener: Listener): void;
  start(): void;
  close(): void;
  dispatchEvent(event: Event): void;
}

function makeChannel(): { readonly port1: Port; readonly port2: Port } {
  return new MessageChannel() as unknown as { readonly port1: Port; readonly port2: Port };
}

/** A worker's globals, with the channels that it opens. */
export interface FakeScope extends WorkerScope {
  readonly openChannel: OpenChannel;
}

/** The script of a fake worker: the engine's gateway, unless a test needs another one. */
export type WorkerScript = (scope: FakeScope) => void;

/**
 * A worker in this process: messages are cloned, and `terminate` silences it and releases its locks, without an event.
 */
export class FakeWorker implements WorkerLike {
  ended = false;
  /** Receives no more messages, like a worker that computes without end. */
  stuck = false;
  /** The number of messages that were posted to it since it got stuck. */
  unheard = 0;
  private silent = false;
  /** How many of its next messages with bytes cannot be posted. */
  unpostable = 0;
  private readonly channel: { readonly port1: Port; readonly port2: Port } = makeChannel();
  private readonly errorListeners = new Set<Listener>();
  private readonly locks: FakeLocks;
  private readonly channels: FakeChannels;
  readonly owner: symbol = Symbol('worker');

  constructor(locks: FakeLocks, channels: FakeChannels, script: WorkerScript) {
    this.locks = locks;
    this.channels = channels;
    const port = this.channel.port2;
    const scope = {
      navigator: { locks: locks.of(this.owner) },
      openChannel: channels.of(this.owner),
      postMessage: (message: unknown, transfer: readonly unknown[] = []) => {
        const hasBytes = Array.isArray(message) && message[1] instanceof Uint8Array;
        if (hasBytes && this.unpostable-- > 0) throw new DOMException('out of memory', 'DataCloneError');
        if (!this.ended && !this.silent) port.postMessage(message, transfer);
      },
      addEventListener: (type: string, listener: Listener) => port.addEventListener(type, listener),
      removeEventListener: (type: string, listener: Listener) => port.removeEventListener(type, listener),
      start: () => port.start(),
      reportError: (error: unknown) => this.fail(String(error)),
    };
    this.channel.port1.start();
    // As in a browser, the script runs later, and messages sent before that wait.
    queueMicrotask(() => {
      if (!this.ended) script(scope);
    });
  }

  postMessage(message: unknown, transfer: unknown[] = []): void {
    if (this.stuck) this.unheard++;
    else if (!this.ended) this.channel.port1.postMessage(message, transfer);
  }

  addEventListener(type: string, listener: Listener): void {
    if (type === 'error') this.errorListeners.add(listener);
    else this.channel.port1.addEventListener(type, listener);
  }

  removeEventListener(type: string, listener: Listener): void {
    if (type === 'error') this.errorListeners.delete(listener);
    else this.channel.port1.removeEventListener(type, listener);
  }

  terminate(): void {
    if (this.ended) return;
    this.ended = true;
    this.channel.port1.close();
    this.channels.end(this.owner);
    this.locks.end(this.owner);
  }

  /** From now on it computes without end: it hears neither its page nor other tabs, and sends nothing. */
  stick(): void {
    this.silent = true;
    this.stuck = true;
    this.channels.stop(this.owner, true);
  }

  /** Delivers a message from it that cannot be read. */
  garble(): void {
    this.channel.port1.dispatchEvent(new Event('messageerror'));
  }

  /** Fires an `error` event, as for a script that did not load. */
  fail(message: string): void {
    setImmediate(() => {
      for (const listener of this.errorListeners) listener({ message });
    });
  }
}

/** What all pages of a fake site share. */
class FakeSite {
  readonly clock: ManualClock = new ManualClock();
  readonly locks: FakeLocks = new FakeLocks();
  readonly channels: FakeChannels = new FakeChannels();
  names = 0;
}

/** A page of a fake site. Its workers run in this process and use the given databases. */
export class FakePage {
  readonly clock: ManualClock;
  readonly locks: FakeLocks;
  readonly channels: FakeChannels;
  /** Every worker that was started, the oldest first. */
  readonly workers: FakeWorker[] = [];
  readonly platform: Platform;
  /** Whether the page is visible. */
  visible = true;
  private readonly lifecycle = new Set<(change: LifecycleChange) => void>();
  private readonly databases: Databases;
  private readonly site: FakeSite;
  private readonly owner: symbol = Symbol('page');

  constructor(databases: Databases, changes: Partial<Platform> = {}, site: FakeSite = new FakeSite()) {
    this.databases = databases;
    this.site = site;
    this.clock = site.clock;
    this.locks = site.locks;
    this.channels = site.channels;
    const script: WorkerScript = (scope) => {
      const openStorage = async () => databases;
      const onLost = (error: BigtabError): void => fail(scope, error);
      const onProgress = (): void => scope.postMessage({ bigtab: 'closing' }, []);
      const { openChannel } = scope;
      const { locks } = scope.navigator;
      const onTrying = (packet: string | null): void => scope.postMessage({ bigtab: 'trying', packet }, []);
      const { clock } = this;
      const gateway = new Gateway({ locks, clock, openChannel, openStorage, onLost, onProgress, onTrying });
      serve(scope, gateway, `liveness ${++site.names}`);
    };
    this.platform = {
      browser: true,
      secure: true,
      origin: 'https://site.test/',
      locks: this.locks.of(this.owner),
      clock: this.clock,
      mayLead: true,
      yielder: yieldOnce,
      uniqueName: () => `connection ${++site.names}`,
      startWorker: () => this.start(script),
      startInlineWorker: async () => this.start(script),
      openChannel: site.channels.of(this.owner),
      isVisible: () => this.visible,
      onLifecycle: (listener) => {
        this.lifecycle.add(listener);
        return () => this.lifecycle.delete(listener);
      },
      ...changes,
    };
  }

  /** Starts a worker that runs `script`. */
  start(script: WorkerScript): FakeWorker {
    const worker = new FakeWorker(this.locks, this.site.channels, script);
    this.workers.push(worker);
    return worker;
  }

  /** Another page of this site. */
  another(changes: Partial<Platform> = {}): FakePage {
    return new FakePage(this.databases, changes, this.site);
  }

  /** Reports a change of the page's life. */
  change(change: LifecycleChange): void {
    if (change === 'visible' || change === 'hidden') this.visible = change === 'visible';
    for (const listener of [...this.lifecycle]) listener(change);
  }

  /** The system stops the page and its workers, as far as other tabs notice it, or lets them go on. */
  stop(stop: boolean): void {
    for (const owner of [this.owner, ...this.workers.map((worker) => worker.owner)])
      this.site.channels.stop(owner, stop);
  }

  /** The browser ends the page with its workers; nothing of it runs any more. */
  kill(): void {
    this.lifecycle.clear();
    for (const worker of this.workers) worker.terminate();
    this.site.channels.end(this.owner);
    this.locks.end(this.owner);
  }

  /** The number of workers that have not ended. */
  get alive(): number {
    return this.workers.filter((worker) => !worker.ended).length;
  }
}

/** Lets messages be delivered until `condition` is true. */
export async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 10_000; turn++) {
    if (condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`never: ${condition}`);
}
