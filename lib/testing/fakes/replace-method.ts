/** Replaces a method. Returns the function that brings it back. */
export function replaceMethod<T extends object, K extends keyof T>(
  target: T,
  name: K,
  make: (original: T[K]) => T[K],
): () => void {
  const original = target[name];
  target[name] = make(original);
  return () => {
    target[name] = original;
  };
}
