/** Runs work, possibly later. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** A gate behind which at most `width` works run at the same time, in the order they came in. */
export function gate(width: number): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running === width) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // The place is handed on, so that nothing slips in between.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

export const OPEN_GATE: Gate = (work) => work();
