const SNAPSHOTS = 'snapshots are not built';

/** Rules that no test names, each with its reason. A test fails for a rule that is listed needlessly. */
export const UNTESTED_RULES: Readonly<Record<string, string>> = {
  'S-60': SNAPSHOTS,
  'S-61': SNAPSHOTS,
  'S-62': SNAPSHOTS,
  'S-63': SNAPSHOTS,
  'S-64': SNAPSHOTS,
  'S-65': SNAPSHOTS,
  'S-66': SNAPSHOTS,
};
