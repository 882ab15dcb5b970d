/**
 * Lets messages that wait be handled before background work goes on. Resolves in microseconds, unlike a timer,
 * which browsers hold back for 4 ms.
 */
export type Yielder = () => Promise<void>;

/** A yielder over one message channel; `close` lets the process end. */
export function createYielder(): { readonly yield: Yielder; close(): void } {
  const channel = new MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.onmessage = () => waiting.shift()?.();
  return {
    yield: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        channel.port2.postMessage(null);
      }),
    close: () => {
      channel.port1.close();
      channel.port2.close();
    },
  };
}

/** A yielder for rare use: each time a channel of its own, so that nothing is left to be closed. */
export const yieldOnce: Yielder = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
