/* The recorded histories next to this file, and the minimum number of each that can be played. */

const DATA = 'lib/testing/vectors/data';

interface VectorFile {
  /** The path from the root of the repository. */
  readonly file: string;
  /** The minimum number of its lines that are played. */
  readonly least: number;
}

/**
 * Histories written by hand, for one rule or boundary each. `decided` contains those where Bigtab's answer differs from
 * HBase's.
 */
export const HAND_WRITTEN: readonly VectorFile[] = [
  { file: `${DATA}/model.ndjson.gz`, least: 490 },
  { file: `${DATA}/filters.ndjson.gz`, least: 403 },
  { file: `${DATA}/decided.ndjson.gz`, least: 654 },
];

/** The meanings of texts of the filter language, and the answers of the client and the master to calls. */
export const OTHER_LANGUAGES: readonly VectorFile[] = [
  { file: `${DATA}/parse-filter.ndjson.gz`, least: 383 },
  { file: `${DATA}/calls.ndjson.gz`, least: 1_609 },
];

/** The maximum number of cases of calls that may be left out because Bigtab has no counterpart. */
export const MOST_LEFT_OUT = 30;

/** Random histories, named after their most frequent content. */
export const RANDOM: readonly string[] = [
  'default',
  'deletes',
  'ttl',
  'keepdeleted',
  'compaction',
  'purge',
  'rmw',
  'scan',
  'edges',
  'nvb',
  'filter',
  'filter-trees',
].map((profile) => `${DATA}/random/${profile}.ndjson.gz`);

/** The minimum number of random histories that can be played. */
export const LEAST_RANDOM = 22_428;
