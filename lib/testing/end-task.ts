/**
 * Ends the current task of the platform. An engine in memory works in microtasks only, and until the task has ended,
 * everything that a `WeakRef` of it refers to stays in memory: all its files.
 *
 * Whatever plays many databases one after the other calls this between them.
 */
export function endTask(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
