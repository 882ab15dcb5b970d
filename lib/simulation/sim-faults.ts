import { fileBusy, fileNotFound, handleClosed, outOfSpace } from '../storage/fs/file-errors.js';

export type SimOperation =
  | 'create'
  | 'open'
  | 'list'
  | 'remove'
  | 'removeDirectory'
  | 'size'
  | 'read'
  | 'write'
  | 'truncate'
  | 'flush';

/** The calls that fail. */
export interface Fault<Operation extends string = string> {
  /** `any`: every call counts, and fails in its turn. */
  readonly operation: Operation | 'any';
  /** The whole path, or a pattern for it; by default every path. */
  readonly path?: string | RegExp;
  /** The first matching call that fails, counted from 1 since the fault was requested; by default 1. */
  readonly at?: number;
  /** The number of calls that fail from then on; by default 1, or all if the fault is lasting. */
  readonly times?: number;
  /** Whether the medium of every later process has the fault too, such as a file that the device cannot read. */
  readonly lasting?: boolean;
  /** Whether, after the first call that fails, every call of the same path fails, in later processes too. */
  readonly spreads?: boolean;
}

/** A future failure that a test requests. The process continues. */
export interface SimFault extends Fault<SimOperation> {
  /**
   * QUOTA: QUOTA_EXCEEDED. IO: an Error named `UnknownError`. BUSY: DATABASE_BUSY, for calls that need a closed file.
   * INVALID: an Error named `InvalidStateError`, and the handle stays dead until its file is opened again.
   * NOT_FOUND: an Error named `NotFoundError`.
   * LIE: the call returns as if it had worked and does nothing (for `flush`).
   * CUT: the call returns only some of the names, depending on the seed (for `list`).
   * HANG: the call has no effect and never settles, unless the test calls `answerHanging` (for asynchronous calls).
   */
  readonly error: 'QUOTA' | 'IO' | 'BUSY' | 'INVALID' | 'NOT_FOUND' | 'LIE' | 'CUT' | 'HANG';
  /** The number of bytes of a failed write that the file contains; by default any number, depending on the seed. */
  readonly written?: number;
}

/** The requested faults of one medium. */
export class SimFaults<F extends Fault> {
  /** The number of calls so far. */
  calls = 0;
  private readonly waiting: { readonly fault: F; seen: number }[] = [];

  add(fault: F): void {
    this.waiting.push({ fault, seen: 0 });
  }

  clear(): void {
    this.waiting.length = 0;
  }

  /** Adds the lasting faults of the medium that `before` describes. */
  inherit(before: SimFaults<F>): this {
    for (const { fault } of before.waiting) if (fault.lasting) this.add(fault);
    return this;
  }

  /** The fault that affects this call, if any. */
  hit(operation: F['operation'], path: string = ''): F | null {
    this.calls++;
    let hit: F | null = null;
    for (const entry of this.waiting) {
      const { fault } = entry;
      if ((fault.operation !== operation && fault.operation !== 'any') || !matches(fault.path, path)) continue;
      entry.seen++;
      const first = fault.at ?? 1;
      const times = fault.times ?? (fault.lasting ? Number.POSITIVE_INFINITY : 1);
      if (entry.seen >= first && entry.seen < first + times) hit ??= { ...fault, operation };
    }
    if (hit?.spreads) this.add({ ...hit, operation: 'any', path, at: 1, lasting: true, spreads: false });
    return hit;
  }
}

/** The calls that hang until a test answers them. */
export class HangingCalls {
  private readonly waiting: (() => void)[] = [];

  /** Resolves when the test answers. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Lets every hanging call continue. Returns their number. */
  answer(): number {
    const calls = this.waiting.splice(0);
    for (const call of calls) call();
    return calls.length;
  }
}

/** The error of a call that `fault` affects. */
export function faultError(fault: SimFault, path: string, needed: number): Error {
  if (fault.error === 'QUOTA') return outOfSpace(path, needed);
  if (fault.error === 'BUSY') return fileBusy(path);
  if (fault.error === 'INVALID') return handleClosed(path);
  if (fault.error === 'NOT_FOUND') return fileNotFound(path);
  const error = new Error(`The medium failed in ${fault.operation} of '${path}'`);
  error.name = 'UnknownError';
  return error;
}

export function matches(wanted: string | RegExp | undefined, path: string): boolean {
  if (wanted === undefined) return true;
  return typeof wanted === 'string'
    ? wanted === path
    : new RegExp(wanted.source, wanted.flags.replace('g', '')).test(path);
}
