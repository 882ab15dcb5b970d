import type { PackedBatch } from './packed-rows.js';
import { RequestingStore } from './requesting-store.js';
import { RowSink } from './row-sink.js';
import type { ServedStore } from './served-store.js';
import { respond, type StoreRequest } from './store-request.js';

/** A store that runs on the page, without a worker. */
export class LocalStore extends RequestingStore {
  private readonly store: ServedStore;
  private readonly sink = new RowSink((batch) => this.onBatch?.(batch));
  private onBatch: ((batch: PackedBatch) => void) | undefined;
  private calls = 0;
  private turn: Promise<void> = Promise.resolve();
  private readonly end = () => {
    this.calls--;
  };

  constructor(store: ServedStore) {
    super();
    this.store = store;
  }

  protected ask(request: StoreRequest, onBatch?: (batch: PackedBatch) => void): Promise<Uint8Array | null> {
    const isIdle = this.calls === 0;
    this.calls++;
    const answer = isIdle ? this.run(request, onBatch) : this.turn.then(() => this.run(request, onBatch));
    // A failing call must not make later calls fail.
    this.turn = answer.then(this.end, this.end);
    return answer;
  }

  private async run(request: StoreRequest, onBatch?: (batch: PackedBatch) => void): Promise<Uint8Array | null> {
    this.onBatch = onBatch;
    try {
      return await respond(this.store, request, this.sink);
    } finally {
      // Data read before an error must not appear in the answer of a later call.
      if (!this.sink.isEmpty) {
        const last = this.sink.take();
        onBatch?.(last);
      }
    }
  }
}
