import { handleClosed } from './file-errors.js';
import type { FileHandle } from './file-system.js';

/**
 * The handle of a file that is closed while nothing reads it, and opened again later; browsers charge for open files.
 * The file is not changed meanwhile.
 */
export class SuspendableHandle implements FileHandle {
  readonly #path: string;
  #handle: FileHandle | null;

  constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  get isOpen(): boolean {
    return this.#handle !== null;
  }

  /** Closes the file. Until `resume`, every use throws the error of a closed handle. */
  suspend(): void {
    this.#handle?.close();
    this.#handle = null;
  }

  /** Continues with another handle of the file. */
  resume(handle: FileHandle): void {
    this.#handle = handle;
  }

  size(): number {
    return this.#open().size();
  }

  read(into: Uint8Array, at: number): number {
    return this.#open().read(into, at);
  }

  write(from: Uint8Array, at: number): void {
    this.#open().write(from, at);
  }

  truncate(size: number): void {
    this.#open().truncate(size);
  }

  flush(): void {
    this.#open().flush();
  }

  close(): void {
    this.suspend();
  }

  #open(): FileHandle {
    if (this.#handle === null) throw handleClosed(this.#path);
    return this.#handle;
  }
}
