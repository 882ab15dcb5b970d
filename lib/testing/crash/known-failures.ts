/*
 * What the sweeps find and is not corrected yet, by the name of the case, with the reason. An entry that does not fail
 * any more fails the test, so the lists can only become shorter.
 */

export const KNOWN_FAULT_FAILURES: Readonly<Record<string, string>> = {};

const OPENING_WRITES = 'Opening writes to the log, for which there is no room after too many deletes.';

export const KNOWN_QUOTA_FAILURES: Readonly<Record<string, string>> = {
  'delete in the next process': OPENING_WRITES,
};
