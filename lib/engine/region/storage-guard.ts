/*
 * Decides what to do if the browser has ended the connection to the catalog. Browsers do so when the user clears the
 * site's data, while open files continue to work as if nothing had happened. They also do so for background tabs, whose
 * data still exists.
 *
 *   record   files
 *   exists   exist    continue
 *   missing  missing  STORAGE_CLEARED
 *   missing  exist    check again after 2 s; only if the files still exist, write the record again from memory and
 *                     continue
 *   exists   missing  STORAGE_CLEARED
 *   broken   exist    check again after 2 s; if the files still exist, continue: they contain a copy of the record
 *   broken   missing  STORAGE_CLEARED
 *
 * Until this is decided, no write is acknowledged, and commits wait.
 */

import type { Clock } from '../../clock.js';
import { BigtabError, errorToData } from '../../errors.js';
import type { Catalog, CatalogImage } from '../../storage/catalog/catalog.js';
import { isBroken, isFenced } from '../../storage/catalog/catalog-rules.js';
import { parseManifestName } from '../../storage/fs/file-names.js';
import type { FileSystem } from '../../storage/fs/file-system.js';

/** A browser that clears both removes one after the other. */
const LOOK_AGAIN_MS = 2_000;
/** Some browsers never answer calls about files that they have removed. */
const FILES_ANSWER_WITHIN_MS = 4_000;

export interface StorageGuardParts {
  readonly catalog: Catalog;
  readonly files: FileSystem;
  readonly clock: Clock;
  /** The current image. */
  readonly image: () => CatalogImage;
  /** Called with the reason if the database could not find out whether the data still exists. */
  readonly onError: (error: unknown) => void;
  /** See RegionCommit. */
  readonly onFenced: () => void;
}

export class StorageGuard {
  /** Called once if the data no longer exists. */
  onCleared: (error: BigtabError) => void = () => {};
  readonly #parts: StorageGuardParts;
  #cleared: BigtabError | null = null;
  #inDoubt = false;
  /** How often there was a reason to check. */
  #reasons = 0;
  #deciding: Promise<void> | null = null;

  constructor(parts: StorageGuardParts) {
    this.#parts = parts;
  }

  /** STORAGE_CLEARED once the data no longer exists; every call then fails with it. */
  get cleared(): BigtabError | null {
    return this.#cleared;
  }

  /** Whether a write must not be acknowledged before `check` resolves. */
  get inDoubt(): boolean {
    return this.#inDoubt;
  }

  /** Reports a new reason to check. */
  doubt(): void {
    this.#reasons++;
    this.check().catch((error) => {
      if (this.#cleared === null) this.#parts.onError(error);
    });
  }

  /**
   * Resolves if the data still exists. Rejects with STORAGE_CLEARED; or with STORAGE_UNAVAILABLE if the browser does
   * not answer, and then the next call checks again.
   */
  check(): Promise<void> {
    if (this.#cleared !== null) return Promise.reject(this.#cleared);
    this.#inDoubt = true;
    this.#deciding ??= this.#decide().finally(() => {
      this.#deciding = null;
    });
    return this.#deciding;
  }

  async #decide(): Promise<void> {
    for (let seen = -1; seen !== this.#reasons; ) {
      seen = this.#reasons;
      let stands: boolean;
      try {
        stands = await this.#look();
      } catch (cause) {
        if (!isFenced(cause)) throw undecided(cause);
        this.#parts.onFenced();
        throw cause;
      }
      if (stands) continue;
      this.#cleared = storageCleared();
      this.onCleared(this.#cleared);
      throw this.#cleared;
    }
    this.#inDoubt = false;
  }

  /** Whether the data still exists. */
  async #look(): Promise<boolean> {
    const { catalog, clock, image } = this.#parts;
    const record = await this.#hasRecord();
    const files = await this.#hasFiles();
    if (record !== false && files === null) throw new Error('the files could not be listed');
    if (record === true || files === false) return files === true;
    await new Promise<void>((resolve) => clock.after(LOOK_AGAIN_MS, resolve));
    if ((await this.#hasFiles()) !== true) return false;
    if ((await this.#hasRecord()) === false) await catalog.replace(image());
    return true;
  }

  /** Null if the catalog cannot be used. */
  async #hasRecord(): Promise<boolean | null> {
    try {
      return (await this.#parts.catalog.open()) !== null;
    } catch (error) {
      if (!isBroken(error)) throw error;
      return null;
    }
  }

  /** Null if there is no answer. */
  async #hasFiles(): Promise<boolean | null> {
    const { clock, files } = this.#parts;
    let cancel = () => {};
    const silence = new Promise<null>((resolve) => {
      cancel = clock.after(FILES_ANSWER_WITHIN_MS, () => resolve(null));
    });
    try {
      const names = await Promise.race([files.list(''), silence]);
      return names === null ? null : names.some((name) => parseManifestName(name) !== null);
    } finally {
      cancel();
    }
  }
}

export function storageCleared(): BigtabError {
  return new BigtabError(
    'STORAGE_CLEARED',
    'The stored data of this site was deleted while the database was open, for example with the browser\'s "clear site data". Call connect again for a new, empty database.',
  );
}

function undecided(cause: unknown): BigtabError {
  const { message } = errorToData(cause);
  return new BigtabError(
    'STORAGE_UNAVAILABLE',
    `The browser ended the connection to the stored data and did not report whether the data still exists: ${message}`,
    { details: { reason: 'io-error', outcome: 'unknown' }, cause },
  );
}
