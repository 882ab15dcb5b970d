/*
 * What the sweeps find and is not corrected yet, by the name of the case, with the reason. An entry that does not fail
 * any more fails the test, so the lists can only become shorter.
 */

export const KNOWN_FAULT_FAILURES: Readonly<Record<string, string>> = {};

const NO_RESERVE = 'In a quota that is smaller than the reserve, the markers of deletes may have less than 1 MiB.';

export const KNOWN_QUOTA_FAILURES: Readonly<Record<string, string>> = {
  'delete in the next process': NO_RESERVE,
};
