import * as fs from 'node:fs';
import { applyEdit, type Catalog, type CatalogEdit, type CatalogImage } from '../../storage/catalog/catalog.js';
import { decodeImage, encodeImage } from '../../storage/catalog/catalog-image.js';
import { admitCommit, admitReplace } from '../../storage/catalog/catalog-rules.js';

/** A catalog in one file of the machine, which is replaced as a whole: it survives the end of the process. */
export class NodeCatalog implements Catalog {
  onEnded: () => void = () => {};
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async open(): Promise<CatalogImage | null> {
    return this.#image;
  }

  async replace(image: CatalogImage): Promise<void> {
    admitReplace(this.#image?.database ?? null, image);
    this.#keep(image);
  }

  async commit(edit: CatalogEdit): Promise<void> {
    const image = this.#image;
    admitCommit(image?.database ?? null, edit, this.#path);
    this.#keep(applyEdit(image as CatalogImage, edit));
  }

  async reset(): Promise<void> {
    fs.rmSync(this.#path, { force: true });
  }

  async close(): Promise<void> {}

  get #image(): CatalogImage | null {
    return fs.existsSync(this.#path) ? decodeImage(fs.readFileSync(this.#path, 'utf8'), this.#path) : null;
  }

  #keep(image: CatalogImage): void {
    const next = nextOf(this.#path);
    fs.writeFileSync(next, encodeImage(image), { flush: true });
    fs.renameSync(next, this.#path);
  }
}

/** The path at which the next content of a catalog is written, before it replaces the file. */
export function nextOf(path: string): string {
  return `${path}.next`;
}
