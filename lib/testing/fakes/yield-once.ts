import type { Yielder } from '../../yielder.js';

/** A yielder that creates a new channel each time, so that there is nothing to close. */
export const yieldOnce: Yielder = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.once('message', () => {
      port1.close();
      resolve();
    });
    port2.postMessage(null);
  });
