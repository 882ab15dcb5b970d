/** Calls a function of the user. If it throws, the platform reports the error, and the caller goes on. */
export function callListener(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
