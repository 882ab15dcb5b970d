import type { Catalog, CatalogEdit, CatalogImage } from '../../storage/catalog/catalog.js';
import { MemoryCatalog } from '../../storage/catalog/memory-catalog.js';
import { fileNotFound } from '../../storage/fs/file-errors.js';
import type { FileHandle } from '../../storage/fs/file-system.js';
import { VisibleFiles } from './visible-files.js';

/** A catalog in memory whose record can be deleted while it is in use, as browsers do it. */
export class ClearableCatalog implements Catalog {
  onEnded: () => void = () => {};
  /** How often a complete record was written. */
  replaced = 0;
  /** Reading the record waits for this. */
  gate: Promise<unknown> = Promise.resolve();
  private inner: MemoryCatalog = new MemoryCatalog();

  async open(): Promise<CatalogImage | null> {
    await this.gate;
    return this.inner.open();
  }

  async replace(image: CatalogImage): Promise<void> {
    this.replaced++;
    await this.inner.replace(image);
  }

  async commit(edit: CatalogEdit): Promise<void> {
    await this.inner.commit(edit);
  }

  async reset(): Promise<void> {
    this.clear();
  }

  async close(): Promise<void> {}

  /** The stored record. */
  get image(): CatalogImage | null {
    return this.inner.image;
  }

  /** Deletes the record without any notification. */
  clear(): void {
    this.inner = new MemoryCatalog();
  }
}

/**
 * Files in memory that can be deleted while they are open. Open files continue to work, but no file can be found or
 * created any more.
 */
export class ClearableFiles extends VisibleFiles {
  gone = false;
  /** Reading the names of files waits for this. */
  gate: Promise<unknown> = Promise.resolve();

  override async create(path: string): Promise<FileHandle> {
    if (this.gone) throw fileNotFound(path);
    return super.create(path);
  }

  override async open(path: string): Promise<FileHandle> {
    if (this.gone) throw fileNotFound(path);
    return super.open(path);
  }

  override async list(directory: string): Promise<readonly string[]> {
    await this.gate;
    return this.gone ? [] : super.list(directory);
  }
}
