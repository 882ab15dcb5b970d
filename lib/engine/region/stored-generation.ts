import type { Clock } from '../../clock.js';
import type { Catalog, CatalogImage } from '../../storage/catalog/catalog.js';

/** The time between two attempts to read what is stored. */
const ASK_AGAIN_MS = 1_000;

export interface StoredGenerationParts {
  readonly catalog: Pick<Catalog, 'open'>;
  readonly clock: Clock;
  /** The current image: what is stored unless the outcome of a commit is not known. */
  readonly image: () => CatalogImage;
  /** Called when it is known again what is stored. */
  readonly onKnown: () => void;
}

/**
 * What is known about the catalog after a commit whose outcome was not reported: until the stored generation was read,
 * no commit starts. It is read in the background too, so that the database continues when the catalog answers again.
 */
export class StoredGeneration {
  readonly #parts: StoredGenerationParts;
  #known = true;
  #unwanted: number | null = null;
  #reading: Promise<void> | null = null;
  #cancel: (() => void) | null = null;
  #stopped = false;

  constructor(parts: StoredGenerationParts) {
    this.#parts = parts;
  }

  get known(): boolean {
    return this.#known;
  }

  /** The stored generation if it is not that of the image, because a commit that failed was made: it is replaced. */
  get unwanted(): number | null {
    return this.#unwanted;
  }

  /** Called after a commit whose outcome is not known. */
  doubt(): void {
    this.#known = false;
  }

  /** Called when the catalog is not asked any more: `unwanted` is a generation that may be stored besides the image's. */
  assume(unwanted: number | null): void {
    this.#unwanted = unwanted;
    this.#becomeKnown();
  }

  /** Called when the image of the last commit is stored. */
  settle(): void {
    this.#unwanted = null;
  }

  /** Resolves when a commit may start. Rejects if it cannot be read what is stored; the next call tries again. */
  ready(): Promise<void> {
    if (this.#known) return Promise.resolve();
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** Reads again and again until it is known what is stored. */
  keepAsking(): void {
    if (this.#stopped || this.#known || this.#cancel !== null) return;
    this.#cancel = this.#parts.clock.after(ASK_AGAIN_MS, () => {
      this.#cancel = null;
      this.ready().catch(() => this.keepAsking());
    });
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
    this.#cancel = null;
  }

  async #read(): Promise<void> {
    const { catalog, image } = this.#parts;
    const stored = (await catalog.open())?.database;
    const { epoch, generation } = image().database;
    // Another writer's catalog refuses the next commit, and that of a catalog that was emptied waits for the guard.
    this.#unwanted = stored?.epoch === epoch && stored.generation !== generation ? stored.generation : null;
    this.#becomeKnown();
  }

  #becomeKnown(): void {
    this.#known = true;
    this.#cancel?.();
    this.#cancel = null;
    this.#parts.onKnown();
  }
}
