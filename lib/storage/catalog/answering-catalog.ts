import type { Clock } from '../../clock.js';
import { answered } from '../../within.js';
import type { Catalog, CatalogEdit, CatalogImage } from './catalog.js';

/**
 * A catalog whose calls all settle: one that its medium does not answer within 30 s rejects with STORAGE_UNAVAILABLE. A
 * change may then be made later, or never.
 */
export class AnsweringCatalog implements Catalog {
  readonly #catalog: Catalog;
  readonly #clock: Clock;

  constructor(catalog: Catalog, clock: Clock) {
    this.#catalog = catalog;
    this.#clock = clock;
  }

  get onEnded(): () => void {
    return this.#catalog.onEnded;
  }

  set onEnded(tell: () => void) {
    this.#catalog.onEnded = tell;
  }

  open(): Promise<CatalogImage | null> {
    return answered(this.#catalog.open(), this.#clock, 'reading the catalog');
  }

  replace(image: CatalogImage): Promise<void> {
    return answered(this.#catalog.replace(image), this.#clock, 'writing the catalog');
  }

  commit(edit: CatalogEdit): Promise<void> {
    return answered(this.#catalog.commit(edit), this.#clock, 'changing the catalog');
  }

  reset(): Promise<void> {
    return answered(this.#catalog.reset(), this.#clock, 'deleting the catalog');
  }

  close(): Promise<void> {
    return answered(this.#catalog.close(), this.#clock, 'closing the catalog');
  }
}
