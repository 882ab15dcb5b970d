/*
 * The mirror of the catalog in the file system, so that losing the catalog loses nothing.
 *
 * Invariants
 *  1. The newest slot that was flushed is never written over. A new slot goes to the front of the file when it ends before the newest one
 *     begins there, else right behind the newest one. So two slots of one size take turns, and the file grows with the images only.
 *  2. After a failed flush the file is never written again: a file of the next number takes its place.
 */

import { BigtabError } from '../../errors.js';
import type { CatalogImage } from '../catalog/catalog.js';
import { manifestPath } from '../fs/file-names.js';
import type { FileHandle, FileSystem } from '../fs/file-system.js';
import { encodeFileHeader, encodeSlot, SLOT_STEP } from './manifest-format.js';

const FIRST_NUMBER = 1;

export class Manifest {
  private readonly files: FileSystem;
  private readonly epoch: number;
  private number: number = FIRST_NUMBER;
  /** Null while a failed file waits for the one that takes its place. */
  private handle: FileHandle | null = null;
  /** Where the newest flushed slot begins and ends; 0 and the first slot's place while there is none. */
  private newestAt = 0;
  private newestEnd: number = SLOT_STEP;
  private replacing: Promise<void> = Promise.resolve();
  private closed = false;

  private constructor(files: FileSystem, epoch: number) {
    this.files = files;
    this.epoch = epoch;
  }

  /** A new manifest of this epoch, which holds nothing before the first `write`. */
  static async create(files: FileSystem, epoch: number): Promise<Manifest> {
    const manifest = new Manifest(files, epoch);
    await manifest.begin();
    return manifest;
  }

  /** Path of the file that the next image goes to. */
  get path(): string {
    return manifestPath(this.epoch, this.number);
  }

  /**
   * Writes the image and flushes it. When it throws, the image before stands; a later call, with a later image, may
   * succeed: unless only room was lacking, a new file is made meanwhile.
   */
  write(image: CatalogImage): void {
    const { handle } = this;
    if (handle === null) {
      this.replace();
      throw new BigtabError('STORAGE_UNAVAILABLE', `The manifest '${this.path}' is not ready yet`);
    }
    const slot = this.writeSlot(handle, image);
    try {
      handle.flush();
    } catch (error) {
      this.giveUp(handle);
      throw error;
    }
    this.newestAt = slot.at;
    this.newestEnd = slot.end;
  }

  /** Resolves when no new file is being made. */
  async settled(): Promise<void> {
    await this.replacing;
  }

  close(): void {
    this.closed = true;
    this.handle?.close();
    this.handle = null;
  }

  private writeSlot(handle: FileHandle, image: CatalogImage): { readonly at: number; readonly end: number } {
    const name = { epoch: this.epoch, number: this.number };
    let at = SLOT_STEP;
    let bytes = encodeSlot(image, name, at);
    if (this.newestAt > 0 && at + bytes.length > this.newestAt) {
      at = this.newestEnd;
      bytes = encodeSlot(image, name, at);
    }
    try {
      handle.write(bytes, at);
    } catch (error) {
      if (!(BigtabError.is(error) && error.code === 'QUOTA_EXCEEDED')) this.giveUp(handle);
      throw error;
    }
    return { at, end: at + bytes.length };
  }

  private giveUp(handle: FileHandle): void {
    this.handle = null;
    handle.close();
    this.number++;
    this.replace();
  }

  /** Starts to make the next file, if none is on its way. */
  private replace(): void {
    if (this.closed) return;
    this.replacing = this.replacing
      .then(() => (this.handle === null && !this.closed ? this.begin() : undefined))
      .catch(() => {
        // The name may exist now; the next attempt, at the next `write`, takes another one.
        this.number++;
      });
  }

  private async begin(): Promise<void> {
    const { number } = this;
    const handle = await this.files.create(manifestPath(this.epoch, number));
    try {
      handle.write(encodeFileHeader({ epoch: this.epoch, number }), 0);
    } catch (error) {
      handle.close();
      throw error;
    }
    this.newestAt = 0;
    this.newestEnd = SLOT_STEP;
    if (this.closed) handle.close();
    else this.handle = handle;
  }
}
