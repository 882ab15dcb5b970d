import { fileBusy, handleClosed, outOfSpace } from '../../storage/fs/file-errors.js';

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
  readonly operation: Operation;
  /** The whole path, or a pattern for it; by default every path. */
  readonly path?: string | RegExp;
  /** The first matching call that fails, counted from 1 since the fault was requested; by default 1. */
  readonly at?: number;
  /** The number of calls that fail from then on; by default 1. */
  readonly times?: number;
}

/** A future failure that a test requests. The process continues. */
export interface SimFault extends Fault<SimOperation> {
  /**
   * QUOTA: QUOTA_EXCEEDED. IO: an Error named `UnknownError`. BUSY: DATABASE_BUSY, for calls that need a closed file.
   * INVALID: an Error named `InvalidStateError`, and the handle stays dead until its file is opened again.
   * LIE: the call returns as if it had worked and does nothing (for `flush`).
   */
  readonly error: 'QUOTA' | 'IO' | 'BUSY' | 'INVALID' | 'LIE';
  /** The number of bytes of a failed write that the file contains; by default any number, depending on the seed. */
  readonly written?: number;
}

/** The faults that have not affected a call yet. */
export class SimFaults<F extends Fault> {
  private readonly waiting: { readonly fault: F; seen: number }[] = [];

  add(fault: F): void {
    this.waiting.push({ fault, seen: 0 });
  }

  clear(): void {
    this.waiting.length = 0;
  }

  /** The fault that affects this call, if any. */
  hit(operation: F['operation'], path: string = ''): F | null {
    let hit: F | null = null;
    for (const entry of this.waiting) {
      const { fault } = entry;
      if (fault.operation !== operation || !matches(fault.path, path)) continue;
      entry.seen++;
      const first = fault.at ?? 1;
      if (entry.seen >= first && entry.seen < first + (fault.times ?? 1)) hit ??= fault;
    }
    return hit;
  }
}

/** The error of a call that `fault` affects. */
export function faultError(fault: SimFault, path: string, needed: number): Error {
  if (fault.error === 'QUOTA') return outOfSpace(path, needed);
  if (fault.error === 'BUSY') return fileBusy(path);
  if (fault.error === 'INVALID') return handleClosed(path);
  const error = new Error(`The medium failed in ${fault.operation} of '${path}'`);
  error.name = 'UnknownError';
  return error;
}

function matches(wanted: string | RegExp | undefined, path: string): boolean {
  if (wanted === undefined) return true;
  return typeof wanted === 'string'
    ? wanted === path
    : new RegExp(wanted.source, wanted.flags.replace('g', '')).test(path);
}
