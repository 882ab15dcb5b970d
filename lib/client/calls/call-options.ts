import { kindOf, notAllowed } from '../../bytes/kind.js';
import { invalidArgument } from '../../errors.js';
import { readLiteral } from '../../model/literal.js';

/** The part of the platform's AbortSignal that Bigtab needs. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The progress of a long call. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** `seconds`: the time that the call waits. */
  readonly unit: 'rows' | 'cells' | 'bytes' | 'seconds';
}

/** The options of every long call. */
export interface CallOptions {
  /** Ends the call: it rejects with `signal.reason`. Requests that were sent before may still take effect. */
  readonly signal?: AbortSignalLike | undefined;
  /** Called from time to time, and once at the end. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Throws INVALID_ARGUMENT for any value but options, such as the signal itself; throws the reason of an aborted signal.
 * `own`: the options that only this call has.
 */
export function checkOptions<O extends CallOptions>(options: O, own: readonly (keyof O & string)[] = []): void {
  readLiteral<O>(options, 'set of options', ['signal', 'onProgress', ...own]);
  const { signal, onProgress } = options;
  throwIfAborted(signal);
  checkProgress(onProgress);
}

/** Throws INVALID_ARGUMENT for any value but a function. */
export function checkProgress(onProgress: CallOptions['onProgress']): void {
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw notAllowed('onProgress', 'a function', onProgress);
}

/** Throws the reason of an aborted signal, and INVALID_ARGUMENT for any value but a signal, such as its controller. */
export function throwIfAborted(signal: AbortSignalLike | undefined): void {
  checkSignal(signal);
  if (signal?.aborted) throw signal.reason;
}

/** Throws INVALID_ARGUMENT for any value but a signal, such as its controller. */
export function checkSignal(signal: AbortSignalLike | undefined): void {
  if (signal !== undefined && typeof signal?.aborted !== 'boolean')
    throw invalidArgument(`signal must be an AbortSignal; got ${kindOf(signal)}`);
}

/** Settles as `work` does, or rejects with the signal's reason if the signal aborts first; then `onAbort` is called. */
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
