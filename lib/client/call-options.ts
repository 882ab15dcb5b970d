import { kindOf } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';

/** As much of the platform's AbortSignal as is needed. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** How far a long call has come. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly unit: 'rows' | 'cells';
}

/** What every long call takes. */
export interface CallOptions {
  /** Ends the call: it rejects with `signal.reason`. What was sent before may still take effect. */
  readonly signal?: AbortSignalLike | undefined;
  /** Told from time to time, and once at the end. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Throws the signal's reason when it is aborted, and INVALID_ARGUMENT for what is no signal, such as its controller. */
export function throwIfAborted(signal: AbortSignalLike | undefined): void {
  if (signal === undefined) return;
  if (typeof signal?.aborted !== 'boolean')
    throw invalidArgument(`signal must be an AbortSignal; got ${kindOf(signal)}`);
  if (signal.aborted) throw signal.reason;
}

/** `work`, or a rejection with the signal's reason as soon as that comes first, of which `onAbort` is told. */
export function abortable<T>(
  work: Promise<T>,
  signal: AbortSignalLike | undefined,
  onAbort: () => void = () => {},
): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(signal.reason);
      onAbort();
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
    const done = () => signal.removeEventListener('abort', abort);
    work.then(resolve, reject).then(done, done);
  });
}
