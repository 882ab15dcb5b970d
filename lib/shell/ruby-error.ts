import { BigtabError } from '../errors.js';

/**
 * The error of Ruby that HBase's shell would raise for words that are none of its commands, or not as a command takes
 * them.
 */
export type RubyErrorName = 'SyntaxError' | 'NameError' | 'ArgumentError';

/** INVALID_ARGUMENT: the text of a command is no Ruby. `incomplete`: it would be, if more followed (H-1). */
export function syntaxError(message: string, incomplete = false): BigtabError {
  return rubyError('SyntaxError', message, { incomplete });
}

/** INVALID_ARGUMENT: a constant, a variable or a command that there is not (H-5). */
export function nameError(message: string): BigtabError {
  return rubyError('NameError', message);
}

/** INVALID_ARGUMENT: an argument that its command does not take (H-15). */
export function argumentError(message: string): BigtabError {
  return rubyError('ArgumentError', message);
}

/** UNSUPPORTED_OPERATION: a command of HBase that is not here. */
export function unsupported(message: string): BigtabError {
  return new BigtabError('UNSUPPORTED_OPERATION', message);
}

/** Whether `error` says that the text of a command goes on. */
export function isIncomplete(error: unknown): boolean {
  return BigtabError.is(error) && error.details.incomplete === true;
}

/** What Ruby calls it, or null when it does not come from here. */
export function rubyNameOf(error: BigtabError): RubyErrorName | null {
  return (error.details.ruby as RubyErrorName | undefined) ?? null;
}

function rubyError(ruby: RubyErrorName, message: string, details: { readonly incomplete?: boolean } = {}): BigtabError {
  return new BigtabError('INVALID_ARGUMENT', message, { details: { ruby, ...details } });
}
