import { type PackedBatch, rowBuffers } from './packed-rows.js';
import { buffersOf } from './packed-values.js';
import { RequestingStore } from './requesting-store.js';
import type { Durability } from './store.js';
import type { StoreRequest } from './store-request.js';

/**
 * A message of the worker: the value of a get or null, which end a call; a batch of rows, which ends it unless `more`
 * is set; or an error, which ends it too. The worker answers calls in their order, so messages need no number.
 */
export type StoreAnswer =
  | Uint8Array
  | null
  | { readonly batch: PackedBatch; readonly more: boolean }
  | { readonly error: string };

interface Waiting {
  readonly resolve: (value: Uint8Array | null) => void;
  readonly reject: (error: Error) => void;
  readonly onBatch: ((batch: PackedBatch) => void) | undefined;
}

/** A store in a worker. Each call is one message to the worker and one back, or several back if rows are read. */
export class RemoteStore extends RequestingStore {
  private readonly script: string;
  private worker: Worker | null = null;
  private readonly waiting: Waiting[] = [];

  constructor(script: string) {
    super();
    this.script = script;
  }

  override async open(name: string, durability: Durability): Promise<void> {
    const worker = this.start();
    worker.onmessage = ({ data }) => this.settle(data as StoreAnswer);
    worker.onerror = ({ message }) => {
      for (const { reject } of this.waiting) reject(new Error(`${this.script}: ${message}`));
    };
    this.worker = worker;
    await super.open(name, durability);
  }

  override async close(): Promise<void> {
    await super.close();
    this.worker?.terminate();
    this.worker = null;
  }

  protected ask(request: StoreRequest, onBatch?: (batch: PackedBatch) => void): Promise<Uint8Array | null> {
    const { worker } = this;
    if (worker === null) throw new Error(`${this.script} is not open`);
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject, onBatch });
      const transferred = transferredOf(request);
      // A single get is as small as a message can be: it has no empty list of transferred objects.
      if (transferred === null) worker.postMessage(request);
      else worker.postMessage(request, transferred);
    });
  }

  protected start(): Worker {
    return new Worker(this.script, { type: 'module' });
  }

  private settle(answer: StoreAnswer): void {
    const call = this.waiting[0];
    if (call === undefined) return;
    if (answer !== null && 'more' in answer) {
      call.onBatch?.(answer.batch);
      if (answer.more) return;
    }
    this.waiting.shift();
    if (answer === null || answer instanceof Uint8Array) call.resolve(answer);
    else if ('error' in answer) call.reject(new Error(answer.error));
    else call.resolve(null);
  }
}

/** The buffers that were packed only for this request. A single value belongs to the caller, and is copied. */
function transferredOf(request: StoreRequest): Transferable[] | null {
  if ('rows' in request) return rowBuffers(request.rows);
  return 'keys' in request ? buffersOf(request.keys) : null;
}
