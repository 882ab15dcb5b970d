import { type PackedBatch, rowBuffers } from './packed-rows.js';
import type { StoreAnswer } from './remote-store.js';
import { RowSink } from './row-sink.js';
import type { ServedStore } from './served-store.js';
import { respond, type StoreRequest } from './store-request.js';

/** Receives requests and sends answers: the global scope of a worker, or a port. */
export interface RequestPort {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  postMessage(message: unknown, options?: { readonly transfer: Transferable[] }): void;
}

/** Answers the requests of a `RemoteStore` in a worker, one after the other. */
export function serveStore(store: ServedStore, port: RequestPort = globalThis): void {
  const send = (batch: PackedBatch, more: boolean) =>
    port.postMessage({ batch, more } satisfies StoreAnswer, { transfer: rowBuffers(batch) });
  const sink = new RowSink((batch) => send(batch, true));

  const answer = async (request: StoreRequest) => {
    try {
      const value = await respond(store, request, sink);
      if (sink.isEmpty) port.postMessage(value satisfies StoreAnswer);
      else send(sink.take(), false);
    } catch (error) {
      // Data read before the error must not appear in the answer of a later call.
      sink.take();
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      port.postMessage({ error: text } satisfies StoreAnswer);
    }
  };

  let turn: Promise<void> = Promise.resolve();
  port.addEventListener('message', ({ data }) => {
    turn = turn.then(() => answer(data));
  });
}
