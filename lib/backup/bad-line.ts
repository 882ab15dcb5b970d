import { BigtabError } from '../errors.js';

/** The error of a line that is not a line of a backup. Lines are counted from 1. */
export function badLine(line: number, reason: string, details: Readonly<Record<string, unknown>> = {}): BigtabError {
  return new BigtabError('INVALID_ARGUMENT', `The backup cannot be imported: line ${line} ${reason}.`, {
    details: { line, ...details },
  });
}

/** The error of a backup that is not what was exported. */
export function damagedLine(line: number, reason: string): BigtabError {
  return new BigtabError('CORRUPTION', `The backup is damaged: line ${line} ${reason}. Import another copy.`, {
    details: { line },
  });
}
