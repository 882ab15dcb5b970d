const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `work` with a signal that aborts if the process is asked to terminate, so that `work` can clean up first. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = (name: NodeJS.Signals) => controller.abort(new Interrupted(name));
  for (const name of SIGNALS) process.on(name, abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, abort);
  }
}

/** The reason why an interrupted run ended. */
export class Interrupted extends Error {
  constructor(signal: string) {
    super(`ended by ${signal}`);
    this.name = 'Interrupted';
  }
}
