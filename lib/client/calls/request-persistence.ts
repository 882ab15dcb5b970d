/** The part of the browser's `navigator.storage` that is used. Workers lack `persist`. */
export interface StorageLike {
  persist?(): Promise<boolean>;
  persisted?(): Promise<boolean>;
}

/** Asks the browser to keep the site's data, or, where it cannot be asked, whether it does. Never rejects. */
export async function requestPersistence(storage: StorageLike | undefined): Promise<boolean> {
  try {
    return (await (storage?.persist === undefined ? storage?.persisted?.() : storage.persist())) ?? false;
  } catch {
    return false;
  }
}
