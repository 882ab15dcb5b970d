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
 *     nothing, a list of names that ends early, a call that never settles. A failed write leaves any prefix; a failed
 *     create may leave the name; after a failed flush, no later flush forces the bytes that were unflushed then. Images
 *     inherit the faults that are lasting. `killHandles` ends handles between two calls.
 *  6. Asynchronous calls take effect after 0-3 turns of the microtask queue, depending on the seed, and are answered
 *     after 0-2 more turns, so concurrent calls may overtake each other.
 *  7. `quota` limits the bytes of all files, charged as Chromium does (see SimQuota). Images inherit the limit.
 *
 * What it does not model: two processes that use one medium at once; bytes damaged by age (`setBytes` writes any
 * bytes); short or wrong write counts, which the browser's file system handles before its caller sees them; a power cut
 * that a process survives.
 */
import type { Clock } from '../clock.js';
import { fileBusy, fileExists, fileNotFound } from '../storage/fs/file-errors.js';
import { splitPath } from '../storage/fs/file-names.js';
import type { FileHandle, FileSystem } from '../storage/fs/file-system.js';
import { childrenOf } from '../storage/fs/memory-file-system.js';
import { OperationCounter } from './operation-counter.js';
import { Random } from './random.js';
import { faultError, HangingCalls, matches, type SimFault, SimFaults, type SimOperation } from './sim-faults.js';
import { SimFile, type Unflushed } from './sim-file.js';
import { SimFileHandle } from './sim-file-handle.js';
import { SimNames, type YoungNames } from './sim-names.js';
import { SimQuota } from './sim-quota.js';

export interface SimOptions {
  readonly seed: number;
  /** Determines the age of names. */
  readonly clock: Clock;
  /** Shared with a SimCatalog; by default, one that never stops. */
  readonly counter?: OperationCounter;
  /** The number of bytes that the files may have; by default any number. */
  readonly quota?: number;
}

/** The operations that a fault can let hang. */
const ASYNCHRONOUS: readonly SimFault['operation'][] = ['create', 'open', 'list', 'remove', 'removeDirectory'];

export interface ImageOptions {
  readonly kind: 'process-death' | 'power-cut';
  /** Determines what is left, and is the seed of the new medium. */
  readonly seed: number;
  /** For a power cut; by default 'any'. */
  readonly unflushed?: Unflushed;
  /** For a power cut; by default 'any'. */
  readonly names?: YoungNames;
  readonly counter?: OperationCounter;
  /** The clock of the new process; by default the same one. */
  readonly clock?: Clock;
}

/** Finishes a part of the operation in which the process ended, for the names of an image. */
type Remainder = (names: SimNames, random: Random) => void;

export class SimFileSystem implements FileSystem {
  readonly counter: OperationCounter;
  private readonly clock: Clock;
  private readonly random: Random;
  private readonly names: SimNames;
  private readonly opened = new Map<string, SimFileHandle>();
  private readonly faults = new SimFaults<SimFault>();
  private readonly hanging = new HangingCalls();
  private readonly quota: SimQuota;
  private remainder: Remainder = () => {};

  constructor(options: SimOptions, names: SimNames = new SimNames()) {
    this.clock = options.clock;
    this.random = new Random(options.seed);
    this.counter = options.counter ?? new OperationCounter();
    this.names = names;
    this.quota = new SimQuota(options.quota ?? Number.POSITIVE_INFINITY, () => this.lengths());
  }

  /** Arms a fault. */
  fail(fault: SimFault): void {
    const { error, operation } = fault;
    if (error === 'LIE' && operation !== 'flush') throw new Error('only a flush can lie');
    if (error === 'CUT' && operation !== 'list') throw new Error('only a list can end early');
    if (error === 'HANG' && !ASYNCHRONOUS.includes(operation)) throw new Error('only an asynchronous call can hang');
    this.faults.add(fault);
  }

  /** Disarms every fault. Calls that hang still hang. */
  heal(): void {
    this.faults.clear();
  }

  /** The number of calls so far, those that only read included. */
  get calls(): number {
    return this.faults.calls;
  }

  /** Lets every call that hangs take effect now. Returns their number. */
  answerHanging(): number {
    return this.hanging.answer();
  }

  /** Ends the open handles of these paths, by default all: until they are opened again, every call throws. */
  killHandles(path?: string | RegExp): void {
    for (const [open, handle] of this.opened) if (matches(path, open)) handle.die();
  }

  /** Sets the number of bytes that the files may have. */
  setQuota(bytes: number): void {
    this.quota.limit = bytes;
  }

