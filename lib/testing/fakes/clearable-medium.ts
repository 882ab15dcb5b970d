import type { Catalog, CatalogEdit, CatalogImage } from '../../storage/catalog/catalog.js';
import { MemoryCatalog } from '../../storage/catalog/memory-catalog.js';
import { fileNotFound } from '../../storage/fs/file-errors.js';
import type { FileHandle } from '../../storage/fs/file-system.js';
import { MemoryFileSystem } from '../../storage/fs/memory-file-system.js';

/** A catalog in memory whose record can be deleted under its user, as browsers do it. */
export class ClearableCatalog implements Catalog {
  onEnded: () => void = () => {};
  /** How often a whole record was written. */
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

  async close(): Promise<void> {}

  /** What is stored. */
  get image(): CatalogImage | null {
    return this.inner.image;
  }

  /** The record is gone, without any notification. */
  clear(): void {
    this.inner = new MemoryCatalog();
  }
}

/**
 * Files in memory that can be deleted although they are open: what is open goes on, and nothing is found or made any
 * more.
 */
export class ClearableFiles extends MemoryFileSystem {
  gone = false;
  /** The names of files wait for this. */
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
