/** The part of an AbortSignal that ends a request for a lock. The DOM's `AbortSignal` fits. */
export interface LockSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
}

/**
 * The part of Web Locks that is used here. A lock is held until the promise returned by `granted` has settled. With
 * `ifAvailable`, `granted` gets null at once if the lock is already held.
 */
export interface Locks {
  request(
    name: string,
    options: { readonly ifAvailable?: boolean; readonly signal?: LockSignal },
    granted: (lock: unknown) => unknown,
  ): Promise<unknown>;
}
