import type { Catalog, CatalogEdit, CatalogImage, TableRecord } from './catalog.js';
import { decodeImage } from './catalog-image.js';
import { admitCommit, admitReplace, type Stored } from './catalog-rules.js';

const WHERE = 'catalog (memory)';

/** A catalog in memory. It keeps its records as text, so that later changes of an object by a caller have no effect. */
export class MemoryCatalog implements Catalog {
  onEnded: () => void = () => {};
  #stored: Stored = null;
  #database = '';
  readonly #tables = new Map<number, string>();

  constructor(image: CatalogImage | null = null) {
    if (image !== null) this.#keep(image, image.tables);
  }

  async open(): Promise<CatalogImage | null> {
    return this.image;
  }

  async replace(image: CatalogImage): Promise<void> {
    admitReplace(this.#stored, image);
    this.#tables.clear();
    this.#keep(image, image.tables);
  }

  async commit(edit: CatalogEdit): Promise<void> {
    admitCommit(this.#stored, edit, WHERE);
    for (const id of edit.remove ?? []) this.#tables.delete(id);
    this.#keep(edit, edit.put ?? []);
  }

  async reset(): Promise<void> {
    this.#stored = null;
    this.#tables.clear();
  }

  async close(): Promise<void> {}

  /** The current image. */
  get image(): CatalogImage | null {
    if (this.#stored === null) return null;
    const tables = [...this.#tables].sort(([a], [b]) => a - b).map(([, text]) => text);
    return decodeImage(`{"database":${this.#database},"tables":[${tables.join()}]}`, WHERE);
  }

  #keep({ database }: Pick<CatalogImage, 'database'>, tables: readonly TableRecord[]): void {
    const { epoch, generation } = database;
    this.#stored = { epoch, generation };
    this.#database = JSON.stringify(database);
    for (const table of tables) this.#tables.set(table.id, JSON.stringify(table));
  }
}
