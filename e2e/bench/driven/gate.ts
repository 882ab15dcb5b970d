/** Runs a task, possibly later. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** A gate that runs at most `width` tasks at the same time, in the order of arrival. */
export function gate(width: number): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running === width) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // The place is passed on directly, so no later task can take it first.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

export const OPEN_GATE: Gate = (work) => work();
