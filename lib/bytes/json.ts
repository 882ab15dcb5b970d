import { invalidArgument } from '../errors.js';
import { decodeTextStrict } from './text.js';

/**
 * What the JSON in `bytes` describes. Throws INVALID_ARGUMENT if they are not JSON in UTF-8. The platform's own message
 * quotes stored data, so it is discarded.
 */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  const text = decodeTextStrict(bytes);
  if (text === null) throw invalidArgument('these bytes are not JSON');
  try {
    return JSON.parse(text);
  } catch {
    throw invalidArgument('these bytes are not JSON');
  }
}
