/*
 * A medium in memory that fails as browsers' media do, depending on a seed: the same seed, workload and clock repeat
 * the same run.
 *
 * What it models
 *  1. The process ends in operation n (`OperationCounter`). Operations that change the medium are counted when they
 *     take effect: create, remove, removeDirectory, write, truncate and flush, asynchronous and synchronous. Operations
 *     that only read (open, list, size, read) have no number, because a process that ends there leaves the same medium
 *     as one that ends in the next counted operation. Operation n happens in part: a write leaves a prefix in steps of
 *     512 or 4,096 bytes of the file, removeDirectory has removed some of the files, and anything else is done or not.
 *     This operation and every later call throw or reject with `StopSignal`.
 *  2. `image({ kind: 'process-death' })`: what a new process finds. It contains every finished write. This makes nothing
 *     safer: a later power cut can still lose unflushed bytes and young names of the image.
 *  3. `image({ kind: 'power-cut' })`: what a new process finds after the power failed.
 *     Bytes: it contains all bytes before the last flush that returned. Each later write or truncation is kept, lost,
 *     torn as above, kept in some blocks, or leaves only its length (with zeros, sometimes foreign bytes, where nothing
 *     was before). Each has its own outcome, so any order between and across files is possible. Overwriting damages
 *     only the written bytes.
 *     Names: creations and removals younger than 60 s by the clock's monotonic reading are undone together from some
 *     point on. A removed file that comes back has its bytes or, in mode 'any', sometimes none.
 *  4. An image is a new SimFileSystem with its own counter, so a crash during recovery is an image of an image.
 *     One stopped run yields any number of images, each with its own seed.
 *  5. Scripted faults (`fail`): no space left, a medium error, a busy file, a handle that dies, a flush that does
 *     nothing. A failed write leaves any prefix; a failed create may leave the name; after a failed flush, no later
 *     flush forces the bytes that were unflushed then.
 *  6. Asynchronous calls take effect after 0-3 turns of the microtask queue, depending on the seed, and are answered
 *     after 0-2 more turns, so concurrent calls may overtake each other.
 *
 * What it does not model: two processes that use one medium at once; bytes damaged by age (`setBytes` writes any
 * bytes); a quota that counts bytes (a fault determines when the medium is full); short or wrong write counts, which
 * the browser's file system handles before its caller sees them; a power cut that a process survives.
 */
import type { Clock } from '../../clock.js';
import { fileBusy, fileExists, fileNotFound } from '../../storage/fs/file-errors.js';
import { splitPath } from '../../storage/fs/file-names.js';
import type { FileHandle, FileSystem } from '../../storage/fs/file-system.js';
import { childrenOf } from '../../storage/fs/memory-file-system.js';
import { OperationCounter } from '../fakes/operation-counter.js';
import { Random } from '../random.js';
import { faultError, type SimFault, SimFaults, type SimOperation } from './sim-faults.js';
import { SimFile, type Unflushed } from './sim-file.js';
import { SimFileHandle } from './sim-file-handle.js';
import { SimNames, type YoungNames } from './sim-names.js';

export interface SimOptions {
  readonly seed: number;
  /** Determines the age of names. */
  readonly clock: Clock;
  /** Shared with a SimCatalog; by default, one that never stops. */
  readonly counter?: OperationCounter;
}

export interface ImageOptions {
  readonly kind: 'process-death' | 'power-cut';
  /** Determines what is left, and is the seed of the new medium. */
  readonly seed: number;
  /** For a power cut; by default 'any'. */
  readonly unflushed?: Unflushed;
  /** For a power cut; by default 'any'. */
  readonly names?: YoungNames;
  readonly counter?: OperationCounter;
}

/** Finishes a part of the operation in which the process ended, for the names of an image. */
type Remainder = (names: SimNames, random: Random) => void;

export class SimFileSystem implements FileSystem {
  readonly counter: OperationCounter;
  private readonly clock: Clock;
  private readonly random: Random;
  private readonly names: SimNames;
  private readonly opened = new Set<string>();
  private readonly faults = new SimFaults<SimFault>();
  private remainder: Remainder = () => {};

  constructor(options: SimOptions, names: SimNames = new SimNames()) {
    this.clock = options.clock;
    this.random = new Random(options.seed);
    this.counter = options.counter ?? new OperationCounter();
    this.names = names;
  }

  /** Arms a fault. */
  fail(fault: SimFault): void {
    if (fault.error === 'LIE' && fault.operation !== 'flush') throw new Error('only a flush can lie');
    this.faults.add(fault);
  }

  /** Disarms every fault. */
  heal(): void {
    this.faults.clear();
  }

  /** The medium that a new process finds if this one ends now, or has ended. This one does not change. */
  image(options: ImageOptions): SimFileSystem {
    const { seed, unflushed = 'any', names: youngNames = 'any' } = options;
    const random = new Random(seed);
    let names = this.names.clone();
    this.remainder(names, random);
    if (options.kind === 'power-cut') {
      names = names.afterPowerCut(this.clock.monotonic(), youngNames, unflushed, random);
    }
    const counter = options.counter ?? new OperationCounter();
    return new SimFileSystem({ seed: random.uint32(), clock: this.clock, counter }, names);
  }

