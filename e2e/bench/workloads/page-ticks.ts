const TICK_MS = 4;

/** `end` returns the longest time, in milliseconds, that a task of the page waited for another one. */
export function watchTicks(): { end(): number } {
  let most = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    most = Math.max(most, now - last - TICK_MS);
    last = now;
  }, TICK_MS);
  return {
    end() {
      clearInterval(timer);
      return Math.max(most, performance.now() - last - TICK_MS);
    },
  };
}
