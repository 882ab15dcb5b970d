const SNAPSHOTS = 'snapshots are not built';
const NO_READ_POINT = 'no reader limits a compaction here (ARCHITECTURE.md, Choices), so there is no such read point';

/** Rules that no test names, each with its reason. A test fails for one that is listed without need. */
export const UNTESTED_RULES: Readonly<Record<string, string>> = {
  'N-53': 'a position before every timestamp is no number here, so there is nothing to observe',
  'C-2': NO_READ_POINT,
  'C-12': NO_READ_POINT,
  'C-16': NO_READ_POINT,
  'C-55': 'says what the mode costs, not what it does',
  'S-60': SNAPSHOTS,
  'S-61': SNAPSHOTS,
  'S-62': SNAPSHOTS,
  'S-63': SNAPSHOTS,
  'S-64': SNAPSHOTS,
  'S-65': SNAPSHOTS,
  'S-66': SNAPSHOTS,
};
