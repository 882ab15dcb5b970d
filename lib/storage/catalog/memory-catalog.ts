import { type Catalog, type CatalogEdit, type CatalogImage, imageOf } from './catalog.js';
import { checkImage } from './catalog-image.js';
import { admitCommit, admitReplace, type Stored } from './catalog-rules.js';

const WHERE = 'catalog (memory)';

/** A catalog in memory. It keeps its records as text, so that later changes of an object by a caller have no effect. */
export class MemoryCatalog implements Catalog {
  onEnded: () => void = () => {};
  #stored: Stored = null;
  #database = '';
  readonly #tables = new Map<number, string>();
  readonly #snapshots = new Map<string, string>();

  constructor(image: CatalogImage | null = null) {
    if (image !== null) this.#keep(editOf(image));
  }

  async open(): Promise<CatalogImage | null> {
    return this.image;
  }

  async replace(image: CatalogImage): Promise<void> {
    admitReplace(this.#stored, image);
    this.#clear();
    this.#keep(editOf(image));
  }

  async commit(edit: CatalogEdit): Promise<void> {
    admitCommit(this.#stored, edit, WHERE);
    for (const id of edit.remove ?? []) this.#tables.delete(id);
    for (const name of edit.removeSnapshots ?? []) this.#snapshots.delete(name);
    this.#keep(edit);
  }

  async reset(): Promise<void> {
    this.#stored = null;
    this.#clear();
  }

  async close(): Promise<void> {}

  /** The current image. */
  get image(): CatalogImage | null {
    if (this.#stored === null) return null;
    const image = imageOf(JSON.parse(this.#database), recordsIn(this.#tables), recordsIn(this.#snapshots));
    return checkImage(image, WHERE);
  }

  #clear(): void {
    this.#tables.clear();
    this.#snapshots.clear();
  }

  #keep({ database, put = [], putSnapshots = [] }: CatalogEdit): void {
    const { epoch, generation } = database;
    this.#stored = { epoch, generation };
    this.#database = JSON.stringify(database);
    for (const table of put) this.#tables.set(table.id, JSON.stringify(table));
    for (const snapshot of putSnapshots) this.#snapshots.set(snapshot.name, JSON.stringify(snapshot));
  }
}

function recordsIn<T>(texts: ReadonlyMap<unknown, string>): readonly T[] {
  return Array.from(texts.values(), (text): T => JSON.parse(text));
}

function editOf({ database, tables, snapshots = [] }: CatalogImage): CatalogEdit {
  return { database, put: tables, putSnapshots: snapshots };
}
