/*
 * The mirror of the catalog in the file system, so that nothing is lost if the catalog is lost.
 *
 * Invariants
 *  1. The newest image and its edits that were flushed are never overwritten. An image has space for twice its size,
 *     and its edits are written directly after it, into the rest of the space. When an edit does not fit, a new image is
 *     written: at the front of the file if its space ends before the newest image begins, else after the space of that
 *     one. So a commit writes about twice what it changes, however many tables there are, two images alternate, and the
 *     file grows only if an image has outgrown its space.
 *  2. The space of two images is written in advance. So an image or edit that fits is written even if the device is full.
 *  3. After a failed flush the file is never written again: a file with the next number replaces it.
 */

import { BigtabError } from '../../errors.js';
import type { CatalogEdit, CatalogImage } from '../catalog/catalog.js';
import { isOutOfSpace } from '../fs/file-errors.js';
import { manifestPath, type NumberedName } from '../fs/file-names.js';
import type { FileHandle, FileSystem } from '../fs/file-system.js';
import { decodeManifest, encodeEditSlot, encodeFileHeader, encodeImageSlot, SLOT_STEP } from './manifest-format.js';

const FIRST_NUMBER = 1;

/** The newest image in the file and the edits after it. */
interface Newest {
  readonly at: number;
  /** End of the last edit. */
  readonly end: number;
  /** End of the space for edits. */
  readonly limit: number;
  /** That of the last edit. */
  readonly generation: number;
}

const NOTHING: Newest = { at: 0, end: SLOT_STEP, limit: SLOT_STEP, generation: -1 };

export class Manifest {
  readonly #files: FileSystem;
  readonly #epoch: number;
  #number: number = FIRST_NUMBER;
  /** Null while a failed file has not been replaced yet. */
  #handle: FileHandle | null = null;
  /** What was flushed. */
  #newest: Newest = NOTHING;
  /** The bytes of space of each new image. */
  #space = 0;
  /** End of the file. */
  #end = 0;
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

  get #name(): NumberedName {
    return { epoch: this.#epoch, number: this.#number };
  }

  /** Path of the file to which the next image is written. */
  get path(): string {
    return manifestPath(this.#epoch, this.#number);
  }

  /**
   * Writes the image and flushes it. `edit`: how it was made from the image before it; then it may write only the edit.
   * If it throws, the previous image remains valid. A later call, with a later image, may succeed: unless only room was
   * lacking, a new file is created in the meantime.
   */
  write(image: CatalogImage, edit: CatalogEdit | null = null): void {
    const handle = this.#handle;
    if (handle === null) {
      this.#replace();
      throw new BigtabError('STORAGE_UNAVAILABLE', `The manifest '${this.path}' is not ready yet`);
    }
    const written = (edit !== null && this.#writeEdit(handle, edit)) || this.#writeImage(handle, image);
    this.#flush(handle);
    this.#newest = written;
  }

  /**
   * Writes the image and flushes it, then overwrites everything else with zeros: afterwards the file contains nothing of
   * earlier images. Throws like `write`.
   */
  rewrite(image: CatalogImage): void {
    this.write(image);
    const handle = this.#handle as FileHandle;
    const { at, end } = this.#newest;
    this.#writeSlot(handle, new Uint8Array(at - SLOT_STEP), SLOT_STEP);
    this.#writeSlot(handle, new Uint8Array(Math.max(0, this.#end - end)), end);
    this.#flush(handle);
  }

  /** Leaves its file as it is. `settled` resolves when another file is ready for the next `write`. */
  renew(): void {
    if (this.#handle !== null) this.#giveUp(this.#handle);
  }

  /** The image that its file contains, read from the medium; null for none. Throws CORRUPTION. */
  read(): CatalogImage | null {
    const handle = this.#handle;
    if (handle === null) return null;
    const bytes = new Uint8Array(handle.size());
    return decodeManifest(bytes.subarray(0, handle.read(bytes, 0)), this.#name, this.path).image;
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

  /** Null if the edit does not follow what is in the file, or does not fit. */
  #writeEdit(handle: FileHandle, edit: CatalogEdit): Newest | null {
    const { end, generation, limit } = this.#newest;
    if (edit.database.generation !== generation + 1) return null;
    const bytes = encodeEditSlot(edit, this.#name, end);
    if (end + bytes.length > limit) return null;
    this.#writeSlot(handle, bytes, end);
    return { ...this.#newest, end: end + bytes.length, generation: generation + 1 };
  }

  #writeImage(handle: FileHandle, image: CatalogImage): Newest {
    const newest = this.#newest;
    let at = SLOT_STEP;
    let bytes = encodeImageSlot(image, this.#name, at);
    if (bytes.length > this.#space) this.#space = 2 * bytes.length;
    if (newest.at > 0 && at + this.#space > newest.at) {
      at = newest.limit;
      bytes = encodeImageSlot(image, this.#name, at);
    }
    const limit = at + this.#space;
    this.#writeSlot(handle, bytes, at);
    this.#reserve(handle, at === SLOT_STEP ? limit + this.#space : limit);
    return { at, end: at + bytes.length, limit, generation: image.database.generation };
  }

  #writeSlot(handle: FileHandle, bytes: Uint8Array, at: number): void {
    try {
      handle.write(bytes, at);
      this.#end = Math.max(this.#end, at + bytes.length);
    } catch (error) {
      if (!isOutOfSpace(error)) this.#giveUp(handle);
      throw error;
    }
  }

  /** Extends the file up to `end`, so that later slots need no room. Without room now, the next slot tries again. */
  #reserve(handle: FileHandle, end: number): void {
    if (end <= this.#end) return;
    try {
      handle.write(new Uint8Array(end - this.#end), this.#end);
      this.#end = end;
    } catch (error) {
      if (isOutOfSpace(error)) return;
      this.#giveUp(handle);
      throw error;
    }
  }

  #flush(handle: FileHandle): void {
    try {
      handle.flush();
    } catch (error) {
      this.#giveUp(handle);
      throw error;
    }
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
    const path = manifestPath(this.#epoch, number);
    const handle = await this.#files.create(path);
    try {
      handle.write(encodeFileHeader({ epoch: this.#epoch, number }), 0);
    } catch (error) {
      handle.close();
      await this.#files.remove(path).catch(() => {});
      throw error;
    }
    this.#newest = NOTHING;
    this.#space = 0;
    this.#end = SLOT_STEP;
    if (this.#closed) handle.close();
    else this.#handle = handle;
  }
}
