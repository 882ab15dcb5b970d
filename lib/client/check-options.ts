import { notAllowed } from '../bytes/kind.js';
import { readLiteral } from '../model/literal.js';
import { type CallOptions, throwIfAborted } from './call-options.js';

/** Throws INVALID_ARGUMENT for anything but the options of a long call, such as the signal itself; throws the reason of an aborted signal. */
export function checkOptions(options: CallOptions): void {
  readLiteral<CallOptions>(options, 'set of options', ['signal', 'onProgress']);
  const { signal, onProgress } = options;
  throwIfAborted(signal);
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw notAllowed('onProgress', 'a function', onProgress);
}
