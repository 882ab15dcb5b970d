import { createYielder, type Yielder } from '../yielder.js';

/** `setImmediate` lets the process end in Node if a connection was not closed; a message channel keeps it alive. */
export function processYielder(): { readonly yield: Yielder; close(): void } {
  const { setImmediate } = globalThis as { setImmediate?: (task: () => void) => void };
  if (setImmediate === undefined) return createYielder();
  return { yield: () => new Promise((resolve) => setImmediate(resolve)), close: () => {} };
}