  /** The number of bytes that count against the quota. */
  get usedBytes(): number {
    return this.quota.used;
  }

  /** The number of bytes left, as a browser estimates it. */
  get freeBytes(): number {
    return Math.max(0, this.quota.limit - this.quota.used);
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
    const { limit: quota } = this.quota;
    const clock = options.clock ?? this.clock;
    const image = new SimFileSystem({ seed: random.uint32(), clock, counter, quota }, names);
    image.faults.inherit(this.faults);
    return image;
  }

  async create(path: string): Promise<FileHandle> {
    splitPath(path);
    const fault = await this.begin('create', path);
    const now = this.clock.monotonic();
    this.enter(`create ${path}`, (names, random) => {
      if (!names.current.has(path) && random.chance(0.5)) names.create(path, now);
    });
    if (this.names.current.has(path)) throw fileExists(path);
    if (fault !== null) {
      if (this.random.chance(0.5)) this.names.create(path, now);
      throw faultError(fault, path, 0);
    }
    return this.answer(this.openHandle(path, this.names.create(path, now)));
  }

  async open(path: string): Promise<FileHandle> {
    const fault = await this.begin('open', path);
    if (fault !== null) throw faultError(fault, path, 0);
    const file = this.names.current.get(path);
    if (file === undefined) throw fileNotFound(path);
    if (this.opened.has(path)) throw fileBusy(path);
    return this.answer(this.openHandle(path, file));
  }

  async list(directory: string): Promise<readonly string[]> {
    return this.answer(await this.entries(directory, 'files'));
  }

  async listDirectories(directory: string): Promise<readonly string[]> {
    return this.answer(await this.entries(directory, 'directories'));
  }

  async remove(path: string): Promise<void> {
    const fault = await this.begin('remove', path);
    const now = this.clock.monotonic();
    if (this.opened.has(path)) throw fileBusy(path);
    this.enter(`remove ${path}`, (names, random) => {
      if (random.chance(0.5)) names.remove(path, now);
    });
    if (fault !== null) throw faultError(fault, path, 0);
    this.names.remove(path, now);
    return this.answer(undefined);
  }

  async removeDirectory(path: string): Promise<void> {
    splitPath(path);
    const fault = await this.begin('removeDirectory', path);
    const now = this.clock.monotonic();
    for (const open of this.opened.keys()) if (open.startsWith(`${path}/`)) throw fileBusy(open);
    const inside = this.paths().filter((name) => name.startsWith(`${path}/`));
    this.enter(`removeDirectory ${path}`, (names, random) => {
      for (const name of inside) if (random.chance(0.5)) names.remove(name, now);
    });
    if (fault !== null) throw faultError(fault, path, 0);
    for (const name of inside) this.names.remove(name, now);
    return this.answer(undefined);
  }

  /** All paths, sorted. For tests: counts and changes nothing, like the methods below. */
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

  /** Stores a copy of the file at `path` as `copy`, as a backup that was restored incompletely may leave it. */
  duplicate(path: string, copy: string): void {
    this.setBytes(copy, this.bytesOf(path));
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
      grow: (at, length, size) => {
        this.counter.check(`growth of ${at}`);
        this.quota.grow(at, length, size);
      },
      release: (at) => {
        this.opened.delete(at);
        this.quota.release(at);
      },
    });
    this.opened.set(path, handle);
    return handle;
  }

  /** Numbers an operation. If the process ends in it, images finish it with `remainder`. */
  private enter(operation: string, remainder: Remainder): void {
    if (!this.counter.enter(operation)) return;
    this.remainder = remainder;
    throw this.counter.signal();
  }

  /** Starts an asynchronous call. Returns the fault that the call must fail with, if any. */
  private async begin(operation: SimOperation, path: string): Promise<SimFault | null> {
    await this.turns(4);
    this.counter.check(`${operation} ${path}`);
    const fault = this.faults.hit(operation, path);
    if (fault?.error !== 'HANG') return fault;
    await this.hanging.wait();
    this.counter.check(`${operation} ${path}`);
    return null;
  }

  private async entries(directory: string, kind: 'files' | 'directories'): Promise<readonly string[]> {
    const fault = await this.begin('list', directory);
    const names = childrenOf(this.names.current.keys(), directory)[kind];
    if (fault === null) return names;
    if (fault.error !== 'CUT') throw faultError(fault, directory, 0);
    return names.filter(() => this.random.chance(0.5));
  }

  private *lengths(): Iterable<readonly [string, number]> {
    for (const [path, file] of this.names.current) yield [path, file.content.length];
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
