/*
 * The mirror of the catalog in the file system, so that nothing is lost if the catalog is lost.
 *
 * Invariants
 *  1. The newest slot that was flushed is never overwritten. A new slot is written at the front of the file if it ends
 *     before the newest one begins, else directly after the newest one. So two slots of one size alternate, and the
 *     file grows only with the images.
 *  2. After a failed flush the file is never written again: a file with the next number replaces it.
 */

import { BigtabError } from '../../errors.js';
import type { CatalogImage } from '../catalog/catalog.js';
import { manifestPath } from '../fs/file-names.js';
import type { FileHandle, FileSystem } from '../fs/file-system.js';
import { encodeFileHeader, encodeSlot, SLOT_STEP } from './manifest-format.js';

const FIRST_NUMBER = 1;

export class Manifest {
  readonly #files: FileSystem;
  readonly #epoch: number;
  #number: number = FIRST_NUMBER;
  /** Null while a failed file has not been replaced yet. */
  #handle: FileHandle | null = null;
  /** Start and end of the newest flushed slot; 0 and the offset of the first slot if there is none. */
  #newestAt = 0;
  #newestEnd: number = SLOT_STEP;
  #replacing: Promise<void> = Promise.resolve();
  #closed = false;

  private constructor(files: FileSystem, epoch: number) {
    this.#files = files;
    this.#epoch = epoch;
  }

  /** A new manifest of this epoch, which is empty before the first `write`. */
  static async create(files: FileSystem, epoch: number): Promise<Manifest> {
    const manifest = new Manifest(files, epoch);
    await manifest.#begin();
    return manifest;
  }

  /** Path of the file to which the next image is written. */
  get path(): string {
    return manifestPath(this.#epoch, this.#number);
  }

  /**
   * Writes the image and flushes it. If it throws, the previous image remains valid. A later call, with a later image,
   * may succeed: unless only room was lacking, a new file is created in the meantime.
   */
  write(image: CatalogImage): void {
    const handle = this.#handle;
    if (handle === null) {
      this.#replace();
      throw new BigtabError('STORAGE_UNAVAILABLE', `The manifest '${this.path}' is not ready yet`);
    }
    const slot = this.#writeSlot(handle, image);
    try {
      handle.flush();
    } catch (error) {
      this.#giveUp(handle);
      throw error;
    }
    this.#newestAt = slot.at;
    this.#newestEnd = slot.end;
  }

  /** Resolves when no new file is being created. */
  async settled(): Promise<void> {
    await this.#replacing;
  }

  close(): void {
    this.#closed = true;
    this.#handle?.close();
    this.#handle = null;
  }

  #writeSlot(handle: FileHandle, image: CatalogImage): { readonly at: number; readonly end: number } {
    const name = { epoch: this.#epoch, number: this.#number };
    let at = SLOT_STEP;
    let bytes = encodeSlot(image, name, at);
    if (this.#newestAt > 0 && at + bytes.length > this.#newestAt) {
      at = this.#newestEnd;
      bytes = encodeSlot(image, name, at);
    }
    try {
      handle.write(bytes, at);
    } catch (error) {
      if (!(BigtabError.is(error) && error.code === 'QUOTA_EXCEEDED')) this.#giveUp(handle);
      throw error;
    }
    return { at, end: at + bytes.length };
  }

  #giveUp(handle: FileHandle): void {
    this.#handle = null;
    handle.close();
    this.#number++;
    this.#replace();
  }

  /** Starts to create the next file, unless one is being created. */
  #replace(): void {
    if (this.#closed) return;
    this.#replacing = this.#replacing
      .then(() => (this.#handle === null && !this.#closed ? this.#begin() : undefined))
      .catch(() => {
        // The name may exist now; the next attempt, at the next `write`, uses another one.
        this.#number++;
      });
  }

  async #begin(): Promise<void> {
    const number = this.#number;
    const handle = await this.#files.create(manifestPath(this.#epoch, number));
    try {
      handle.write(encodeFileHeader({ epoch: this.#epoch, number }), 0);
    } catch (error) {
      handle.close();
      throw error;
    }
    this.#newestAt = 0;
    this.#newestEnd = SLOT_STEP;
    if (this.#closed) handle.close();
    else this.#handle = handle;
  }
}