  async create(path: string): Promise<FileHandle> {
    splitPath(path);
    await this.turns(4);
    const now = this.clock.monotonic();
    this.enter(`create ${path}`, (names, random) => {
      if (!names.current.has(path) && random.chance(0.5)) names.create(path, now);
    });
    if (this.names.current.has(path)) throw fileExists(path);
    const fault = this.faults.hit('create', path);
    if (fault !== null) {
      if (this.random.chance(0.5)) this.names.create(path, now);
      throw faultError(fault, path, 0);
    }
    return this.answer(this.openHandle(path, this.names.create(path, now)));
  }

  async open(path: string): Promise<FileHandle> {
    await this.turns(4);
    this.look('open', path);
    const file = this.names.current.get(path);
    if (file === undefined) throw fileNotFound(path);
    if (this.opened.has(path)) throw fileBusy(path);
    return this.answer(this.openHandle(path, file));
  }

  async list(directory: string): Promise<readonly string[]> {
    await this.turns(4);
    this.look('list', directory);
    return this.answer(childrenOf(this.names.current.keys(), directory).files);
  }

  async listDirectories(directory: string): Promise<readonly string[]> {
    await this.turns(4);
    this.look('list', directory);
    return this.answer(childrenOf(this.names.current.keys(), directory).directories);
  }

  async remove(path: string): Promise<void> {
    await this.turns(4);
    const now = this.clock.monotonic();
    if (this.opened.has(path)) throw fileBusy(path);
    this.enter(`remove ${path}`, (names, random) => {
      if (random.chance(0.5)) names.remove(path, now);
    });
    this.throwFault('remove', path);
    this.names.remove(path, now);
    return this.answer(undefined);
  }

  async removeDirectory(path: string): Promise<void> {
    splitPath(path);
    await this.turns(4);
    const now = this.clock.monotonic();
    for (const open of this.opened) if (open.startsWith(`${path}/`)) throw fileBusy(open);
    const inside = this.paths().filter((name) => name.startsWith(`${path}/`));
    this.enter(`removeDirectory ${path}`, (names, random) => {
      for (const name of inside) if (random.chance(0.5)) names.remove(name, now);
    });
    this.throwFault('removeDirectory', path);
    for (const name of inside) this.names.remove(name, now);
    return this.answer(undefined);
  }

  /** All paths, sorted. For tests: counts and changes nothing, like the two methods below. */
  paths(): readonly string[] {
    return [...this.names.current.keys()].sort();
  }

  /** A copy of the bytes that processes read. REQUIRES that the file exists. */
  bytesOf(path: string): Uint8Array {
    const file = this.names.current.get(path);
    if (file === undefined) throw fileNotFound(path);
    return file.content.toBytes();
  }

  /** Stores a file with these bytes; both name and bytes survive a power cut. REQUIRES that it is not open. */
  setBytes(path: string, bytes: Uint8Array): void {
    splitPath(path);
    const file = new SimFile();
    file.write(bytes, 0);
    file.flush();
    this.names.place(path, file);
  }

  /** Removes a file permanently. REQUIRES that it is not open. */
  takeAway(path: string): void {
    this.names.forget(path);
  }

  private openHandle(path: string, file: SimFile): FileHandle {
    const handle = new SimFileHandle(path, file, {
      random: this.random,
      enterChange: (operation, at, remainder) => {
        this.enter(`${operation} ${at}`, (names, random) => {
          const same = names.current.get(at);
          if (same !== undefined) remainder(same, random);
        });
        return this.faults.hit(operation, at);
      },
      enterLook: (operation, at) => {
        this.counter.check(`${operation} ${at}`);
        return this.faults.hit(operation, at);
      },
      release: (at) => this.opened.delete(at),
    });
    this.opened.add(path);
    return handle;
  }

  /** Numbers an operation. If the process ends in it, images finish it with `remainder`. */
  private enter(operation: string, remainder: Remainder): void {
    if (!this.counter.enter(operation)) return;
    this.remainder = remainder;
    throw this.counter.signal();
  }

  private look(operation: 'open' | 'list', path: string): void {
    this.counter.check(`${operation} ${path}`);
    this.throwFault(operation, path);
  }

  private throwFault(operation: SimOperation, path: string): void {
    const fault = this.faults.hit(operation, path);
    if (fault !== null) throw faultError(fault, path, 0);
  }

  private async turns(limit: number): Promise<void> {
    for (let left = this.random.below(limit); left > 0; left--) await null;
  }

  /** Resolves with `value` a little later, if the process lives that long. */
  private async answer<T>(value: T): Promise<T> {
    await this.turns(3);
    this.counter.check('an answer');
    return value;
  }
}
