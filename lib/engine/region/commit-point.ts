/*
 * Where a commit is stored: in the catalog, which is the commit point, and then in its mirror. While the catalog cannot
 * be used, the mirror is the commit point; the exclusive handle of its file then keeps other writers away. Once a
 * minute, the catalog is tried again, with or without a commit.
 */
import type { Clock } from '../../clock.js';
import { errorToData } from '../../errors.js';
import type { Catalog, CatalogEdit, CatalogImage } from '../../storage/catalog/catalog.js';
import { isBroken, isEmptied, isFenced, rebuildCatalog } from '../../storage/catalog/catalog-rules.js';
import type { Manifest } from '../../storage/manifest/manifest.js';
import { isNoAnswer } from '../../within.js';
import type { DatabaseState } from './database-state.js';
import type { StorageGuard } from './storage-guard.js';
import { StoredGeneration } from './stored-generation.js';

const TRY_AGAIN_MS = 60_000;
/** A power cut may undo the creation of a file until then. */
const NAME_IS_SAFE_MS = 60_000;

export interface CommitPointParts {
  readonly catalog: Catalog;
  readonly manifest: Manifest;
  readonly clock: Clock;
  readonly guard: Pick<StorageGuard, 'check'>;
  readonly state: DatabaseState;
  readonly onError: (error: unknown) => void;
  /** Called when another writer has opened the database: nothing that is written from now on will count. */
  readonly onFenced: () => void;
  /** The current image. */
  readonly image: () => CatalogImage;
  /** Called when commits may start again after one whose outcome was not known. */
  readonly onKnown: () => void;
  /** Called when it is time to call `ready`, when no commit runs. */
  readonly onRetry: () => void;
}

/** The two copies of the list of tables and files. */
export interface Copies {
  readonly catalog: boolean;
  readonly mirror: boolean;
}

export class CommitPoint {
  /** What the catalog holds. */
  readonly stored: StoredGeneration;
  readonly #parts: CommitPointParts;
  #mirrored = true;
  #broken = false;
  #tryAgainAt = 0;
  #cancelRetry: () => void = () => {};
  #stopped = false;
  /** The mirror's file and when it was first used. */
  #path: string;
  #since: number;

  constructor(parts: CommitPointParts) {
    this.#parts = parts;
    this.stored = new StoredGeneration(parts);
    this.#path = parts.manifest.path;
    this.#since = parts.clock.monotonic();
  }

  /** Whether the mirror contains the current image. */
  get mirrored(): boolean {
    return this.#mirrored;
  }

  /** Whether no power cut can undo a commit. */
  get powerSafe(): boolean {
    return !this.#broken || this.#nameIsSafe;
  }

  /** Makes the mirror the commit point, because the catalog failed with `cause`. */
  degrade(cause: unknown): void {
    this.#broken = true;
    this.stored.assume(null);
    this.#report(cause);
    this.#tryLater();
  }

  /** The catalog is not tried again without a commit. */
  stop(): void {
    this.#stopped = true;
    this.#cancelRetry();
    this.stored.stop();
  }

