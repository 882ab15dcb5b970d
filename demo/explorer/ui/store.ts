import { useEffect, useState } from 'preact/hooks';

/** A value that notifies subscribers when it changes. */
export class Store<T> {
  private current: T;
  private readonly listeners = new Set<(value: T) => void>();

  constructor(value: T) {
    this.current = value;
  }

  get value(): T {
    return this.current;
  }

  set(value: T): void {
    if (Object.is(value, this.current)) return;
    this.current = value;
    for (const listener of [...this.listeners]) listener(value);
  }

  /** Returns a function that ends the subscription. */
  subscribe(listener: (value: T) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** Returns the store's value. The component renders again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, draw] = useState({});
  useEffect(() => {
    // The value may have changed since the first rendering.
    draw({});
    return store.subscribe(() => draw({}));
  }, [store]);
  return store.value;
}
