import type { Catalog, CatalogImage } from './catalog.js';

/** A catalog that is read but never written: what is committed to it is forgotten. */
export class ReadOnlyCatalog implements Catalog {
  readonly #catalog: Catalog;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  get onEnded(): () => void {
    return this.#catalog.onEnded;
  }

  set onEnded(ended: () => void) {
    this.#catalog.onEnded = ended;
  }

  open(): Promise<CatalogImage | null> {
    return this.#catalog.open();
  }

  async replace(): Promise<void> {}

  async commit(): Promise<void> {}

  async reset(): Promise<void> {}

  close(): Promise<void> {
    return this.#catalog.close();
  }
}
