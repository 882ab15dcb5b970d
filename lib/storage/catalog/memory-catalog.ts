import { applyEdit, type Catalog, type CatalogEdit, type CatalogImage } from './catalog.js';
import { decodeImage, encodeImage } from './catalog-image.js';
import { admitCommit, admitReplace } from './catalog-rules.js';

const WHERE = 'catalog (memory)';

/** A catalog in memory. It keeps its image as text, so that later changes of an object by a caller have no effect. */
export class MemoryCatalog implements Catalog {
  onEnded: () => void = () => {};
  #stored: string | null;

  constructor(image: CatalogImage | null = null) {
    this.#stored = image === null ? null : encodeImage(image);
  }

  async open(): Promise<CatalogImage | null> {
    return this.image;
  }

  async replace(image: CatalogImage): Promise<void> {
    admitReplace(this.image?.database ?? null, image);
    this.#stored = encodeImage(image);
  }

  async commit(edit: CatalogEdit): Promise<void> {
    const image = this.image;
    admitCommit(image?.database ?? null, edit, WHERE);
    // There is an image, because admitCommit refuses the first commit of an empty catalog.
    this.#stored = encodeImage(applyEdit(image as CatalogImage, edit));
  }

  async close(): Promise<void> {}

  /** The current image. */
  get image(): CatalogImage | null {
    return this.#stored === null ? null : decodeImage(this.#stored, WHERE);
  }
}
