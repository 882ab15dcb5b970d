/*
 * What the sweeps find and is not corrected yet, by the name of the case, with the reason. An entry that does not fail
 * any more fails the test, so the lists can only become shorter.
 */

const DOES_NOT_OPEN = 'An error of the device in one file ends the open.';

export const KNOWN_FAULT_FAILURES: Readonly<Record<string, string>> = {
  'obsolete file, refusing to be opened': DOES_NOT_OPEN,
  'obsolete file, refusing to be read': DOES_NOT_OPEN,
  'log segment, refusing to be opened': DOES_NOT_OPEN,
  'log segment, refusing to be read': DOES_NOT_OPEN,
  'newest log segment, refusing to be opened': DOES_NOT_OPEN,
  'newest log segment, refusing to be read': DOES_NOT_OPEN,
  'spare log segment, refusing to be opened': DOES_NOT_OPEN,
  'spare log segment, refusing to be read': DOES_NOT_OPEN,
};

const NEEDS_A_FLUSH = 'Disabling a table flushes it, for which there is no room.';
const OPENING_WRITES = 'Opening writes to the log, for which there is no room.';
const NO_RESERVE = 'Nothing is kept for the markers of deletes.';

export const KNOWN_QUOTA_FAILURES: Readonly<Record<string, string>> = {
  'drop in the same process': NEEDS_A_FLUSH,
  'drop in the next process': OPENING_WRITES,
  'truncate in the same process': NEEDS_A_FLUSH,
  'truncate in the next process': OPENING_WRITES,
  'delete in the same process': NO_RESERVE,
  'delete in the next process': OPENING_WRITES,
};
