/*
 * The mirror of the catalog in the file system, so that nothing is lost if the catalog is lost.
 *
 * Invariants
 *  1. The newest slot that was flushed is never overwritten. A slot has space for an image of twice the size. A new one
 *     is written at the front of the file if its space ends before the newest one begins, else after the space of the
 *     newest one. So two slots alternate, and the file grows only if an image has outgrown its space.
 *  2. The space of both slots is written in advance. So an image that fits is written even if the device is full.
 *  3. After a failed flush the file is never written again: a file with the next number replaces it.
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
  /** Start of the newest flushed slot and end of its space; 0 and the offset of the first slot if there is none. */
  #newestAt = 0;
  #newestEnd: number = SLOT_STEP;
  /** The bytes of space of each new slot. */
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
    if (bytes.length > this.#space) this.#space = 2 * bytes.length;
    if (this.#newestAt > 0 && at + this.#space > this.#newestAt) {
      at = this.#newestEnd;
      bytes = encodeSlot(image, name, at);
    }
    const end = at + this.#space;
    try {
      handle.write(bytes, at);
      this.#end = Math.max(this.#end, at + bytes.length);
    } catch (error) {
      if (!isOutOfRoom(error)) this.#giveUp(handle);
      throw error;
    }
    this.#reserve(handle, at === SLOT_STEP ? end + this.#space : end);
    return { at, end };
  }

  /** Extends the file up to `end`, so that later slots need no room. Without room now, the next slot tries again. */
  #reserve(handle: FileHandle, end: number): void {
    if (end <= this.#end) return;
    try {
      handle.write(new Uint8Array(end - this.#end), this.#end);
      this.#end = end;
    } catch (error) {
      if (isOutOfRoom(error)) return;
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
    const handle = await this.#files.create(manifestPath(this.#epoch, number));
    try {
      handle.write(encodeFileHeader({ epoch: this.#epoch, number }), 0);
    } catch (error) {
      handle.close();
      throw error;
    }
    this.#newestAt = 0;
    this.#newestEnd = SLOT_STEP;
    this.#space = 0;
    this.#end = SLOT_STEP;
    if (this.#closed) handle.close();
    else this.#handle = handle;
  }
}

function isOutOfRoom(error: unknown): boolean {
  return BigtabError.is(error) && error.code === 'QUOTA_EXCEEDED';
}
