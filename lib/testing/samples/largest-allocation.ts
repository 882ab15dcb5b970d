/** Runs `work` and returns the largest number of bytes that it asked for with `new Uint8Array`, even if it throws. */
export function largestAllocation(work: () => void): number {
  const original = globalThis.Uint8Array;
  let largest = 0;
  const counted: typeof Uint8Array = new Proxy(original, {
    construct(target, args, newTarget): object {
      const [length] = args as unknown[];
      if (typeof length === 'number') largest = Math.max(largest, length);
      return Reflect.construct(target, args, newTarget === counted ? target : newTarget) as object;
    },
  });
  globalThis.Uint8Array = counted;
  try {
    work();
  } finally {
    globalThis.Uint8Array = original;
  }
  return largest;
}