  /** Resolves when a commit may start. Rejects if it cannot be read what is stored; the next call tries again. */
  async ready(): Promise<void> {
    if (this.#broken) return this.#tryAgain();
    try {
      await this.stored.ready();
    } catch (cause) {
      if (!isBroken(cause)) throw cause;
      this.degrade(cause);
    }
  }

  /**
   * Writes the current image again: to a new file of the mirror, or to the catalog, or both. A catalog that cannot be
   * used makes the state `degraded`. REQUIRES that no commit runs. Rejects if the mirror cannot be written.
   */
  async rebuild({ mirror, catalog }: Copies): Promise<void> {
    const { image, manifest } = this.#parts;
    await this.ready();
    if (mirror) {
      manifest.renew();
      await manifest.settled();
      manifest.write(image());
      this.#mirrorWritten();
    }
    if (!catalog) return;
    this.#tryAgainAt = 0;
    if (this.#broken) return this.#tryAgain();
    try {
      await rebuildCatalog(this.#parts.catalog, image(), this.#mirrored && this.#nameIsSafe);
    } catch (error) {
      if (!isBroken(error)) throw error;
      this.degrade(error);
    }
  }

  /**
   * Stores a commit. `insists`: whether the mirror must have it too. Returns the error if the mirror does not have it,
   * otherwise null.
   */
  async store(edit: CatalogEdit, next: CatalogImage, insists: boolean): Promise<unknown> {
    if (!this.#broken) await this.#storeInCatalog(edit, next);
    const failure = await this.#storeInMirror(edit, next, insists || this.#broken);
    if (failure === null) {
      this.stored.settle();
    } else if (this.#broken) {
      // Its bytes may be in the file: the next commit needs a larger generation.
      this.stored.assume(next.database.generation);
      throw failure;
    } else {
      this.stored.settle();
      this.#parts.onError(failure);
    }
    return failure;
  }

  /** If the catalog rejects, the stored generation shows whether the edit is stored. */
  async #storeInCatalog(edit: CatalogEdit, next: CatalogImage): Promise<void> {
    const { catalog, onFenced } = this.#parts;
    try {
      await (this.stored.unwanted === null ? this.#commit(edit) : catalog.replace(next));
    } catch (error) {
      if (isFenced(error)) {
        onFenced();
        throw error;
      }
      this.stored.doubt();
      this.stored.keepAsking();
      // If the catalog did not answer, the caller gets the error before anything is read from it again.
      if (isNoAnswer(error)) throw error;
      await this.ready();
      if (!this.#broken && this.stored.unwanted !== edit.database.generation) throw error;
    }
  }

  /** A catalog that was emptied is filled again if the files still exist. */
  async #commit(edit: CatalogEdit): Promise<void> {
    const { catalog, guard } = this.#parts;
    try {
      await catalog.commit(edit);
    } catch (error) {
      if (!isEmptied(error)) throw error;
      await guard.check();
      await catalog.commit(edit);
    }
  }

  /** Returns the error, or null. A file that failed is replaced by another one, which a second attempt uses. */
  async #storeInMirror(edit: CatalogEdit, next: CatalogImage, insists: boolean): Promise<unknown> {
    const { manifest } = this.#parts;
    for (let again = insists; ; again = false) {
      try {
        manifest.write(next, edit);
        this.#mirrorWritten();
        return null;
      } catch (error) {
        this.#mirrored = false;
        if (!again) return error;
        await manifest.settled();
      }
    }
  }

  /** The mirror contains the current image. */
  #mirrorWritten(): void {
    const { clock, manifest } = this.#parts;
    this.#mirrored = true;
    if (manifest.path !== this.#path) this.#since = clock.monotonic();
    this.#path = manifest.path;
  }

  async #tryAgain(): Promise<void> {
    const { catalog, clock, image, onFenced, state } = this.#parts;
    if (clock.monotonic() < this.#tryAgainAt) return;
    this.#tryAgainAt = clock.monotonic() + TRY_AGAIN_MS;
    this.#tryLater();
    try {
      await rebuildCatalog(catalog, image(), this.#mirrored && this.#nameIsSafe);
    } catch (error) {
      if (isFenced(error)) {
        onFenced();
        throw error;
      }
      return this.#report(error);
    }
    this.#broken = false;
    this.#cancelRetry();
    state.ends('degraded');
  }

  #tryLater(): void {
    const { clock, onRetry } = this.#parts;
    this.#cancelRetry();
    if (this.#stopped) return;
    this.#cancelRetry = clock.after(TRY_AGAIN_MS, () => {
      // A timer may fire a little early.
      this.#tryAgainAt = 0;
      onRetry();
    });
  }

  #report(cause: unknown): void {
    this.#parts.state.becomesDegraded(
      `IndexedDB cannot be used, so only the file system holds the list of files: ${errorToData(cause).message}`,
    );
  }

  get #nameIsSafe(): boolean {
    return this.#parts.clock.monotonic() - this.#since >= NAME_IS_SAFE_MS;
  }
}
