import { BigtabError } from '../../errors.js';
import type { StoreFileObserver } from '../../storage/storefile/store-file.js';

/** Reports what the engine notices about store files while it reads them. */
export class StoreFileWatch implements StoreFileObserver {
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  filterUnreadable(cause: unknown): void {
    const said = cause instanceof Error ? cause.message : String(cause);
    const details = BigtabError.is(cause) ? cause.details : {};
    const message = `A bloom filter cannot be read, so reads look into its file more often, with correct answers: ${said}`;
    this.#onError(new BigtabError('CORRUPTION', message, { details, cause }));
  }
}
