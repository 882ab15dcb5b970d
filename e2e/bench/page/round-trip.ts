const WARM_UP = 200;
const TRIPS = 1_000;

/**
 * The median time of empty round trips to a worker, in microseconds. On most machines it is one of two values, one a
 * few times the other, so each run reports its own.
 */
export async function measureRoundTrip(): Promise<number> {
  const worker = new Worker('/bench/echo.js', { type: 'module' });
  const trip = () =>
    new Promise<void>((resolve) => {
      worker.onmessage = () => resolve();
      worker.postMessage(0);
    });
  for (let count = 0; count < WARM_UP; count++) await trip();
  const times: number[] = [];
  for (let count = 0; count < TRIPS; count++) {
    const start = performance.now();
    await trip();
    times.push(performance.now() - start);
  }
  worker.terminate();
  times.sort((a, b) => a - b);
  return (times[TRIPS / 2] as number) * 1_000;
}
