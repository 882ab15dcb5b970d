import { isOutOfSpace } from './file-errors.js';
import { reservePath } from './file-names.js';
import type { FileHandle, FileSystem } from './file-system.js';

const CHUNK = 1 << 20;

/**
 * A file without content of its own, written while there is room. On a full device it is removed, which makes room for
 * one open of the database and for deletes.
 *
 * Its bytes are really written, because a file that was only extended needs no room on some devices. Its handle is
 * closed, because browsers charge more for a file while it is open.
 */
export class ReserveFile {
  readonly #files: FileSystem;
  readonly #epoch: number;
  readonly #bytes: number;
  /** The files that may exist. */
  #paths: readonly string[];
  #nextNumber = 1;
  #held = false;
  #last: Promise<unknown> = Promise.resolve();

  /** `bytes`: its size, 0 for none. `found`: reserves of earlier openings. */
  constructor(files: FileSystem, epoch: number, bytes: number, found: readonly string[]) {
    this.#files = files;
    this.#epoch = epoch;
    this.#bytes = bytes;
    this.#paths = found;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get mayExist(): boolean {
    return this.#paths.length > 0;
  }

  /**
   * Makes sure that the reserve exists. It is only written if there is room for `headroom` more bytes. Resolves to false
   * if there is no room; rejects with any other error.
   */
  restore(headroom: number): Promise<boolean> {
    return this.#inTurn(() => this.#restore(headroom));
  }

  /** Removes the reserve. Resolves to false if there is none. */
  release(): Promise<boolean> {
    return this.#inTurn(() => this.#release());
  }

  /** Resolves when no call runs any more. */
  async settled(): Promise<void> {
    await this.#last;
  }

  #inTurn(work: () => Promise<boolean>): Promise<boolean> {
    const run = this.#last.then(work);
    this.#last = run.catch(() => {});
    return run;
  }

  async #restore(headroom: number): Promise<boolean> {
    if (this.#held || this.#bytes === 0) return true;
    if (await this.#find()) return true;
    const handles: FileHandle[] = [];
    try {
      for (const bytes of headroom === 0 ? [this.#bytes] : [headroom, this.#bytes]) {
        const path = reservePath(this.#epoch, this.#nextNumber++);
        this.#paths = [...this.#paths, path];
        const handle = await this.#files.create(path);
        handles.push(handle);
        fill(handle, bytes);
      }
      handles.at(-1)?.flush();
      this.#held = true;
    } catch (error) {
      if (!isOutOfSpace(error)) throw error;
    } finally {
      for (const handle of handles) handle.close();
      for (const path of this.#held ? this.#paths.slice(0, -1) : this.#paths) await this.#remove(path);
    }
    return this.#held;
  }

  /** Whether a whole reserve of an earlier opening exists. Removes all others. */
  async #find(): Promise<boolean> {
    for (const path of this.#paths) {
      if (!this.#held && (await this.#isWhole(path))) this.#held = true;
      else await this.#remove(path);
    }
    return this.#held;
  }

  async #isWhole(path: string): Promise<boolean> {
    const handle = await this.#files.open(path).catch(() => null);
    if (handle === null) return false;
    try {
      return handle.size() === this.#bytes;
    } finally {
      handle.close();
    }
  }

  async #release(): Promise<boolean> {
    const any = this.#paths.length > 0;
    this.#held = false;
    for (const path of this.#paths) await this.#remove(path);
    return any;
  }

  async #remove(path: string): Promise<void> {
    await this.#files.remove(path);
    this.#paths = this.#paths.filter((other) => other !== path);
  }
}

function fill(handle: FileHandle, bytes: number): void {
  const chunk = new Uint8Array(Math.min(CHUNK, bytes)).fill(0xb7);
  for (let at = 0; at < bytes; at += chunk.length)
    handle.write(chunk.subarray(0, Math.min(chunk.length, bytes - at)), at);
}
