import { handleClosed } from '../storage/fs/file-errors.js';
import type { FileHandle } from '../storage/fs/file-system.js';
import type { Random } from './random.js';
import { faultError, type SimFault, type SimOperation } from './sim-faults.js';
import { type SimFile, tornPrefix } from './sim-file.js';

/** The functions of the simulated process that a handle needs. */
export interface SimProcess {
  readonly random: Random;
  /**
   * Numbers a change of the file at `path`. If the process ends in it, `remainder` applies the rest of it to images.
   */
  enterChange(
    operation: SimOperation,
    path: string,
    remainder: (file: SimFile, random: Random) => void,
  ): SimFault | null;
  /** For calls that change nothing. */
  enterLook(operation: SimOperation, path: string): SimFault | null;
  /** Charges the growth of the file from `length` to `size` bytes, or throws QUOTA_EXCEEDED. */
  grow(path: string, length: number, size: number): void;
  release(path: string): void;
}

export class SimFileHandle implements FileHandle {
  private readonly path: string;
  private readonly file: SimFile;
  private readonly process: SimProcess;
  private state: 'open' | 'dead' | 'closed' = 'open';

  constructor(path: string, file: SimFile, process: SimProcess) {
    this.path = path;
    this.file = file;
    this.process = process;
  }

  size(): number {
    this.look('size');
    return this.file.content.length;
  }

  read(into: Uint8Array, at: number): number {
    this.look('read');
    return this.file.content.read(into, at);
  }

  write(from: Uint8Array, at: number): void {
    const bytes = from.slice();
    this.grow(at + bytes.length);
    const fault = this.change('write', (file, random) => file.write(tornPrefix(bytes, at, random), at));
    if (fault === null) {
      this.file.write(bytes, at);
      return;
    }
    const stands = fault.written ?? this.process.random.below(bytes.length + 1);
    this.file.write(bytes.subarray(0, stands), at);
    this.fail(fault, bytes.length);
  }

  truncate(size: number): void {
    this.grow(size);
    const fault = this.change('truncate', (file, random) => {
      if (random.chance(0.5)) file.truncate(size);
    });
    if (fault !== null) this.fail(fault, size);
    this.file.truncate(size);
  }

  flush(): void {
    const fault = this.change('flush', (file, random) => {
      if (random.chance(0.5)) file.flush();
    });
    if (fault?.error === 'LIE') return;
    if (fault !== null) {
      this.file.failFlush();
      this.fail(fault, 0);
    }
    this.file.flush();
  }

  close(): void {
    if (this.state !== 'closed') this.process.release(this.path);
    this.state = 'closed';
  }

  /** From now on every call fails, as when the browser lost the handle. The path stays open until `close`. */
  die(): void {
    if (this.state === 'open') this.state = 'dead';
  }

  private grow(size: number): void {
    if (this.state === 'open') this.process.grow(this.path, this.file.content.length, size);
  }

  private look(operation: SimOperation): void {
    const fault = this.process.enterLook(operation, this.path);
    if (this.state !== 'open') throw handleClosed(this.path);
    if (fault !== null) this.fail(fault, 0);
  }

  private change(operation: SimOperation, remainder: (file: SimFile, random: Random) => void): SimFault | null {
    if (this.state !== 'open') throw handleClosed(this.path);
    return this.process.enterChange(operation, this.path, remainder);
  }

  private fail(fault: SimFault, needed: number): never {
    if (fault.error === 'INVALID') this.state = 'dead';
    throw faultError(fault, this.path, needed);
  }
}
