import { type PackedBatch, rowBuffers } from './packed-rows.js';
import { buffersOf } from './packed-values.js';
import { RequestingStore } from './requesting-store.js';
import type { Durability } from './store.js';
import type { StoreRequest } from './store-request.js';

/** A message of the worker. If `more` is set, further messages of the same call follow. */
export interface StoreAnswer {
  readonly id: number;
  readonly more?: true;
  readonly error?: string;
  readonly value?: Uint8Array | null;
  readonly batch?: PackedBatch;
}

interface Waiting {
  readonly resolve: (value: Uint8Array | null) => void;
  readonly reject: (error: Error) => void;
  readonly onBatch: ((batch: PackedBatch) => void) | undefined;
}

/** A store in a worker. Each call is one message to the worker and one back, or several back if rows are read. */
export class RemoteStore extends RequestingStore {
  private readonly script: string;
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(script: string) {
    super();
    this.script = script;
  }

  override async open(name: string, durability: Durability): Promise<void> {
    const worker = this.start();
    worker.onmessage = ({ data }) => this.settle(data as StoreAnswer);
    worker.onerror = ({ message }) => {
      for (const { reject } of this.waiting.values()) reject(new Error(`${this.script}: ${message}`));
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
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, onBatch });
      const transferred = transferredOf(request);
      // A single get is as small as a message can be: it has no empty list of transferred objects.
      if (transferred === null) worker.postMessage({ id, request });
      else worker.postMessage({ id, request }, transferred);
    });
  }

  protected start(): Worker {
    return new Worker(this.script, { type: 'module' });
  }

  private settle({ id, more, error, value, batch }: StoreAnswer): void {
    const waiting = this.waiting.get(id);
    if (waiting === undefined) return;
    if (more === undefined) this.waiting.delete(id);
    if (batch !== undefined) waiting.onBatch?.(batch);
    if (error !== undefined) waiting.reject(new Error(error));
    else if (more === undefined) waiting.resolve(value ?? null);
  }
}

/** The buffers that were packed only for this request. A single value belongs to the caller, and is copied. */
function transferredOf(request: StoreRequest): Transferable[] | null {
  if ('rows' in request) return rowBuffers(request.rows);
  return 'keys' in request ? buffersOf(request.keys) : null;
}
