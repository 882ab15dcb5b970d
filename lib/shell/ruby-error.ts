import { BigtabError } from '../errors.js';

/**
 * The Ruby error that HBase's shell would raise for an unknown command, or for arguments that a command does not
 * accept.
 */
export type RubyErrorName = 'SyntaxError' | 'NameError' | 'ArgumentError';

/**
 * INVALID_ARGUMENT: the text of a command is not valid Ruby. `incomplete`: it would be valid if more followed (H-1).
 */
export function syntaxError(message: string, incomplete = false): BigtabError {
  return rubyError('SyntaxError', message, { incomplete });
}

/** INVALID_ARGUMENT: an unknown constant, variable or command (H-5). */
export function nameError(message: string): BigtabError {
  return rubyError('NameError', message);
}

/** INVALID_ARGUMENT: an argument that its command does not accept (H-15). */
export function argumentError(message: string): BigtabError {
  return rubyError('ArgumentError', message);
}

/** UNSUPPORTED_OPERATION: a command of HBase that Bigtab does not have. */
export function unsupported(message: string): BigtabError {
  return new BigtabError('UNSUPPORTED_OPERATION', message);
}

/** Whether `error` means that the text of a command is incomplete. */
export function isIncomplete(error: unknown): boolean {
  return BigtabError.is(error) && error.details.incomplete === true;
}

/** The name of Ruby's error, or null for an error from elsewhere. */
export function rubyNameOf(error: BigtabError): RubyErrorName | null {
  return (error.details.ruby as RubyErrorName | undefined) ?? null;
}

function rubyError(ruby: RubyErrorName, message: string, details: { readonly incomplete?: boolean } = {}): BigtabError {
  return new BigtabError('INVALID_ARGUMENT', message, { details: { ruby, ...details } });
}
